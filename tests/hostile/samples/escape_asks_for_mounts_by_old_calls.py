# base: right
# verdicts: pass
# uses: refused libc

import os
structure = ctypes.create_string_buffer(256)
if os.uname().machine == "x86_64":
    refused(
        *(lambda device=device: call("syscall", 136, device, structure) for device in (*range(64), 0x800, 0xFD00, 0xFE00)),
        *(lambda number=number: call("syscall", 139, 2, number, structure) for number in range(8)),
        lambda: call("syscall", 139, 1, b"ext4"), lambda: call("syscall", 139, 3),
    )
