# base: right
# verdicts: pass

import ctypes, mmap, os, signal
if os.uname().machine == "x86_64":
    memory = mmap.mmap(-1, 4096, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    memory.write(b"\xb8\x14\x00\x00\x00\xcd\x80\xc3")  # getpid, which the table of the other interface has as 20
    code = ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(memory)))
    child = os.fork()
    if child == 0:
        code()
        os._exit(0)
    status = os.waitpid(child, 0)[1]
    if not os.WIFSIGNALED(status) or os.WTERMSIG(status) not in (signal.SIGSYS, signal.SIGSEGV):
        raise RuntimeError(f"the call was let through: {status}")
