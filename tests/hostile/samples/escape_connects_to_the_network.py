# base: right
# verdicts: pass
# tiers: T3
# uses: refused

import socket
refused(
    lambda: socket.create_connection(("127.0.0.1", TCP_PORT), 1),
    lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", ("127.0.0.1", UDP_PORT)),
    lambda: socket.socket(socket.AF_UNIX).connect("\0" + ABSTRACT_SOCKET),
)
