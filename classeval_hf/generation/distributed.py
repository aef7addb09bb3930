"""Processes that share a run, as `accelerate launch` and `torchrun` start them, and its progress: a bar on a terminal,
otherwise a line at growing intervals. Completions do not depend on the processes."""

import math
import os
import re
import subprocess
import sys
import time
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from datetime import timedelta
from functools import partial
from itertools import count, groupby
from pathlib import Path
from typing import Any, TextIO, TypeVar

from tqdm.auto import tqdm

from classeval_hf.core.errors import ClassEvalError, UserError
from classeval_hf.core.terminal import clock_time, counted, shows_bar
from classeval_hf.generation.generating import PREFETCH_FACTOR, Amount, GenerationJob
from classeval_hf.prompting.steps import StepTarget

_USUAL: Mapping[StepTarget | None, int] = {
    **dict.fromkeys((StepTarget.CLASS, StepTarget.CODE), 450),
    **dict.fromkeys((StepTarget.TOOL_CALLS, StepTarget.REFLECTION), 100),
    **{StepTarget.METHOD: 150, StepTarget.PLAN: 50},
}  # expected tokens of a completion before there is any: about those of the references of both splits
_WEIGHT = 4  # the usual length counts as much as this number of completions
_READING_FASTER = 4  # assumed ratio of prefill to decoding throughput until tokens have been written
Item = TypeVar("Item")
_TIMEOUT = timedelta(days=7)  # to wait for other processes at the end; if one dies, the launcher ends all
_LAST_WORDS = """
import select, sys
select.select([int(sys.argv[1])], [], [], 10)  # readable once the launcher has ended; it may not have been interrupted
print(sys.argv[2], file=sys.stderr)
"""


@dataclass
class Counts:
    steps: int = 0  # completed steps
    read: int = 0  # prompt tokens that were read
    written: int = 0  # tokens of completions, with those in progress
    finished: int = 0  # tokens of completions that are finished
    usual: int = 0  # expected tokens of finished completions


_INTERVAL = 0.5  # seconds between two updates
_FIRST_LINE, _LINE_INTERVAL = 5.0, 60.0  # seconds until the first line, and at most between two; the interval doubles
_BAR = "{desc}: {percentage:3.0f}%|{bar}| {n_fmt}/{total_fmt} steps [{elapsed}{postfix}]"
_OPEN_BAR = "{desc}: {n_fmt} steps [{elapsed}{postfix}]"


@dataclass(eq=False, repr=False)
class Progress:
    """Counts work and estimates the time left; the usual length of completions weighs less with each one."""

    title: str  # title of the bar and the lines
    amount: Amount
    _: KW_ONLY
    shown: bool = True  # whether this process shows it
    processes: int = 1
    # Takes the counts of this process since the last call, and returns the counts of all processes.
    exchange: Callable[[Counts], Counts] | None = None
    stream: TextIO = field(default_factory=lambda: sys.stderr)
    clock: Callable[[], float] = time.monotonic

    def __post_init__(self) -> None:
        self.steps = self.amount.steps.total()
        self.total, self._new, self._own = Counts(), Counts(), Counts()  # of all processes, not exchanged, of this one
        self._usual = sum(_USUAL[target] * count for target, count in self.amount.steps.items())
        self._seconds_reading = self._seconds_writing = 0.0
        self._bar: Any = None
        self._updated_at = 0.0
        self._next_line, self._wait = _FIRST_LINE, _FIRST_LINE
        self._begin = self._last = self.clock()

    def __enter__(self) -> "Progress":
        self._begin = self._last = self.clock()
        if self.shown and shows_bar(self.stream):
            total, form = (None, _OPEN_BAR) if self.amount.open_ended else (self.steps, _BAR)
            self._bar = tqdm(total=total, desc=self.title, file=self.stream, bar_format=form)
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None:
            self._update()
        if self._bar is not None or (self.shown and kind is None):
            self._show(is_last=True)
        if self._bar is not None:
            self._bar.close()

    def count(self, read: int, written: int) -> None:
        """Counts tokens of prompts and of completions since the last call; with zeros, it updates the display."""
        if read or written:
            now = self.clock()
            self._seconds_writing += now - self._last if written else 0.0
            self._seconds_reading += 0.0 if written else now - self._last
            self._last = now
            self._add(Counts(read=read, written=written))
        seconds = self.clock() - self._begin
        if seconds - self._updated_at < _INTERVAL:
            return
        self._updated_at = seconds
        self._update()
        is_due = self.shown and seconds >= self._next_line
        if self._bar is None and is_due:
            self._wait = min(2 * self._wait, _LINE_INTERVAL)
            self._next_line = seconds + self._wait
        if self._bar is not None or is_due:
            self._show(is_last=False)

    def finish(self, target: StepTarget | None, tokens: int) -> None:
        """Counts a finished step with the tokens of its completion; its target is `None` if it asked the oracle."""
        self._add(Counts(steps=1, finished=tokens, usual=_USUAL.get(target, 0)))
        self.steps = max(self.steps, self.total.steps)
        self.count(0, 0)

    def seconds_left(self) -> float | None:
        """Estimated seconds left; `None` before any token was counted, and where more steps may follow."""
        own, done, tokens = self._own, self.total, 0.0
        reading = own.read / self._seconds_reading if self._seconds_reading else 0.0
        writing = own.written / self._seconds_writing if self._seconds_writing else reading / _READING_FASTER
        if self.amount.open_ended or not writing:
            return None
        if done.steps < self.steps:
            in_progress = max(0, done.written - done.finished)
            usual_left = self._usual - done.usual
            usual_of_some = _WEIGHT * self._usual / self.steps
            # Completions in progress count as usual in length until they exceed the rest of the total.
            longer = (usual_of_some + done.written) / (usual_of_some + done.usual + min(in_progress, usual_left))
            tokens = max(longer * usual_left - in_progress, in_progress / 4)
        seconds_reading = max(0, self.amount.prompt_tokens - done.read) / reading if reading else 0.0
        return (tokens / writing + seconds_reading) / self.processes

    def tokens_per_second(self) -> tuple[str, float]:
        """Unit (prompt tokens before any token is written) and tokens per second of all processes."""
        own = self._own
        unit, tokens, seconds = "tokens/s", own.written, self._seconds_writing
        if own.read and not own.written:
            unit, tokens, seconds = "prompt tokens/s", own.read, self._seconds_reading
        return unit, tokens / seconds * self.processes if seconds else 0.0

    def _add(self, counts: Counts) -> None:
        for kept in (self.total, self._new, self._own):
            for name, value in vars(counts).items():
                setattr(kept, name, getattr(kept, name) + value)

    def _update(self) -> None:
        if self.exchange is not None:
            new, self._new = self._new, Counts()
            self.total = self.exchange(new)

    def _show(self, is_last: bool) -> None:
        """Updates the bar, or prints a line."""
        done, left, (unit, rate) = self.total, self.seconds_left(), self.tokens_per_second()
        rest = f"about {clock_time(left)} left, " if left is not None else ""
        pace = f"{rate:.0f} {unit}" + (f", {done.written:,} tokens" if done.written else "")
        if self._bar is not None:
            self._bar.n = done.steps
            self._bar.set_postfix_str(f"{rest}{pace}", refresh=False)
            self._bar.refresh()
            return
        made = counted(done.steps, "step") if self.amount.open_ended else f"{done.steps}/{counted(self.steps, 'step')}"
        passed = clock_time(self.clock() - self._begin)
        when = f"in {passed}, " if is_last else f"after {passed}, {rest}"
        end = "; other processes continue" if is_last and self.exchange is not None and done.steps < self.steps else ""
        print(f"{self.title}: {made} {when}{pace}{end}", file=self.stream, flush=True)


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

            make_store: Any = partial(TCPStore, os.environ.get("MASTER_ADDR", "localhost"), wait_for_workers=False)
            if ranks.index == 0:
                self._store = make_store(0, is_master=True)
            port = ranks.once(lambda: int(self._store.port))
            self._store = self._store or make_store(port, is_master=False)

    def exchange(self, new: Counts) -> Counts:
        """Adds the counts of this process since the last call; returns those of all processes."""
        return Counts(**{name: int(self._store.add(name, value)) for name, value in vars(new).items()})

    def pull(self) -> Iterator[GenerationJob]:
        for own in count():
            number = own if self._store is None else int(self._store.add("units", 1)) - 1
            if number >= len(self._units):
                return
            yield from self._units[number]
