# base: right
# verdicts: pass
# tiers: T3 T2
# uses: refused

import os, site, sys
def append(path):
    return open(path, "ab")
refused(
    lambda: append(sys.executable),
    lambda: append(os.__file__),
    lambda: append("/etc/passwd"),
    lambda: append(OUTSIDE + "/secret"),
    lambda: append(TEST_FILE),
    lambda: open(OUTSIDE + "/hostile-new", "w"),
    lambda: open(HOME + "/hostile-new", "w"),
    lambda: open("/hostile-new", "w"),
    lambda: open("/etc/hostile-new", "w"),
    lambda: os.mkdir(OUTSIDE + "/hostile-folder"),
    lambda: os.unlink(OUTSIDE + "/secret"),
    lambda: os.rename(OUTSIDE + "/secret", "taken"),
    lambda: os.truncate(OUTSIDE + "/secret", 0),
    *(lambda folder=folder: open(folder + "/hostile.pth", "w") for folder in site.getsitepackages()),
)
