# base: wrong
# verdicts: timeout
# seconds: 0.3

import time
while True:
    begin = time.process_time()
    while time.process_time() - begin < 0.02:
        pass
    time.sleep(0.08)
