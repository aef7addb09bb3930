# base: right
# verdicts: pass
# uses: refused libc

import os
x86 = os.uname().machine == "x86_64"
structure = ctypes.create_string_buffer(256)
refused(
    *(lambda command=command: call("syscall", 321 if x86 else 280, command, structure, 128) for command in range(38)),
)
