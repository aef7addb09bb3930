# base: right
# verdicts: pass
# tiers: T3 T2

import os
from contextlib import suppress

for number in range(200):
    for name in ("", "work", "tmp", "module"):
        with suppress(OSError):
            os.chmod(f"../../sample-{number}/{name}", 0)
