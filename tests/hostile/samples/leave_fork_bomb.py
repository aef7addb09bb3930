# base: right
# verdicts: fail timeout
# tiers: T3
# seconds: 0.3

import os, time
deadline = time.monotonic() + 20
while time.monotonic() < deadline:
    try:
        os.fork()
    except OSError:
        pass
