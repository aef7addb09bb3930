"""Memory that the kernel holds for a sample and that is no process's own: it is small, or counts."""

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from slow_and_full import one_in
from tiers_here import TIERS, job, needs_isolation, reported

from classeval_hf.sandbox.accounting import PROC, ProcessTree
from classeval_hf.sandbox.folders import FOLDER_HANDLE
from classeval_hf.sandbox.jobs import RawStep
from classeval_hf.sandbox.sandbox import Sandbox
from classeval_hf.sandbox.tiers import Limits, Tier

pytestmark = needs_isolation
LIMITS = Limits(memory_bytes=256 << 20, cpu_seconds=20.0)

FILL = """
import socket
def fill(connection):
    sent = 0
    connection.setblocking(False)
    try:
        while True:
            sent += connection.send(bytes(1 << 16))
    except BlockingIOError:
        return sent
"""
CONNECTIONS = f"""{FILL}
listener = socket.create_server(("127.0.0.1", 0))
kept, result = [], 0
for _ in range(8):
    one = socket.create_connection(listener.getsockname())
    other, _ = listener.accept()
    kept += [one, other]
    result += fill(one) + fill(other)
"""
WAITING_CONNECTIONS = f"""{FILL}
import time
listeners = [socket.create_server(("127.0.0.1", 0), backlog=128) for _ in range(24)]
for listener in listeners:
    for _ in range(100):
        with socket.create_connection(listener.getsockname()) as client:
            fill(client)
time.sleep(60)
"""
PAGE_TABLES = """
import ctypes, os, sys
libc = ctypes.CDLL(None)
libc.mmap.restype = ctypes.c_void_p
start = libc.mmap(None, ctypes.c_size_t(4 << 30), 1, 0x4022, -1, 0)
libc.madvise(ctypes.c_void_p(start), ctypes.c_size_t(4 << 30), 15)
for place in range(0, 4 << 30, 2 << 20):  # each is the page of zeros, and takes a page table of its own
    ctypes.c_char.from_address(start + place).value
print("touched", flush=True)
sys.stdin.read()
"""
MAPPINGS = """
import ctypes, mmap, os, time
libc = ctypes.CDLL(None)
libc.mmap.restype = ctypes.c_void_p
size = 120 << 20
start = libc.mmap(None, ctypes.c_size_t(size), 0, 0x22, -1, 0)
for place in range(0, size, 8192):
    libc.mprotect(ctypes.c_void_p(start + place), 4096, 1)
for _ in range(150):
    if os.fork() == 0:
        time.sleep(60)
time.sleep(60)
"""
MANY_PROCESSES = """
import os, time
children = []
for _ in range(60):
    child = os.fork()
    if child == 0:
        time.sleep(1)
        os._exit(0)
    children.append(child)
for child in children:
    os.waitpid(child, 0)
result = len(children)
"""


@pytest.fixture(scope="module")
def run(sandboxes: Callable[..., Sandbox]) -> Callable[..., RawStep]:
    return lambda tier, code, limits=LIMITS: sandboxes(tier, limits).run(job(code)).steps[0]


def test_connections_hold_little_or_count(run: Callable[..., RawStep]) -> None:
    """Eight of a network of one's own held 249 MiB; those that nobody accepts have no descriptor."""
    assert 0 < reported(run(Tier.T3, CONNECTIONS))["result"] < 8 * 2 * (208 << 10)
    assert run(Tier.T3, WAITING_CONNECTIONS).limit == "memory"


def test_page_tables_count() -> None:
    """Those of 4 GiB of address space take 8 MiB."""
    proc = os.open(PROC, FOLDER_HANDLE)
    try:
        tree = ProcessTree(proc)
        command = [sys.executable, "-S", "-c", PAGE_TABLES]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as child:
            assert child.stdout is not None and child.stdout.readline() == "touched\n"
            tables = int(Path(PROC, str(child.pid), "status").read_text().split("VmPTE:")[1].split()[0])
            memory = tree._memory(str(child.pid))[0]
            child.communicate()
    finally:
        os.close(proc)
    assert tables > 8 << 10 and memory > tables << 10


@pytest.mark.parametrize("tier", one_in(3, TIERS))
def test_mappings_of_many_processes_count(tier: Tier, run: Callable[..., RawStep]) -> None:
    assert run(tier, MAPPINGS, replace(LIMITS, memory_bytes=128 << 20)).limit == "memory"


@pytest.mark.parametrize("tier", TIERS)
def test_many_processes_that_do_no_harm_are_let_be(tier: Tier, run: Callable[..., RawStep]) -> None:
    step = run(tier, MANY_PROCESSES)
    assert (step.limit, reported(step)) == ("", {"result": 60})
