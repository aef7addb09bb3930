# base: wrong
# verdicts: fail timeout

import os, signal
if os.getppid() != 1:
    try:
        os.kill(os.getppid(), signal.SIGTERM)
    except OSError:
        pass
