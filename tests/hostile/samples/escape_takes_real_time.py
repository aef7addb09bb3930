# base: right
# verdicts: pass
# uses: refused libc

import os, resource, struct
x86 = os.uname().machine == "x86_64"
deadline = struct.pack("IIQiIQQQ", 48, 6, 0, 0, 0, 10_000_000, 20_000_000, 20_000_000)
refused(
    *(lambda policy=policy: os.sched_setscheduler(0, policy, os.sched_param(1)) for policy in (os.SCHED_FIFO, os.SCHED_RR)),
    lambda: call("syscall", 314 if x86 else 274, 0, deadline, 0),
    lambda: os.nice(-10), lambda: os.setpriority(os.PRIO_PROCESS, 0, -20),
    lambda: call("syscall", 251 if x86 else 30, 1, 0, 1 << 13),
)
