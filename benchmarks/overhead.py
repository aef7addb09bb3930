"""
What `classeval-hf score --timeout auto` takes beyond the tests themselves, as a whole command, in one run.

    HF_ALLOW_CODE_EVAL=1 python benchmarks/overhead.py ChatGPT_100_c_5.json GPT-4_100_c_t0.json --runs 3

It prints Markdown. The references are timed before; no verdict is known. The tests' own processor time is that of the
processes of test classes, from when these are confined to their end.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import shutil
import statistics
import sys
import tempfile
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from metering import Cost, measure, metered

from classeval_hf.cli import main as run_command_line
from classeval_hf.core.errors import CONSENT_VARIABLE, require_consent
from classeval_hf.core.tables import format_table
from classeval_hf.runs.sample_files import read_sample_file
from classeval_hf.sandbox.jobs import RawRun, SandboxJob
from classeval_hf.sandbox.limited_calls import available_cores
from classeval_hf.sandbox.sandbox import Sandbox

__all__ = ["main"]

_HEADER = (
    "file",
    "completions",
    "wall, s",
    "CPU, s",
    "tests' own, s",
    "scorer itself, s",
    "overhead",
    "lowest, highest",
)
_NOT_PYTHON = "class ("


def main(argv: Sequence[str] | None = None) -> int:
    """
    Runs the benchmark and prints its table.

    Args:
        argv (`Sequence[str]`, *optional*): arguments, by default those of the process.

    Returns:
        `int`: the exit status.
    """
    parser = argparse.ArgumentParser(description="Measures what `score` takes beyond the tests, and prints Markdown.")
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="completions with the tasks they are to")
    parser.add_argument("--runs", type=int, default=3, help="runs of each, of which the median is shown (default: 3)")
    parser.add_argument("--row", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args(argv)
    require_consent()
    if arguments.row:
        print("\n" + metered(lambda: _score(arguments.files[0])))
        return 0
    rows = [_row(file.absolute(), arguments.runs) for file in arguments.files]
    print(f"{available_cores()} cores, medians of {arguments.runs} runs\n\n{format_table(_HEADER, rows)}")
    return 0


def _row(file: Path, runs: int) -> list[Any]:
    with tempfile.TemporaryDirectory() as home:
        _measure(_without_code(file, Path(home)), home)  # times the references
        costs = []
        for number in range(runs):
            again = Path(home, str(number))
            shutil.copytree(Path(home, "classeval_hf"), again / "classeval_hf")
            costs.append(_measure(file, str(again)))
    overheads = [100 * (cost.result["all"] / cost.result["tests"] - 1) for cost in costs]

    def median(value: Callable[[Cost], float]) -> str:
        return f"{statistics.median(map(value, costs)):.1f}"

    return [
        file.stem,
        sum(map(len, read_sample_file(file).values())),
        median(lambda cost: cost.wall_seconds),
        median(lambda cost: cost.result["all"]),
        median(lambda cost: cost.result["tests"]),
        median(lambda cost: cost.result["scorer"]),
        f"{statistics.median(overheads):.1f} %",
        f"{min(overheads):.1f}, {max(overheads):.1f} %",
    ]


def _without_code(file: Path, folder: Path) -> Path:
    """The same tasks with completions that are never run."""
    rows = [{**row, "predict": [_NOT_PYTHON]} for row in json.loads(file.read_text(encoding="utf-8"))]
    written = folder / file.name
    written.write_text(json.dumps(rows), encoding="utf-8")
    return written


def _measure(file: Path, home: str) -> Cost:
    kept = {name: os.environ[name] for name in ("NLTK_DATA", "PATH", "PYTHONPATH") if name in os.environ}
    environment = {**kept, CONSENT_VARIABLE: "1", "HF_HOME": home, "HF_HUB_OFFLINE": "1", "LANG": "C.UTF-8"}
    return measure([sys.executable, str(Path(__file__).resolve()), str(file), "--row"], environment)


def _score(file: Path) -> dict[str, float]:
    """Scores a file as the command line does, and adds up what the processes of test classes take, and all do."""
    run, lock, tests = Sandbox.run, threading.Lock(), [0.0]

    def counted(self: Sandbox, job: SandboxJob, *arguments: Any) -> RawRun:
        found = run(self, job, *arguments)
        with lock:
            tests[0] += sum(step.cpu_seconds for step in found.steps)
        return found

    Sandbox.run = counted  # type: ignore[assignment, method-assign]
    options = ["--tasks-from", str(file), "--timeout", "auto", "-o", "scores.json"]
    sys.argv = ["classeval-hf", "score", str(file), *options]
    run_command_line()  # as the command itself, which settles what it is alone in its process
    scorer = _seconds(resource.RUSAGE_SELF)
    return {"tests": tests[0], "scorer": scorer, "all": scorer + _seconds(resource.RUSAGE_CHILDREN)}


def _seconds(whose: int) -> float:
    """Processor time since the process started, so that its start and its imports count."""
    used = resource.getrusage(whose)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    sys.exit(main())
