# base: right
# verdicts: pass
# uses: libc

import os
for kind in range(16):
    libc.syscall(302 if os.uname().machine == "x86_64" else 261, os.getppid(), kind, (ctypes.c_uint64 * 2)(0, 0), None)
