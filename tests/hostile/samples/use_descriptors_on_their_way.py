# base: right
# verdicts: pass

import array, os, socket
ends, kept = os.pipe(), []
try:
    for _ in range(100):
        one, other = socket.socketpair()
        kept += [one, other]
        one.setblocking(False)
        for _ in range(20):
            one.sendmsg([b"x"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [*ends, one.fileno()] * 20))])
except OSError:
    pass
for one in kept:
    one.close()
