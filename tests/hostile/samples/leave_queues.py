# base: right
# verdicts: pass
# uses: refused libc

import os
class Attributes(ctypes.Structure):
    _fields_ = [(name, ctypes.c_long) for name in ("flags", "most", "size", "now", "a", "b", "c", "d")]
refused(
    lambda: call("syscall", 240 if os.uname().machine == "x86_64" else 180, b"hostile", 0o102, 0o600, None),
    lambda: call("shmget", 0x00C0FFEE, 4096, 0o1666),
    lambda: call("msgget", 0x00C0FFEE, 0o1666),
    lambda: call("semget", 0x00C0FFEE, 1, 0o1666),
    lambda: call("syscall", 248 if os.uname().machine == "x86_64" else 217, b"user", b"hostile", b"x", 1, -3),
)
