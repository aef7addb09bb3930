# base: right
# verdicts: pass
# uses: refused libc

import os
x86 = os.uname().machine == "x86_64"
refused(
    lambda: call("syscall", 323 if x86 else 282, 0),
    lambda: call("syscall", 323 if x86 else 282, 1),
    lambda: call("syscall", 323 if x86 else 282, 0x80801),
)
