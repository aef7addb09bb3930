"""What a process costs, its children included: time by the clock, processor time and memory."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

__all__ = ["Cost", "cheapest", "measure", "metered", "tree_cpu_seconds"]

_SAMPLING_SECONDS = 0.2


@dataclass(frozen=True)
class Cost:
    """
    What a run cost.

    Args:
        wall_seconds (`float`): time by the clock, from when the inputs were read until the last verdict.
        cpu_seconds (`float`): processor time in the same span, of the process and all its descendants.
        peak_mib (`float`): largest resident set of the process itself.
        tree_mib (`float`): largest memory of the process and its descendants together, as sampled five times a second;
            pages that several share are counted once where the system allows that to be seen.
        result (`Any`): what the run returned.
    """

    wall_seconds: float
    cpu_seconds: float
    peak_mib: float
    tree_mib: float
    result: Any


def metered(run: Callable[[], Any]) -> str:
    """
    The inner half of [`measure`]: calls a function in the process that is measured, and writes down what it took.

    Args:
        run (`Callable[[], Any]`): returns JSON-able data.

    Returns:
        `str`: one line, to be the last one printed.
    """
    cpu_before, wall_before = _cpu_of_self(), time.monotonic()
    result = run()
    wall = time.monotonic() - wall_before
    return json.dumps({"result": result, "wall": wall, "cpu_before": cpu_before, "peak_kib": _peak_kib()})


def measure(command: Sequence[str], environment: Mapping[str, str]) -> Cost:
    """
    Runs a program that ends by printing what [`metered`] returned.

    Args:
        command (`Sequence[str]`): the program and its arguments; it runs in an empty folder, which is removed.
        environment (`Mapping[str, str]`): its environment.

    Returns:
        [`Cost`]

    Raises:
        `RuntimeError`: if it fails.
    """
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        inside = {**environment, "TMPDIR": folder}
        process = subprocess.Popen(command, stdout=subprocess.PIPE, env=inside, cwd=folder)
        assert process.stdout is not None
        over, peaks = threading.Event(), [0]
        sampler = threading.Thread(target=_sample_tree, args=(process.pid, over, peaks))
        sampler.start()
        printed = process.stdout.read().decode()
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        over.set()
        sampler.join()
        process.stdout.close()
    if process.returncode or not printed.strip():
        raise RuntimeError(f"{' '.join(command)[:500]} ended with status {process.returncode}")
    found = json.loads(printed.strip().splitlines()[-1])
    cpu = used.ru_utime + used.ru_stime - found["cpu_before"]
    return Cost(found["wall"], cpu, found["peak_kib"] / 1024, peaks[0] / 1024, found["result"])


def cheapest(costs: Sequence[Cost]) -> Cost:
    """Minimum times and maximum memory of several runs: other work on the machine only adds."""
    return replace(
        costs[0],
        wall_seconds=min(cost.wall_seconds for cost in costs),
        cpu_seconds=min(cost.cpu_seconds for cost in costs),
        peak_mib=max(cost.peak_mib for cost in costs),
        tree_mib=max(cost.tree_mib for cost in costs),
    )


def tree_cpu_seconds(process: int) -> float:
    """Processor time so far of a process, its descendants, and those of them that were waited for."""
    return sum(map(_cpu_of, _tree(process))) / os.sysconf("SC_CLK_TCK")


def _cpu_of(process: int) -> int:
    with suppress(OSError):
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        return sum(map(int, fields[11:15]))  # utime, stime, and those of children waited for
    return 0


def _cpu_of_self() -> float:
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(item.ru_utime + item.ru_stime for item in used)


def _peak_kib() -> int:
    return _field(Path("/proc/self/status"), "VmHWM:")


def _sample_tree(root: int, over: threading.Event, peaks: list[int]) -> None:
    while not over.wait(_SAMPLING_SECONDS):
        peaks[0] = max(peaks[0], sum(map(_memory_kib, _tree(root))))


def _tree(root: int) -> Iterator[int]:
    yield root
    for children in Path(f"/proc/{root}/task").glob("*/children"):
        with suppress(OSError):
            for child in children.read_text().split():
                yield from _tree(int(child))


def _memory_kib(process: int) -> int:
    """The process's share of the memory that it uses; where that may not be seen, all that is resident."""
    folder = Path(f"/proc/{process}")
    try:
        return _field(folder / "smaps_rollup", "Pss:")
    except OSError:
        return _field(folder / "status", "VmRSS:")


def _field(path: Path, name: str) -> int:
    try:
        lines = path.read_text().splitlines()
    except (FileNotFoundError, ProcessLookupError):  # it has just ended
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith(name)), 0)
