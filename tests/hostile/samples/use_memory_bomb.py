# base: right
# verdicts: fail pass

import mmap
hoard = []
try:
    while True:
        hoard.append(mmap.mmap(-1, 256 << 20))
except (MemoryError, OSError):
    pass
try:
    hoard.append(bytearray(1 << 40))
except MemoryError:
    pass
