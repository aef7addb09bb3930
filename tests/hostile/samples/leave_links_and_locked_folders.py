# base: right
# verdicts: pass

import os
if not os.path.exists("locked"):
    for name in ("locked", "read", "also"):
        os.mkdir(name)
        os.symlink(OUTSIDE + "/secret", name + "/file")
        os.symlink(OUTSIDE, name + "/folder")
    os.symlink(OUTSIDE + "/secret", "file")
    os.symlink(OUTSIDE, "folder")
    os.symlink("/etc/passwd", "passwd")
    os.mkdir("read/only")
    os.symlink(OUTSIDE + "/secret", "read/only/file")
    os.chmod("read/only", 0o500)
    for name in (b"new\nline", b"not-utf-8-\xff\xfe", b"-rf", b" ", "\u202e".encode()):
        os.close(os.open(name, os.O_CREAT | os.O_WRONLY))
        os.mkdir(name + b".folder")
    os.mkfifo("pipe")
    os.chmod(b" ", 0)
    for name in ("locked", "also"):
        os.chmod(name, 0)
