# base: wrong
# verdicts: timeout

import os, time
while True:
    os.write(3, b"x")
    time.sleep(0.01)
