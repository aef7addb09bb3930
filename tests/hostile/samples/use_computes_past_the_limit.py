# base: right
# verdicts: timeout

import time
while time.process_time() < 1.5:
    pass
