"""A bar on a terminal, lines in a log: seen from a child process with each of them for standard error."""

import io
import subprocess
from collections.abc import Callable

import pytest

from classeval_hf.core.progress import ProgressBar, clock_time

WORK = """
from classeval_hf.core.progress import ProgressBar
with ProgressBar("Scoring", 40, "sample") as bar:
    for _ in range(40):
        bar.update()
"""


class Clock:
    """A clock that goes when it is told to."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def lines_of(seconds_each: float, total: int = 100, **options: object) -> list[str]:
    clock, stream = Clock(), io.StringIO()
    with ProgressBar("Scoring", total, "sample", stream=stream, clock=clock, **options) as bar:  # type: ignore[arg-type]
        for _ in range(total):
            clock.now += seconds_each
            bar.update()
    return stream.getvalue().splitlines()


def test_a_pipe_gets_lines(run_python: Callable[..., subprocess.CompletedProcess[str]]) -> None:
    """No carriage return and no block of a bar is in what a log would keep; work this short is one line."""
    found = run_python(WORK)
    assert found.returncode == 0, found.stderr
    assert found.stderr == "Scoring: 40 of 40 samples in 0:00\n" and found.stdout == ""


def test_a_terminal_gets_a_bar(on_a_terminal: Callable[..., str]) -> None:
    shown = on_a_terminal(WORK)
    assert "\r" in shown and "40/40" in shown and "samples in" not in shown


def test_lines_come_by_share_and_by_time() -> None:
    """Of work that takes 100 s there is a line per tenth; of work that takes 6,000 s one per half minute."""
    tenths = lines_of(1.0)
    assert tenths[0] == "Scoring: 10 of 100 samples after 0:10"
    assert tenths[-2:] == ["Scoring: 90 of 100 samples after 1:30", "Scoring: 100 of 100 samples in 1:40"]
    assert (len(tenths), len(lines_of(60.0))) == (10, 100)
    assert lines_of(0.01) == ["Scoring: 100 of 100 samples in 0:01"]
    assert lines_of(1.0, total=0) == lines_of(1.0, shown=False) == [], "no work, or not asked"


def test_interruptions_steps_and_bytes() -> None:
    stream, clock = io.StringIO(), Clock()
    with pytest.raises(KeyboardInterrupt), ProgressBar("Scoring", 2, "sample", stream=stream) as bar:
        bar.update()
        raise KeyboardInterrupt
    assert stream.getvalue() == "", "an interruption is not the end"
    with ProgressBar("boto", 3_000_000, "B", stream=stream, clock=clock) as bar:
        bar.update(1_500_000)
        clock.now = 61
        bar.set_step("unpacking")
    assert stream.getvalue() == "boto: 1.5 of 3.0 MB after 1:01, unpacking\nboto: 1.5 of 3.0 MB in 1:01\n"
    assert [clock_time(seconds) for seconds in (0, 5.4, 125, 3607)] == ["0:00", "0:05", "2:05", "1:00:07"]
