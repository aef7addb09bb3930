# base: right
# verdicts: pass
# uses: refused libc

import os
refused(
    lambda: call("prctl", 38, 0, 0, 0, 0), lambda: call("prctl", 28, 1, 0, 0, 0),
    *(lambda number=number: call("prctl", 47, 2, number, 0, 0) for number in range(41)),
    lambda: call("prctl", 57, 1, 0, 0, 0), lambda: call("prctl", 35, 1, 4096, 0, 0),
    lambda: os.setgroups([0, 1]), lambda: call("setresuid", 1, 1, 1), lambda: call("setresgid", 1, 1, 1),
)
