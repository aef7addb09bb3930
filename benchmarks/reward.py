"""
What a batch of rewards takes: 64 completions to tasks of the split `open`, against one completion at a time.

    HF_ALLOW_CODE_EVAL=1 python benchmarks/reward.py
    HF_ALLOW_CODE_EVAL=1 python benchmarks/reward.py --generations 16 --workers 8

It prints Markdown. All lines are measured in one run, one after the other, so that their ratios hold on a busy machine
too. The completions are those that come with the tasks, right and wrong ones, and differ by a comment, also from batch
to batch, since the reward keeps what equal completions came to: no verdict is known before. One line shows what the
same batch again takes.
"""

from __future__ import annotations

import argparse
import os
import platform
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from workloads import Workload, load, with_comment

from classeval_hf.core.errors import require_consent
from classeval_hf.core.tables import format_table
from classeval_hf.integrations.trl import ClassEvalReward
from classeval_hf.sandbox.limited_calls import available_cores

__all__ = ["main"]

_HEADER = ("batch", "completions", "wall, s", "ms each", "times one by one")
_ENDLESS = "class {}:\n    def __init__(self, *arguments, **keywords):\n        while True:\n            pass\n"
_THREADS = 8

Batch = tuple[list[str], list[str]]
"""Task ids and completions."""


def main(argv: Sequence[str] | None = None) -> int:
    """
    Runs the benchmark and prints its table.

    Args:
        argv (`Sequence[str]`, *optional*): arguments, by default those of the process.

    Returns:
        `int`: the exit status.
    """
    arguments = _parser().parse_args(argv)
    require_consent()
    work = load("open", tasks=arguments.tasks, samples=arguments.generations)
    ids = [task.task_id for task in work.tasks for _ in range(arguments.generations)]
    texts = [text for of_task in work.completions for text in of_task]
    print(
        f"{platform.python_implementation()} {platform.python_version()}, Linux {platform.release()}, "
        f"{available_cores()} cores, {arguments.workers} workers; load at the start: {os.getloadavg()[0]:.1f}\n"
    )
    started = time.perf_counter()
    reward = ClassEvalReward(work.tasks, num_workers=arguments.workers)
    rows: list[list[object]] = [["(start)", None, f"{time.perf_counter() - started:.2f}", None, None]]
    first = _seconds(reward, [(ids, texts)])
    single = [([name], [text]) for name, text in zip(ids, _fresh(texts, "alone"), strict=True)][:: arguments.every]
    alone = _seconds(reward, single)
    of_one = alone / len(single)
    measured: list[tuple[str, float]] = [("first batch, with references", first)]
    for number in range(arguments.repeat):
        measured.append(("another batch", _seconds(reward, [(ids, _fresh(texts, f"batch {number}"))])))
    measured.append(("the same batch again", _seconds(reward, [(ids, _fresh(texts, "batch 0"))])))
    others = _fresh(texts, "at a time")
    parts = [(ids[number::_THREADS], others[number::_THREADS]) for number in range(_THREADS)]
    measured.append((f"another in {_THREADS} calls at a time", _seconds(reward, parts, _THREADS)))
    measured.append(("one completion never ends", _seconds(reward, [(ids, _endless(work, texts, "endless"))])))
    reward.close()
    for limit in arguments.limits:
        limited = ClassEvalReward(work.tasks, num_workers=arguments.workers, timeout=limit)
        endless = _endless(work, texts, f"limit {limit}")
        measured.append((f"likewise, timeout={limit:g}", _seconds(limited, [(ids, endless)])))
        limited.close()
    rows.append(["one by one", len(single), f"{alone:.2f}", f"{1000 * of_one:.0f}", "1.00"])
    rows += [
        [name, len(ids), f"{wall:.2f}", f"{1000 * wall / len(ids):.0f}", f"{wall / (of_one * len(ids)):.2f}"]
        for name, wall in measured
    ]
    print(format_table(_HEADER, rows))
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description="Measures what a batch of rewards takes, and prints it as Markdown.")
    parser.add_argument("--tasks", type=int, default=8, help="tasks of a batch (default: 8)")
    parser.add_argument("--generations", type=int, default=8, help="completions per task (default: 8)")
    parser.add_argument("--workers", type=int, default=available_cores(), help="processes at a time (default: cores)")
    parser.add_argument("--repeat", type=int, default=3, help="batches after the first (default: 3)")
    parser.add_argument("--limits", type=float, nargs="*", default=[0.5, 5.0], help="other time limits, seconds")
    parser.add_argument("--every", type=int, default=4, help="one of how many is run one by one (default: 4)")
    return parser


def _fresh(texts: Sequence[str], mark: str) -> list[str]:
    """The same completions with another comment, so that none is known."""
    return [f"{with_comment(text, mark)}\n# {mark}\n" for text in texts]


def _endless(work: Workload, texts: Sequence[str], mark: str) -> list[str]:
    """Fresh completions, the first of which never ends."""
    return _fresh([_ENDLESS.format(work.tasks[0].class_name), *texts[1:]], mark)


def _seconds(reward: ClassEvalReward, batches: Sequence[Batch], threads: int = 1) -> float:
    started = time.perf_counter()
    with ThreadPoolExecutor(threads) as pool:
        values = list(pool.map(lambda batch: reward(batch[1], task_id=batch[0]), batches))
    taken = time.perf_counter() - started
    if any(value is None for of_batch in values for value in of_batch):
        raise RuntimeError("a completion could not be run here")
    return taken


if __name__ == "__main__":
    raise SystemExit(main())
