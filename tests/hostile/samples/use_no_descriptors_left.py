# base: right
# verdicts: fail pass

import os
hoard = []
try:
    while True:
        hoard.append(os.dup(0))
except OSError:
    pass
