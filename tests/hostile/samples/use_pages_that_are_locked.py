# base: right
# verdicts: pass
# uses: libc

import mmap
held = mmap.mmap(-1, 1 << 22, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
libc.mlockall(7)
held.write(bytes(1 << 22))
libc.munlockall()
