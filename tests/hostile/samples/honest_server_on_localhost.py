# base: right
# verdicts: pass
# tiers: T3 T1

import socket
with socket.create_server(("localhost", 0)) as server, socket.create_connection(server.getsockname()) as client:
    server.accept()[0].sendall(b"x")
    assert client.recv(1) == b"x"
