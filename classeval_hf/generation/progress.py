"""Progress of a run: a bar on a terminal, otherwise a line at growing intervals; tokens are counted at once."""

import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TextIO

from tqdm.auto import tqdm

from classeval_hf.core.terminal import clock_time, counted, shows_bar
from classeval_hf.generation.generating import Amount
from classeval_hf.prompting.steps import StepTarget

_USUAL: Mapping[StepTarget | None, int] = {
    **dict.fromkeys((StepTarget.CLASS, StepTarget.CODE), 450),
    **dict.fromkeys((StepTarget.TOOL_CALLS, StepTarget.REFLECTION), 100),
    **{StepTarget.METHOD: 150, StepTarget.PLAN: 50},
}  # expected tokens of a completion before there is any: about those of the references of both splits
_WEIGHT = 4  # the usual length counts as much as this number of completions
_READING_FASTER = 4  # assumed ratio of prefill to decoding throughput until tokens have been written


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


class Progress:
    """Counts work and estimates the time left; the usual length of completions weighs less with each one."""

    def __init__(
        self,
        title: str,  # title of the bar and the lines
        amount: Amount,
        *,
        shown: bool = True,  # whether this process shows it
        processes: int = 1,
        # Takes the counts of this process since the last call, and returns the counts of all processes.
        exchange: Callable[[Counts], Counts] | None = None,
        stream: TextIO | None = None,  # default: standard error
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.title, self.shown, self.exchange, self.stream = title, shown, exchange, stream or sys.stderr
        self.steps, self.open_ended = amount.steps.total(), amount.open_ended
        self.total, self._new, self._own = Counts(), Counts(), Counts()  # of all processes, not exchanged, of this one
        self._prompt_tokens = amount.prompt_tokens
        self._usual = sum(_USUAL[target] * count for target, count in amount.steps.items())
        self._processes, self._clock = processes, clock
        self._seconds_reading = self._seconds_writing = 0.0
        self._bar: Any = None
        self._updated_at = 0.0
        self._next_line, self._wait = _FIRST_LINE, _FIRST_LINE
        self._begin = self._last = clock()

    @property
    def seconds(self) -> float:
        return self._clock() - self._begin

    def __enter__(self) -> "Progress":
        self._begin = self._last = self._clock()
        if self.shown and shows_bar(self.stream):
            total, form = (None, _OPEN_BAR) if self.open_ended else (self.steps, _BAR)
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
            now = self._clock()
            self._seconds_writing += now - self._last if written else 0.0
            self._seconds_reading += 0.0 if written else now - self._last
            self._last = now
            self._add(Counts(read=read, written=written))
        if self.seconds - self._updated_at < _INTERVAL:
            return
        self._update()
        is_due = self.shown and self.seconds >= self._next_line
        if self._bar is None and is_due:
            self._wait = min(2 * self._wait, _LINE_INTERVAL)
            self._next_line = self.seconds + self._wait
        if self._bar is not None or is_due:
            self._show(is_last=False)

    def finish(self, target: StepTarget | None, tokens: int) -> None:
        """Counts a finished step with the tokens of its completion; its target is `None` if it asked the oracle."""
        self._add(Counts(steps=1, finished=tokens, usual=_USUAL.get(target, 0)))
        self.steps = max(self.steps, self.total.steps)
        self.count(0, 0)

    def seconds_left(self) -> float | None:
        """Estimated seconds left; `None` before any token was counted, and where more steps may follow."""
        if self.open_ended or (not self._own.read and not self._own.written):
            return None
        reading = self._own.read / self._seconds_reading if self._seconds_reading else None
        writing = self._own.written / self._seconds_writing if self._seconds_writing else None
        if writing is None and reading is None:
            return None
        writing = writing or (reading or 0.0) / _READING_FASTER
        done, tokens = self.total, 0.0
        if done.steps < self.steps:
            in_progress = max(0, done.written - done.finished)
            usual_left = self._usual - done.usual
            usual_of_some = _WEIGHT * self._usual / self.steps
            # Completions in progress count as usual in length until they exceed the rest of the total.
            longer = (usual_of_some + done.written) / (usual_of_some + done.usual + min(in_progress, usual_left))
            tokens = max(longer * usual_left - in_progress, in_progress / 4)
        seconds = tokens / writing
        if reading is not None:
            seconds += max(0, self._prompt_tokens - self.total.read) / reading
        return seconds / self._processes

    def tokens_per_second(self) -> tuple[str, float]:
        """Unit (prompt tokens before any token is written) and tokens per second of all processes."""
        own = self._own
        unit, tokens, seconds = "tokens/s", own.written, self._seconds_writing
        if own.read and not own.written:
            unit, tokens, seconds = "prompt tokens/s", own.read, self._seconds_reading
        return unit, tokens / seconds * self._processes if seconds else 0.0

    def _add(self, counts: Counts) -> None:
        for kept in (self.total, self._new, self._own):
            for name, value in vars(counts).items():
                setattr(kept, name, getattr(kept, name) + value)

    def _update(self) -> None:
        self._updated_at = self.seconds
        if self.exchange is not None:
            new, self._new = self._new, Counts()
            self.total = self.exchange(new)

    def _show(self, is_last: bool) -> None:
        """Updates the bar, or prints a line."""
        done, left, passed, (unit, rate) = self.total, self.seconds_left(), self.seconds, self.tokens_per_second()
        rest = f"about {clock_time(left)} left, " if left is not None else ""
        pace = f"{rate:.0f} {unit}" + (f", {done.written:,} tokens" if done.written else "")
        if self._bar is not None:
            self._bar.n = done.steps
            self._bar.set_postfix_str(f"{rest}{pace}", refresh=False)
            self._bar.refresh()
            return
        made = counted(done.steps, "step") if self.open_ended else f"{done.steps}/{counted(self.steps, 'step')}"
        when = f"in {clock_time(passed)}, " if is_last else f"after {clock_time(passed)}, {rest}"
        others = is_last and self.exchange is not None and done.steps < self.steps
        end = "; other processes continue" if others else ""
        print(f"{self.title}: {made} {when}{pace}{end}", file=self.stream, flush=True)
