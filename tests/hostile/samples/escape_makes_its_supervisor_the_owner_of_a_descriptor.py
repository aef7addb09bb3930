# base: right
# verdicts: pass
# tiers: T3 T2

import fcntl, os
reading, writing = os.pipe()
try:
    fcntl.fcntl(reading, fcntl.F_SETOWN, os.getppid())
    fcntl.fcntl(reading, 10, 9)  # F_SETSIG, SIGKILL
    fcntl.fcntl(reading, fcntl.F_SETFL, os.O_ASYNC | os.O_NONBLOCK)
    os.write(writing, b"x")
except OSError:
    pass
