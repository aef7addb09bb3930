"""`python -m classeval_hf` is the command `classeval-hf`."""

import sys

from classeval_hf.cli import main

sys.exit(main())
