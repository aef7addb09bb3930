# base: right
# verdicts: pass
# tiers: T3 T2

import ctypes
libc = ctypes.CDLL(None)
libc.shmget(12648430, 4096, 0o1666)
libc.msgget(12648430, 0o1666)
libc.semget(12648430, 1, 0o1666)
