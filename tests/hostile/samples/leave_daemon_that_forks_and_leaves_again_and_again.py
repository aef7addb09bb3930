# base: right
# verdicts: fail pass timeout

import os, time
deadline = time.monotonic() + 20
for _ in range(10):
    if os.fork() == 0:
        os.setsid()
        while time.monotonic() < deadline:
            if os.fork():
                os._exit(0)
        os._exit(0)
