# base: right
# verdicts: fail timeout
# memory: 512

import os, time
children = []
for _ in range(6):
    child = os.fork()
    if child == 0:
        kept = []
        try:
            for _ in range(25):
                kept.append(bytearray(b"x") * (40 << 20))
        except MemoryError:
            pass
        time.sleep(60)
    children.append(child)
time.sleep(60)
