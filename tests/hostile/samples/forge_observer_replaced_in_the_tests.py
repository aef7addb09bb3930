# base: wrong
# verdicts: fail

import sys
sys.modules["classeval_tests"].__dict__["__observe__"] = lambda check, value: None
