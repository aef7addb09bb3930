# base: right
# verdicts: pass
# uses: refused libc

import os
parent = os.getppid()
x86 = os.uname().machine == "x86_64"
numbers = {"ptrace": (101, 117), "process_vm_readv": (310, 270), "process_vm_writev": (311, 271), "kcmp": (312, 272),
           "pidfd_getfd": (438, 438), "process_madvise": (440, 440), "move_pages": (279, 239)}
refused(*(lambda pair=pair: call("syscall", pair[0 if x86 else 1], parent, 0, 0, 0, 0, 0) for pair in numbers.values()))
