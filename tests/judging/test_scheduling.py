"""Samples wait, compute or are stuck; cores are given to those that compute."""

from __future__ import annotations

from pathlib import Path

import pytest
from box_task import RIGHT, TASK

from classeval_hf.core.errors import InfrastructureError
from classeval_hf.core.verdicts import CandidateVerdict, TestClassVerdict
from classeval_hf.judging.executor import Executor
from classeval_hf.judging.scheduling import SampleJob, can_be_kept, run_each, stream_jobs
from classeval_hf.reading.judged_samples import Verdict
from classeval_hf.sandbox.isolation import IsolationError

WAITING = "import time\ntime.sleep(60)\n" + RIGHT
COMPUTING = "while True:\n    pass\n" + RIGHT


def test_one_that_only_waits_is_charged_at_once_and_announced() -> None:
    told: list[str] = []
    with Executor(timeout=1.0) as executor:
        execution = executor.run(TASK, WAITING, lambda: told.append("waiting"))
    (verdict,) = execution.verdict.test_classes
    assert not verdict.passed
    assert verdict.count(verdict.cases[0].outcome.TIMEOUT) == 1
    assert not execution.contended, "it is known to have waited, so a second try would tell nothing"
    assert told == ["waiting"]


def test_one_that_computes_is_not_taken_for_waiting() -> None:
    told: list[str] = []
    with Executor(timeout=1.0) as executor:
        execution = executor.run(TASK, COMPUTING, lambda: told.append("waiting"))
    assert execution.verdict.test_classes[0].cases[0].outcome.value == "timeout"
    assert not told


def test_others_run_while_one_waits(tmp_path: Path) -> None:
    """With a single worker, and a first sample that waits for a sign that only the second one gives."""
    sign = tmp_path / "sign"
    waits = (
        f"import os, time\nend = time.monotonic() + 20\nwhile not os.path.exists({str(sign)!r}):\n"
        f"    time.sleep(0.05)\n    assert time.monotonic() < end\n{RIGHT}{'# long, so it goes first' * 50}\n"
    )
    gives = f"open({str(sign)!r}, 'w').close()\n{RIGHT}"
    with Executor(timeout=8.0, isolation="T1") as executor:
        found = list(stream_jobs([SampleJob(TASK, gives), SampleJob(TASK, waits)], executor, 1, None, progress=False))
    assert sorted(index for index, _ in found) == [0, 1]
    assert all(isinstance(verdict, CandidateVerdict) and verdict.passed(["BoxTest"]) for _, verdict in found)


def test_the_order_is_kept(tmp_path: Path) -> None:
    """What may take long goes first, so it must not be overtaken by what comes later."""
    log = tmp_path / "log"
    sources = [f"with open({str(log)!r}, 'a') as log:\n    log.write('{number} ')\n{RIGHT}" for number in range(24)]
    with Executor(isolation="T1") as executor:
        found = list(run_each([SampleJob(TASK, source) for source in sources], executor, 1))
    assert len(found) == 24
    assert log.read_text().split() == [str(number) for number in range(24)]


@pytest.mark.parametrize("tier", ["T1", "T2", "T3"])
def test_samples_one_after_the_other_and_at_once(tier: str) -> None:
    """Each has a supervisor of its own, and nothing of the one before."""
    leaves = "import os\nopen('left', 'w').close()\nopen('../tmp/left', 'w').close()\n" + RIGHT
    looks = f"import os\nassert not os.listdir('.') and not os.listdir('../tmp'), os.listdir('.')\n{RIGHT}"
    try:
        with Executor(isolation=tier) as executor:
            supervisors = set()
            for source in (leaves, looks, leaves, looks):
                verdict = executor.run(TASK, source).verdict
                assert verdict.passed(["BoxTest"]), verdict
            names_parent = f"{RIGHT}import os\nraise ValueError(os.getppid())\n"
            for _ in range(3):
                supervisors.add(executor.run(TASK, names_parent).verdict.test_classes[0].message)
            assert len(supervisors) == (1 if tier == "T3" else 3), "at T3 each is the first process of a namespace"
            jobs = [SampleJob(TASK, f"{looks}# {n}") for n in range(8)]
            together = dict(stream_jobs(jobs, executor, 4, None, progress=False))
    except IsolationError as error:
        pytest.skip(f"this machine does not give {tier}: {error}")
    assert all(isinstance(verdict, CandidateVerdict) and verdict.passed(["BoxTest"]) for verdict in together.values())


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
