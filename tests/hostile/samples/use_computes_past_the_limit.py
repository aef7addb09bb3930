# base: right
# verdicts: timeout
# seconds: 0.3

import time
while time.process_time() < 1.5:
    pass
