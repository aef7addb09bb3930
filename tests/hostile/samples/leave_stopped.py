# base: right
# verdicts: timeout
# seconds: 0.3

import os, signal
os.kill(os.getpid(), signal.SIGSTOP)
