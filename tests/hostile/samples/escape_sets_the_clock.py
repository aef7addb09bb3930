# base: right
# verdicts: pass
# tiers: T3 T2
# uses: refused libc

import os, time
x86 = os.uname().machine == "x86_64"
now = (ctypes.c_long * 2)(int(time.time()), 0)
name = os.uname().nodename.encode()
refused(
    lambda: time.clock_settime(time.CLOCK_REALTIME, time.time()),
    lambda: call("syscall", 164 if x86 else 170, now, None),
    lambda: call("syscall", 170 if x86 else 161, name, len(name)),
)
