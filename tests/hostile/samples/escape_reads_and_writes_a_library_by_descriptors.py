# base: right
# verdicts: pass
# tiers: T3 T2
# uses: refused libc

import json, os
x86 = os.uname().machine == "x86_64"
library, own = os.open(json.__file__, os.O_RDONLY), os.open("own", os.O_RDWR | os.O_CREAT)
os.write(own, bytes(100))
refused(
    lambda: call("syscall", 285 if x86 else 47, library, 3, 0, 10),
    lambda: os.ftruncate(library, os.fstat(library).st_size),
    lambda: os.copy_file_range(own, library, 10),
    lambda: os.sendfile(library, own, 0, 10),
)
