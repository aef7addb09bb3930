# base: right
# verdicts: pass
# tiers: T3 T2

import os
try:
    os.close(os.open("/dev/shm/hostile-segment", os.O_CREAT | os.O_RDWR))
except OSError:
    pass
