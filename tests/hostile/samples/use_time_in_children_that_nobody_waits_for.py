# base: right
# verdicts: fail timeout
# seconds: 0.3

import os, signal, time
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
reader, writer = os.pipe()
while True:
    for _ in range(2):
        if os.fork() == 0:
            until = time.process_time() + 0.05
            while time.process_time() < until:
                pass
            os.write(writer, b"x")
            os._exit(0)
    os.read(reader, 1), os.read(reader, 1)
