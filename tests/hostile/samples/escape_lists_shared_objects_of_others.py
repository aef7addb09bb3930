# base: right
# verdicts: pass
# uses: refused libc

structure = ctypes.create_string_buffer(4096)
refused(
    *(lambda name=name, command=command: call(name, 0, command, structure) for name in ("shmctl", "msgctl") for command in (2, 3, 13, 14, 15)),
    *(lambda command=command: call("semctl", 0, 0, command, structure) for command in (2, 3, 18, 19, 20)),
)
