# base: wrong
# verdicts: fail

import os, sys
raise RuntimeError(os.getcwd(), sys.executable, sys.prefix, OUTSIDE, HF_HOME, HOME)
