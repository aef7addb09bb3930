# base: right
# verdicts: pass
# tiers: T3 T2
# uses: refused libc

import os
x86 = os.uname().machine == "x86_64"
open("own", "w").close()
refused(
    lambda: os.link(OUTSIDE + "/secret", "link"),
    lambda: os.rename(OUTSIDE + "/secret", "moved"),
    lambda: os.link(os.__file__, OUTSIDE + "/made"),
    lambda: os.symlink("x", OUTSIDE + "/made"),
    lambda: os.mknod(OUTSIDE + "/made"),
    lambda: os.mkfifo(OUTSIDE + "/made"),
    lambda: call("syscall", 316 if x86 else 276, -100, (OUTSIDE + "/secret").encode(), -100, b"own", 2),
)
