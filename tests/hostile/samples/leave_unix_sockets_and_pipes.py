# base: right
# verdicts: pass fail

import os, socket
if not os.path.exists("hostile-pipe"):
    os.mkfifo("hostile-pipe")
    server = socket.socket(socket.AF_UNIX)
    server.bind("hostile-socket")
    server.listen(1)
    if os.fork() == 0:
        os.setsid()
        server.accept()
