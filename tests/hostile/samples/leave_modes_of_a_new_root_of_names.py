# base: right
# verdicts: pass
# tiers: T2

import os
from contextlib import suppress

before = os.getcwd()
for depth in range(2, 5):
    os.chdir(before)
    with suppress(OSError):
        os.chdir(os.path.join(*[".."] * depth))
        os.chmod(".", 0o000)
os.chdir(before)
