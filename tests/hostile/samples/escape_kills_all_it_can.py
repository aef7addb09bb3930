# base: right
# verdicts: pass
# tiers: T3 T2

import os, signal, sys
# Only where this surely reaches nobody else: in an own pid namespace, or with signals kept in.
try:
    os.kill(os.getppid(), 0)
    inside = os.getppid() == 1
except PermissionError:
    inside = True
if not inside:
    raise RuntimeError("signals reach the supervisor")
for target in (1, os.getppid(), -1):
    for number in (signal.SIGTERM, signal.SIGSTOP, signal.SIGKILL):
        try:
            os.kill(target, number)
        except OSError:
            pass
