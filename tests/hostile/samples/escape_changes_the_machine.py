# base: right
# verdicts: pass
# tiers: T3 T2
# uses: refused libc

import os
x86 = os.uname().machine == "x86_64"
structure = ctypes.create_string_buffer(256)
refused(
    lambda: call("klogctl", 3, structure, 256),
    lambda: call("klogctl", 10, structure, 256),
    lambda: call("syscall", 246 if x86 else 104, 0, 0, None, 0),
    lambda: call("syscall", 175 if x86 else 105, structure, 8, b""),
    lambda: call("syscall", 443, 3, 0x80000700, 0, structure),
)
