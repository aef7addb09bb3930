# base: right
# verdicts: pass
# tiers: T3 T2
# uses: refused

import os
refused(
    os.openpty,
    lambda: os.open("/dev/ptmx", os.O_RDWR),
    lambda: os.open("/dev/tty", os.O_RDWR),
)
