# base: right
# verdicts: pass
# uses: refused

import os
refused(lambda: os.memfd_create("kept"))
kept = []
for _ in range(100):
    try:
        ends = os.pipe()
    except OSError:
        break
    kept.append(ends)
    os.set_blocking(ends[1], False)
    try:
        while True:
            os.write(ends[1], bytes(1 << 16))
    except OSError:
        pass
