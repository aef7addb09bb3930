# base: right
# verdicts: pass
# uses: refused libc

parent = os.getppid()
word = ctypes.c_long(0)
vector = (ctypes.c_size_t * 2)(ctypes.addressof(word), 8)
def descriptor_of_the_supervisor():
    handle = os.pidfd_open(parent)
    return call("syscall", 438, handle, 0, 0)
refused(
    lambda: call("ptrace", 16, parent, 0, 0),
    lambda: call("ptrace", 0x4206, parent, 0, 0),
    lambda: call("process_vm_readv", parent, vector, 1, vector, 1, 0),
    lambda: call("process_vm_writev", parent, vector, 1, vector, 1, 0),
    descriptor_of_the_supervisor,
    lambda: open(f"/proc/{parent}/mem", "r+b"),
    lambda: os.readlink(f"/proc/{parent}/fd/3"),
)
