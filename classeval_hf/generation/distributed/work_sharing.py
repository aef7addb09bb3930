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

from classeval_hf.generation.distributed.processes import Ranks
from classeval_hf.generation.pipeline.generating import AHEAD, Job
from classeval_hf.generation.pipeline.pace import Counts
from classeval_hf.generation.steps import Strategy

__all__ = ["SharedWork"]

_STEPWISE = (Strategy.INCREMENTAL, Strategy.COMPOSITIONAL)


class SharedWork:
    """
    The work of this process. All processes have to make one, with the same jobs, and keep it until all are done.

    What is pulled at a time is all samples of a class, which share their prompts; the longest comes first, so that
    the processes come to their ends together.

    Args:
        ranks ([`~classeval_hf.generation.distributed.processes.Ranks`]): the processes.
        jobs (`Sequence[Job]`): the work of all.
    """

    def __init__(self, ranks: Ranks, jobs: Sequence[Job]) -> None:
        self._ranks = ranks
        self.jobs = jobs
        units = [list(unit) for _, unit in groupby(jobs, key=lambda job: (job.run.strategy, job.task.task_id))]
        self._units = units if ranks.count == 1 else sorted(units, key=_work, reverse=True)
        self._counter = None if ranks.count == 1 else _Counter(ranks)

    @property
    def needed(self) -> bool:
        """Whether there is anything to do for this process: there can be more processes than classes."""
        return self._ranks.index < len(self._units)

    def exchange(self, new: Counts) -> Counts:
        """
        Adds what this process has done to what all have done.

        Args:
            new ([`~classeval_hf.generation.pipeline.pace.Counts`]): since this was last called.

        Returns:
            [`~classeval_hf.generation.pipeline.pace.Counts`]: of all processes.
        """
        assert self._counter is not None
        counter = self._counter
        return Counts(**{name: counter.add(name, value) for name, value in vars(new).items()})

    @property
    def most_at_a_time(self) -> int | None:
        """How many steps there may be under way: with more than its share a process leaves nothing to late ones."""
        if self._counter is None:
            return None
        stepwise = [len(job.task.methods_info) for job in self.jobs if job.run.strategy is Strategy.COMPOSITIONAL]
        return math.ceil((len(self.jobs) - len(stepwise) + sum(stepwise)) / self._ranks.count)

    @property
    def ahead(self) -> int:
        """How far to open chains ahead of what is asked for: among several processes no farther than need be."""
        return AHEAD if self._counter is None else 1

    def pull(self) -> Iterator[Job]:
        """The jobs, each as it is asked for."""
        numbers = iter(range(len(self._units))) if self._counter is None else iter(self._counter.next, None)
        for number in numbers:
            if number >= len(self._units):
                return
            yield from self._units[number]


def _work(unit: Sequence[Job]) -> int:
    """What a class costs, about: it is read once, or once per method, and written once."""
    job = unit[0]
    steps = len(job.task.methods_info) if job.run.strategy in _STEPWISE else 1
    return len(job.task.skeleton) * steps * len(unit)


class _Counter:
    """
    Counts over all processes; the main process keeps the sums.

    Args:
        ranks ([`~classeval_hf.generation.distributed.processes.Ranks`]): the processes.
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
        return self.add("units", 1) - 1

    def add(self, name: str, value: int) -> int:
        """Adds to one of several sums over all processes, and returns it."""
        return int(self._store.add(name, value))
