# base: right
# verdicts: fail timeout
# memory: 512

import os, mmap, time
for _ in range(3):
    if os.fork() == 0:
        kept = [mmap.mmap(-1, 1 << 30, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS) for _ in range(2)]
        for one in kept:
            for page in range(0, 1 << 30, 4096):
                one[page] = 1
        time.sleep(60)
time.sleep(60)
