# base: right
# verdicts: pass

import time
while time.process_time() < 0.6:
    pass
