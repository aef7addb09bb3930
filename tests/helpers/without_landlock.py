"""
Runs a Python script as on a kernel without Landlock: `python without_landlock.py SCRIPT`.

Its calls, and those of all it starts, are answered as such a kernel answers them. What it takes is Linux's own filter
of system calls, so nothing of what is tested is replaced.
"""

import ctypes
import errno
import os
import struct
import sys

from classeval_hf.sandbox.linux import PR_SET_NO_NEW_PRIVS, prctl, set_seccomp_filter

_LANDLOCK_CREATE_RULESET = 444
_LOAD_NUMBER, _IF_EQUAL, _RETURN = 0x20, 0x15, 0x06
_ALLOW, _NO_SUCH_CALL = 0x7FFF0000, 0x00050000 | errno.ENOSYS


def main() -> None:
    steps = [(_LOAD_NUMBER, 0, 0, 0), (_IF_EQUAL, 0, 1, _LANDLOCK_CREATE_RULESET)]
    steps += [(_RETURN, 0, 0, _NO_SUCH_CALL), (_RETURN, 0, 0, _ALLOW)]
    code = b"".join(struct.pack("HBBI", *step) for step in steps)
    prctl(PR_SET_NO_NEW_PRIVS, 1)
    set_seccomp_filter(ctypes.create_string_buffer(code, len(code)), len(steps))
    os.execv(sys.executable, [sys.executable, *sys.argv[1:]])


if __name__ == "__main__":
    main()
