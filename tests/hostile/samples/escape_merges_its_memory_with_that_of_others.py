# base: right
# verdicts: pass
# uses: refused libc

import mmap
pages = mmap.mmap(-1, 1 << 16, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
pages.write(b"x" * (1 << 16))
refused(lambda: pages.madvise(12), lambda: call("prctl", 67, 1, 0, 0, 0))
pages.madvise(mmap.MADV_DONTNEED)
