# base: right
# verdicts: pass
# uses: refused libc

import os
x86 = os.uname().machine == "x86_64"
structure = ctypes.create_string_buffer(4096)
refused(
    lambda: call("syscall", 240 if x86 else 180, b"hostile", 2, 0, None),
    lambda: call("syscall", 241 if x86 else 181, b"hostile"),
    lambda: call("syscall", 242 if x86 else 182, 3, structure, 1, 0, None),
    lambda: call("syscall", 243 if x86 else 183, 3, structure, 100, None, None),
    lambda: call("syscall", 244 if x86 else 184, 3, None),
    lambda: call("syscall", 245 if x86 else 185, 3, None, structure),
)
