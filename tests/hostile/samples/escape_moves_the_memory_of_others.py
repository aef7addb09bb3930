# base: right
# verdicts: pass
# uses: refused libc

import os
x86 = os.uname().machine == "x86_64"
structure = ctypes.create_string_buffer(256)
refused(
    lambda: call("syscall", 256 if x86 else 238, os.getppid(), 8, structure, structure),
    lambda: call("syscall", 279 if x86 else 239, os.getppid(), 1, structure, structure, structure, 0),
)
