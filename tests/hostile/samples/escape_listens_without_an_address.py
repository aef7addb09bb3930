# base: right
# verdicts: pass
# tiers: T2
# uses: refused

import socket
refused(
    lambda: socket.socket().listen(),
    lambda: socket.socket(socket.AF_INET6).listen(),
    lambda: socket.create_server(("", 0)),
)
