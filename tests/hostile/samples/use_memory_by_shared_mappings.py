# base: right
# verdicts: fail timeout

import mmap, os, time
for _ in range(3):
    if os.fork() == 0:
        hoard = [mmap.mmap(-1, 1 << 30) for _ in range(2)]
        for one in hoard:
            for page in range(0, 1 << 30, 4096):
                one[page] = 1
        time.sleep(60)
time.sleep(60)
