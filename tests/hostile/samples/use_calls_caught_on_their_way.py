# base: wrong
# verdicts: fail
# uses: libc

import signal
stop = ctypes.c_char(1)
signal.signal(signal.SIGSYS, lambda *_: None)
libc.prctl(59, 1, 0, 0, ctypes.byref(stop))  # from here on each call of the kernel is a signal to this process
