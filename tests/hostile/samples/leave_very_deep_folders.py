# base: right
# verdicts: pass

import os
if not os.path.exists("deep"):
    here = os.open(".", os.O_RDONLY)
    for _ in range(1200):
        os.mkdir("deep")
        os.chdir("deep")
    os.fchdir(here)
    os.close(here)
