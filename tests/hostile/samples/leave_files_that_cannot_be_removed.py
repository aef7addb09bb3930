# base: right
# verdicts: pass
# uses: refused libc

import fcntl, os
own, folder = os.open("own", os.O_RDWR | os.O_CREAT), os.open(".", os.O_RDONLY)
flags = bytes([0x30]) + bytes(7)
refused(
    lambda: fcntl.ioctl(own, 0x40086602, flags),
    lambda: fcntl.ioctl(own, 0x401C5820, bytes(28)),
    lambda: fcntl.ioctl(folder, 0x40086602, flags),
    lambda: call("syscall", 469, -100, b"own", bytes(32), 32, 0),
)
