# base: right
# verdicts: pass

import signal

signal.signal(signal.SIGALRM, lambda number, frame: None)
signal.signal(signal.SIGVTALRM, lambda number, frame: None)
signal.setitimer(signal.ITIMER_REAL, 0.01, 0.01)
signal.setitimer(signal.ITIMER_VIRTUAL, 0.01, 0.01)
