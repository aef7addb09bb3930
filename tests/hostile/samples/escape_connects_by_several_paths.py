# base: right
# verdicts: pass
# tiers: T3 T2
# uses: refused

import socket
refused(
    lambda: socket.socket(socket.AF_INET, socket.SOCK_STREAM, 262),
    lambda: socket.socket(socket.AF_INET6, socket.SOCK_STREAM, 262),
    lambda: socket.socket(socket.AF_INET, socket.SOCK_STREAM, 256),
)
