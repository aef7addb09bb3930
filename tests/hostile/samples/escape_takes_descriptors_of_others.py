# base: right
# verdicts: pass
# uses: refused libc

import os
x86 = os.uname().machine == "x86_64"
refused(
    lambda: call("syscall", 438, os.pidfd_open(os.getppid()), 3, 0),
    lambda: call("syscall", 438, os.pidfd_open(os.getpid()), 1, 0),
    lambda: call("syscall", 312 if x86 else 272, os.getpid(), os.getppid(), 0, 1, 1),
)
