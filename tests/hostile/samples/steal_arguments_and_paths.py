# base: right
# verdicts: pass

import sys
text = repr((sys.argv, sys.orig_argv, sys.path))
for place in (OUTSIDE, HF_HOME, TEST_FILE):
    if place in text:
        raise RuntimeError("a folder of the scorer is named")
if sys.orig_argv or len(sys.argv) != 1:
    raise RuntimeError("arguments are left")
