# base: right
# verdicts: pass
# tiers: T3 T2

import socket
flags = socket.SOCK_STREAM | socket.SOCK_CLOEXEC
with socket.socket() as plain, socket.socket(socket.AF_INET6, flags, socket.IPPROTO_TCP) as other:
    assert plain.fileno() >= 0 and other.fileno() >= 0
