"""Samples that run at the same time, or one after the other, have nothing of each other."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from ledger import RIGHT, TASK, WRONG, details, outcome, read_spy

from classeval_hf.judging.executor import Executor

CONTAINED = ("T3", "T2")


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
