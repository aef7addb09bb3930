# base: right
# verdicts: pass
# uses: refused

import os

own = os.sched_getaffinity(0)
refused(
    lambda: os.sched_setaffinity(os.getppid(), {min(own)}),
    lambda: os.sched_setscheduler(os.getppid(), os.SCHED_IDLE, os.sched_param(0)),
    lambda: os.sched_setparam(os.getppid(), os.sched_param(0)),
)
