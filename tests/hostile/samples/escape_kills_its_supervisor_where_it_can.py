# base: wrong
# verdicts: fail

import os, signal
os.kill(os.getppid(), signal.SIGKILL)
