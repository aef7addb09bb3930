# base: right
# verdicts: pass

import fcntl
import json
import os
import time

if os.fork() == 0:
    os.setsid()
    with open(json.__file__) as file:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        time.sleep(60)
    os._exit(0)
