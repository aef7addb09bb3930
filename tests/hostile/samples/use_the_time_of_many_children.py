# base: wrong
# verdicts: timeout
# seconds: 0.3

import os, time
for _ in range(8):
    if os.fork() == 0:
        while True:
            pass
while True:
    time.sleep(0.01)
