# base: right
# verdicts: pass fail
# tiers: T3 T2

import socket
kept = []
try:
    for _ in range(60):
        listener = socket.create_server(("127.0.0.1", 0), backlog=4096)
        kept.append(listener)
        for _ in range(20):
            one = socket.create_connection(listener.getsockname())
            one.setblocking(False)
            one.send(bytes(1 << 20))
            one.close()
except OSError:
    pass
for one in kept:
    one.close()
