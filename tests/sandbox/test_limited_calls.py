"""Calls on hostile data: what takes too much costs that call and nothing else."""

import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from places import ROOT

from classeval_hf.core.errors import InfrastructureError
from classeval_hf.sandbox.limited_calls import LimitedCalls, UnreadableError, available_cores, cpu_share


@pytest.fixture(scope="module")
def calls() -> Iterator[LimitedCalls]:
    with LimitedCalls(2, cpu_seconds=0.5, memory_bytes=256 << 20) as made:
        yield made


def test_results_come_in_order(calls: LimitedCalls) -> None:
    assert calls.call(divmod, 7, 2) == [3, 1], "as JSON keeps it"
    assert list(calls.map(len, [("x" * length,) for length in range(100)])) == list(range(100))
    assert list(calls.map(len, [])) == []


def test_its_process_has_no_token_and_starts_no_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of numpy's BLAS wait busily, and so take cores from samples."""
    monkeypatch.setenv("HF_TOKEN", "secret")
    with LimitedCalls() as calls:
        assert "secret" not in str(calls.call(eval, "dict(__import__('os').environ)"))
        assert calls.call(eval, "__import__('numpy').linalg.det([[2]])") == pytest.approx(2)
        assert len(calls.call(os.listdir, "/proc/self/task")) == 1


@pytest.mark.parametrize(
    ("message", "call"),
    [
        # This one holds the interpreter's lock until the end of days.
        ("more than 0.5 seconds of processor time", (re.fullmatch, "(a*)*b", "a" * 40)),
        ("more than 256 MiB of memory", (bytearray, 1 << 30)),
        ("ValueError: invalid literal", (int, "x")),
        ("it twice brought down the process", (os.abort,)),
        ("it twice brought down the process", (os._exit, 0)),
    ],
)
def test_what_goes_wrong_is_told_and_ends_nothing(message: str, call: Any, calls: LimitedCalls) -> None:
    with pytest.raises(UnreadableError, match=message):
        calls.call(*call)
    assert calls.call(len, "abc") == 3


def test_only_the_call_at_fault_pays(calls: LimitedCalls) -> None:
    """Though it shares a message, and a process, with others."""
    found = list(calls.map(eval, [(str(number),) for number in range(10)] + [("__import__('os').abort()",), ("11",)]))
    assert found[:10] == list(range(10)) and found[11] == 11
    assert isinstance(found[10], UnreadableError)


def test_a_process_that_somebody_kills_is_replaced(calls: LimitedCalls) -> None:
    process = calls.call(os.getpid)
    os.kill(process, signal.SIGKILL)
    assert calls.call(os.getpid) != process


def test_closing_ends_calls_under_way() -> None:
    calls = LimitedCalls(1, cpu_seconds=600)
    calls.start()
    with ThreadPoolExecutor(1) as pool:
        endless = pool.submit(calls.call, re.fullmatch, "(a*)*b", "a" * 40)
        threading.Timer(0.5, calls.close).start()
        with pytest.raises(InfrastructureError, match="the run was ended"):
            endless.result()
    with pytest.raises(InfrastructureError, match="the run was ended"):
        calls.call(len, "abc")


def long_text(character: str, length: int) -> str:
    return character * length


def test_long_replies_do_not_end_the_run() -> None:
    """Characters outside the basic plane take twelve in JSON: a batch of long texts is more than a message may be."""
    with LimitedCalls(1, 20.0) as calls:
        found = list(calls.map(long_text, [("\U00020000", 400_000)] * 16))
        assert [len(text) for text in found] == [400_000] * 16
        (too_long,) = calls.map(long_text, [("\U00020000", 4_000_000)])
        assert isinstance(too_long, UnreadableError)
        assert calls.call(long_text, "a", 3) == "aaa"


def test_what_the_processes_import(tmp_path: Path) -> None:
    """Nothing of the working folder, where a sample may have left files, and nothing that runs samples."""
    for name in ("json", "ast", "decimal", "symtable"):
        (tmp_path / f"{name}.py").write_text(f"open({str(tmp_path / 'was_run')!r}, 'w').close()\nraise SystemExit\n")
    script = tmp_path / "elsewhere" / "script.py"
    script.parent.mkdir()
    script.write_text(
        "import sys, classeval_hf.classes.runner.unittest_reports\n"
        "from classeval_hf.classes.readings import syntax_error\n"
        "print(*sorted(name for name in sys.modules if name.startswith('classeval_hf.sandbox.')))\n"
        "from classeval_hf.sandbox.limited_calls import LimitedCalls\n"
        "with LimitedCalls() as calls:\n    print(calls.call(syntax_error, 'x = 1', '', '', ()))\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, str(script)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, cwd=tmp_path, env=environment)
    modules = [f"classeval_hf.sandbox.{name}" for name in ("jobs", "limited_calls", "messages", "tiers")]
    assert done.stdout == f"{' '.join(modules)}\nNone\n", done.stderr
    assert not (tmp_path / "was_run").exists()


@pytest.mark.parametrize(
    ("group", "files", "share"),
    [
        ("a/b", {"a/b/cpu.max": "max 100000", "a/cpu.max": "250000 100000", "cpu.max": "800000 100000"}, 2.5),
        ("", {"cpu.max": "50000 100000\n"}, 0.5),
        ("gone", {"cpu.max": "max 100000", "other/cpu.max": "1 100000"}, 64),
        ("a", {"a/cpu.max": "nonsense"}, 64),
    ],
)
def test_control_groups_bound_the_cores(tmp_path: Path, group: str, files: dict[str, str], share: float) -> None:
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    assert cpu_share(tmp_path / group, 64) == share
    assert 1 <= available_cores() <= (os.cpu_count() or 1)
