"""Linux system calls that Python lacks, by `ctypes`; numbers hold on x86-64 and arm64, errors are `OSError`s."""

import ctypes
import os
import platform
import re
import signal
import socket
import struct
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

if sys.platform != "win32":
    import fcntl

CLONE_NEWNS = 0x00020000
CLONE_NEWUTS = 0x04000000
CLONE_NEWIPC = 0x08000000
CLONE_NEWUSER = 0x10000000
CLONE_NEWPID = 0x20000000
CLONE_NEWNET = 0x40000000

_MS_NOSUID, _MS_NODEV, _MS_BIND, _MS_REC, _MS_PRIVATE = 0x2, 0x4, 0x1000, 0x4000, 0x40000
_MNT_DETACH = 2
_AT_FDCWD, _AT_RECURSIVE = -100, 0x8000
_MOUNT_ATTR_RDONLY = 0x1
_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER = 22, 2
PR_SET_PDEATHSIG = 1  # option of `prctl`: the signal that this process gets when its parent dies
PR_SET_DUMPABLE = 4  # whether processes of the same user may trace this one; if not, its files in `/proc` are root's
PR_SET_CHILD_SUBREAPER = 36  # whether orphaned descendants become its children, so that a daemon cannot get away
PR_SET_NO_NEW_PRIVS = 38  # whether no program that it runs, or a child of it, gains rights
_OWN_CAPABILITIES = struct.pack("Ii", 0x20080522, 0)  # version 3 of the call's structures, and this process
CAP_DAC_OVERRIDE = 1
_SYS_LANDLOCK_CREATE_RULESET, _SYS_LANDLOCK_ADD_RULE, _SYS_LANDLOCK_RESTRICT_SELF = 444, 445, 446
_SYS_MOUNT_SETATTR = 442
_SYS_CLONE = 220 if platform.machine() == "aarch64" else 56
_SYS_PIVOT_ROOT = 41 if platform.machine() == "aarch64" else 155
_GET_INTERFACE_FLAGS, _SET_INTERFACE_FLAGS = 0x8913, 0x8914  # SIOCGIFFLAGS, SIOCSIFFLAGS
_INTERFACE_UP = 0x1
_LANDLOCK_CREATE_RULESET_VERSION = 1
_LANDLOCK_RULE_PATH_BENEATH = 1
_LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET, _LANDLOCK_SCOPE_SIGNAL = 1, 2

_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = 1 << 0, 1 << 1, 1 << 2, 1 << 3
_REMOVE_AND_MAKE = sum(1 << bit for bit in range(4, 13))
_REFER, _TRUNCATE, _IOCTL_DEVICE = 1 << 13, 1 << 14, 1 << 15

LANDLOCK_READ = _EXECUTE | _READ_FILE | _READ_DIR  # rights below a folder with files to read and run
LANDLOCK_WRITE = LANDLOCK_READ | _WRITE_FILE | _REMOVE_AND_MAKE | _REFER | _TRUNCATE  # and below one to change
LANDLOCK_NULL = _READ_FILE | _WRITE_FILE  # rights to `/dev/null`
_FILE_RIGHTS = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE | _IOCTL_DEVICE

if sys.platform != "win32":  # where this module is imported, and does nothing
    _libc = ctypes.CDLL(None, use_errno=True)
    # It keeps the interpreter's lock, as a call that returns twice must.
    _python_libc = ctypes.PyDLL(None, use_errno=True)


def _check(result: int) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result


def fork(namespaces: int = 0) -> int:
    """`clone(2)` of one thread; `os.fork` runs handlers in the child, which would copy hundreds of pages."""
    child = int(_python_libc.syscall(_SYS_CLONE, ctypes.c_ulong(namespaces | signal.SIGCHLD), 0, 0, 0, 0))
    return _check(child)


def _mount(source: bytes, target: bytes, kind: bytes | None, flags: int, data: bytes | None) -> None:
    _check(_libc.mount(source, target, kind, ctypes.c_ulong(flags), data))


def unshare(namespaces: int) -> None:
    """Moves the calling process, which must have one thread, into new namespaces (`unshare(2)`)."""
    try:
        _check(_libc.unshare(namespaces))
    except OSError as error:
        why = "user namespaces are switched off here, or a container's filter of system calls forbids them"
        raise OSError(error.errno, f"new namespaces are refused ({error.strerror}): {why}") from error


def mount_tmpfs(target: str, size: int, mode: int = 0o700) -> None:
    """Mounts an empty file system in memory, of at most `size` bytes and one file per 4 KiB of them."""
    options = f"size={size},nr_inodes={max(size >> 12, 1024)},mode={mode:o}".encode()
    _mount(b"tmpfs", os.fsencode(target), b"tmpfs", _MS_NOSUID | _MS_NODEV, options)


def bind_mount(source: str, target: str) -> None:
    """Shows a file or folder, with the mounts below it, at another path too."""
    _mount(os.fsencode(source), os.fsencode(target), None, _MS_BIND | _MS_REC, None)


def mount_overlay(target: str, lower: str, upper: str, work: str) -> None:
    """Shows a folder with a layer on top that takes all changes (overlayfs; in a user namespace, Linux 5.11)."""
    # In a user namespace the marks of removed files are attributes that users may set.
    options = f"lowerdir={lower},upperdir={upper},workdir={work},userxattr".encode()
    _mount(b"overlay", os.fsencode(target), b"overlay", _MS_NOSUID | _MS_NODEV, options)


def unmount(target: str) -> None:
    """Removes the mounts at a path and below it, also while they are in use."""
    _check(_libc.umount2(os.fsencode(target), _MNT_DETACH))


def make_mounts_private() -> None:
    """Keeps mounts of this mount namespace from all others."""
    _mount(b"none", b"/", None, _MS_REC | _MS_PRIVATE, None)


def switch_root(root: str) -> None:
    """Makes a mount read-only, with all below it (`mount_setattr(2)`, Linux 5.12), and the root (`pivot_root(2)`)."""
    attributes = struct.pack("4Q", _MOUNT_ATTR_RDONLY, 0, 0, 0)  # to set, to clear, propagation, user namespace
    size, path = ctypes.c_size_t(len(attributes)), os.fsencode(root)
    _check(_libc.syscall(_SYS_MOUNT_SETATTR, _AT_FDCWD, path, _AT_RECURSIVE, attributes, size))
    os.chdir(root)
    _check(_libc.syscall(_SYS_PIVOT_ROOT, b".", b"."))  # the old root is then mounted on top of the new one
    _check(_libc.umount2(b".", _MNT_DETACH))
    os.chdir("/")


def bring_up_loopback() -> None:
    """Lets a new network namespace reach itself, as `localhost`, and nothing else."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as control:
        request = struct.pack("16sh22x", b"lo", 0)
        flags = struct.unpack("16sh22x", fcntl.ioctl(control, _GET_INTERFACE_FLAGS, request))[1]
        fcntl.ioctl(control, _SET_INTERFACE_FLAGS, struct.pack("16sh22x", b"lo", flags | _INTERFACE_UP))


def prctl(option: int, value: int) -> None:
    """Sets an attribute of this process (`prctl(2)`)."""
    _check(_libc.prctl(option, ctypes.c_ulong(value), ctypes.c_ulong(0), ctypes.c_ulong(0), ctypes.c_ulong(0)))


def reset_signal(number: int) -> None:
    """Lets the kernel's default action follow a signal again; lighter than `signal.signal` just after a fork."""
    _libc.signal(number, None)


def set_seccomp_filter(code: ctypes.Array[ctypes.c_char], length: int) -> None:
    """Puts the process under a filter of system calls, a program of a number of steps (`seccomp(2)`)."""
    program = struct.pack("HP", length, ctypes.addressof(code))
    _check(_libc.prctl(_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER, program, 0, 0))


def drop_capabilities(kept: int = 0) -> None:
    """Gives up capabilities; with no-new-privileges set before, no program that is run can bring them back."""
    # Effective, permitted and inheritable, of the first 32 capabilities and then of the others.
    _check(_libc.capset(_OWN_CAPABILITIES, struct.pack("6I", kept, kept, 0, 0, 0, 0)))


def landlock_abi() -> int:
    """Version of Landlock that the kernel offers; 0 if none."""
    version = _libc.syscall(_SYS_LANDLOCK_CREATE_RULESET, None, ctypes.c_size_t(0), _LANDLOCK_CREATE_RULESET_VERSION)
    return max(int(version), 0)


@dataclass(frozen=True)
class LandlockRuleset:
    """Forbids files without a rule, signals outwards and, unless the network is the sample's own, TCP."""

    descriptor: int  # the kernel's handle
    handled: int  # the file rights that this kernel knows

    @classmethod
    def create(cls, own_network: bool) -> "LandlockRuleset":
        """Makes a rule set that handles every right that this kernel's version of Landlock knows."""
        abi = landlock_abi()
        if abi < 1:
            raise OSError(0, "Landlock is not available")
        handled = LANDLOCK_WRITE | _IOCTL_DEVICE
        for first_abi, right in ((2, _REFER), (3, _TRUNCATE), (5, _IOCTL_DEVICE)):
            if abi < first_abi:
                handled &= ~right
        network = 0b11 if abi >= 4 and not own_network else 0
        scoped = _LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET | _LANDLOCK_SCOPE_SIGNAL if abi >= 6 else 0
        attributes = struct.pack("3Q", handled, network, scoped)
        size = 24 if abi >= 6 else 16 if abi >= 4 else 8
        call = _libc.syscall(_SYS_LANDLOCK_CREATE_RULESET, attributes, ctypes.c_size_t(size), 0)
        return cls(_check(call), handled)

    def allow(self, descriptors: Iterable[tuple[int, bool]], rights: int) -> None:
        """Allows rights beneath opened paths, each given as its descriptor and whether it is a folder."""
        for descriptor, is_folder in descriptors:
            allowed = rights & self.handled & (~0 if is_folder else _FILE_RIGHTS)
            rule = struct.pack("=Qi", allowed, descriptor)
            _check(_libc.syscall(_SYS_LANDLOCK_ADD_RULE, self.descriptor, _LANDLOCK_RULE_PATH_BENEATH, rule, 0))

    def enforce(self) -> None:
        """Puts the calling process and its children under the rules; needs no-new-privileges."""
        _check(_libc.syscall(_SYS_LANDLOCK_RESTRICT_SELF, self.descriptor, 0))


@lru_cache(maxsize=1)
def kernel_version() -> tuple[int, int]:
    """Major and minor version of the running kernel."""
    numbers = re.findall(r"\d+", platform.release())
    return (int(numbers[0]), int(numbers[1])) if len(numbers) > 1 else (0, 0)


def is_supported() -> bool:
    return platform.system() == "Linux" and platform.machine() in ("x86_64", "aarch64")
