# base: right
# verdicts: pass
# tiers: T3 T1

import os
with open(f"/tmp/hostile-{os.getpid()}", "w") as file:
    file.write("x")
os.unlink(file.name)
