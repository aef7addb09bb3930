# base: right
# verdicts: pass
# tiers: T3 T2
# uses: refused

import socket
refused(lambda: socket.socket(socket.AF_UNIX).connect(SOCKET))
