# base: right
# verdicts: pass
# seconds: 0.5

import time
time.sleep(0.3)
