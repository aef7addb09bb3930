# base: right
# verdicts: pass
# uses: libc

for _ in range(30):
    libc.unshare(0x10000000 | 0x40000000 | 0x20000)
