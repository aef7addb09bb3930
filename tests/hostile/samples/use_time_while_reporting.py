# base: wrong
# verdicts: timeout
# seconds: 0.3

import os, time
while True:
    os.write(3, b"x")
    time.sleep(0.01)
