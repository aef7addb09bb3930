# base: right
# verdicts: pass
# tiers: T3 T2
# uses: libc

libc.sem_open.restype = ctypes.c_void_p
for number in range(3):
    libc.sem_open(b"/hostile%d" % number, 0o100, 0o600, 1)
