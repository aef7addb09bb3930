"""Memory that the kernel holds for a sample and that is no process's own: it is small, or counts."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from slow_cases import one_in
from tiers_here import skip_without

from classeval_hf.sandbox import linux
from classeval_hf.sandbox.accounting import PROC, ProcessTree
from classeval_hf.sandbox.folders import FOLDER_HANDLE
from classeval_hf.sandbox.jobs import Payload, RawStep, SandboxJob
from classeval_hf.sandbox.sandbox import Sandbox
from classeval_hf.sandbox.tiers import Limits, Tier

pytestmark = pytest.mark.skipif(not linux.is_supported(), reason="isolation needs Linux on x86-64 or arm64")

PAYLOAD = Payload("sandbox_payload", ("sandbox_payload",))
TIERS = [Tier.T3, Tier.T2, Tier.T1]
LIMITS = Limits(memory_bytes=256 << 20, cpu_seconds=20.0, processes=400)


def run(tier: Tier, code: str) -> RawStep:
    skip_without(tier)
    with Sandbox(tier, PAYLOAD, limits=LIMITS) as sandbox:
        (step,) = sandbox.run(SandboxJob({}, None, ({"name": "step", "code": code},))).steps
    return step


def reported(step: RawStep) -> Any:
    return json.loads(step.report.split(b"\n")[1])["result"]


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
CONNECTIONS = (
    FILL
    + """
listener = socket.create_server(("127.0.0.1", 0))
kept, result = [], 0
for _ in range(8):
    one = socket.create_connection(listener.getsockname())
    other, _ = listener.accept()
    kept += [one, other]
    result += fill(one) + fill(other)
"""
)
WAITING_CONNECTIONS = (
    FILL
    + """
import time
listeners = [socket.create_server(("127.0.0.1", 0), backlog=128) for _ in range(24)]
for listener in listeners:
    for _ in range(100):
        with socket.create_connection(listener.getsockname()) as client:
            fill(client)
time.sleep(60)
"""
)
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


def test_connections_of_ones_own_network_hold_little() -> None:
    """Eight of them held 249 MiB."""
    assert 0 < reported(run(Tier.T3, CONNECTIONS)) < 8 * 2 * (208 << 10)


def test_connections_that_nobody_accepts_count() -> None:
    """They have no descriptor."""
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
def test_mappings_of_many_processes_count(tier: Tier) -> None:
    assert run(tier, MAPPINGS).limit == "memory"


@pytest.mark.parametrize("tier", TIERS)
def test_many_processes_that_do_no_harm_are_let_be(tier: Tier) -> None:
    step = run(tier, MANY_PROCESSES)
    assert (step.limit, reported(step)) == ("", 60)
