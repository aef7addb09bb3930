# base: right
# verdicts: pass fail timeout
# uses: libc

import os, time
libc.prctl(36, 1, 0, 0, 0)
for _ in range(4):
    if os.fork() == 0:
        libc.prctl(36, 1, 0, 0, 0)
        libc.prctl(1, 0, 0, 0, 0)
        for _ in range(2):
            if os.fork() == 0:
                os.setsid()
                time.sleep(3600)
        os._exit(0)
