# base: right
# verdicts: pass
# seconds: 0.5

import time
while time.process_time() < 0.3:
    pass
