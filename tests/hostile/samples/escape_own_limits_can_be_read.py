# base: right
# verdicts: pass

import os, resource
for process in (0, os.getpid()):
    assert resource.prlimit(process, resource.RLIMIT_NOFILE)[0] > 8
    os.sched_setaffinity(process, os.sched_getaffinity(0))
    os.setpriority(os.PRIO_PROCESS, process, os.getpriority(os.PRIO_PROCESS, 0))
