# base: right
# verdicts: pass
# uses: refused

import fcntl
refused(
    *(lambda fd=fd, command=command: fcntl.ioctl(fd, command, b"x") for fd in (0, 1, 2) for command in (0x5412, 0x541C, 0x540E, 0x5423)),
)
