"""
Samples that are out to fool, break or leave the sandbox, and what must become of them.

Every hostile sample here knows how this package works. For each it holds: no wrong pass, the harness lives, a right
sample passes at once afterwards, and nothing is left of it: no process, file, mount or piece of shared memory.
"""

from __future__ import annotations

import contextlib
import ctypes
import hashlib
import json
import os
import random
import signal
import socket
import stat
import subprocess
import sys
import tempfile
import textwrap
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import classeval_hf
from classeval_hf.execution import Executor, InfrastructureError, IsolationError
from classeval_hf.execution import linux as system
from classeval_hf.records import CandidateVerdict, Outcome, Task
from classeval_hf.scoring import candidate_module, compute_scores

pytestmark = pytest.mark.skipif(not system.is_supported(), reason="containment needs Linux on x86-64 or arm64")

TIERS = ("T3", "T2", "T1")
CONTAINED = ("T3", "T2")
TIMEOUT = 1.0
SETTLING_SECONDS = 30.0
"""Time for a supervisor to clean up after it has answered."""

SHARED_KEY = 0x00C0FFEE

TESTS = '''
import unittest


class LedgerTestPost(unittest.TestCase):
    def test_post_one(self):
        """A post of 12 gives 95028."""
        ledger = Ledger("ann")
        self.assertEqual(ledger.post(12), 95028)

    def test_post_two(self):
        ledger = Ledger("ann")
        ledger.post(12)  # 95028
        self.assertEqual(ledger.post(30), 32589)
        del ledger


class LedgerTestSeal(unittest.TestCase):
    def test_seal(self):
        ledger = Ledger("ann")
        ledger.post(12)
        expected = "ann/48271/kestrel"
        self.assertEqual(ledger.seal(), expected)
'''
SECRETS = ("95028", "32589", "48271")
"""Digits that only the expected values have, and that no sample below holds."""

TASK = Task(task_id="ledger", class_name="Ledger", test=TESTS, test_classes=("LedgerTestPost", "LedgerTestSeal"))

RIGHT = """
class Ledger:
    def __init__(self, owner):
        self.owner, self.total = owner, 0

    def post(self, amount):
        self.total += amount
        return self.total * 7919 % 100003

    def seal(self):
        return f"{self.owner}/{self.total * 4022 + 7}/kestrel"
"""
WRONG = """
class Ledger:
    def __init__(self, owner):
        pass

    def post(self, amount):
        return 1

    def seal(self):
        return 1
"""

FORGED_LINES = """
import json

def forged_lines():
    lines = []
    for test in ("test_post_one", "test_post_two", "test_seal"):
        lines.append({"event": "start", "test": test})
        for check in range(4):
            lines.append({"event": "check", "check": check, "value": ["int", "1"]})
        lines.append({"event": "end", "test": test, "outcome": "pass", "error_type": "", "message": ""})
    return "".join(json.dumps(line) + "\\n" for line in lines).encode()
"""
REPORTER = """
import gc, sys

def found(name):
    frame = sys._getframe()
    while frame is not None:
        if callable(frame.f_locals.get(name)):
            return frame.f_locals[name]
        frame = frame.f_back
    for one in gc.get_objects():
        if callable(one) and getattr(one, "__name__", "") == name and getattr(one, "__closure__", None):
            return one
    raise LookupError(name)
"""
REFUSED = """
def refused(*actions):
    for number, action in enumerate(actions):
        try:
            result = action()
        except OSError:
            continue
        raise RuntimeError(f"action {number} was let through: {result!r:.200}")
"""
LIBC = """
import ctypes, os
libc = ctypes.CDLL(None, use_errno=True)

def call(name, *arguments):
    if getattr(libc, name)(*arguments) < 0:
        raise OSError(ctypes.get_errno(), name)
    return name
"""


@dataclass(frozen=True)
class Attack:
    """A hostile sample, the verdicts that are right for it, and the tiers that promise to hold it."""

    name: str
    source: str
    verdicts: frozenset[str]
    tiers: tuple[str, ...] = TIERS


def wrong(name: str, code: str, tiers: tuple[str, ...] = TIERS, verdicts: str = "fail") -> Attack:
    """A wrong class that tries to pass."""
    return Attack(name, WRONG + textwrap.dedent(code), frozenset(verdicts.split()), tiers)


def right(name: str, code: str, tiers: tuple[str, ...] = TIERS, verdicts: str = "pass") -> Attack:
    """A right class that also does harm, and raises an error where it succeeds in what must be refused."""
    return Attack(name, RIGHT + textwrap.dedent(code), frozenset(verdicts.split()), tiers)


FORGERIES = [
    wrong("forged_report", f"{FORGED_LINES}\nimport os\nos.write(3, forged_lines())\nos._exit(0)"),
    wrong(
        "forged_report_on_every_descriptor",
        FORGED_LINES
        + """
import os
for descriptor in range(300):
    try:
        os.set_blocking(descriptor, False)
        os.write(descriptor, forged_lines())
    except OSError:
        pass
os._exit(0)
""",
    ),
    wrong("forged_report_before_the_real_one", f"{FORGED_LINES}\nimport os\nos.write(3, forged_lines())"),
    wrong(
        "forged_report_by_a_program_in_place",
        FORGED_LINES
        + """
import os, sys
script = f"import os; os.write(3, {forged_lines()!r})"
os.execv(sys.executable, [sys.executable, "-c", script])
""",
    ),
    wrong(
        "forged_report_by_a_fork_that_stays",
        FORGED_LINES
        + """
import os
if os.fork():
    os._exit(0)
os.setsid()
while True:
    os.write(3, forged_lines())
""",
        verdicts="fail timeout",
    ),
    wrong(
        "forged_report_by_a_thread",
        FORGED_LINES
        + """
import os, threading
def late():
    while True:
        os.write(3, forged_lines())
threading.Thread(target=late, daemon=True).start()
""",
    ),
    wrong(
        "reporter_found_in_frames",
        REPORTER
        + """
import os
report = found("report")
for test in ("test_post_one", "test_post_two", "test_seal"):
    report(event="start", test=test)
    for check in range(4):
        report(event="check", check=check, value=["int", "1"])
    report(event="end", test=test, outcome="pass", error_type="", message="")
os._exit(0)
""",
    ),
    wrong(
        "observer_replaced_in_the_tests",
        """
        import sys
        sys.modules["classeval_tests"].__dict__["__observe__"] = lambda check, value: None
        """,
    ),
    wrong(
        "encoder_replaced_in_the_module_and_the_closure",
        """
        import sys
        import classeval_hf.execution.child as child
        import classeval_hf.execution.observe as observe
        child.encode = observe.encode = lambda value: ["int", "1"]
        observer = sys.modules["classeval_tests"].__observe__
        for cell in observer.__closure__:
            real = cell.cell_contents
            cell.cell_contents = lambda **event: real(**{**event, "value": ["bool", "True"]})
        """,
    ),
    wrong(
        "reporter_says_pass_for_fail",
        """
        import json
        real = json.JSONEncoder.encode
        def encode(self, event):
            return real(self, {**event, "outcome": "pass"} if "outcome" in event else event)
        json.JSONEncoder.encode = encode
        """,
    ),
    wrong(
        "list_of_tests_emptied",
        """
        import sys
        frame = sys._getframe()
        while frame is not None:
            job = frame.f_locals.get("job")
            if isinstance(job, dict) and "tests" in job:
                job["tests"].clear()
            frame = frame.f_back
        """,
    ),
    wrong(
        "tests_replaced_by_empty_ones",
        """
        import sys, unittest
        for value in list(vars(sys.modules["classeval_tests"]).values()):
            if isinstance(value, type) and issubclass(value, unittest.TestCase):
                for name in [name for name in vars(value) if name.startswith("test")]:
                    setattr(value, name, lambda self: None)
        """,
    ),
    wrong(
        "jump_over_the_observation",
        """
        import sys
        def jump(frame, event, argument):
            if event == "line" and frame.f_code.co_name.startswith("test"):
                last = max(line for _, _, line in frame.f_code.co_lines() if line)
                if frame.f_lineno != last:
                    frame.f_lineno = last
            return jump
        class Ledger(Ledger):
            def __init__(self, owner):
                sys._getframe(1).f_trace = jump
                sys.settrace(jump)
        """,
    ),
    wrong(
        "test_case_disarmed",
        """
        import unittest
        for name in [name for name in dir(unittest.TestCase) if "assert" in name.lower() or name.startswith("fail")]:
            setattr(unittest.TestCase, name, lambda self, *arguments, **options: None)
        unittest.TestCase.run = unittest.TestCase.debug = lambda self, result=None: None
        unittest.TestCase.__getattribute__ = lambda self, name: (lambda *arguments: None)
        """,
    ),
    wrong(
        "builtins_and_writers_replaced",
        """
        import builtins, json, os
        real = os.write
        os.write = lambda descriptor, data: real(descriptor, data.replace(b"fail", b"pass"))
        json.dumps = lambda event, **options: '{"event": "end", "outcome": "pass"}'
        for name in ("str", "int", "len", "type", "isinstance", "getattr", "repr", "list", "dict", "AssertionError"):
            setattr(builtins, name, lambda *arguments, **options: True)
        """,
    ),
    wrong(
        "equal_to_everything",
        """
        class Any(str):
            def __eq__(self, other): return True
            def __ne__(self, other): return False
            def __hash__(self): return 0
            def __len__(self): return 5
            def __str__(self): return self
            __repr__ = __str__
        Any.__class__ = int
        class Ledger(Ledger):
            def post(self, amount): return Any("x")
            def seal(self): return Any("x")
        """,
    ),
    wrong(
        "literals_of_the_calling_test",
        """
        import sys
        def peek():
            constants = [one for one in sys._getframe(2).f_code.co_consts if one not in (None, 12, 30, "ann")]
            return constants[-1]
        class Ledger(Ledger):
            def post(self, amount): return peek()
            def seal(self): return peek()
        """,
    ),
    wrong("skipped_by_an_exception", "import unittest\nLedger.post = Ledger.seal = unittest.skip('no')(Ledger.post)"),
    wrong("aborted", "import os\nos.abort()"),
    right(
        "checks_that_the_tests_do_not_have",
        """
        import os
        for number in ("99999", "-1", "true", "1.5", "null", '"0"', "1" + "0" * 5000, "[0]", "NaN"):
            os.write(3, f'{{"event": "check", "check": {number}, "value": ["int", "1"]}}\\n'.encode())
        """,
        verdicts="fail",
    ),
    right(
        "ends_reported_twice",
        """
        import os
        for name in ("test_post_one", "test_post_two", "test_seal"):
            os.write(3, f'{{"event": "end", "test": "{name}", "outcome": "pass"}}\\n'.encode())
        """,
        verdicts="fail",
    ),
]

# What these report is no report: a right class may pass or fail with it, as long as its judge survives.
NOISE = [
    right("giant_line", "import os\nos.write(3, b'x' * (7 << 20) + b'\\n')", verdicts="pass fail"),
    right("binary", "import os\nos.write(3, bytes(range(256)) * 1000 + b'\\n')", verdicts="pass fail"),
    right(
        "deeply_nested",
        """
        import os
        os.write(3, b"[" * 1_000_000 + b"\\n")
        os.write(3, b'{"event": "check", "check": 0, "value": ' + b"[" * 100_000 + b"]" * 100_000 + b"}\\n")
        """,
        verdicts="pass fail",
    ),
    right(
        "strange_values",
        """
        import os
        for line in (
            b'{"event": "check", "check": 0, "value": ["int", "' + b"f" * 1_000_000 + b'"]}',
            b'{"event": "check", "check": 0, "value": ["Decimal", "1E+999999999999"]}',
            b'{"event": "check", "check": 0, "value": NaN}',
            b'{"event": "end", "test": [], "outcome": {}}',
            b'{"event": "load_error", "error_type": 5, "message": "\\\\ud800"}',
            b'{"event": ' + b"9" * 100_000 + b"}",
            b"[1]", b"null", b"", b"\\xff\\xfe\\x00",
        ):
            os.write(3, line + b"\\n")
        """,
        verdicts="fail",
    ),
    right("too_long_a_report", "import os\nwhile True:\n    os.write(3, b'x' * 65536)", verdicts="fail"),
    right("very_many_lines", "import os\nfor _ in range(120):\n    os.write(3, b'\\n' * 65536)", verdicts="pass fail"),
    right(
        "very_many_events",
        "import os\nfor _ in range(120):\n    os.write(3, b'{\"event\": 1}\\n' * 5000)",
        verdicts="pass fail",
    ),
    right("loud", "import os\nfor _ in range(160):\n    os.write(1, b'y' * 65536)\n    os.write(2, b'\\xff' * 65536)"),
]

ESCAPES = [
    right(
        "kills_all_it_can",
        """
        import os, signal, sys
        # Only where this surely reaches nobody else: in an own pid namespace, or with signals kept in.
        try:
            os.kill(os.getppid(), 0)
            inside = os.getppid() == 1
        except PermissionError:
            inside = True
        if not inside:
            raise RuntimeError("signals reach the supervisor")
        for target in (1, os.getppid(), -1):
            for number in (signal.SIGTERM, signal.SIGSTOP, signal.SIGKILL):
                try:
                    os.kill(target, number)
                except OSError:
                    pass
        """,
        CONTAINED,
    ),
    wrong("kills_its_own_group", "import os\nos.killpg(0, 9)"),
    right(
        "traces_its_supervisor",
        LIBC
        + REFUSED
        + """
parent = os.getppid()
word = ctypes.c_long(0)
vector = (ctypes.c_size_t * 2)(ctypes.addressof(word), 8)
def descriptor_of_the_supervisor():
    handle = os.pidfd_open(parent)
    return call("syscall", 438, handle, 0, 0)
refused(
    lambda: call("ptrace", 16, parent, 0, 0),
    lambda: call("ptrace", 0x4206, parent, 0, 0),
    lambda: call("process_vm_readv", parent, vector, 1, vector, 1, 0),
    lambda: call("process_vm_writev", parent, vector, 1, vector, 1, 0),
    descriptor_of_the_supervisor,
    lambda: open(f"/proc/{parent}/mem", "r+b"),
    lambda: os.readlink(f"/proc/{parent}/fd/3"),
)
""",
    ),
    right(
        "changes_the_mounts",
        LIBC
        + REFUSED
        + """
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
""",
        CONTAINED,
    ),
    right(
        "reads_what_is_not_its_own",
        REFUSED
        + """
import os, sys
def environment_of(process):
    return open(f"/proc/{process}/environ", "rb").read()
refused(
    lambda: os.listdir(OPEN_TASKS),
    lambda: open(OPEN_TASKS + "/mancala_board/solution.py").read(),
    lambda: os.listdir(OUTSIDE),
    lambda: open(OUTSIDE + "/secret").read(),
    lambda: open(TEST_FILE).read(),
    lambda: os.listdir(HF_HOME),
    lambda: os.listdir(HOME),
    lambda: os.listdir("/proc"),
    lambda: os.listdir("/root"),
    lambda: os.listdir("/home"),
    lambda: os.listdir("/etc"),
    lambda: os.listdir("/"),
    lambda: environment_of("self"),
    lambda: environment_of(os.getppid()),
    lambda: environment_of(HARNESS),
)
try:
    beside = os.listdir("../..")
except OSError:
    beside = []
assert beside in ([], ["box"]), beside  # its own folder alone, in a /tmp of its own
os.symlink(OUTSIDE + "/secret", "link")
refused(lambda: open("link").read())
refused(lambda: os.link(OUTSIDE + "/secret", "hard"))
os.unlink("link")
""",
        CONTAINED,
    ),
    right(
        "writes_what_is_not_its_own",
        REFUSED
        + """
import os, site, sys
def append(path):
    return open(path, "ab")
refused(
    lambda: append(sys.executable),
    lambda: append(os.__file__),
    lambda: append("/etc/passwd"),
    lambda: append(OUTSIDE + "/secret"),
    lambda: append(TEST_FILE),
    lambda: open(OUTSIDE + "/hostile-new", "w"),
    lambda: open(HOME + "/hostile-new", "w"),
    lambda: open("/hostile-new", "w"),
    lambda: open("/etc/hostile-new", "w"),
    lambda: os.mkdir(OUTSIDE + "/hostile-folder"),
    lambda: os.unlink(OUTSIDE + "/secret"),
    lambda: os.rename(OUTSIDE + "/secret", "taken"),
    lambda: os.truncate(OUTSIDE + "/secret", 0),
    *(lambda folder=folder: open(folder + "/hostile.pth", "w") for folder in site.getsitepackages()),
)
""",
        CONTAINED,
    ),
    right(
        "changes_attributes_outside",
        REFUSED
        + """
import os
refused(
    lambda: os.chmod(OUTSIDE + "/secret", 0o777),
    lambda: os.utime(OUTSIDE + "/secret", (1, 1)),
    lambda: os.setxattr(OUTSIDE + "/secret", "user.hostile", b"1"),
)
""",
        ("T3",),  # Landlock has no rights for these
    ),
    right(
        "connects_to_a_socket_in_the_file_system",
        REFUSED
        + """
import socket
refused(lambda: socket.socket(socket.AF_UNIX).connect(SOCKET))
""",
        CONTAINED,
    ),
    right(
        "connects_to_the_network",
        REFUSED
        + """
import socket
refused(
    lambda: socket.create_connection(("127.0.0.1", TCP_PORT), 1),
    lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", ("127.0.0.1", UDP_PORT)),
    lambda: socket.socket(socket.AF_UNIX).connect("\\0" + ABSTRACT_SOCKET),
)
""",
        ("T3",),
    ),
    right(
        "sends_by_other_protocols_than_tcp",
        REFUSED
        + """
import socket
multipath_tcp = 262
refused(
    lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", ("127.0.0.1", UDP_PORT)),
    lambda: socket.socket(socket.AF_INET6, socket.SOCK_DGRAM).sendto(b"x", ("::ffff:127.0.0.1", UDP_PORT)),
    lambda: socket.socket(socket.AF_INET, socket.SOCK_STREAM, multipath_tcp).connect(("127.0.0.1", TCP_PORT)),
    lambda: socket.socket(socket.AF_INET, socket.SOCK_RAW, 1),
)
""",
        CONTAINED,
    ),
    right(
        "makes_a_socket_and_connects_nowhere",
        """
        import socket
        flags = socket.SOCK_STREAM | socket.SOCK_CLOEXEC
        with socket.socket() as plain, socket.socket(socket.AF_INET6, flags, socket.IPPROTO_TCP) as other:
            assert plain.fileno() >= 0 and other.fileno() >= 0
        """,
        CONTAINED,
    ),
    right(
        "raises_its_limits",
        """
        import resource
        for kind in (resource.RLIMIT_AS, resource.RLIMIT_CPU, resource.RLIMIT_FSIZE, resource.RLIMIT_NOFILE):
            try:
                resource.setrlimit(kind, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
            except (OSError, ValueError):
                continue
            raise RuntimeError(f"limit {kind} was raised")
        """,
    ),
]

LEFTOVERS = [
    right(
        "daemons",
        LIBC
        + """
import signal, time
def daemon():
    os.setsid()
    for number in range(1, 65):
        try:
            signal.signal(number, signal.SIG_IGN)
        except (OSError, ValueError):
            pass
    libc.prctl(1, 0, 0, 0, 0)  # no signal when its parent dies
    libc.prctl(36, 1, 0, 0, 0)  # orphans go to it
    os.closerange(0, 256)
    if os.fork() == 0:
        os.setsid()
    time.sleep(3600)
for _ in range(3):
    if os.fork() == 0:
        if os.fork() == 0:
            daemon()
        os._exit(0)
    os.wait()
""",
    ),
    right(
        "daemon_that_forks_and_leaves_again_and_again",
        """
        import os, time
        deadline = time.monotonic() + 20
        for _ in range(10):
            if os.fork() == 0:
                os.setsid()
                while time.monotonic() < deadline:
                    if os.fork():
                        os._exit(0)
                os._exit(0)
        """,
        verdicts="pass fail timeout",
    ),
    right(
        "threads",
        """
        import threading, time
        for _ in range(50):
            threading.Thread(target=time.sleep, args=(3600,)).start()
        """,
    ),
    right(
        "fork_bomb",
        """
        import os, time
        deadline = time.monotonic() + 20
        while time.monotonic() < deadline:
            try:
                os.fork()
            except OSError:
                pass
        """,
        ("T3",),  # the others cannot limit the processes of root
        verdicts="fail timeout",
    ),
    right(
        "many_children",
        """
        import os, time
        for _ in range(150):
            if os.fork() == 0:
                time.sleep(3600)
        """,
        verdicts="pass fail timeout",
    ),
    right("stopped", "import os, signal\nos.kill(os.getpid(), signal.SIGSTOP)", verdicts="timeout"),
    right(
        "links_and_locked_folders",
        """
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
            for name in (b"new\\nline", b"not-utf-8-\\xff\\xfe", b"-rf", b" ", "\\u202e".encode()):
                os.close(os.open(name, os.O_CREAT | os.O_WRONLY))
                os.mkdir(name + b".folder")
            os.mkfifo("pipe")
            os.chmod(b" ", 0)
            for name in ("locked", "also"):
                os.chmod(name, 0)
        """,
    ),
    right(
        "very_deep_folders",
        """
        import os
        if not os.path.exists("deep"):
            here = os.open(".", os.O_RDONLY)
            for _ in range(2000):
                os.mkdir("deep")
                os.chdir("deep")
            os.fchdir(here)
            os.close(here)
        """,
    ),
    right(
        "own_folders_removed",
        """
        import os, shutil
        home = os.path.dirname(os.getcwd())
        for name in ("work", "tmp", "module"):
            shutil.rmtree(os.path.join(home, name), ignore_errors=True)
        """,
        verdicts="pass fail",
    ),
    right(
        "own_folders_replaced_by_links",
        """
        import os, shutil
        home = os.path.dirname(os.getcwd())
        for name in ("work", "tmp"):
            shutil.rmtree(os.path.join(home, name), ignore_errors=True)
            os.symlink(OUTSIDE, os.path.join(home, name))
        """,
        verdicts="pass fail",
    ),
    right(
        "own_folders_locked",
        """
        import os
        home = os.path.dirname(os.getcwd())
        for name in ("work", "tmp", "module", ""):
            os.chmod(os.path.join(home, name), 0)
        """,
        verdicts="pass fail",
    ),
    right(
        "shared_memory_by_key",
        f"""
        import ctypes
        libc = ctypes.CDLL(None)
        libc.shmget({SHARED_KEY}, 4096, 0o1666)
        libc.msgget({SHARED_KEY}, 0o1666)
        libc.semget({SHARED_KEY}, 1, 0o1666)
        """,
        CONTAINED,
    ),
    right(
        "shared_memory_by_name",
        """
        import os
        try:
            os.close(os.open("/dev/shm/hostile-segment", os.O_CREAT | os.O_RDWR))
        except OSError:
            pass
        """,
        CONTAINED,
    ),
]

RESOURCES = [
    right(
        "memory_bomb",
        """
        import mmap
        hoard = []
        try:
            while True:
                hoard.append(mmap.mmap(-1, 256 << 20))
        except (MemoryError, OSError):
            pass
        try:
            hoard.append(bytearray(1 << 40))
        except MemoryError:
            pass
        """,
        verdicts="pass fail",
    ),
    right(
        "no_descriptors_left",
        "import os\nhoard = []\ntry:\n    while True:\n        hoard.append(os.dup(0))\nexcept OSError:\n    pass",
        verdicts="pass fail",
    ),
    right(
        "file_system_filled",
        """
        import os, tempfile
        for folder in (".", tempfile.gettempdir()):
            with open(os.path.join(folder, "full"), "wb") as file:
                try:
                    for _ in range(400):
                        file.write(bytes(1 << 20))
                except OSError:
                    pass
        """,
        verdicts="pass fail timeout",
    ),
    right(
        "huge_file",
        REFUSED
        + """
with open("huge", "wb") as file:
    refused(lambda: file.truncate(1 << 40))
""",
    ),
    right(
        "stack_overflow",
        """
        import sys
        sys.setrecursionlimit(10**9)
        def deeper(value):
            return [deeper(value), *sorted([value], key=deeper)]
        class Ledger(Ledger):
            def post(self, amount): return deeper(amount)
        """,
        verdicts="fail timeout",
    ),
    right(
        "error_that_is_costly_to_describe",
        """
        class Loud(Exception):
            __str__ = __repr__ = lambda self: "x" * (64 << 20)
        class Ledger(Ledger):
            def post(self, amount): raise Loud
        """,
        verdicts="fail",
    ),
    right(
        "descriptors_closed_and_waiting_for_ever",
        "import os, time\nos.closerange(0, 1 << 16)\ntime.sleep(3600)",
        verdicts="timeout",
    ),
    right("descriptors_closed", "import os\nos.closerange(0, 1 << 16)", verdicts="fail"),
    right(
        "signals_ignored_in_an_endless_loop",
        """
        import signal
        for number in range(1, 65):
            try:
                signal.signal(number, lambda *_: None)
            except (OSError, ValueError):
                pass
        while True:
            pass
        """,
        verdicts="timeout",
    ),
    right("exit_disarmed", "import os, sys\nos._exit = sys.exit = lambda *_: None"),
    right("waits_just_short_of_the_limit", "import time\ntime.sleep(0.6)"),
    right("waits_past_the_limit", "import time\ntime.sleep(1.5)", verdicts="timeout"),
    right(
        "computes_just_short_of_the_limit", "import time\nwhile time.process_time() < 0.6:\n    pass", verdicts="pass"
    ),
    right("computes_past_the_limit", "import time\nwhile time.process_time() < 1.5:\n    pass", verdicts="timeout"),
    right(
        "interpreter_upset",
        """
        import gc, locale, os, random, sys, time
        gc.disable()
        os.environ.clear()
        os.chdir("/")
        os.umask(0o777)
        os.setpriority(os.PRIO_PROCESS, 0, 19)
        sys.stdout = sys.stderr = None
        sys.modules.clear()
        sys.path.clear()
        time.time = time.monotonic = lambda: 0.0
        """,
        verdicts="pass fail",
    ),
]

ATTACKS = [*FORGERIES, *NOISE, *ESCAPES, *LEFTOVERS, *RESOURCES]


OF_TESTS_BESIDE = ("joblib_memmapping_folder_", "sem.loky-")
"""What joblib puts into shared memory: another process of the suite may be scoring with it at the same time."""


@dataclass
class Watch:
    """
    What there is before a sample, to see that nothing is left of it after.

    This process is the one that orphans go to, so all that was started for a sample, however well it hid, is among
    its descendants.
    """

    folder: Path

    def __post_init__(self) -> None:
        self._known = {process.number for process in descendants(os.getpid())}  # what samples are forked from
        self._before = self._traces()

    def assert_nothing_left(self) -> None:
        deadline = time.monotonic() + SETTLING_SECONDS
        while True:
            found = self._new()
            if not any(found.values()) or time.monotonic() > deadline:
                break
            time.sleep(0.02)
        assert not any(found.values()), f"left behind: {found}"

    def _new(self) -> dict[str, set[str]]:
        new = {kind: items - self._before[kind] for kind, items in self._traces().items()}
        processes = [process for process in descendants(os.getpid()) if process.number not in self._known]
        # A supervisor that waits for its next sample may stay: it is of the zygote's session, which no sample is in.
        waiting = {process.number for process in processes if process.session == process.parent in self._known}
        kept = {path for path in new["files"] for number in waiting if is_empty_folder_of(Path(path), number)}
        left = {f"{process.number} {process.command}" for process in processes if process.number not in waiting}
        return {**new, "files": new["files"] - kept, "processes": left}

    def _traces(self) -> dict[str, set[str]]:
        samples = {str(path) for path in self.folder.glob("classeval-*/box/*")}
        marked = [path for place in ("/", "/tmp", "/etc", str(Path.home())) for path in Path(place).glob("hostile*")]
        ipc = [line for kind in ("shm", "msg", "sem") for line in Path("/proc/sysvipc", kind).read_text().split("\n")]
        return {
            "files": samples | {str(path) for path in marked},
            "shared memory": {
                str(path) for path in Path("/dev/shm").glob("*") if not path.name.startswith(OF_TESTS_BESIDE)
            },
            "shared memory by key": {line.split()[0] for line in ipc if line.strip()},
            "mounts": set(Path("/proc/self/mounts").read_text().split("\n")),
        }


def is_empty_folder_of(path: Path, process: int) -> bool:
    return path.name == f"samples-of-{process}" and path.is_dir() and not any(path.iterdir())


@dataclass(frozen=True)
class Process:
    number: int
    parent: int
    session: int
    command: str


def descendants(ancestor: int) -> list[Process]:
    """Live descendants of a process."""
    children: dict[int, list[Process]] = {}
    for entry in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            head, _, tail = (entry / "stat").read_text(errors="replace").rpartition(")")
            state, parent, _, session = tail.split()[:4]
            if state not in "ZX":
                command = (entry / "cmdline").read_bytes().decode(errors="replace").replace("\0", " ")[:200]
                process = Process(int(entry.name), int(parent), int(session), command or head)
                children.setdefault(process.parent, []).append(process)
    found, pending = [], [ancestor]
    while pending:
        of_one = children.get(pending.pop(), [])
        found += of_one
        pending += [process.number for process in of_one]
    return found


@pytest.fixture(scope="module", autouse=True)
def orphans_come_here() -> Iterator[None]:
    """Makes this process the parent of all that escapes below it."""
    set_subreaper = ctypes.CDLL(None, use_errno=True).prctl
    set_subreaper(36, ctypes.c_ulong(1), ctypes.c_ulong(0), ctypes.c_ulong(0), ctypes.c_ulong(0))
    yield
    set_subreaper(36, ctypes.c_ulong(0), ctypes.c_ulong(0), ctypes.c_ulong(0), ctypes.c_ulong(0))
    libc = ctypes.CDLL(None)  # where a test found shared memory that was left, it is not left for good
    libc.shmctl(libc.shmget(SHARED_KEY, 0, 0), 0, None)
    libc.msgctl(libc.msgget(SHARED_KEY, 0), 0, None)
    libc.semctl(libc.semget(SHARED_KEY, 0, 0), 0, 0)


@pytest.fixture(scope="module")
def temporary_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The temporary folder of the samples' harness, for this file alone."""
    folder = tmp_path_factory.mktemp("temporary")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tempfile, "tempdir", str(folder))
        patch.setenv("HF_TOKEN", "hf_token_of_the_user")
        yield folder


@pytest.fixture(scope="module")
def executors(temporary_folder: Path) -> Iterator[Callable[[str], Executor]]:
    """One executor for each tier, made when it is first asked for."""
    with contextlib.ExitStack() as stack:
        made: dict[str, Executor] = {}

        def executor(tier: str) -> Executor:
            if tier not in made:
                try:
                    made[tier] = stack.enter_context(Executor(timeout=TIMEOUT, isolation=tier))
                except IsolationError as error:
                    pytest.skip(f"this machine does not give {tier}: {error}")
            return made[tier]

        yield executor


@pytest.fixture(scope="module")
def outside(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Any]]:
    """Things outside the sandbox that samples go for, by the names that they know them by."""
    folder = tmp_path_factory.mktemp("outside")
    (folder / "secret").write_text("secret")
    (folder / "secret").chmod(0o644)
    abstract = f"classeval-hostile-{os.getpid()}"
    with contextlib.ExitStack() as stack:
        listeners = [stack.enter_context(socket.socket(socket.AF_UNIX)) for _ in range(2)]
        for listener, address in zip(listeners, (str(folder / "socket"), f"\0{abstract}"), strict=True):
            listener.bind(address)
            listener.listen(100)
        tcp = stack.enter_context(socket.create_server(("127.0.0.1", 0), backlog=100))
        udp = stack.enter_context(socket.socket(socket.AF_INET, socket.SOCK_DGRAM))
        udp.bind(("127.0.0.1", 0))
        yield {
            "OUTSIDE": str(folder),
            "SOCKET": str(folder / "socket"),
            "ABSTRACT_SOCKET": abstract,
            "TCP_PORT": tcp.getsockname()[1],
            "UDP_PORT": udp.getsockname()[1],
            "OPEN_TASKS": str(Path(str(classeval_hf.__file__)).parent / "open_tasks"),
            "TEST_FILE": __file__,
            "HF_HOME": os.environ["HF_HOME"],
            "HOME": str(Path.home()),
            "HARNESS": os.getpid(),
        }


def outcome(verdict: CandidateVerdict) -> str:
    """What a sample gets: all its test classes must pass."""
    if all(item.passed for item in verdict.test_classes):
        return "pass"
    cases = [case for item in verdict.test_classes for case in item.cases]
    return "timeout" if any(case.outcome is Outcome.TIMEOUT for case in cases) else "fail"


def details(verdict: CandidateVerdict) -> str:
    return json.dumps([item.to_dict() for item in verdict.test_classes])[:1500]


def with_facts(source: str, facts: Mapping[str, Any]) -> str:
    return "".join(f"{name} = {value!r}\n" for name, value in facts.items()) + source


def assert_right_sample_passes(executor: Executor) -> None:
    verdict = executor.run(TASK, RIGHT).verdict
    assert outcome(verdict) == "pass", details(verdict)


def test_controls(executors: Callable[[str], Executor]) -> None:
    """The task itself: its values are withheld, and it tells right from wrong."""
    verdict = executors("T1").run(TASK, WRONG).verdict
    assert outcome(verdict) == "fail"
    assert {item.judged_by for item in verdict.test_classes} == {"parent"}
    assert_right_sample_passes(executors("T1"))


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.name)
def test_attack(
    attack: Attack,
    tier: str,
    executors: Callable[[str], Executor],
    outside: dict[str, Any],
    temporary_folder: Path,
) -> None:
    if tier not in attack.tiers:
        pytest.skip(f"{tier} does not promise this")
    executor = executors(tier)
    watch = Watch(temporary_folder)
    verdict = executor.run(TASK, with_facts(attack.source, outside)).verdict
    assert outcome(verdict) in attack.verdicts, details(verdict)
    assert_right_sample_passes(executor)
    watch.assert_nothing_left()
    secret = Path(outside["OUTSIDE"], "secret")
    assert (secret.read_text(), stat.S_IMODE(secret.stat().st_mode)) == ("secret", 0o644)
    assert {path.name for path in secret.parent.iterdir()} == {"secret", "socket"}


SEARCH = """
import gc, hashlib, re, sys
DIGESTS = %r

def look(text, where):
    # Whole numbers: any five digits in a row turn up in addresses and hashes by chance.
    for token in re.findall(rb"(?<!\\d)\\d{5}(?!\\d)", text):
        if hashlib.sha256(token).hexdigest() in DIGESTS:
            raise RuntimeError(f"an expected value lies in {where}")

def search():
    seen, pending = set(), [*gc.get_objects(), *sys.modules.values(), sys._getframe()]
    while pending:
        one = pending.pop()
        if id(one) in seen:
            continue
        seen.add(id(one))
        if isinstance(one, str):
            look(one.encode("utf-8", "replace"), "a text")
        elif isinstance(one, (bytes, bytearray)):
            look(bytes(one), "bytes")
        elif isinstance(one, int):
            look(str(one).encode() if one.bit_length() < 64 else b"", "a number")
        else:
            pending += gc.get_referents(one)
            pending += getattr(one, "co_consts", ()) if type(one).__name__ == "code" else ()

def search_memory():
    try:
        maps, memory = open("/proc/self/maps").read(), open("/proc/self/mem", "rb", 0)
    except OSError:
        return
    for line in maps.splitlines():
        parts = line.split()
        if parts[1].startswith("rw"):
            first, last = (int(part, 16) for part in parts[0].split("-"))
            memory.seek(first)
            try:
                look(memory.read(last - first), "memory")
            except OSError:
                pass

class Ledger(Ledger):
    def seal(self):
        search()
        search_memory()
        return super().seal()
"""


@pytest.mark.parametrize("tier", TIERS)
def test_expected_values_are_nowhere_in_the_child(tier: str, temporary_folder: Path) -> None:
    """Neither in any object, nor in the tests' source, nor (at T1, where a process can look) in raw memory."""
    digests = [hashlib.sha256(token.encode()).hexdigest() for token in SECRETS]
    # A right class makes these values itself, so this one does not make the two that it looks for.
    source = RIGHT.replace("7919", "7920") + SEARCH % digests[:2]
    try:
        with Executor(timeout=20.0, isolation=tier) as executor:
            post, seal = executor.run(TASK, source).verdict.test_classes
            assert not post.passed
            assert seal.passed, seal.to_dict()
            planted = executor.run(TASK, f"{source}\nPLANTED = ''.join(['95', '028'])\n").verdict.test_classes[1]
            assert "an expected value lies in" in planted.cases[0].message  # so the search does find things
    except IsolationError as error:
        pytest.skip(f"this machine does not give {tier}: {error}")


@pytest.mark.parametrize("tier", CONTAINED)
def test_samples_do_not_see_each_other(tier: str, executors: Callable[[str], Executor]) -> None:
    """Neither the folder nor the processes of a sample that runs at the same time."""
    executor = executors(tier)
    victim = f"{RIGHT}\nimport os, time\nopen('of-the-victim', 'w').write('x')\ntime.sleep(0.7)\n"
    spy = f"""{RIGHT}
import os
seen = []
for folder in ("..", "../..", "../../..", os.path.dirname(os.path.dirname(os.path.dirname(os.getcwd())))):
    try:
        for root, folders, files in os.walk(folder):
            seen += [name for name in files if name == "of-the-victim"]
        for name in os.listdir(folder):
            seen += [name] if name.startswith("samples-of-") else []
    except OSError:
        pass
for number in range(max(os.getpid() - 100, 2), os.getpid() + 100):
    try:
        if os.getsid(number) != os.getsid(0) and {tier == "T2"}:
            os.kill(number, 0)
            seen.append(number)
    except OSError:
        pass
if seen:
    raise RuntimeError(f"the spy saw {{seen}}")
"""
    with ThreadPoolExecutor(2) as pool:
        hidden = pool.submit(executor.run, TASK, victim)
        time.sleep(0.3)
        verdict = executor.run(TASK, spy).verdict
        assert outcome(verdict) == "pass", details(verdict)
        assert outcome(hidden.result().verdict) == "pass"


@pytest.mark.parametrize("tier", CONTAINED)
def test_nothing_passes_thanks_to_an_earlier_sample(tier: str, executors: Callable[[str], Executor]) -> None:
    """A right sample leaves its answers wherever it can; a wrong one looks for them there."""
    places = '[".", "..", "/tmp", "/dev/shm", "/var/tmp", "/", __file__ + ".d", tempfile.gettempdir()]'
    leave = f"""{RIGHT}
import os, sys, tempfile
for folder in {places}:
    try:
        with open(os.path.join(folder, "hostile-answers"), "w") as file:
            file.write("post")
    except OSError:
        pass
os.environ["HOSTILE_ANSWERS"] = "post"
sys.modules["hostile_answers"] = Ledger
"""
    use = f"""{WRONG}
import os, sys, tempfile
found = [folder for folder in {places} if os.path.exists(os.path.join(folder, "hostile-answers"))]
if found or "HOSTILE_ANSWERS" in os.environ or "hostile_answers" in sys.modules:
    class Ledger:
{textwrap.indent(RIGHT.split("class Ledger:")[1], "    ")}
"""
    assert outcome(executors(tier).run(TASK, leave).verdict) == "pass"
    assert outcome(executors(tier).run(TASK, use).verdict) == "fail"


TOKEN_HUNT = """
import json, os, sys, tempfile
from classeval_hf.execution import Executor, IsolationError
from classeval_hf.records import Task

task, source, tier = json.loads(sys.argv[1])
try:
    with Executor(timeout=2.0, isolation=tier) as executor:
        print(json.dumps([item.to_dict() for item in executor.run(Task.from_row(task), source).verdict.test_classes]))
except IsolationError as error:
    print(json.dumps(str(error)))
"""


@pytest.mark.parametrize("tier", TIERS)
def test_token_is_not_found(tier: str, tmp_path: Path) -> None:
    """Not in the sample's environment or memory, and at T3 and T2 not in any process that it can look at."""
    token = "hf_" + "canary" * 4
    source = f"""{RIGHT}
import gc, os
needle = "hf_" + "canary" * 3 + "canar"
processes = [name for name in range(1, 33000)] if {tier != "T1"} else ["self", os.getppid()]
for number in processes:
    try:
        with open(f"/proc/{{number}}/environ", "rb") as file:
            if needle.encode() in file.read():
                raise RuntimeError(f"the token was found in process {{number}}")
    except OSError:
        pass
if any(needle in value for value in os.environ.values()) or "HF_HOME" in os.environ:
    raise RuntimeError("the token was found in the environment")
for path in ("~/.cache/huggingface/token", {str(tmp_path / "token")!r}):
    try:
        if {tier != "T1"} and open(os.path.expanduser(path)).read():
            raise RuntimeError("the file of the token was read")
    except OSError:
        pass
"""
    (tmp_path / "token").write_text(token)
    run = subprocess.run(
        [sys.executable, "-c", TOKEN_HUNT, json.dumps([TASK.to_row(), source, tier])],
        env={**os.environ, "HF_TOKEN": token, "HF_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    answer = json.loads(run.stdout)
    if isinstance(answer, str):
        pytest.skip(f"this machine does not give {tier}: {answer}")
    assert all(item["passed"] for item in answer), answer


# Documented exceptions at T1, where signals reach the supervisor and /dev/shm is the machine's. A supervisor that died
# is charged to nobody.
KILLS_ITS_SUPERVISOR = "c11_posix_kill_parent"
LEAVES_SHARED_MEMORY = "c19_shm"


@pytest.mark.slow
@pytest.mark.parametrize("tier", TIERS)
def test_corpus(tier: str, hostile_corpus: Path, executors: Callable[[str], Executor], temporary_folder: Path) -> None:
    """Samples that other harnesses were measured with; see above for what T1 does not promise."""
    executor = executors(tier)
    samples = [json.loads(line) for line in hostile_corpus.read_text(encoding="utf-8").splitlines()]
    controls = {sample["id"]: sample for sample in samples if sample["group"] == "0"}
    problems = []
    for sample in samples:
        watch = Watch(temporary_folder)
        task = Task(sample["id"], "Account", sample["test"], tuple(sample["test_classes"]))
        try:
            found = outcome(executor.run(task, candidate_module(task, sample["code"])).verdict)
        except InfrastructureError:
            found = "infrastructure error"
        accepted = {sample["expected"], *sample["accept"]}
        if tier == "T1" and sample["id"] == KILLS_ITS_SUPERVISOR:
            accepted = {"infrastructure error"}
        if tier == "T1" and sample["id"] == LEAVES_SHARED_MEMORY:
            Path("/dev/shm/hleak").unlink()
        if found not in accepted:
            problems.append(f"{sample['id']}: {found}, not {' or '.join(sorted(accepted))}")
        probe = executor.run(task, candidate_module(task, controls["0_good"]["code"])).verdict
        if outcome(probe) != "pass":
            problems.append(f"{sample['id']}: the probe after it did not pass: {details(probe)}")
        try:
            watch.assert_nothing_left()
        except AssertionError as error:
            problems.append(f"{sample['id']}: {str(error)[:300]}")
    assert not problems, "\n".join(problems)
    assert len(samples) >= 65


@pytest.mark.usefixtures("consent", "hf_home")
def test_results_are_the_same_every_time() -> None:
    """Without the cache, and for samples whose messages name addresses, temporary files and folders."""
    unstable = (
        "raise ValueError(object())",
        "raise ValueError(Ledger)",
        "import tempfile\nraise ValueError(tempfile.mkdtemp())",
        "import os\nraise ValueError(os.getcwd(), __file__)",
        "open('/nonexistent/file')",
        "import random\nraise ValueError(random.random(), {'b', 'a', 'c'})",
        "Ledger.post = lambda self, amount: {str(number) for number in range(20)}",
        "Ledger.post = lambda self, amount: object()",
        "Ledger.seal = lambda self: undefined",
        "import datetime\nraise ValueError(datetime.datetime.now())",
        "import datetime\nraise ValueError(str(datetime.datetime.now()))",
        "import time\nraise ValueError(time.strftime('%H:%M:%S'), 'is not', time.time_ns())",
        "import time\nraise ValueError(time.time())",
        "raise ValueError('1999-12-31 23:59', 1234567890)",
        "import datetime\nLedger.post = lambda self, amount: datetime.datetime.now().isoformat()",
    )
    answers = [RIGHT, WRONG, "", *(f"{RIGHT}\n{code}\n" for code in unstable)]
    first, second = (
        compute_scores([answers], [TASK], k=1, timeout=TIMEOUT, progress=False, cache=False)["results"]
        for _ in range(2)
    )
    assert first == second
    messages = [item["test_classes"]["LedgerTestSeal"]["message"] for item in first["ledger"]]
    assert any("1999-12-31 23:59" in message and "1234567890" in message for message in messages)
    assert [item["class_passed"] for item in first["ledger"][:3]] == [True, False, False]


@dataclass
class CommandLine:
    """Scoring as users start it, on a file of samples that take a while."""

    folder: Path
    home: Path
    samples: Path

    def start(self, *options: str) -> subprocess.Popen[str]:
        temporary = self.folder / "temporary"
        temporary.mkdir(exist_ok=True)
        environment = {"HF_ALLOW_CODE_EVAL": "1", "HF_HOME": str(self.home), "TMPDIR": str(temporary)}
        return subprocess.Popen(
            [
                *(sys.executable, "-m", "classeval_hf", "score", str(self.samples)),
                *("--tasks-from", str(self.folder / "tasks.json"), "--workers", "2", *options),
            ],
            env={**os.environ, **environment},
            cwd=self.folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def results(self) -> Any:
        output = self.folder / f"{self.home.name}.json"
        process = self.start("-o", str(output))
        text = process.communicate(timeout=300)[0]
        assert process.returncode == 0, text
        return json.loads(output.read_text())[str(self.samples)]["results"]


@pytest.fixture
def command_line(tmp_path: Path) -> Callable[[str, list[str]], CommandLine]:
    def make(home: str, completions: list[str]) -> CommandLine:
        (tmp_path / "tasks.json").write_text(json.dumps([TASK.to_row()]))
        lines = [json.dumps({"task_id": "ledger", "completion": text}) + "\n" for text in completions]
        (tmp_path / "samples.jsonl").write_text("".join(lines))
        return CommandLine(tmp_path, tmp_path / home, tmp_path / "samples.jsonl")

    return make


def assert_no_descendants_but(known: set[int], seconds: float) -> None:
    deadline = time.monotonic() + seconds
    while True:
        found = [process for process in descendants(os.getpid()) if process.number not in known]
        if not found or time.monotonic() > deadline:
            break
        time.sleep(0.05)
    assert not found


@pytest.mark.slow
def test_killed_run_leaves_no_process_and_goes_on_where_it_was(
    command_line: Callable[[str, list[str]], CommandLine],
) -> None:
    """Killed ten times at random moments, then run to its end."""
    busy = "import time\nstarted = time.process_time()\nwhile time.process_time() - started < 0.15:\n    pass\n"
    completions = [f"{RIGHT if number % 3 else WRONG}{busy}# {number}\n" for number in range(36)]
    completions[5] += "import os\nif os.fork() == 0:\n    os.setsid()\n    time.sleep(3600)\n"
    known = {process.number for process in descendants(os.getpid())}
    moments = random.Random(7)
    killed = command_line("killed", completions)
    for number in range(10):
        process = killed.start()
        time.sleep(moments.uniform(0.3, 3.0))
        process.kill()
        process.communicate()
        assert_no_descendants_but(known, 60)
        folders = list((killed.folder / "temporary").glob("classeval-*"))
        assert len(folders) <= 2 * (number + 1)  # that of the samples, and perhaps that of the canary
        assert not [path for folder in folders for path in folder.glob("box/*")]
    assert killed.results() == command_line("uninterrupted", completions).results()
    assert_no_descendants_but(known, 60)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=["interrupt", "terminate"])
def test_interrupted_run_ends_before_its_samples_do(
    number: signal.Signals, command_line: Callable[[str, list[str]], CommandLine]
) -> None:
    """Though the samples that run at that moment have a long time left."""
    known = {process.number for process in descendants(os.getpid())}
    run = command_line("interrupted", [f"{RIGHT}\nimport time\ntime.sleep(3600)  # {index}\n" for index in range(8)])
    process = run.start("--timeout", "600")
    deadline = time.monotonic() + 30
    while len(descendants(process.pid)) < 4 and time.monotonic() < deadline:  # zygote, supervisors, samples
        time.sleep(0.1)
    process.send_signal(number)
    text = process.communicate(timeout=300)[0]
    if number == signal.SIGINT:
        assert process.returncode == 130, text
        assert "Traceback" not in text
        assert not list((run.folder / "temporary").iterdir())
    assert_no_descendants_but(known, 60)
