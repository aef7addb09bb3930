# base: right
# verdicts: fail pass

import mmap
kept = []
try:
    while True:
        kept.append(mmap.mmap(-1, 256 << 20, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS))
except (MemoryError, OSError):
    pass
try:
    kept.append(bytearray(1 << 40))
except MemoryError:
    pass
