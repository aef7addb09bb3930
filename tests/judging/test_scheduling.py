"""In which order samples are run and given, what cores are given to, and that tasks of one id are told apart."""

from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from box_task import RIGHT, TASK
from slow_cases import slow
from tiers_here import skip_without

from classeval_hf.core.errors import InfrastructureError
from classeval_hf.core.tasks import ClassTask, TestSuite
from classeval_hf.core.verdicts import CandidateVerdict, TestClassVerdict
from classeval_hf.judging.executor import Executor
from classeval_hf.judging.judge import Judge
from classeval_hf.judging.scheduling import SampleJob, can_be_kept, run_each, stream_jobs
from classeval_hf.judging.verdict_cache import VerdictCache
from classeval_hf.metrics.judged_samples import Verdict
from classeval_hf.sandbox.tiers import Tier

OTHER = replace(TASK, test=TASK.test.replace("3001", "3002"))
"""The same id and test class, and another expected value."""

pytestmark = pytest.mark.usefixtures("consent", "hf_home", "shared_executors")
Executors = Callable[[str], Executor]


def passed(verdict: object) -> bool:
    assert isinstance(verdict, CandidateVerdict)
    return verdict.passed(["BoxTest"])


def passes(
    jobs: list[SampleJob], executor: Executor, workers: int = 1, known: VerdictCache | None = None
) -> list[bool]:
    """Whether each of the samples passes."""
    found = dict(stream_jobs(jobs, executor, workers, known, progress=False))
    return [passed(found[index]) for index in range(len(jobs))]


def waits_for(sign: Path) -> str:
    end = "end = time.monotonic() + 20"
    waits = f"while not os.path.exists({str(sign)!r}):\n    time.sleep(0.05)\n    assert time.monotonic() < end\n"
    return f"import os, time\n{end}\n{waits}{RIGHT}{'# long, so it goes first' * 50}\n"


def test_one_that_only_waits_is_charged_at_once_and_announced(executor: Executor) -> None:
    """Another try would tell nothing, unlike of one that computes."""
    told: list[str] = []
    computes, waits = f"while True: pass\n{RIGHT}", f"import time\ntime.sleep(60)\n{RIGHT}"
    for source, announced in ((computes, []), (waits, ["waiting"])):
        execution = executor.run(TASK, source, lambda: told.append("waiting"), limits={"BoxTest": 0.5})
        (verdict,) = execution.verdict.test_classes
        assert not verdict.passed
        assert [case.outcome.value for case in verdict.cases] == ["timeout"]
        assert told == announced
    assert not execution.contended


def test_others_run_while_one_waits(executors: Executors, tmp_path: Path) -> None:
    """With a single worker, and a first sample that waits for a sign that only the second one gives."""
    gives = f"open({str(tmp_path / 'sign')!r}, 'w').close()\n{RIGHT}"
    jobs = [SampleJob(TASK, gives), SampleJob(TASK, waits_for(tmp_path / "sign"))]
    assert passes(jobs, executors("T1")) == [True, True]


def test_a_judge_gives_a_sample_while_another_runs(tmp_path: Path) -> None:
    seen = []
    with Judge(timeout=8.0, isolation="T1", progress=False, cache=False) as judge:
        for task_id, number, sample in judge.stream([TASK], [[waits_for(tmp_path / "sign"), RIGHT]]):
            seen.append((task_id, number, passed(sample.verdict)))
            (tmp_path / "sign").touch()
    assert seen == [("box", 1, True), ("box", 0, True)]


def test_the_order_is_kept(executors: Executors, tmp_path: Path) -> None:
    """What may take long goes first, so it must not be overtaken by what comes later."""
    log = tmp_path / "log"
    sources = [f"with open({str(log)!r}, 'a') as log:\n    log.write('{number} ')\n{RIGHT}" for number in range(12)]
    found = list(run_each([SampleJob(TASK, source) for source in sources], executors("T1"), 1))
    assert len(found) == 12
    assert log.read_text().split() == [str(number) for number in range(12)]


@pytest.mark.parametrize("tier", ["T1", slow("T2"), "T3"])
def test_samples_one_after_the_other_and_at_once(executors: Executors, tier: str) -> None:
    """Each has a supervisor of its own, and nothing of the one before."""
    skip_without(Tier(tier))
    executor = executors(tier)
    leaves = f"import os\nopen('left', 'w').close()\nopen('../tmp/left', 'w').close()\n{RIGHT}"
    looks = f"import os\nassert not os.listdir('.') and not os.listdir('../tmp'), os.listdir('.')\n{RIGHT}"
    for source in (leaves, looks, leaves, looks):
        verdict = executor.run(TASK, source).verdict
        assert passed(verdict), verdict
    names_parent = f"{RIGHT}import os\nraise ValueError(os.getppid())\n"
    supervisors = {executor.run(TASK, names_parent).verdict.test_classes[0].message for _ in range(3)}
    assert len(supervisors) == (1 if tier == "T3" else 3), "at T3 each is the first process of a namespace"
    assert all(passes([SampleJob(TASK, f"{looks}# {number}") for number in range(8)], executor, workers=4))


@pytest.mark.parametrize(
    ("verdict", "kept"),
    [
        (CandidateVerdict("a", (TestClassVerdict("T", ()),)), True),
        (CandidateVerdict("a", (TestClassVerdict("T", (), "NameError"),)), True),
        (CandidateVerdict("a", (TestClassVerdict("T", (), "SandboxBroken"),)), False),
        (CandidateVerdict("a", (TestClassVerdict("T", ()), TestClassVerdict("U", (), "UnreadableReport"))), False),
        (InfrastructureError("lost"), False),
    ],
)
def test_what_may_have_been_the_machines_doing_is_not_kept(verdict: Verdict, kept: bool) -> None:
    assert can_be_kept(verdict) is kept


def test_the_stream_holds_what_the_list_holds() -> None:
    """Equal completions, some without code, and a task that has a further suite beside one that lacks it."""
    strong = TestSuite("plus", OTHER.test, ("BoxTest",), {"size": ("BoxTest",)})
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


def test_an_executor_tells_tasks_of_one_id_apart(executor: Executor) -> None:
    tasks = (TASK, OTHER, OTHER, TASK)
    assert [passed(executor.run(task, RIGHT).verdict) for task in tasks] == [True, False, False, True]


@pytest.mark.parametrize("kept", [False, True])
@pytest.mark.parametrize("tasks", [(TASK, OTHER), (OTHER, TASK)], ids=["the right one first", "last"])
def test_equal_candidates_to_tasks_of_one_id_are_run_each(
    tasks: tuple[ClassTask, ...], kept: bool, tmp_path: Path, executor: Executor
) -> None:
    with closing(VerdictCache({}, tmp_path / "verdicts.sqlite")) as known:
        for _ in range(2):  # the second time from the cache, if there is one
            jobs = [SampleJob(task, RIGHT) for task in tasks]
            assert passes(jobs, executor, 2, known if kept else None) == [task is TASK for task in tasks]


def test_other_time_limits_are_another_job(executor: Executor) -> None:
    lengthy = f"import time\nend = time.process_time() + 0.4\nwhile time.process_time() < end: pass\n{RIGHT}"
    jobs = [SampleJob(TASK, lengthy, limits=(("BoxTest", seconds),)) for seconds in (0.1, 5.0)]
    assert passes(jobs, executor) == [False, True]


def test_a_judge_takes_one_of_them() -> None:
    """What it finds is told by task id."""
    with Judge(progress=False) as judge:
        for call in (
            lambda: judge.judge([TASK, OTHER], [[RIGHT], [RIGHT]]),
            lambda: judge.run([(TASK, RIGHT), (OTHER, RIGHT)]),
            lambda: judge.soundness([TASK, OTHER]),
        ):
            with pytest.raises(ValueError, match=r"Two tasks that differ have the id 'box'\. Give each an id"):
                call()
        with pytest.raises(ValueError, match="Task 'box' is given twice"):
            judge.judge([TASK, TASK], [[RIGHT], [RIGHT]])
        assert [passed(judge.run([(task, RIGHT)])[0]) for task in (TASK, OTHER)] == [True, False]
        # likewise how a reference does
        tasks = [replace(task, solution_code=RIGHT) for task in (TASK, OTHER)] * 2
        assert [judge.soundness([task])["box"].is_sound for task in tasks] == [True, False, True, False]
