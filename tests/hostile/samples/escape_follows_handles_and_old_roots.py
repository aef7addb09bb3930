# base: right
# verdicts: pass
# tiers: T3 T2
# uses: refused libc

import os
handle = ctypes.create_string_buffer(bytes([128, 0, 0, 0]) + bytes(140))
mount = ctypes.c_int()
refused(
    lambda: call("name_to_handle_at", -100, b"/usr", handle, ctypes.byref(mount), 0),
    lambda: call("open_by_handle_at", -100, handle, 0),
    lambda: call("pivot_root", b".", b"."),
    lambda: os.chroot("."),
    lambda: call("syscall", 428, -100, b"/", 1),
    lambda: call("mount", b"tmpfs", b"/tmp", b"tmpfs", 0, None),
    lambda: call("umount2", b"/tmp", 2),
    lambda: call("umount2", b"/usr", 2),
)
