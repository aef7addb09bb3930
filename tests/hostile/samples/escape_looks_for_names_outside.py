# base: right
# verdicts: pass
# tiers: T3
# uses: refused

import os
refused(
    lambda: os.stat(OUTSIDE), lambda: os.stat(OUTSIDE + "/secret"), lambda: os.stat(TEST_FILE), lambda: os.stat(HF_HOME),
    lambda: os.stat("/var"), lambda: os.stat("/proc"), lambda: os.stat("/sys"), lambda: os.stat("/run"),
    lambda: os.stat("/etc/shadow"), lambda: os.stat("/etc/machine-id"), lambda: os.listdir("/"),
    lambda: os.readlink(OUTSIDE), lambda: os.stat("/.in-tmp-0/../var"),
)
