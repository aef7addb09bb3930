# base: right
# verdicts: pass
# tiers: T3
# uses: refused

import os
refused(
    lambda: os.chmod(OUTSIDE + "/secret", 0o777),
    lambda: os.utime(OUTSIDE + "/secret", (1, 1)),
    lambda: os.setxattr(OUTSIDE + "/secret", "user.hostile", b"1"),
)
