"""Text for people: nouns and verbs by number, visible characters, progress bars."""

import os
import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any, TextIO


def plural(noun: str, count: int) -> str:
    """The noun after a count: `task` after 1, `tasks` after all others."""
    return noun if count == 1 else f"{noun}es" if noun.endswith("s") else f"{noun}s"


def counted(count: int, noun: str) -> str:
    """The count and its noun: `1 task`, `1,200 tasks`."""
    return f"{count:,} {plural(noun, count)}"


def agreeing(count: int, one: str, several: str) -> str:
    """The form of a verb that agrees with a count."""
    return one if count == 1 else several


_LET_THROUGH = re.compile(r"(\r\n|\A\r|\x1b\[[01]?m)")  # sent to terminals: a bar's return, and bold type of tables
_SYMBOLS: dict[int, str | int | None] = {code: 0x2400 + code for code in range(0x20) if code not in (9, 10)}
_SYMBOLS |= {0x7F: 0x2421, 0xA0: " "}
_MOVE = re.compile(r"\n*(?:\x1b\[A)*")  # sent by a bar below another one


def visible(text: str) -> str:
    """Shows control characters as their symbol (ESC: U+241B), and other invisible ones as their escape in Python."""
    text = text.replace("\r\n", "\n").translate(_SYMBOLS)
    if text.replace("\n", "").replace("\t", "").isprintable():
        return text
    shown = (one if one in "\n\t" or one.isprintable() else one.encode("unicode_escape").decode() for one in text)
    return "".join(shown)


class VisibleStream:
    """A stream that shows control characters instead of sending them."""

    def __init__(self, stream: TextIO) -> None:
        self._stream, self._is_terminal = stream, stream.isatty()
        self._line_is_bar = True  # whether the line is empty, or its text came after a return to its start

    def write(self, text: str) -> int:
        if self._is_terminal and self._line_is_bar and _MOVE.fullmatch(text):
            self._stream.write(text)
            return len(text)
        parts = (_LET_THROUGH if self._is_terminal else re.compile(r"(\r\n)")).split(text)
        if parts[1:2] == ["\r"] and not self._line_is_bar:  # so that no text overwrites the line
            parts[0:3] = [f"\r{parts[2]}"]
        self._stream.write("".join(part if number % 2 else visible(part) for number, part in enumerate(parts)))
        self._line_is_bar = text.endswith("\n") or (self._line_is_bar and text[:1] in ("", "\r"))
        return len(text)

    def writelines(self, lines: list[str]) -> None:
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


@contextmanager
def visible_output() -> Iterator[None]:
    """A context manager or decorator that sends all printed text through a [`VisibleStream`]."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:  # closed: the next file would get its number
            os.open(os.devnull, os.O_RDWR)
    given: list[TextIO | None] = [sys.stdout, sys.stderr]
    nowhere = Path(os.devnull)
    streams: list[Any] = [VisibleStream(stream or nowhere.open("w", encoding="utf-8")) for stream in given]
    with redirect_stdout(streams[0]), redirect_stderr(streams[1]):
        yield


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

            shown = {"desc": self._title, "unit": self._unit, "unit_scale": self._unit == "B", "file": self._stream}
            self._bar = tqdm(total=self._total, **shown)
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if self._bar is not None:
            self._bar.close()
        elif self._shown and kind is None:
            self._print("in")

    def update(self, count: int = 1, step: str | None = None) -> None:
        """Counts work that is done; the name of a `step` that begins is shown at once."""
        self._done += count
        self._step = self._step if step is None else step
        if self._bar is not None:
            self._bar.update(count)
            if step is not None:
                self._bar.set_postfix_str(step)
        elif self._shown:
            waited = self._clock() - self._said_at
            much = self._done - self._said >= _SHARE * self._total and waited >= _MIN_SECONDS
            if step is not None or (self._done < self._total and (much or waited >= _SECONDS)):
                self._said, self._said_at = self._done, self._clock()
                self._print("after", f", {self._step}" if self._step else "")

    def _print(self, word: str, step: str = "") -> None:
        amount = f"{self._done} of {self._total} {plural(self._unit, self._total)}"
        if self._unit == "B":
            amount = f"{self._done / 1e6:.1f} of {self._total / 1e6:.1f} MB"
        time = clock_time(self._clock() - self._began)
        print(f"{self._title}: {amount} {word} {time}{step}", file=self._stream, flush=True)


def say_stage(what: str, number: int, total: int, shown: bool) -> None:
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
