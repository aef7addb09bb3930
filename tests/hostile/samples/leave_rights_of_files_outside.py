# base: right
# verdicts: pass
# tiers: T3 T2

import ctypes, os
from contextlib import suppress

libc = ctypes.CDLL(None)
for mode in (0, 0o777):
    with suppress(OSError):
        os.chmod(OUTSIDE + "/secret", mode)
    with suppress(OSError):
        os.chmod("secret", mode, dir_fd=os.open(OUTSIDE, os.O_RDONLY))
    libc.chmod((OUTSIDE + "/secret").encode(), mode)
    libc.syscall(452, -100, (OUTSIDE + "/secret").encode(), mode, 0)
with suppress(OSError):
    os.chown(OUTSIDE + "/secret", -1, 12345)
