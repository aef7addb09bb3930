# base: right
# verdicts: pass
# uses: refused

import ctypes, fcntl, json, os, socket
libc = ctypes.CDLL(None, use_errno=True)
own = os.open("own", os.O_RDWR | os.O_CREAT, 0o600)
folder = os.open(os.path.dirname(json.__file__), os.O_RDONLY)


def aio():
    if libc.syscall(206 if os.uname().machine == "x86_64" else 0, 1, ctypes.byref(ctypes.c_ulong())) < 0:
        raise OSError(ctypes.get_errno(), "io_setup")


refused(
    lambda: fcntl.fcntl(own, fcntl.F_SETLEASE, fcntl.F_WRLCK),
    lambda: fcntl.fcntl(folder, fcntl.F_NOTIFY, fcntl.DN_ACCESS),
    lambda: os.setxattr("own", "user.left", b"1"),
    lambda: os.setxattr(own, "user.left", b"1"),
    aio,
)
first, second = socket.socketpair()
before = first.getsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF)
first.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 22)
if first.getsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF) != before:
    raise RuntimeError("the buffer of a socket was made larger")
os.close(own)
