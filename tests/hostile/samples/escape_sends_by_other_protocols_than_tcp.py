# base: right
# verdicts: pass
# tiers: T3 T2
# uses: refused

import socket
multipath_tcp = 262
refused(
    lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", ("127.0.0.1", UDP_PORT)),
    lambda: socket.socket(socket.AF_INET6, socket.SOCK_DGRAM).sendto(b"x", ("::ffff:127.0.0.1", UDP_PORT)),
    lambda: socket.socket(socket.AF_INET, socket.SOCK_STREAM, multipath_tcp).connect(("127.0.0.1", TCP_PORT)),
    lambda: socket.socket(socket.AF_INET, socket.SOCK_RAW, 1),
)
