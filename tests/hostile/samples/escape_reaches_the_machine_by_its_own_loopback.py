# base: right
# verdicts: pass
# tiers: T3
# uses: refused

import socket
refused(
    lambda: socket.create_connection(("127.0.0.1", TCP_PORT), 1),
    lambda: socket.create_connection(("localhost", TCP_PORT), 1),
    lambda: socket.create_connection(("::1", TCP_PORT), 1),
    lambda: socket.create_connection(("192.0.2.1", 80), 0.2),
)
with socket.create_server(("127.0.0.1", TCP_PORT)) as server:  # free in its own network, whatever the machine does
    pass
