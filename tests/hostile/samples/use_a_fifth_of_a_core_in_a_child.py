# base: wrong
# verdicts: timeout
# seconds: 0.3

import os, time
if os.fork() == 0:
    while True:
        begin = time.process_time()
        while time.process_time() - begin < 0.01:
            pass
        time.sleep(0.04)
time.sleep(60)
