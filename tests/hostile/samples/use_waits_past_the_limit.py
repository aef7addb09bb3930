# base: right
# verdicts: timeout

import time
time.sleep(1.5)
