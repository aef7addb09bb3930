# base: right
# verdicts: pass
# uses: refused libc

import os
refused(
    *(lambda flag=flag: call("unshare", flag) for flag in (0x10000000, 0x20000, 0x40000000, 0x20000000, 0x8000000)),
    lambda: call("syscall", 56 if os.uname().machine == "x86_64" else 220, 0x10000000 | 17, 0, 0, 0, 0),
    lambda: call("syscall", 435, (ctypes.c_uint64 * 11)(0x10000000), 88),
    lambda: call("setns", 0, 0),
)
