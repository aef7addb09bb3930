"""What the processes of a step use together, from a folder like `/proc`."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from classeval_hf.sandbox.accounting import ProcessTree


class Processes:
    """Such a folder, whose processes come and go."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.set({})

    def set(self, queued: dict[str, float], own_seconds: float = 0.0) -> None:
        """
        Lets there be processes, children of this one, that were ready to run without a core for so many seconds, and
        this one for as many as the other argument says.
        """
        own = self.folder / "thread-self"
        own.mkdir(exist_ok=True)
        (own / "schedstat").write_text(f"0 {int(own_seconds * 1e9)} 1\n")
        (own / "children").write_text(" ".join(queued))
        for process, seconds in queued.items():
            (self.folder / process / "task").mkdir(parents=True, exist_ok=True)
            (self.folder / process / "schedstat").write_text(f"0 {int(seconds * 1e9)} 1\n")


@contextmanager
def opened(folder: Path) -> Iterator[int]:
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def test_programs_that_run_one_after_the_other_wait_for_a_core_each(tmp_path: Path) -> None:
    """A test that starts ten programs on a busy machine is not charged with the time that each of them waited."""
    processes = Processes(tmp_path)
    with opened(tmp_path) as proc:
        tree = ProcessTree(proc)
        for number in range(10):
            processes.set({"1": 0.5, str(10 + number): 1.0})
            usage = tree.usage()
        assert usage.queued_seconds == pytest.approx(10.0)
        tree.begin_step()
        processes.set({"1": 0.5})
        assert tree.usage().queued_seconds == pytest.approx(0.5)


def test_processes_that_wait_at_a_time_count_once(tmp_path: Path) -> None:
    """So nobody gets time by starting many."""
    processes = Processes(tmp_path)
    with opened(tmp_path) as proc:
        tree = ProcessTree(proc)
        for seconds in (1.0, 2.0, 3.0):
            processes.set(dict.fromkeys("123456789", seconds))
            usage = tree.usage()
        assert (usage.queued_seconds, usage.processes) == (pytest.approx(3.0), 9)


def test_the_time_in_which_nobody_looked_counts_too(tmp_path: Path) -> None:
    """A sample that waits until its report is read is not charged with what its supervisor waited for a core."""
    processes = Processes(tmp_path)
    processes.set({}, own_seconds=100.0)
    with opened(tmp_path) as proc:
        tree = ProcessTree(proc)
        processes.set({"1": 0.5}, own_seconds=102.0)
        assert tree.usage().queued_seconds == pytest.approx(2.0), "only since the step has begun"
        processes.set({"1": 1.5}, own_seconds=102.25)
        assert tree.usage().queued_seconds == pytest.approx(3.0)


def test_a_kernel_that_does_not_say_it(tmp_path: Path) -> None:
    processes = Processes(tmp_path)
    processes.set({"1": 1.0})
    (tmp_path / "1" / "schedstat").unlink()
    with opened(tmp_path) as proc:
        assert ProcessTree(proc).usage().queued_seconds is None
