"""Samples that run at the same time, or one after the other, have nothing of each other."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from hostile_samples import RIGHT, TASK, WRONG, details, outcome, read_spy
from slow_and_full import one_in

from classeval_hf.judging.executor import Executor

CONTAINED = ("T3", "T2")


def together(executor: Executor, *codes: str) -> list[str]:
    """What right samples get that do this beside, at the same time."""
    with ThreadPoolExecutor(2) as pool:
        return [outcome(one.verdict) for one in pool.map(lambda code: executor.run(TASK, RIGHT + code), codes)]


@pytest.mark.parametrize("tier", CONTAINED)
def test_samples_do_not_see_each_other(tier: str, executors: Callable[[str], Executor]) -> None:
    """Neither the folder nor the processes of a sample that runs at the same time."""
    executor = executors(tier, 10.0)  # the spy looks at every process, which takes long on a busy machine
    victim = f"{RIGHT}\nimport os, time\nopen('of-the-victim', 'w').write('x')\ntime.sleep(0.7)\n"
    spy = RIGHT + read_spy("neighbours", OTHERS_ARE_SEEN=tier == "T2")
    with ThreadPoolExecutor(2) as pool:
        hidden = pool.submit(executor.run, TASK, victim)
        time.sleep(0.3)
        verdict = executor.run(TASK, spy).verdict
        assert outcome(verdict) == "pass", details(verdict)
        assert outcome(hidden.result().verdict) == "pass"


@pytest.mark.parametrize("tier", CONTAINED)
def test_nothing_passes_thanks_to_an_earlier_sample(tier: str, executors: Callable[[str], Executor]) -> None:
    """A right sample leaves its answers wherever it can; a wrong one looks for them there."""
    leave = RIGHT + read_spy("answers_left")
    use = WRONG + read_spy("answers_used", RIGHT=RIGHT)
    assert outcome(executors(tier).run(TASK, leave).verdict) == "pass"
    assert outcome(executors(tier).run(TASK, use).verdict) == "fail"


BIT = """
import fcntl, json, time
file, seen = open(json.__file__), []
for _ in range(300):
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        fcntl.flock(file, fcntl.LOCK_UN)
        seen.append(0)
    except BlockingIOError:
        seen.append(1)
    time.sleep(0.01)
if sorted(set(seen)) != [0, 1]:
    raise RuntimeError("no bit came")
"""
TELLS = """
import fcntl, json, time
file = open(json.__file__)
for number in range(30):
    fcntl.flock(file, (fcntl.LOCK_EX, fcntl.LOCK_UN)[number % 2])
    time.sleep(0.1)
"""


@pytest.mark.parametrize("tier", one_in(2, CONTAINED))
def test_locks_on_libraries_tell_bits(tier: str, executors: Callable[[str], Executor]) -> None:
    """A documented limit: while both run. What is locked is free when its sample is over."""
    executor = executors(tier, 20.0)
    assert together(executor, TELLS, BIT) == ["pass", "pass"]
    assert together(executor, BIT.replace("300", "30")) == ["fail"]


TAKES = """
import os, socket, time
for _ in range(12):
    if os.fork() == 0:
        kept = []
        for _ in range(120):
            reading, writing = os.pipe()
            os.close(writing)
            kept.append(reading)
        time.sleep(3)
        os._exit(0)
one, other = socket.socketpair()
try:
    for _ in range(40):
        socket.send_fds(one, [b"x"], [0] * 60)
except OSError:
    pass
time.sleep(3)
"""
LACKS = """
import fcntl, os, socket, time
smallest, passed = 1 << 16, []
for _ in range(1000):
    ends, pair = os.pipe(), socket.socketpair()
    smallest = min(smallest, fcntl.fcntl(ends[0], 1032))
    try:
        socket.send_fds(pair[0], [b"x"], [0])
        passed.append(True)
    except OSError:
        passed.append(False)
    for one in ends:
        os.close(one)
    for one in pair:
        one.close()
    if (smallest, all(passed), any(passed)) == (8192, False, True):
        break
    time.sleep(0.01)
else:
    raise RuntimeError(f"nothing was lacking: {smallest}")
"""


@pytest.mark.parametrize("tier", one_in(2, CONTAINED))
def test_what_the_kernel_counts_for_a_user_is_shared(tier: str, executors: Callable[[str], Executor]) -> None:
    """Likewise: pages of pipes, and descriptors on their way. The scorer, which may have more of them, has enough."""
    executor = executors(tier, 20.0)
    assert together(executor, TAKES, LACKS) == ["pass", "pass"]
    assert together(executor, LACKS.replace("1000", "25")) == ["fail"]
