# base: right
# verdicts: pass
# tiers: T3 T2
# uses: refused

import os, sys
def environment_of(process):
    return open(f"/proc/{process}/environ", "rb").read()
refused(
    lambda: os.listdir(OPEN_TASKS),
    lambda: open(OPEN_TASKS + "/mancala_board/solution.py").read(),
    lambda: os.listdir(OUTSIDE),
    lambda: open(OUTSIDE + "/secret").read(),
    lambda: open(TEST_FILE).read(),
    lambda: os.listdir(HF_HOME),
    lambda: os.listdir(HOME),
    lambda: os.listdir("/proc"),
    lambda: os.listdir("/root"),
    lambda: os.listdir("/home"),
    lambda: os.listdir("/etc"),
    lambda: os.listdir("/"),
    lambda: environment_of("self"),
    lambda: environment_of(os.getppid()),
    lambda: environment_of(HARNESS),
)
try:
    beside = os.listdir("../..")
except OSError:
    beside = []
assert beside in ([], ["box"]), beside  # its own folder alone, in a /tmp of its own
os.symlink(OUTSIDE + "/secret", "link")
refused(lambda: open("link").read())
refused(lambda: os.link(OUTSIDE + "/secret", "hard"))
os.unlink("link")
