# base: right
# verdicts: pass
# tiers: T3

import os, platform, socket
for name in (os.uname().nodename, platform.node(), socket.gethostname()):
    if name != "localhost":
        raise RuntimeError(name)
