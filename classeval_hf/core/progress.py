"""Progress of long work: a bar on a terminal or in a notebook, elsewhere a line from time to time."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TextIO

from classeval_hf.core.plurals import plural

_SHARE, _SECONDS = 0.1, 30.0  # prints a line after this share of the work or this time
_MIN_SECONDS = 2.0  # between two lines, however fast the work is


class ProgressBar:
    def __init__(
        self,
        title: str,  # name of the work, at the start of the bar and of each line
        total: int,
        unit: str,  # unit, such as `"task"`, or `"B"` for bytes
        *,
        shown: bool = True,  # whether to show anything; nothing is shown if `total` is 0
        stream: TextIO | None = None,  # where to, by default standard error
        clock: Callable[[], float] = time.monotonic,  # returns seconds
    ) -> None:
        self._title, self._total, self._unit = title, total, unit
        self._shown = shown and total > 0
        self._stream = stream if stream is not None else sys.stderr
        self._clock = clock
        self._bar: Any = None
        self._done = self._said = 0
        self._step = ""

    def __enter__(self) -> "ProgressBar":
        self._began = self._said_at = self._clock()
        if self._shown and shows_bar(self._stream):
            from tqdm.auto import tqdm  # brings asyncio, and a log has no bar

            scaled = self._unit == "B"
            self._bar = tqdm(
                total=self._total, desc=self._title, unit=self._unit, unit_scale=scaled, file=self._stream
            )
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if self._bar is not None:
            self._bar.close()
        elif self._shown and kind is None:
            self._print(f"in {clock_time(self._clock() - self._began)}")

    def update(self, count: int = 1) -> None:
        self._done += count
        if self._bar is not None:
            self._bar.update(count)
        elif self._shown:
            self._say()

    def set_step(self, step: str) -> None:
        self._step = step
        if self._bar is not None:
            self._bar.set_postfix_str(step)
        elif self._shown:
            self._say(now=True)

    def _say(self, now: bool = False) -> None:
        waited = self._clock() - self._said_at
        much = self._done - self._said >= _SHARE * self._total and waited >= _MIN_SECONDS
        if now or (self._done < self._total and (much or waited >= _SECONDS)):
            self._said, self._said_at = self._done, self._clock()
            step = f", {self._step}" if self._step else ""
            self._print(f"after {clock_time(self._said_at - self._began)}{step}")

    def _print(self, rest: str) -> None:
        if self._unit == "B":
            amount = f"{self._done / 1e6:.1f} of {self._total / 1e6:.1f} MB"
        else:
            amount = f"{self._done} of {self._total} {plural(self._unit, self._total)}"
        print(f"{self._title}: {amount} {rest}", file=self._stream, flush=True)


def say_stage(what: str, number: int, total: int, shown: bool = True) -> None:
    """Prints to standard error which of several parts of the work begins, since their bars look alike."""
    if shown and total > 1:
        print(f"{number} of {total}: {what}", file=sys.stderr, flush=True)


def shows_bar(stream: TextIO | None = None) -> bool:
    """Whether a bar can be shown: on a terminal (by default standard error), and in a notebook, by `tqdm.auto`."""
    stream = stream if stream is not None else sys.stderr
    ipython = sys.modules.get("IPython") if stream is sys.stderr else None
    shell = ipython.get_ipython() if ipython is not None else None
    return stream.isatty() or (shell is not None and "IPKernelApp" in shell.config)


@contextmanager
def no_bars_in_logs(quiet: bool = False) -> Iterator[None]:
    """Keeps transformers from showing bars while it loads a model, if `quiet` or where no bar can be shown."""
    import transformers  # slow to load, and an extra

    logging: Any = transformers.utils.logging
    if (shows_bar() and not quiet) or not logging.is_progress_bar_enabled():
        yield
        return
    logging.disable_progress_bar()
    try:
        yield
    finally:
        logging.enable_progress_bar()


def clock_time(seconds: float) -> str:
    """Seconds as a clock shows them: `2:05`, `1:00:07`."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
