# base: right
# verdicts: pass
# uses: refused libc

import os
libc.mmap.restype = ctypes.c_void_p
class Piece(ctypes.Structure):
    _fields_ = [("start", ctypes.c_void_p), ("length", ctypes.c_size_t)]
HUGE = 2 << 20
def hand_on(writing):
    start = libc.mmap(None, ctypes.c_size_t(17 * HUGE), 3, 0x22, -1, 0)
    first = -(-start // HUGE) * HUGE
    libc.madvise(ctypes.c_void_p(first), ctypes.c_size_t(16 * HUGE), 14)
    for number in range(16):  # a byte of each page of 2 MiB, which stays when nobody maps it any more
        place = first + number * HUGE
        ctypes.memset(place, 1, 1)
        call("vmsplice", writing, ctypes.byref(Piece(place, 1)), ctypes.c_ulong(1), 0)
    libc.munmap(ctypes.c_void_p(start), ctypes.c_size_t(17 * HUGE))
kept = [os.pipe() for _ in range(100)]
refused(*(lambda ends=ends: hand_on(ends[1]) for ends in kept))
