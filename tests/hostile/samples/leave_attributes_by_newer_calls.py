# base: right
# verdicts: pass
# uses: refused libc

open("own", "w").close()
structure = ctypes.create_string_buffer(64)
refused(
    lambda: call("syscall", 463, -100, b"own", 0, b"user.x", structure, 16),
    lambda: call("syscall", 464, -100, b"own", 0, b"user.x", structure, 16),
    lambda: call("syscall", 465, -100, b"own", 0, structure, 16),
    lambda: call("syscall", 466, -100, b"own", 0, b"user.x"),
)
