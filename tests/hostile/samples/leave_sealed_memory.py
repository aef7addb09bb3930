# base: right
# verdicts: pass
# uses: libc

import os, time
libc.mmap.restype = ctypes.c_void_p
for _ in range(5):
    if os.fork() == 0:
        start = libc.mmap(None, ctypes.c_size_t(1 << 20), 3, 0x22, -1, 0)
        libc.syscall(462, ctypes.c_void_p(start), ctypes.c_size_t(1 << 20), 0)  # no one may unmap it any more
        libc.mlock(ctypes.c_void_p(start), ctypes.c_size_t(1 << 20))
        os.setsid()
        time.sleep(3600)
