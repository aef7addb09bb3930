# base: wrong
# verdicts: fail

import os, signal
if os.getppid() != 1:
    try:
        os.kill(os.getppid(), signal.SIGSTOP)
    except OSError:
        pass
