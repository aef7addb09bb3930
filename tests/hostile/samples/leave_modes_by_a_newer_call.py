# base: right
# verdicts: pass
# tiers: T2
# uses: libc

import os
from contextlib import suppress

for flags in (0, 0x100, 0x1000):
    for depth in range(2, 5):
        with suppress(OSError):
            call("syscall", 452, -100, os.path.join(*[".."] * depth).encode(), 0, flags)
    with suppress(OSError):
        call("syscall", 452, os.open("../..", os.O_RDONLY), b"", 0, 0x1000)
