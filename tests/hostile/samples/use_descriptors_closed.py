# base: right
# verdicts: fail

import os
os.closerange(0, 1 << 16)
