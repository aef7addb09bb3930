# base: right
# verdicts: pass
# tiers: T2

import os
from contextlib import suppress

for depth in range(2, 5):
    above = os.path.join(*[".."] * depth)
    for change in (os.chown, os.lchown):
        with suppress(OSError):
            change(above, 12345, 12345)
    with suppress(OSError):
        os.fchown(os.open(above, os.O_RDONLY), 12345, 12345)
