# base: right
# verdicts: pass fail timeout
# uses: libc

import os, time
x86 = os.uname().machine == "x86_64"
for _ in range(5):  # CLONE_PARENT: the new process is a child of the supervisor
    if libc.syscall(56 if x86 else 220, 0x8000 | 17, 0, 0, 0, 0) == 0:
        time.sleep(3600)
