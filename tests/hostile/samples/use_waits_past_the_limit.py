# base: right
# verdicts: timeout
# seconds: 0.3

import time
time.sleep(1.5)
