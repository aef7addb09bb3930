# base: right
# verdicts: pass

import os
made = 0
try:
    for number in range(300):
        os.symlink("x" * 4000, "%0250d" % number)
        made += 1
except OSError:
    pass
for number in range(made):
    os.unlink("%0250d" % number)
