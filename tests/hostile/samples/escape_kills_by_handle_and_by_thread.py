# base: right
# verdicts: pass
# tiers: T3 T2
# uses: libc

import os, signal
parent = os.getppid()
try:
    os.kill(parent, 0)
    reached = parent == 1  # the first process of its own namespace, which such signals do not reach
except PermissionError:
    reached = True
if not reached:
    raise RuntimeError("signals reach the supervisor")
x86 = os.uname().machine == "x86_64"
for number in (signal.SIGSTOP, signal.SIGKILL):
    try:
        signal.pidfd_send_signal(os.pidfd_open(parent), number)
    except OSError:
        pass
    libc.syscall(200 if x86 else 130, parent, int(number))
    libc.syscall(234 if x86 else 131, parent, parent, int(number))
