# base: right
# verdicts: pass
# tiers: T3 T2
# uses: refused

import os, stat
refused(
    lambda: os.mknod("disk", stat.S_IFBLK | 0o600, os.makedev(8, 0)),
    lambda: os.mknod("memory", stat.S_IFCHR | 0o600, os.makedev(1, 1)),
    lambda: os.open("/dev/kmsg", os.O_RDWR),
    lambda: os.open("/dev/mem", os.O_RDWR),
    lambda: os.open("/dev/fuse", os.O_RDWR),
)
