# base: right
# verdicts: pass
# tiers: T3 T2
# uses: refused

import socket
def send(kind):
    one, other = socket.socketpair(socket.AF_UNIX, kind)
    one.connect(DATAGRAMS)
    one.send(b"from a sample")
refused(lambda: send(socket.SOCK_DGRAM), lambda: send(socket.SOCK_SEQPACKET), lambda: send(socket.SOCK_STREAM))
