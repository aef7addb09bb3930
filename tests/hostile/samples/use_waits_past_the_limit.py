# base: right
# verdicts: timeout
# seconds: 0.5

import time
time.sleep(1.5)
