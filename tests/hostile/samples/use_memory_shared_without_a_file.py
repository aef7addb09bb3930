# base: right
# verdicts: pass
# uses: refused

import mmap
refused(
    lambda: mmap.mmap(-1, 1 << 20),
    lambda: mmap.mmap(-1, 1 << 20, flags=mmap.MAP_SHARED | mmap.MAP_ANONYMOUS),
)
mmap.mmap(-1, 1 << 20, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS).close()
