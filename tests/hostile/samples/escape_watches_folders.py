# base: right
# verdicts: pass
# uses: refused libc

import os
refused(
    lambda: call("inotify_init"),
    lambda: call("inotify_init1", 0),
    lambda: call("syscall", 300 if os.uname().machine == "x86_64" else 262, 0x200, 0),
)
