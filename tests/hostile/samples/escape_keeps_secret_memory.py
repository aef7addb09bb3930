# base: right
# verdicts: pass
# uses: refused libc

import os
x86 = os.uname().machine == "x86_64"
refused(
    lambda: call("syscall", 447, 0),
    lambda: call("syscall", 447, 0x80000),
    lambda: call("syscall", 319 if x86 else 279, b"kept", 0),
    lambda: call("syscall", 319 if x86 else 279, b"kept", 4),
)
