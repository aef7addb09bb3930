# base: wrong
# verdicts: fail

import os
os.abort()
