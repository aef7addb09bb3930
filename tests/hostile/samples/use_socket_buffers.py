# base: right
# verdicts: fail timeout
# memory: 512

import os, socket, time
for _ in range(60):
    if os.fork() == 0:
        kept = []
        try:
            while True:
                pair = socket.socketpair()
                kept.append(pair)
                pair[0].setblocking(False)
                try:
                    while True:
                        pair[0].send(bytes(1 << 16))
                except OSError:
                    pass
        except OSError:
            pass
        time.sleep(60)
time.sleep(60)
