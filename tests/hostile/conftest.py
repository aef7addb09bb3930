"""Fixtures for hostile samples: executors of each tier, and things outside that the samples go for."""

import contextlib
import ctypes
import os
import socket
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest

import classeval_hf
from classeval_hf.engine.executor import Executor
from classeval_hf.sandbox import linux
from classeval_hf.sandbox.jobs import IsolationError
from classeval_hf.sandbox.tiers import Limits

TIMEOUT = 1.0
collect_ignore = ["pytest_samples", "samples", "spies"]
SHARED_KEY = 0x00C0FFEE


@pytest.fixture(scope="session", autouse=True)
def only_where_samples_are_isolated() -> None:
    if not linux.is_supported():
        pytest.skip("isolation needs Linux on x86-64 or arm64")


@pytest.fixture(scope="module", autouse=True)
def orphans_come_here() -> Iterator[None]:
    """Makes this process the parent of all that escapes below it."""
    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl(36, ctypes.c_ulong(1), ctypes.c_ulong(0), ctypes.c_ulong(0), ctypes.c_ulong(0))
    yield
    libc.prctl(36, ctypes.c_ulong(0), ctypes.c_ulong(0), ctypes.c_ulong(0), ctypes.c_ulong(0))
    # Where a test found shared memory that was left, it is not left for good.
    libc.shmctl(libc.shmget(SHARED_KEY, 0, 0), 0, None)
    libc.msgctl(libc.msgget(SHARED_KEY, 0), 0, None)
    libc.semctl(libc.semget(SHARED_KEY, 0, 0), 0, 0)


@pytest.fixture(scope="module")
def temporary_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The temporary folder of the samples' scorer, for one file alone."""
    folder = tmp_path_factory.mktemp("temporary")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tempfile, "tempdir", str(folder))
        patch.setenv("HF_TOKEN", "hf_token_of_the_user")
        yield folder


@dataclass
class _LimitedExecutor(Executor):
    """An executor whose samples may have less memory, so that they have filled it sooner."""

    memory_bytes: int = Limits().memory_bytes

    @cached_property
    def limits(self) -> Limits:
        return replace(super().limits, memory_bytes=self.memory_bytes)


@pytest.fixture(scope="module")
def executors(temporary_folder: Path) -> Iterator[Callable[..., Executor]]:
    """One executor for each tier and each pair of limits, made when it is first asked for."""
    with contextlib.ExitStack() as stack:
        made: dict[tuple[str, float, int], Executor] = {}

        def executor(tier: str, timeout: float = TIMEOUT, memory_bytes: int = Limits().memory_bytes) -> Executor:
            key = tier, timeout, memory_bytes
            if key not in made:
                try:
                    limited = _LimitedExecutor(timeout=timeout, isolation=tier, memory_bytes=memory_bytes)
                    made[key] = stack.enter_context(limited)
                except IsolationError as error:
                    pytest.skip(f"this machine does not give {tier}: {error}")
            return made[key]

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
        datagrams = stack.enter_context(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM))
        datagrams.bind(str(folder / "datagrams"))
        tcp = stack.enter_context(socket.create_server(("127.0.0.1", 0), backlog=100))
        udp = stack.enter_context(socket.socket(socket.AF_INET, socket.SOCK_DGRAM))
        udp.bind(("127.0.0.1", 0))
        sockets = {
            "SOCKET": str(folder / "socket"),
            "DATAGRAMS": str(folder / "datagrams"),
            "ABSTRACT_SOCKET": abstract,
        }
        ports = {"TCP_PORT": tcp.getsockname()[1], "UDP_PORT": udp.getsockname()[1]}
        tasks = Path(str(classeval_hf.__file__)).parent / "tasks" / "open_tasks"
        files = {"OUTSIDE": str(folder), "OPEN_TASKS": str(tasks), "TEST_FILE": __file__, "HOME": str(Path.home())}
        yield {**sockets, **ports, **files, "HF_HOME": os.environ["HF_HOME"], "HARNESS": os.getpid()}
        datagrams.setblocking(False)
        with contextlib.suppress(BlockingIOError):
            raise AssertionError(f"a service of the machine received {datagrams.recv(100)!r} from a sample")
