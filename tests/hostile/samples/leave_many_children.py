# base: right
# verdicts: fail pass timeout

import os, time
for _ in range(150):
    if os.fork() == 0:
        time.sleep(3600)
