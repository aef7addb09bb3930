# base: right
# verdicts: pass

import time
time.sleep(0.6)
