# base: right
# verdicts: pass
# tiers: T3 T2 T1
# uses: refused

import os
own = os.open("own", os.O_RDWR | os.O_CREAT, 0o600)
refused(
    lambda: os.chmod(OUTSIDE + "/secret", 0o6777),
    lambda: os.chmod(OUTSIDE + "/secret", 0o4755),
    lambda: os.fchmod(own, 0o2777),
    lambda: os.chmod("own", 0o4700, follow_symlinks=True),
    lambda: os.chmod("own", 0o4700, dir_fd=os.open(".", os.O_RDONLY)),
)
os.chmod("own", 0o700)
os.close(own)
