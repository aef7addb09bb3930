# base: right
# verdicts: pass
# uses: libc

import os, signal
x86 = os.uname().machine == "x86_64"
told = (ctypes.c_int * 32)(signal.SIGCHLD, 0, -1, 0, os.getpid(), 0, 0)
for _ in range(2000):
    for number in (signal.SIGCHLD, signal.SIGCONT, signal.SIGURG, signal.SIGWINCH):
        try:
            os.kill(os.getppid(), number)
        except OSError:
            pass
    libc.syscall(129 if x86 else 138, os.getppid(), signal.SIGCHLD, told)
