# base: right
# verdicts: pass
# uses: refused libc

structure = ctypes.create_string_buffer(256)
refused(
    lambda: call("syscall", 428, -100, b"/", 1),
    lambda: call("syscall", 429, 3, b"", -100, b"/tmp", 4),
    lambda: call("syscall", 430, b"tmpfs", 0),
    lambda: call("syscall", 431, 3, 6, None, None, 0),
    lambda: call("syscall", 432, 3, 0, 0),
    lambda: call("syscall", 433, -100, b"/", 0),
    lambda: call("syscall", 442, -100, b"/", 0x8000, structure, 32),
)
