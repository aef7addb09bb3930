# base: right
# verdicts: pass
# uses: refused

import socket
refused(*(lambda kind=kind: kind.setsockopt(socket.SOL_SOCKET, 60, 1) for kind in (*socket.socketpair(), socket.socket())))
