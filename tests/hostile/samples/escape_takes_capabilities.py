# base: right
# verdicts: pass
# tiers: T3 T2
# uses: refused libc

import os
x86 = os.uname().machine == "x86_64"
header = (ctypes.c_uint * 2)(0x20080522, 0)
refused(
    lambda: call("syscall", 126 if x86 else 91, header, bytes([255]) * 24),
    lambda: call("prctl", 24, 21, 0, 0, 0),
    lambda: call("prctl", 47, 2, 21, 0, 0),
    lambda: call("setgroups", 1, (ctypes.c_int * 1)(0)),
    lambda: call("chroot", b"."),
)
