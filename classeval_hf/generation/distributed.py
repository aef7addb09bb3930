"""Processes that share a run, as `accelerate launch` and `torchrun` start them; completions do not depend on them."""

import math
import os
import re
import subprocess
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import count, groupby
from pathlib import Path
from typing import Any, TypeVar

from classeval_hf.core.errors import ClassEvalError, UserError
from classeval_hf.core.terminal import counted
from classeval_hf.generation.generating import PREFETCH_FACTOR, GenerationJob
from classeval_hf.generation.progress import Counts

Item = TypeVar("Item")
_TIMEOUT = timedelta(days=7)  # to wait for other processes at the end; if one dies, the launcher ends all
_LAST_WORDS = """
import select, sys
select.select([int(sys.argv[1])], [], [], 10)  # readable once the launcher has ended; it may not have been interrupted
print(sys.argv[2], file=sys.stderr)
"""


@dataclass(frozen=True)
class Ranks:
    index: int = 0  # number of this process; the first prints, merges and scores
    count: int = 1  # number of processes on all machines

    def share(self, items: Sequence[Item]) -> list[Item]:
        """Every `count`-th item, so that all processes work on the same part of the list."""
        return list(items[self.index :: self.count])

    def once(self, function: Callable[[], Item]) -> Item:
        """Calls a function in the main process only; every process gets its result, pickled, or its error."""
        if self.count == 1:
            return function()
        outcome: list[Any] = [None, None]
        if self.index == 0:
            try:
                outcome[0] = function()
            except (ClassEvalError, OSError) as error:
                outcome[1] = error
        from accelerate.utils import broadcast_object_list

        broadcast_object_list(outcome)
        if outcome[1] is not None:
            raise outcome[1]
        result: Item = outcome[0]
        return result


def find_ranks() -> Ranks:
    """Joins the processes that a launcher has started; without one, there is a single process."""
    if int(os.environ.get("WORLD_SIZE", "1")) == 1:
        # Without accelerators, `accelerate launch` ignores the number of processes and starts one.
        asked = re.search(r"--num[_-]processes[= ](\d+)", _accelerate_command())
        if asked is not None and int(asked[1]) > 1:
            warnings.warn(
                f"accelerate has started one process and not {asked[1]}, as it does without accelerators. For "
                f"{asked[1]}: torchrun --nproc_per_node {asked[1]} generation/run.py ...",
                stacklevel=1,
            )
        return Ranks()
    from accelerate import PartialState
    from accelerate.utils import is_cuda_available, is_npu_available, is_xpu_available
    from torch import cuda

    local = max(int(os.environ.get("LOCAL_WORLD_SIZE", "1")), int(os.environ.get("LOCAL_RANK", "0")) + 1)
    if cuda.is_available():
        require_gpus(local, cuda.device_count())
    # Without accelerators, accelerate ignores its launcher unless `cpu=True`: each process would do all of the work.
    has_accelerator = is_cuda_available() or is_xpu_available() or is_npu_available()
    state = PartialState(cpu=not has_accelerator, timeout=_TIMEOUT)
    return Ranks(state.process_index, state.num_processes)


def require_gpus(processes: int, gpus: int) -> None:
    """Refuses more processes than GPUs on this machine: NCCL connects no two processes that share one."""
    if processes > gpus:
        raise UserError(
            f"{processes} processes on a machine with {counted(gpus, 'GPU')}: start one process per GPU, or set "
            "CUDA_VISIBLE_DEVICES= to generate on the CPU"
        )


def _accelerate_command() -> str:
    """The command line of `accelerate`, if it started this process; empty otherwise, or if the system hides it."""
    try:
        command = Path(f"/proc/{os.getppid()}/cmdline").read_text(errors="replace").replace("\0", " ")
    except OSError:
        return ""
    return command if re.search(r"(^|[ /])accelerate([-.]\S+)? ", command) else ""  # as a word, not in code after `-c`


def say_last(sentence: str) -> None:
    """Prints once per machine why processes were interrupted, below the traceback of the launcher."""
    if os.environ.get("LOCAL_RANK", "0") != "0":
        return
    if hasattr(os, "pidfd_open") and ("TORCHELASTIC_RUN_ID" in os.environ or _accelerate_command()):
        launcher = os.pidfd_open(os.getppid())
        command = [sys.executable, "-I", "-S", "-c", _LAST_WORDS, str(launcher), sentence]
        # In a session of its own, as launchers signal groups of processes.
        subprocess.Popen(command, pass_fds=[launcher], stdin=subprocess.DEVNULL, start_new_session=True)
    else:
        print(sentence, file=sys.stderr)


class SharedWork:
    """Work that processes pull, all samples of a task at a time; the most expensive tasks come first."""

    def __init__(self, ranks: Ranks, jobs: Sequence[GenerationJob]) -> None:
        self.jobs = jobs
        units = [list(unit) for _, unit in groupby(jobs, key=lambda job: (job.run.strategy, job.task.task_id))]
        self.max_concurrent_steps: int | None = None  # with more than its share, a process would leave none to others
        if ranks.count > 1:
            costs, at_once = list[int](), 0
            for job, *others in units:
                steps, first_steps = job.run.family.step_counts(job.task, job.run.strategy)
                at_once += first_steps * (1 + len(others))
                # Each sample reads the skeleton once, or once per method.
                costs.append(len(job.task.skeleton or job.task.reference_source) * steps * (1 + len(others)))
            units = [units[index] for index in sorted(range(len(units)), key=costs.__getitem__, reverse=True)]
            self.max_concurrent_steps = math.ceil(at_once / ranks.count)
        self._units = units
        self.needed = ranks.index < len(units)  # whether this process has work: there can be more processes than tasks
        self.prefetch_factor = PREFETCH_FACTOR if ranks.count == 1 else 1  # leaves work to other processes
        self._store: Any = None  # sums over all processes, which the main process keeps
        if ranks.count > 1:
            from torch.distributed import TCPStore  # type: ignore[attr-defined, unused-ignore]

            make_store: Any = TCPStore
            host = os.environ.get("MASTER_ADDR", "localhost")

            def start() -> int:
                self._store = make_store(host, 0, is_master=True, wait_for_workers=False)
                return int(self._store.port)

            port = ranks.once(start)
            self._store = self._store or make_store(host, port, is_master=False, wait_for_workers=False)

    def exchange(self, new: Counts) -> Counts:
        """Adds the counts of this process since the last call; returns those of all processes."""
        return Counts(**{name: int(self._store.add(name, value)) for name, value in vars(new).items()})

    def pull(self) -> Iterator[GenerationJob]:
        for own in count():
            number = own if self._store is None else int(self._store.add("units", 1)) - 1
            if number >= len(self._units):
                return
            yield from self._units[number]
