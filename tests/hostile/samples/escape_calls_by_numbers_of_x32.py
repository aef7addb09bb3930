# base: right
# verdicts: pass
# uses: refused libc

import os
if os.uname().machine == "x86_64":
    refused(*(lambda number=number: call("syscall", 0x40000000 + number, 0, 0, 0, 0, 0) for number in range(0, 560)))
