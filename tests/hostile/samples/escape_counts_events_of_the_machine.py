# base: right
# verdicts: pass
# uses: refused libc

import os
x86 = os.uname().machine == "x86_64"
structure = ctypes.create_string_buffer(256)
refused(
    lambda: call("syscall", 298 if x86 else 241, structure, 0, -1, -1, 0),
    lambda: call("syscall", 298 if x86 else 241, structure, -1, 0, -1, 0),
)
