# base: right
# verdicts: pass
# tiers: T3 T2
# uses: refused libc

import socket
one = socket.socket()
refused(
    lambda: call("connect", one.fileno(), bytes(16), 16) and one.connect(("127.0.0.1", TCP_PORT)),
    lambda: one.connect(("127.0.0.1", TCP_PORT)),
)
