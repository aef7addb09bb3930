"""
Work that several processes pull from a common list, so that none idles while another still has much to do.

Who answers what does not matter: an answer depends on its task, sample and step alone.
"""

from __future__ import annotations

import math
import os
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from classeval_generation.distribution import Ranks
from classeval_generation.generating import Job
from classeval_generation.steps import Strategy

__all__ = ["most_at_a_time", "share_work"]

_STEPWISE = (Strategy.INCREMENTAL, Strategy.COMPOSITIONAL)


def share_work(ranks: Ranks, jobs: Sequence[Job]) -> Iterator[Job] | None:
    """
    The work of this process. All processes have to call it, with the same jobs.

    What is pulled at a time is all samples of a class, which share their prompts; the longest comes first, so that
    the processes come to their ends together.

    Args:
        ranks ([`~classeval_generation.distribution.Ranks`]): the processes.
        jobs (`Sequence[Job]`): the work of all.

    Returns:
        `Iterator[Job]` or `None`: the jobs as they are pulled; `None` if there are more processes than classes and
        this one is not needed.
    """
    if ranks.count == 1:
        return iter(jobs) if jobs else None
    units = [list(unit) for _, unit in groupby(jobs, key=lambda job: (job.run.strategy, job.task.task_id))]
    units.sort(key=_work, reverse=True)
    counter = _Counter(ranks)
    return _pull(counter, units) if ranks.index < len(units) else None


def most_at_a_time(ranks: Ranks, jobs: Sequence[Job]) -> int | None:
    """
    How many steps a process may have under way: a fair share, or it takes what others would do that begin later.

    Args:
        ranks ([`~classeval_generation.distribution.Ranks`]): the processes.
        jobs (`Sequence[Job]`): the work of all.

    Returns:
        `int` or `None`: `None` for a single process.
    """
    if ranks.count == 1:
        return None
    steps = sum(len(job.task.methods_info) if job.run.strategy is Strategy.COMPOSITIONAL else 1 for job in jobs)
    return math.ceil(steps / ranks.count)


def _pull(counter: _Counter, units: Sequence[list[Job]]) -> Iterator[Job]:
    while (number := counter.next()) < len(units):
        yield from units[number]


def _work(unit: Sequence[Job]) -> int:
    """What a class costs, about: it is read once, or once per method, and written once."""
    job = unit[0]
    steps = len(job.task.methods_info) if job.run.strategy in _STEPWISE else 1
    return len(job.task.skeleton) * steps * len(unit)


class _Counter:
    """
    Counts from 0 over all processes, each number for one of them; the main process keeps it.

    Args:
        ranks ([`~classeval_generation.distribution.Ranks`]): the processes.
    """

    def __init__(self, ranks: Ranks) -> None:
        from torch.distributed import TCPStore  # type: ignore[attr-defined, unused-ignore]

        make_store: Any = TCPStore
        host = os.environ.get("MASTER_ADDR", "localhost")
        stores = []

        def start() -> int:
            stores.append(make_store(host, 0, is_master=True, wait_for_workers=False))
            return int(stores[0].port)

        port = ranks.once(start)
        self._store = stores[0] if stores else make_store(host, port, is_master=False, wait_for_workers=False)

    def next(self) -> int:
        """The next number."""
        return int(self._store.add("units", 1)) - 1
