# base: right
# verdicts: pass
# uses: refused

import os, socket
with open("own", "wb") as file:
    file.write(b"x" * (1 << 20))
own = os.open("own", os.O_RDWR)
reading, writing = os.pipe()
one, other = socket.socketpair()
attempts = [lambda: os.sendfile(writing, own, 0, 1), lambda: os.sendfile(one.fileno(), own, 0, 1)]
if hasattr(os, "splice"):
    attempts += [lambda: os.splice(own, writing, 1), lambda: os.splice(reading, one.fileno(), 1)]
refused(*attempts)
