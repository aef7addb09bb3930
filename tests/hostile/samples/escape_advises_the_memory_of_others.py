# base: right
# verdicts: pass
# uses: refused libc

import os
x86 = os.uname().machine == "x86_64"
structure = ctypes.create_string_buffer(256)
refused(
    lambda: call("syscall", 440, os.pidfd_open(os.getppid()), structure, 1, 21, 0),
    lambda: call("syscall", 448, os.pidfd_open(os.getppid()), 0),
    lambda: call("syscall", 310 if x86 else 270, os.getppid(), structure, 1, structure, 1, 0),
    lambda: call("syscall", 311 if x86 else 271, os.getppid(), structure, 1, structure, 1, 0),
)
