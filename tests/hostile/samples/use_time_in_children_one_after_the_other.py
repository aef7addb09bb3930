# base: wrong
# verdicts: timeout
# seconds: 0.3

import os, time
while True:
    if os.fork() == 0:
        begin = time.process_time()
        while time.process_time() - begin < 0.3:
            pass
        os._exit(0)
    os.wait()
