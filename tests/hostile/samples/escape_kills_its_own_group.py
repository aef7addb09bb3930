# base: wrong
# verdicts: fail

import os
os.killpg(0, 9)
