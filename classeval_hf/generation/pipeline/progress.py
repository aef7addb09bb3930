"""Progress of a run: a bar on a terminal, and a line from time to time where standard error is none. Backends count
tokens as they are processed, so that progress shows long before the first step is complete."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from types import TracebackType
from typing import Any, TextIO

from tqdm.auto import tqdm

from classeval_hf.core.progress import clock_time, shows_bar
from classeval_hf.generation.pipeline.pace import Counts, Pace
from classeval_hf.generation.pipeline.prompt_check import Amount
from classeval_hf.generation.steps import Completion, Target

_INTERVAL = 0.5  # seconds between two updates

_FIRST_LINE, _LINE_INTERVAL = 5.0, 60.0
"""Seconds until the first line, and maximum of seconds between two lines; the interval doubles each time."""


_BAR = "{desc}: {percentage:3.0f}%|{bar}| {n_fmt}/{total_fmt} steps [{elapsed}{postfix}]"
_OPEN_BAR = "{desc}: {n_fmt} steps [{elapsed}{postfix}]"


class Progress:
    """Shows a run's progress, as a context manager."""

    def __init__(
        self,
        title: str,  # title of the bar and the lines
        amount: Amount,
        *,
        shown: bool = True,  # whether this process shows it
        processes: int = 1,  # number of processes
        # Takes the counts of this process since the last call, and returns those of all processes.
        exchange: Callable[[Counts], Counts] | None = None,
        stream: TextIO | None = None,  # output stream, by default standard error
        clock: Callable[[], float] = time.monotonic,  # returns seconds
    ) -> None:
        self._title = title
        self._pace = Pace(amount, processes, clock)
        self._shown = shown
        self._exchange = exchange
        self._stream = stream if stream is not None else sys.stderr
        self._bar: Any = None
        self._updated_at = 0.0
        self._next_line, self._wait = _FIRST_LINE, _FIRST_LINE

    def __enter__(self) -> Progress:
        self._pace.start()
        if self._shown and shows_bar(self._stream):
            self._bar = tqdm(
                total=None if self._pace.open_ended else self._pace.steps,
                desc=self._title,
                file=self._stream,
                bar_format=_OPEN_BAR if self._pace.open_ended else _BAR,
            )
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None:
            self._update()
        if self._bar is not None:
            self._show_bar()
            self._bar.close()
        elif self._shown and kind is None:
            others = self._exchange is not None and self._pace.total.steps < self._pace.steps
            end = "; other processes continue" if others else ""
            self._print(f"{self._done()} in {clock_time(self._pace.seconds)}, {self._rate()}{end}")

    def count(self, read: int, written: int) -> None:
        """Counts tokens of prompts and of completions; also called with zeros, to update the display."""
        self._pace.count(read, written)
        if self._pace.seconds - self._updated_at >= _INTERVAL:
            self._update()
            self._show()

    def finish(self, target: Target, completion: Completion) -> None:
        """Counts a completed step that was asked now."""
        self._pace.finish(target, completion.completion_tokens)
        self.count(0, 0)

    def _update(self) -> None:
        self._updated_at = self._pace.seconds
        if self._exchange is not None:
            self._pace.total = self._exchange(self._pace.take_new())

    def _show(self) -> None:
        if self._bar is not None:
            self._show_bar()
        elif self._shown and self._pace.seconds >= self._next_line:
            self._wait = min(2 * self._wait, _LINE_INTERVAL)
            self._next_line = self._pace.seconds + self._wait
            left = self._pace.seconds_left()
            rest = f", about {clock_time(left)} left" if left is not None else ""
            self._print(f"{self._done()} after {clock_time(self._pace.seconds)}{rest}, {self._rate()}")

    def _show_bar(self) -> None:
        left = self._pace.seconds_left()
        rest = f"about {clock_time(left)} left, " if left is not None else ""
        self._bar.n = self._pace.total.steps
        self._bar.set_postfix_str(f"{rest}{self._rate()}", refresh=False)
        self._bar.refresh()

    def _done(self) -> str:
        done = self._pace.total.steps
        return f"{done} steps" if self._pace.open_ended else f"{done}/{self._pace.steps} steps"

    def _rate(self) -> str:
        unit, rate = self._pace.tokens_per_second()
        written = self._pace.total.written
        return f"{rate:.0f} {unit}" + (f", {written:,} tokens" if written else "")

    def _print(self, text: str) -> None:
        print(f"{self._title}: {text}", file=self._stream, flush=True)
