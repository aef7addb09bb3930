# base: right
# verdicts: pass
# tiers: T3 T2
# uses: refused

import os

refused(
    lambda: os.listdir("/proc/self/root/etc"),
    lambda: os.listdir("/proc/1/root"),
    lambda: os.listdir("/proc/self/cwd/../.."),
    lambda: os.readlink(f"/proc/{os.getppid()}/cwd"),
    lambda: open("/proc/self/environ", "rb").read(),
    lambda: open("/proc/self/mem", "rb"),
)
