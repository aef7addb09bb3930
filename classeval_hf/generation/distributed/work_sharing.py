"""Work that several processes pull from a common list; a completion does not depend on which one makes it."""

from __future__ import annotations

import math
import os
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from classeval_hf.core.tasks import ClassTask
from classeval_hf.generation.distributed.processes import Ranks
from classeval_hf.generation.pipeline.generating import PREFETCH_FACTOR, GenerationJob
from classeval_hf.generation.pipeline.progress import Counts
from classeval_hf.generation.steps import Strategy

_STEPWISE = (Strategy.INCREMENTAL, Strategy.COMPOSITIONAL)


class SharedWork:
    """The work of this process: each pulls all samples of a class at a time, the most expensive classes first."""

    def __init__(self, ranks: Ranks, jobs: Sequence[GenerationJob]) -> None:
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
        """Adds what this process has done since the last call, and returns the counts of all."""
        assert self._counter is not None
        counter = self._counter
        return Counts(**{name: counter.add(name, value) for name, value in vars(new).items()})

    @property
    def max_concurrent_steps(self) -> int | None:
        """Maximum of steps in progress: with more than its share, a process would leave nothing to late ones."""
        if self._counter is None:
            return None
        stepwise = [
            len(job.task.methods_info)
            for job in self.jobs
            if isinstance(job.task, ClassTask) and job.run.strategy is Strategy.COMPOSITIONAL
        ]
        return math.ceil((len(self.jobs) - len(stepwise) + sum(stepwise)) / self._ranks.count)

    @property
    def prefetch_factor(self) -> int:
        """Steps to prefetch per step that is asked for: with several processes, none beyond it."""
        return PREFETCH_FACTOR if self._counter is None else 1

    def pull(self) -> Iterator[GenerationJob]:
        """The jobs, pulled one class at a time."""
        numbers = iter(range(len(self._units))) if self._counter is None else iter(self._counter.next, None)
        for number in numbers:
            if number >= len(self._units):
                return
            yield from self._units[number]


def _work(unit: Sequence[GenerationJob]) -> int:
    """Estimated cost of a task: the skeleton of a class is read once, or once per method, for each sample."""
    job = unit[0]
    if not isinstance(job.task, ClassTask):
        return len(job.task.reference) * len(unit)
    steps = len(job.task.methods_info) if job.run.strategy in _STEPWISE else 1
    return len(job.task.skeleton) * steps * len(unit)


class _Counter:
    """Counts over all processes; the main process keeps the sums."""

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
        return self.add("units", 1) - 1

    def add(self, name: str, value: int) -> int:
        """Adds to one of several sums over all processes, and returns it."""
        return int(self._store.add(name, value))
