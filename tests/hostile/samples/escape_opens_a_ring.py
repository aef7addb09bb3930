# base: right
# verdicts: pass
# uses: refused libc

structure = ctypes.create_string_buffer(256)
refused(
    lambda: call("syscall", 425, 8, structure),
    lambda: call("syscall", 426, 3, 0, 0, 0, None),
    lambda: call("syscall", 427, 3, 0, None, 0),
)
