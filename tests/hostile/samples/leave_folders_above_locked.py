# base: right
# verdicts: pass
# tiers: T2

import os
from contextlib import suppress

above = [os.path.join(*[".."] * depth) for depth in range(2, 5)]
for folder in above:
    with suppress(OSError):
        os.chmod(folder, 0)
    with suppress(OSError):
        os.chmod(os.path.basename(os.path.abspath(folder)), 0, dir_fd=os.open(folder + "/..", os.O_RDONLY))
    with suppress(OSError):
        os.fchmod(os.open(folder, os.O_RDONLY), 0)
    with suppress(OSError):
        os.chmod(os.path.abspath(folder), 0)
