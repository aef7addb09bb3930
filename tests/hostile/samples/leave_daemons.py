# base: right
# verdicts: pass
# uses: libc

import signal, time
def daemon():
    os.setsid()
    for number in range(1, 65):
        try:
            signal.signal(number, signal.SIG_IGN)
        except (OSError, ValueError):
            pass
    libc.prctl(1, 0, 0, 0, 0)  # no signal when its parent dies
    libc.prctl(36, 1, 0, 0, 0)  # orphans go to it
    os.closerange(0, 256)
    if os.fork() == 0:
        os.setsid()
    time.sleep(3600)
for _ in range(3):
    if os.fork() == 0:
        if os.fork() == 0:
            daemon()
        os._exit(0)
    os.wait()
