"""
What scoring costs: this package against a fresh interpreter per sample and against `code_eval`, in one run.

    HF_ALLOW_CODE_EVAL=1 python benchmarks/scoring.py
    HF_ALLOW_CODE_EVAL=1 python benchmarks/scoring.py --answers greedy.json nucleus.json --code-eval execute.py
    HF_ALLOW_CODE_EVAL=1 python benchmarks/scoring.py --only profile synthetic --synthetic 50000

It prints Markdown. Each line is measured in a process of its own. The harnesses that ours is compared with do not
isolate what they run: give it completions that you would run yourself.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import harnesses
from metering import Cost, cheapest, measure, metered, tree_cpu_seconds
from workloads import Workload, load

from classeval_hf.core.errors import CONSENT_VARIABLE, require_consent
from classeval_hf.core.tables import format_table
from classeval_hf.engine.executor import Executor
from classeval_hf.sandbox.jobs import IsolationError
from classeval_hf.sandbox.limited_calls import available_cores

__all__ = ["main"]

_TIERS = ("T3", "T2", "T1")
_PARTS = ("comparison", "profile", "synthetic")
_SYNTHETIC_SIZES = (1_000, 5_000, 10_000, 20_000, 50_000)
_PROFILE_RUNS = 60
_LIMIT = 5.0

_BARE = "bare"
_CACHED = "ours, again with the cache"
_FRESH = "(a) a fresh interpreter per sample"

_COMPARISON_HEADER = (
    *("harness", "wall, s", "CPU, s", "parent, MiB", "all, MiB"),
    *("overhead, ms per sample", "times as fast as (a)", "passed"),
)
_PROFILE_HEADER = ("sample", "tier", "least", "median", "CPU", "of it parent", "bare", "overhead")
_SYNTHETIC_HEADER = ("samples", "wall, s", "per second", "CPU, ms each", "parent, MiB", "all, MiB", "again, s")

_COMPARISON_NOTES = f"""\
- Wall and CPU run from when the inputs are read until the last verdict, start-up of the harness included; CPU is that
  of all processes.
- Memory is the peak of the parent, and of all processes together (sampled; pages that several share count once).
- Bare test time is the processor time of candidates and tests alone: compiled and loaded once per sample, test classes
  run in turn by plain `unittest`, {_LIMIT:g} s each at most, in forks of a process that has the tasks' imports.
- Overhead is (CPU - bare) / samples: all else that a sample costs, start-up included. Ours runs equal samples once,
  the others each time.
- Passed are samples that pass every test class listed. Limits are {_LIMIT:g} s per test class; `check_correctness` has
  only one, which gets {_LIMIT:g} s for all test classes of a sample."""
_PROFILE_NOTES = f"""\
Milliseconds over {_PROFILE_RUNS} distinct samples of one task, one after the other: least and median by the clock, \
processor time of all processes and of the parent, bare test time as above, and the least less the bare time."""


def main(argv: Sequence[str] | None = None) -> int:
    """
    Runs the benchmark and prints its tables.

    Args:
        argv (`Sequence[str]`, *optional*): arguments, by default those of the process.

    Returns:
        `int`: the exit status.
    """
    arguments = _parser().parse_args(argv)
    require_consent()
    if arguments.row is not None:
        row = json.loads(arguments.row)
        run, inputs = _ROWS[row.pop("harness")], load(**row.pop("workload"))
        print("\n" + metered(lambda: run(inputs, **row)))
        return 0
    print(
        f"{platform.python_implementation()} {platform.python_version()}, Linux {platform.release()}, "
        f"{available_cores()} cores, {arguments.workers} workers; load at the start: {os.getloadavg()[0]:.1f}"
    )
    tiers = _tiers()
    if "comparison" in arguments.only:
        for name, workload in _workloads(arguments):
            _print_comparison(name, workload, arguments, tiers)
        print(f"\n{_COMPARISON_NOTES}")
    if "profile" in arguments.only:
        _print_profile(tiers)
    if "synthetic" in arguments.only and arguments.synthetic:
        _print_synthetic(arguments, tiers[0])
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description="Measures what scoring costs, and prints it as Markdown.")
    parser.add_argument("--answers", nargs="+", type=Path, metavar="FILE", help="recorded samples (default: made up)")
    parser.add_argument("--tasks-from", type=Path, metavar="FILE", help="their tasks (default: each file itself)")
    parser.add_argument("--code-eval", type=Path, metavar="PATH", help="file that defines check_correctness")
    parser.add_argument("--synthetic", type=int, default=0, metavar="N", help="also score up to N small samples")
    parser.add_argument("--only", nargs="+", choices=_PARTS, default=list(_PARTS), help="parts to run (default: all)")
    parser.add_argument("--repeat", type=int, default=1, help="runs of each line, of which the least is shown")
    parser.add_argument("--workers", type=int, default=available_cores(), help="samples at a time (default: cores)")
    parser.add_argument("--row", help=argparse.SUPPRESS)
    return parser


def _tiers() -> list[str]:
    """The tiers of isolation that are available here, the strongest first."""
    found = []
    for tier in _TIERS:
        try:
            with Executor(isolation=tier, min_isolation=tier):
                found.append(tier)
        except IsolationError as error:
            print(f"without {tier}: {error}", file=sys.stderr)
    if not found:
        raise RuntimeError("no tier of isolation is available here")
    return found


def _workloads(arguments: argparse.Namespace) -> list[tuple[str, dict[str, Any]]]:
    if not arguments.answers:
        return [
            (
                f"Made-up completions to the open tasks, 100 x {samples}",
                {"kind": "open", "tasks": 100, "samples": samples},
            )
            for samples in (1, 5)
        ]
    return [
        (file.name, {"kind": "recorded", "answers": str(file.absolute()), "tasks_from": str(tasks.absolute())})
        for file in arguments.answers
        for tasks in [arguments.tasks_from or file]
    ]


def _measure(harness: str, workload: Mapping[str, Any], home: str = "", **details: Any) -> Cost:
    """Runs one line of a table in a process of its own."""
    row = json.dumps({"harness": harness, "workload": workload, **details})
    kept = {name: os.environ[name] for name in ("NLTK_DATA", "PATH", "PYTHONPATH") if name in os.environ}
    with tempfile.TemporaryDirectory() as folder:
        environment = {**kept, CONSENT_VARIABLE: "1", "HF_HOME": home or folder, "LANG": "C.UTF-8"}
        return measure([sys.executable, str(Path(__file__).resolve()), "--row", row], environment)


def _print_comparison(
    name: str, workload: Mapping[str, Any], arguments: argparse.Namespace, tiers: Sequence[str]
) -> None:
    print(f"\n## {name}\n", flush=True)
    with tempfile.TemporaryDirectory() as home:
        costs = {
            label: cheapest([_measure(**line, workload=workload) for _ in range(repeat)])
            for label, line, repeat in _lines(arguments, tiers, home)
        }
    times = costs.pop(_BARE).result
    bare = sum(times)
    reference = costs[_FRESH].wall_seconds
    rows = [
        [
            label,
            f"{cost.wall_seconds:.1f}",
            f"{cost.cpu_seconds:.1f}",
            round(cost.peak_mib),
            round(cost.tree_mib),
            None if label == _CACHED else f"{1000 * (cost.cpu_seconds - bare) / len(times):.1f}",
            f"{reference / cost.wall_seconds:.1f}",
            cost.result,
        ]
        for label, cost in costs.items()
    ]
    print(format_table(_COMPARISON_HEADER, rows))
    print(
        f"\n{len(times)} samples, bare test time {bare:.1f} s ({1000 * bare / len(times):.1f} ms per sample)",
        flush=True,
    )


def _lines(arguments: argparse.Namespace, tiers: Sequence[str], home: str) -> list[tuple[str, dict[str, Any], int]]:
    """Per line of a table its name, what runs it, and how often."""
    limits = {"limit": _LIMIT, "workers": arguments.workers}
    ours = {"harness": "ours", **limits}
    cached = {**ours, "tier": tiers[0], "cache": True, "home": home}
    lines = [
        (_BARE, {"harness": "bare", **limits}, arguments.repeat),
        *((f"ours, {tier}", {**ours, "tier": tier, "cache": False}, arguments.repeat) for tier in tiers),
        (f"ours, {tiers[0]}, filling the cache", cached, 1),
        (_CACHED, cached, arguments.repeat),
        (_FRESH, {"harness": "fresh", "per_test_class": False, **limits}, arguments.repeat),
        (
            "a fresh interpreter per test class",
            {"harness": "fresh", "per_test_class": True, **limits},
            arguments.repeat,
        ),
    ]
    if arguments.code_eval is not None:
        path = str(arguments.code_eval.absolute())
        lines.append(
            ("code_eval's check_correctness", {"harness": "code_eval", "path": path, **limits}, arguments.repeat)
        )
    return lines


def _print_profile(tiers: Sequence[str]) -> None:
    """Shows what one sample costs once all is started and its task is known, one at a time."""
    print("\n## One sample, everything warm\n", flush=True)
    inputs = {
        "small, 1 test class": {"kind": "small", "samples": _PROFILE_RUNS, "test_classes": 1},
        "small, 5 test classes": {"kind": "small", "samples": _PROFILE_RUNS, "test_classes": 5},
        "a reference of the open tasks": {"kind": "reference", "samples": _PROFILE_RUNS},
    }
    rows = []
    for name, workload in inputs.items():
        bare = 1000 * min(_measure("bare", workload, limit=_LIMIT, workers=1).result)
        for tier in tiers:
            found = _measure("profile", workload, tier=tier).result
            numbers = [
                found["least"],
                found["median"],
                found["cpu"],
                found["parent_cpu"],
                bare,
                found["least"] - bare,
            ]
            rows.append([name, tier, *(f"{number:.1f}" for number in numbers)])
    print(format_table(_PROFILE_HEADER, rows))
    print(f"\n{_PROFILE_NOTES}", flush=True)


def _profile(workload: Workload, tier: str) -> dict[str, float]:
    """Milliseconds per sample, over distinct samples of one task, one after the other."""
    samples = workload.samples
    walls = []
    with Executor(isolation=tier, min_isolation=tier) as executor:
        for task, module in samples[:5]:
            executor.run(task, module)
        before, own_before = tree_cpu_seconds(os.getpid()), time.process_time()
        for task, module in samples:
            start = time.perf_counter()
            executor.run(task, module)
            walls.append(time.perf_counter() - start)
        own, tree = time.process_time() - own_before, tree_cpu_seconds(os.getpid()) - before
    return {
        "least": 1000 * min(walls),
        "median": 1000 * statistics.median(walls),
        "cpu": 1000 * tree / len(samples),
        "parent_cpu": 1000 * own / len(samples),
    }


def _print_synthetic(arguments: argparse.Namespace, tier: str) -> None:
    """Shows that time grows with the number of samples and memory hardly does."""
    print(f"\n## Small distinct completions to one task, {tier}\n", flush=True)
    rows = []
    sizes = [size for size in _SYNTHETIC_SIZES if size < arguments.synthetic] + [arguments.synthetic]
    for size in sizes:
        workload = {"kind": "small", "samples": size, "test_classes": 1}
        details = {"tier": tier, "cache": True, "limit": _LIMIT, "workers": arguments.workers}
        with tempfile.TemporaryDirectory() as home:
            first, again = (_measure("ours", workload, home, **details) for _ in range(2))
        if first.result != size or again.result != size:
            raise RuntimeError(f"only {first.result} of {size} correct samples passed")
        rows.append(
            [
                size,
                f"{first.wall_seconds:.1f}",
                round(size / first.wall_seconds),
                f"{1000 * first.cpu_seconds / size:.2f}",
                round(first.peak_mib),
                round(first.tree_mib),
                f"{again.wall_seconds:.1f}",
            ]
        )
        print(f"{size} completions done", file=sys.stderr)
    print(format_table(_SYNTHETIC_HEADER, rows), flush=True)


_ROWS: Mapping[str, Callable[..., Any]] = {
    "ours": harnesses.passed_by_ours,
    "fresh": harnesses.passed_by_fresh_interpreters,
    "code_eval": harnesses.passed_by_code_eval,
    "bare": harnesses.bare_seconds,
    "profile": _profile,
}


if __name__ == "__main__":
    sys.exit(main())
