# base: right
# verdicts: pass
# uses: refused libc

import os
x86 = os.uname().machine == "x86_64"
structure = ctypes.create_string_buffer(256)
refused(
    lambda: call("syscall", 249 if x86 else 218, b"user", b"x", None, -3),
    lambda: call("syscall", 250 if x86 else 219, 0, -3, structure, 256),
    lambda: call("syscall", 250 if x86 else 219, 6, -5, structure, 256),
    lambda: call("syscall", 250 if x86 else 219, 11, -4, structure, 256),
    lambda: call("syscall", 250 if x86 else 219, 1, None, structure, 256),
)
