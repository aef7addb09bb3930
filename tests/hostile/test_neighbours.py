"""Samples that run at the same time, or one after the other, have nothing of each other."""

from __future__ import annotations

import textwrap
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from ledger import RIGHT, TASK, WRONG, details, outcome

from classeval_hf.unittest_runner import Executor

CONTAINED = ("T3", "T2")


@pytest.mark.parametrize("tier", CONTAINED)
def test_samples_do_not_see_each_other(tier: str, executors: Callable[[str], Executor]) -> None:
    """Neither the folder nor the processes of a sample that runs at the same time."""
    executor = executors(tier)
    victim = f"{RIGHT}\nimport os, time\nopen('of-the-victim', 'w').write('x')\ntime.sleep(0.7)\n"
    spy = f"""{RIGHT}
import os
seen = []
for folder in ("..", "../..", "../../..", os.path.dirname(os.path.dirname(os.path.dirname(os.getcwd())))):
    try:
        for root, folders, files in os.walk(folder):
            seen += [name for name in files if name == "of-the-victim"]
        for name in os.listdir(folder):
            seen += [name] if name.startswith("samples-of-") else []
    except OSError:
        pass
for number in range(max(os.getpid() - 100, 2), os.getpid() + 100):
    try:
        if os.getsid(number) != os.getsid(0) and {tier == "T2"}:
            os.kill(number, 0)
            seen.append(number)
    except OSError:
        pass
if seen:
    raise RuntimeError(f"the spy saw {{seen}}")
"""
    with ThreadPoolExecutor(2) as pool:
        hidden = pool.submit(executor.run, TASK, victim)
        time.sleep(0.3)
        verdict = executor.run(TASK, spy).verdict
        assert outcome(verdict) == "pass", details(verdict)
        assert outcome(hidden.result().verdict) == "pass"


@pytest.mark.parametrize("tier", CONTAINED)
def test_nothing_passes_thanks_to_an_earlier_sample(tier: str, executors: Callable[[str], Executor]) -> None:
    """A right sample leaves its answers wherever it can; a wrong one looks for them there."""
    places = '[".", "..", "/tmp", "/dev/shm", "/var/tmp", "/", __file__ + ".d", tempfile.gettempdir()]'
    leave = f"""{RIGHT}
import os, sys, tempfile
for folder in {places}:
    try:
        with open(os.path.join(folder, "hostile-answers"), "w") as file:
            file.write("post")
    except OSError:
        pass
os.environ["HOSTILE_ANSWERS"] = "post"
sys.modules["hostile_answers"] = Ledger
"""
    use = f"""{WRONG}
import os, sys, tempfile
found = [folder for folder in {places} if os.path.exists(os.path.join(folder, "hostile-answers"))]
if found or "HOSTILE_ANSWERS" in os.environ or "hostile_answers" in sys.modules:
    class Ledger:
{textwrap.indent(RIGHT.split("class Ledger:")[1], "    ")}
"""
    assert outcome(executors(tier).run(TASK, leave).verdict) == "pass"
    assert outcome(executors(tier).run(TASK, use).verdict) == "fail"
