# base: right
# verdicts: pass
# uses: refused

import fcntl, socket
one = socket.socket()
refused(
    *(lambda command=command: fcntl.ioctl(one, command, b"lo" + bytes(38)) for command in (0x8912, 0x8913, 0x8915, 0x8919, 0x891B, 0x891D, 0x8921, 0x8927)),
    *(lambda command=command: fcntl.ioctl(one, command, b"lo" + bytes(38)) for command in (0x8942, 0x8B01)),
)
