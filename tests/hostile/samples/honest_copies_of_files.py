# base: right
# verdicts: pass

import os, shutil, socket, subprocess, sys
text = os.urandom(1 << 20)
with open("own", "wb") as file:
    file.write(text)
shutil.copyfile("own", "copy")
one, other = socket.socketpair()
with open("own", "rb") as file, one:
    sent = os.fork() or (one.sendfile(file), os._exit(0))
received = b"".join(iter(lambda: other.recv(1 << 16), b""))
os.waitpid(sent, 0)
seen = subprocess.run(["cat", "own"], capture_output=True, check=True).stdout
subprocess.run(["cp", "own", "third"], check=True)
if {received, seen, open("copy", "rb").read(), open("third", "rb").read()} != {text}:
    raise RuntimeError("a copy differs")
