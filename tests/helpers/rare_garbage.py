"""Imported by processes of tests, so that they seldom look for garbage through all that PyTorch brings."""

import gc

from classeval_hf.core.command_line import RARE_GARBAGE

gc.set_threshold(*RARE_GARBAGE)  # else an eighth of all time
