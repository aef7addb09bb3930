# base: right
# verdicts: pass

import os, select
kept = []
try:
    while len(kept) < 2000:
        kept.append(select.epoll())
        for other in kept[-5:-1]:
            kept[-1].register(other.fileno())
except OSError:
    pass
for one in kept:
    one.close()
