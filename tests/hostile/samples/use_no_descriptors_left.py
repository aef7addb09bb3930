# base: right
# verdicts: fail pass

import os
kept = []
try:
    while True:
        kept.append(os.dup(0))
except OSError:
    pass
