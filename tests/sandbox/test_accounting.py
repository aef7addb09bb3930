"""What the processes of a step use together, from a folder like `/proc`."""

import os
import resource
from collections.abc import Iterator
from pathlib import Path

import pytest

from classeval_hf.sandbox.accounting import ProcessTree
from classeval_hf.sandbox.confinement import resource_limits
from classeval_hf.sandbox.tiers import Limits


class Processes:
    """Such a folder, whose processes come and go, open as `descriptor`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.set({})
        self.descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)

    def set(self, queued: dict[str, float], own_seconds: float = 0.0) -> None:
        """
        Lets there be processes, children of this one, that were ready to run without a core for so many seconds, and
        this one for as many as the other argument says.
        """
        (self.folder / "thread-self").mkdir(exist_ok=True)
        (self.folder / "thread-self" / "children").write_text(" ".join(queued))
        for process, seconds in {"thread-self": own_seconds, **queued}.items():
            (self.folder / process / "task").mkdir(parents=True, exist_ok=True)
            (self.folder / process / "schedstat").write_text(f"0 {int(seconds * 1e9)} 1\n")


@pytest.fixture
def processes(tmp_path: Path) -> Iterator[Processes]:
    made = Processes(tmp_path)
    yield made
    os.close(made.descriptor)


def test_programs_that_run_one_after_the_other_wait_for_a_core_each(processes: Processes) -> None:
    """A test that starts ten programs on a busy machine is not charged with the time that each of them waited."""
    tree = ProcessTree(processes.descriptor)
    for number in range(10):
        processes.set({"1": 0.5, str(10 + number): 1.0})
        usage = tree.usage()
    assert usage.queued_seconds == pytest.approx(10.0)
    tree.begin_step()
    processes.set({"1": 0.5})
    assert tree.usage().queued_seconds == pytest.approx(0.5)


def test_processes_that_wait_at_a_time_count_once(processes: Processes) -> None:
    """So nobody gets time by starting many."""
    tree = ProcessTree(processes.descriptor)
    for seconds in (1.0, 2.0, 3.0):
        processes.set(dict.fromkeys("123456789", seconds))
        usage = tree.usage()
    assert (usage.queued_seconds, usage.processes) == (pytest.approx(3.0), 9)


def test_a_thread_that_waits_counts_too(processes: Processes) -> None:
    """The first thread of a JVM only waits for the one that runs the program."""
    tree = ProcessTree(processes.descriptor)
    processes.set({"1": 0.5})
    (processes.folder / "1" / "stat").write_text(f"1 (java) S {'0 ' * 16}3 0")
    for thread, seconds in {"1": 0.5, "2": 4.0, "3": 1.0}.items():
        (processes.folder / "1" / "task" / thread).mkdir()
        (processes.folder / "1" / "task" / thread / "schedstat").write_text(f"0 {int(seconds * 1e9)} 1\n")
    assert tree.usage().queued_seconds == pytest.approx(4.0)


def test_the_time_in_which_nobody_looked_counts_too(processes: Processes) -> None:
    """A sample that waits until its report is read is not charged with what its supervisor waited for a core."""
    processes.set({}, own_seconds=100.0)
    tree = ProcessTree(processes.descriptor)
    processes.set({"1": 0.5}, own_seconds=102.0)
    assert tree.usage().queued_seconds == pytest.approx(2.0), "only since the step has begun"
    processes.set({"1": 1.5}, own_seconds=102.25)
    assert tree.usage().queued_seconds == pytest.approx(3.0)
    # On a kernel that does not say it:
    (processes.folder / "1" / "schedstat").unlink()
    assert ProcessTree(processes.descriptor).usage().queued_seconds is None


@pytest.mark.parametrize("seconds", [1.0, 5.0, 20.0, 900.0])
def test_a_time_out_comes_before_the_kernel_kills(processes: Processes, seconds: float) -> None:
    """The kernel counts whole ticks: a process that it ends after 22 seconds may have had fewer than 20 of a core."""
    limits = dict(resource_limits(processes.descriptor, Limits(cpu_seconds=seconds), limits_tasks=False))
    assert limits[resource.RLIMIT_CPU] >= 1.5 * seconds + 1
