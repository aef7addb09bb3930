# base: right
# verdicts: pass
# tiers: T3 T2
# uses: refused

import socket
refused(
    lambda: socket.socket().sendto(b"x", 0x20000000, ("127.0.0.1", TCP_PORT)),
    lambda: socket.socket().sendmsg([b"x"], [], 0x20000000, ("127.0.0.1", TCP_PORT)),
)
