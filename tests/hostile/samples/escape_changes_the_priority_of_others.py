# base: right
# verdicts: pass
# uses: refused libc

import os
refused(
    lambda: os.setpriority(os.PRIO_PROCESS, os.getppid(), 19),
    lambda: os.setpriority(os.PRIO_USER, 0, 19),
    lambda: os.setpriority(os.PRIO_PGRP, os.getpgid(os.getppid()), 19),
    lambda: os.sched_setaffinity(os.getppid(), {0}),
    lambda: os.sched_setscheduler(os.getppid(), os.SCHED_IDLE, os.sched_param(0)),
    lambda: call("syscall", 251 if os.uname().machine == "x86_64" else 30, 1, os.getppid(), 3 << 13),
)
