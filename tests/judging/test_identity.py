"""Two tasks of one id with different tests: none gets what was found of the other."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from box_task import RIGHT, TASK

from classeval_hf.core.tasks import ClassTask
from classeval_hf.core.verdicts import CandidateVerdict
from classeval_hf.judging.executor import Executor
from classeval_hf.judging.judge import Judge
from classeval_hf.judging.scheduling import SampleJob, stream_jobs
from classeval_hf.judging.verdict_cache import VerdictCache

OTHER = replace(TASK, test=TASK.test.replace("3001", "3002"))
"""The same id and test class, and another expected value."""

pytestmark = pytest.mark.usefixtures("consent", "hf_home")


def passed(verdict: object) -> bool:
    assert isinstance(verdict, CandidateVerdict)
    return verdict.passed(["BoxTest"])


@pytest.mark.parametrize("tasks", [(TASK, OTHER), (OTHER, TASK)])
def test_an_executor_tells_them_apart(tasks: tuple[ClassTask, ClassTask]) -> None:
    with Executor() as executor:
        found = [passed(executor.run(task, RIGHT).verdict) for task in tasks]
    assert found == [task is TASK for task in tasks]


@pytest.mark.parametrize("kept", [False, True])
@pytest.mark.parametrize("tasks", [(TASK, OTHER), (OTHER, TASK)])
def test_equal_candidates_to_them_are_run_each(tasks: tuple[ClassTask, ClassTask], kept: bool, tmp_path: Path) -> None:
    cache = VerdictCache({}, tmp_path / "verdicts.sqlite") if kept else None
    with Executor() as executor:
        for _ in range(2):  # the second time from the cache, if there is one
            found = dict(stream_jobs([SampleJob(task, RIGHT) for task in tasks], executor, 2, cache, progress=False))
            assert [passed(found[index]) for index in (0, 1)] == [task is TASK for task in tasks]
    if cache is not None:
        cache.close()


def test_other_time_limits_are_another_job() -> None:
    """A candidate that one limit ends is run again with the other."""
    slow = f"import time\nend = time.process_time() + 0.4\nwhile time.process_time() < end: pass\n{RIGHT}"
    jobs = [SampleJob(TASK, slow, limits=(("BoxTest", seconds),)) for seconds in (0.1, 5.0)]
    with Executor() as executor:
        found = dict(stream_jobs(jobs, executor, 1, None, progress=False))
    assert [passed(found[index]) for index in (0, 1)] == [False, True]


def test_a_judge_takes_one_of_them() -> None:
    """What it finds is told by task id."""
    with Judge(progress=False) as judge:
        for call in (
            lambda: judge.judge([TASK, OTHER], [[RIGHT], [RIGHT]]),
            lambda: judge.run([(TASK, RIGHT), (OTHER, RIGHT)]),
            lambda: judge.soundness([TASK, OTHER]),
        ):
            with pytest.raises(
                ValueError, match=r"Two tasks that differ have the id 'box'\. Give each an id of its own"
            ):
                call()
        with pytest.raises(ValueError, match="Task 'box' is given twice"):
            judge.judge([TASK, TASK], [[RIGHT], [RIGHT]])
        assert [passed(verdict) for verdict in judge.run([(TASK, RIGHT)])] == [True]
        assert [passed(verdict) for verdict in judge.run([(OTHER, RIGHT)])] == [False]


def test_a_reference_that_fails_the_other_task_is_known_as_such() -> None:
    tasks = [replace(task, solution_code=RIGHT) for task in (TASK, OTHER)]
    with Judge(progress=False) as judge:
        found = [judge.soundness([task])["box"].is_sound for task in (*tasks, *tasks)]
    assert found == [True, False, True, False]
