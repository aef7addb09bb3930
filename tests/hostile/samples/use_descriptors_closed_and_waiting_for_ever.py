# base: right
# verdicts: timeout

import os, time
os.closerange(0, 1 << 16)
time.sleep(3600)
