# base: right
# verdicts: pass

import os
import signal
import time

if os.fork() == 0:
    os.setsid()
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGPIPE):
        signal.signal(number, signal.SIG_IGN)
    if os.fork() == 0:
        time.sleep(60)
    os._exit(0)
