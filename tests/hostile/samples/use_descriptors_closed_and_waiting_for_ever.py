# base: right
# verdicts: timeout
# seconds: 0.3

import os, time
os.closerange(0, 1 << 16)
time.sleep(3600)
