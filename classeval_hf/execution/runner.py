"""
The parent's side: one directory per sample, one child per test class, and the verdicts.

The test classes of a sample run in order in one fresh directory, because later ones may need a file that an earlier
one leaves (ClassEval_25). The limit holds for each test class, five seconds in the paper (section 3.2.3).
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path
from selectors import EVENT_READ, DefaultSelector
from typing import Any

from classeval_hf.execution import child
from classeval_hf.execution.test_cases import bound_names, declared_tests
from classeval_hf.records import CandidateVerdict, Outcome, Task, TestCaseVerdict, TestClassVerdict

__all__ = ["run_candidate"]

_START_SECONDS = 60.0
"""Seconds for the interpreter and the task's own imports, before the candidate is touched and its clock starts."""

_REPORT_LIMIT = 4 * 1024 * 1024
"""Bytes of report beyond which a child is taken to be flooding us."""


def run_candidate(task: Task, source: str, timeout: float = 5.0) -> CandidateVerdict:
    """
    Runs all test classes of a task against a candidate module.

    Args:
        task ([`Task`]): the task.
        source (`str`): source of the candidate module, imports included.
        timeout (`float`, defaults to `5.0`): seconds per test class.

    Returns:
        [`CandidateVerdict`]: one verdict per test class of the task, in order.
    """
    with tempfile.TemporaryDirectory(prefix="classeval-", ignore_cleanup_errors=True) as root:
        directories = {name: Path(root, name) for name in ("work", "tmp", "module")}
        for directory in directories.values():
            directory.mkdir()
        path = directories["module"] / "candidate.py"
        path.write_bytes(source.encode("utf-8", "surrogatepass"))
        job = {
            "imports": task.import_statement,
            "test_source": task.test,
            "test_names": bound_names(task.test),
            "candidate_path": str(path),
        }
        verdicts = []
        for name in (name.strip() for name in task.test_classes):
            tests = declared_tests(task.test, name)
            events, timed_out = _run_child({**job, "test_class": name, "tests": tests}, directories, timeout)
            verdicts.append(_verdict(name, tests, events, timed_out))
    return CandidateVerdict(task.task_id, tuple(verdicts))


def _environment(directories: dict[str, Path]) -> dict[str, str]:
    """What the child sees of the environment: no secrets, and the same on every machine."""
    return {
        "HOME": str(directories["work"]),
        "LANG": "C.UTF-8",
        "OMP_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
        "PATH": os.defpath,
        "PYTHONHASHSEED": "0",  # some recorded answers pass or fail with the hash seed
        "TMPDIR": str(directories["tmp"]),
        "TZ": "UTC",
    }


def _run_child(job: dict[str, Any], directories: dict[str, Path], timeout: float) -> tuple[list[dict[str, str]], bool]:
    """Starts a child on a job; returns the events it reported and whether the limit was reached."""
    read_end, write_end = os.pipe()
    process = subprocess.Popen(
        [sys.executable, "-B", "-s", "-X", "utf8", child.__file__, str(write_end)],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd=directories["work"],
        env=_environment(directories),
        pass_fds=(write_end,),
        start_new_session=True,
    )
    os.close(write_end)
    try:
        assert process.stdin is not None
        with process.stdin as stdin:
            stdin.write(json.dumps(job).encode())
        return _read_events(read_end, timeout)
    finally:
        os.close(read_end)
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        process.wait()


def _read_events(descriptor: int, timeout: float) -> tuple[list[dict[str, str]], bool]:
    deadline = time.monotonic() + _START_SECONDS
    data = bytearray()
    timed_out = False
    with DefaultSelector() as selector:
        selector.register(descriptor, EVENT_READ)
        while True:
            remaining = deadline - time.monotonic()
            if remaining <= 0 or not selector.select(remaining):
                timed_out = True
                break
            chunk = os.read(descriptor, 65536)
            if not data:  # the child is ready
                deadline = time.monotonic() + timeout
            data += chunk
            if not chunk or len(data) > _REPORT_LIMIT:
                break
    return list(_parse_events(data)), timed_out


def _parse_events(data: bytes | bytearray) -> Iterable[dict[str, str]]:
    for line in bytes(data).split(b"\n"):
        try:
            event = json.loads(line)
        except ValueError:
            continue
        if isinstance(event, dict) and all(isinstance(value, str) for value in event.values()):
            yield event


def _verdict(test_class: str, tests: Iterable[str], events: list[dict[str, str]], timed_out: bool) -> TestClassVerdict:
    """Judges a test class by the tests that it defines: one that did not report exactly once has not passed."""
    load_errors = [event for event in events if event.get("event") == "load_error"]
    error = load_errors[0] if load_errors else {}
    cases = []
    for test in tests:
        ends = [event for event in events if event.get("event") == "end" and event.get("test") == test]
        if len(ends) == 1 and ends[0].get("outcome") in {outcome.value for outcome in Outcome}:
            end = ends[0]
            case = TestCaseVerdict(test, Outcome(end["outcome"]), end.get("error_type", ""), end.get("message", ""))
        else:
            case = TestCaseVerdict(test, Outcome.TIMEOUT if timed_out else Outcome.ERROR)
        cases.append(case)
    return TestClassVerdict(test_class, tuple(cases), error.get("error_type", ""), error.get("message", ""))
