# base: right
# verdicts: pass
# tiers: T3 T2
# uses: refused libc

import os
def in_new_namespaces():
    call("unshare", 0x10000000 | 0x20000)  # a user namespace brings all capabilities, over itself
    refused(
        lambda: call("mount", b"tmpfs", b"/usr", b"tmpfs", 0, None),
        lambda: call("mount", OUTSIDE.encode(), os.getcwd().encode(), None, 4096, None),
        lambda: call("mount", b"none", b"/", None, 32 | 4096, None),
        lambda: call("mount", b"proc", os.getcwd().encode(), b"proc", 0, None),
        lambda: call("umount2", b"/dev/shm", 2),
        lambda: call("umount2", os.path.dirname(os.getcwd()).encode(), 2),
        lambda: call("setns", os.pidfd_open(os.getppid()), 0x20000),
        lambda: open(OUTSIDE + "/secret").read(),
    )
    def clone_of_the_tree():
        tree = libc.syscall(428, -100, OUTSIDE.encode(), 1)
        return os.read(os.open("secret", os.O_RDONLY, dir_fd=tree), 99)
    refused(clone_of_the_tree)
    os.chroot(OUTSIDE)
    refused(lambda: open("/secret").read(), lambda: open("/written", "w"))
process = os.fork()
if process == 0:
    try:
        in_new_namespaces()
    except OSError:
        pass
    except RuntimeError as error:
        os.write(1, str(error).encode())
        os._exit(9)
    os._exit(0)
if os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]) == 9:
    raise RuntimeError("the new namespaces let something through")
