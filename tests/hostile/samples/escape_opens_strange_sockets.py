# base: right
# verdicts: pass
# tiers: T3 T2
# uses: refused

import socket
families = [number for number in range(46) if number not in (socket.AF_UNIX, socket.AF_INET, socket.AF_INET6)]
refused(
    *(lambda family=family, kind=kind: socket.socket(family, kind) for family in families for kind in (1, 2, 3)),
    *(lambda kind=kind: socket.socket(socket.AF_UNIX, kind) for kind in (2, 3, 5)),
    *(lambda kind=kind: socket.socket(socket.AF_INET, kind) for kind in (2, 3, 5)),
    lambda: socket.socket(socket.AF_INET, socket.SOCK_STREAM, 132),
)
