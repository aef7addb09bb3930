# base: right
# verdicts: pass fail
# uses: libc

import os, signal
made = 0
signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGRTMIN])
event = (ctypes.c_int * 16)(0, 0, int(signal.SIGRTMIN), 0)
try:
    while made < 5000:
        call("timer_create", 1, event, ctypes.byref(ctypes.c_void_p()))
        made += 1
except OSError:
    pass
try:
    for _ in range(5000):
        call("sigqueue", os.getpid(), int(signal.SIGRTMIN), ctypes.c_void_p(1))
except OSError:
    pass
