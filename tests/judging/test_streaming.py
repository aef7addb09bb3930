"""A judge gives each sample as soon as it is judged."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from box_task import RIGHT, TASK

from classeval_hf.core.tasks import TestSuite
from classeval_hf.core.verdicts import CandidateVerdict
from classeval_hf.judging.judge import Judge
from classeval_hf.reading.judged_samples import JudgedSample

pytestmark = pytest.mark.usefixtures("consent", "hf_home")


def passed(sample: JudgedSample) -> bool:
    assert isinstance(sample.verdict, CandidateVerdict)
    return sample.verdict.passed(["BoxTest"])


def test_a_sample_is_given_while_another_runs(tmp_path: Path) -> None:
    """The second one waits for a sign that is given when the first has been seen."""
    sign = tmp_path / "sign"
    waits = f"import os, time\nwhile not os.path.exists({str(sign)!r}):\n    time.sleep(0.05)\n{RIGHT}"
    seen = []
    with Judge(timeout=8.0, isolation="T1", progress=False, cache=False) as judge:
        for task_id, number, sample in judge.stream([TASK], [[waits, RIGHT]]):
            seen.append((task_id, number, passed(sample)))
            sign.touch()
    assert seen == [("box", 1, True), ("box", 0, True)]


def test_the_stream_holds_what_the_list_holds() -> None:
    """Equal completions, some without code, and a task that has a further suite beside one that lacks it."""
    strong = TestSuite("plus", TASK.test.replace("3001", "3002"), ("BoxTest",), {"size": ("BoxTest",)})
    tasks = [TASK, replace(TASK, task_id="both", extra_suites=(strong,))]
    completions = [[RIGHT, "no Python (", RIGHT], [RIGHT]]
    with Judge(progress=False) as judge:
        for suites in (("base",), ("base", "plus"), ("plus",)):
            listed = judge.judge(tasks, completions, suites)
            streamed = list(judge.stream(tasks, completions, suites))
            assert [len(listed[task.task_id]) for task in tasks] == [3, 1]
            assert {(name, number): sample for name, number, sample in streamed} == {
                (name, number): sample for name, found in listed.items() for number, sample in enumerate(found)
            }
            assert len(streamed) == 4
