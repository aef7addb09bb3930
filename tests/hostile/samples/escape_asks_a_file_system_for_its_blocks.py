# base: right
# verdicts: pass
# uses: refused

import fcntl, os
own = os.open("own", os.O_RDWR | os.O_CREAT)
refused(
    *(lambda command=command: fcntl.ioctl(own, command, bytes(64)) for command in (0xC020660B, 0x80086601, 0x5460, 0xC0185879, 0x801C581F)),
    *(lambda command=command: fcntl.ioctl(own, command) for command in (1, 2, 0x125D, 0x1277)),
)
