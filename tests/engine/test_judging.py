"""In which order samples are run and given, how tasks of one id are told apart, and which verdicts are kept."""

import shutil
import signal
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import box_task
import pytest
from box_task import RIGHT, TASK
from slow_and_full import one_in, slow
from tiers_here import skip_without

from classeval_hf.core.errors import InfrastructureError
from classeval_hf.core.files import cache_directory
from classeval_hf.core.tasks import BASE, ClassTask, TestSuite
from classeval_hf.core.verdicts import CandidateVerdict, TestClassVerdict
from classeval_hf.engine.executor import Executor, LocalMachine, stream_jobs
from classeval_hf.engine.judge import Judge, _verdict_settings
from classeval_hf.engine.task_family import SampleJob
from classeval_hf.engine.verdict_cache import KEY_NAME, VerdictCache
from classeval_hf.sandbox.jobs import TimeLimits
from classeval_hf.sandbox.tiers import Tier
from classeval_hf.scoring.compute import compute_scores, keep_verdicts

OTHER = replace(TASK, test=TASK.test.replace("3001", "3002"))  # the same id and test class, another expected value
pytestmark = pytest.mark.usefixtures("consent", "hf_home", "shared_executors")
Executors = Callable[[str], Executor]


def passed(verdict: object) -> bool:
    assert isinstance(verdict, CandidateVerdict), verdict
    return verdict.passed(["BoxTest"])


def passes(jobs: list[SampleJob], executor: Executor, *options: Any) -> list[bool]:
    found = dict(stream_jobs(jobs, LocalMachine(executor, *(options or (1, None))), progress=False))
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
        suite, limits = executor.families.of(TASK).prepare(TASK, BASE, executor), TimeLimits({"BoxTest": 0.5})
        execution = executor.run_suite(suite, source, limits, lambda: told.append("waiting"))
        (verdict,) = execution.verdict.test_classes
        assert not verdict.passed
        assert [case.outcome.value for case in verdict.cases] == ["timeout"]
        assert told == announced
    assert not execution.contended


def test_others_run_and_are_given_while_one_waits(executors: Executors, tmp_path: Path) -> None:
    """With a single worker, and a first sample that waits for a sign that only the second one gives."""
    gives = f"open({str(tmp_path / 'first')!r}, 'w').close()\n{RIGHT}"
    jobs = [SampleJob(TASK, gives), SampleJob(TASK, waits_for(tmp_path / "first"))]
    assert passes(jobs, executors("T1")) == [True, True]
    seen = []
    with Judge(timeout=8.0, isolation="T1", progress=False, cache=False) as judge:
        for task_id, number, sample in judge.stream([TASK], [[waits_for(tmp_path / "sign"), RIGHT]]):
            seen.append((task_id, number, passed(sample.verdict)))
            (tmp_path / "sign").touch()
    assert seen == [("box", 1, True), ("box", 0, True)]


def test_the_order_is_kept(executors: Executors, tmp_path: Path) -> None:
    log = tmp_path / "log"
    sources = [f"with open({str(log)!r}, 'a') as log:\n    log.write('{number} ')\n{RIGHT}" for number in range(12)]
    found = list(LocalMachine(executors("T1"), 1).run([SampleJob(TASK, source) for source in sources]))
    assert len(found) == 12
    assert log.read_text().split() == [str(number) for number in range(12)]


@pytest.mark.parametrize("tier", ["T1", slow("T2"), "T3"])
def test_samples_one_after_the_other_and_at_once(executors: Executors, tier: str) -> None:
    """Each has a supervisor of its own, and nothing of the one before."""
    skip_without(Tier(tier))
    executor = executors(tier)
    leaves = f"import os\nopen('left', 'w').close()\nopen('../tmp/left', 'w').close()\n{RIGHT}"
    looks = f"import os\nassert not os.listdir('.') and not os.listdir('../tmp'), os.listdir('.')\n{RIGHT}"
    assert [passed(executor.run(TASK, source).verdict) for source in (leaves, looks) * 2] == [True] * 4
    names_parent = f"{RIGHT}import os\nraise ValueError(os.getppid())\n"
    supervisors = {executor.run(TASK, names_parent).verdict.test_classes[0].message for _ in range(3)}
    assert len(supervisors) == (1 if tier == "T3" else 3), "at T3 each is the first process of a namespace"
    assert all(passes([SampleJob(TASK, f"{looks}# {number}") for number in range(8)], executor, 4, None))


@pytest.mark.parametrize(
    ("errors", "kept"),
    [([""], True), (["NameError"], True), (["SandboxBroken"], False), (["", "UnreadableReport"], False)],
)
def test_what_may_have_been_the_machines_doing_is_not_kept(errors: list[str], kept: bool, tmp_path: Path) -> None:
    job = SampleJob(TASK, RIGHT)
    verdict = CandidateVerdict("box", tuple(TestClassVerdict("T", (), error) for error in errors))
    with closing(VerdictCache({}, tmp_path / "verdicts.sqlite")) as cache:
        cache.put(job, InfrastructureError("lost"))
        assert cache.get(job) is None
        cache.put(job, verdict)
        assert cache.get(job) == (verdict if kept else None)


def test_the_stream_holds_what_the_list_holds() -> None:
    strong = TestSuite("plus", OTHER.test, ("BoxTest",), {"size": ("BoxTest",)})
    tasks = [TASK, replace(TASK, task_id="both", extra_suites=(strong,))]
    completions = [[RIGHT, "no Python (", RIGHT], [RIGHT]]
    with Judge(progress=False) as judge:
        for suites in (("base",), ("base", "plus"), ("plus",)):
            listed = judge.judge(tasks, completions, suites)
            streamed = list(judge.stream(tasks, completions, suites))
            assert [len(listed[task.task_id]) for task in tasks] == [3, 1]
            given = {name: dict(enumerate(found)) for name, found in listed.items()}
            assert all(given[name].pop(number) == sample for name, number, sample in streamed)
            assert given == {"box": {}, "both": {}}
            assert len(streamed) == 4


@pytest.mark.parametrize("kept", [False, True])
@pytest.mark.parametrize("tasks", [[TASK, OTHER], [OTHER, TASK]], ids=["the right one first", "last"])
def test_equal_candidates_are_run_each(tasks: list[ClassTask], kept: bool, tmp_path: Path, executor: Executor) -> None:
    with closing(VerdictCache({}, tmp_path / "verdicts.sqlite")) as known:
        for _ in range(2):  # the second time from the cache, if there is one
            jobs = [SampleJob(task, RIGHT) for task in tasks]
            assert passes(jobs, executor, 2, known if kept else None) == [task is TASK for task in tasks]


def test_an_executor_tells_tasks_of_one_id_and_time_limits_apart(executor: Executor) -> None:
    tasks = (TASK, OTHER, OTHER, TASK)
    assert [passed(executor.run(task, RIGHT).verdict) for task in tasks] == [True, False, False, True]
    lengthy = f"import time\nend = time.process_time() + 0.4\nwhile time.process_time() < end: pass\n{RIGHT}"
    jobs = [SampleJob(TASK, lengthy, limits=TimeLimits({"BoxTest": seconds})) for seconds in (0.1, 5.0)]
    assert passes(jobs, executor) == [False, True]


def test_a_judge_takes_one_of_them() -> None:
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


WRONG = "class Box:\n    def size(self):\n        return 0\n"
JOBS = [(TASK, RIGHT), (TASK, WRONG)]
Kept = tuple[Path, list[CandidateVerdict]]


def scored() -> list[bool]:
    scores = compute_scores([[RIGHT, WRONG]], [TASK], k=1, progress=False)
    return [sample["class_passed"] for sample in scores["results"]["box"]]


def exchange(file: Path, *, signed: bool) -> None:
    """Puts the two verdicts in a file in each other's place, as its user could, or anyone who can write the file."""
    with closing(VerdictCache({}, file)) as cache, closing(sqlite3.connect(file)) as table:
        rows = table.execute("SELECT key, verdict FROM signed_verdicts").fetchall()
        (one, first), (other, second) = [row for row in rows if "BoxTest" in row[1] and row[1].startswith("{")]
        for key, verdict in ((one, second), (other, first)):
            table.execute("UPDATE signed_verdicts SET verdict = ? WHERE key = ?", (verdict, key))
            if signed:
                row = cache._signature(key, verdict), key
                table.execute("UPDATE signed_verdicts SET signature = ? WHERE key = ?", row)
        table.commit()


def test_kept_verdicts_are_used_if_this_user_signed_them_and_no_others_are_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, forged, own = tmp_path / "rank.sqlite", tmp_path / "forged.sqlite", cache_directory() / "verdicts.sqlite"
    keep_verdicts(JOBS, file, progress=False)
    shutil.copy(file, forged)
    exchange(file, signed=True)
    exchange(forged, signed=False)
    with closing(VerdictCache({})) as known:
        known.include(file)
    assert scored() == [False, True], "they are not computed again"
    for path in own.parent.glob(f"{own.name}*"):
        path.unlink()
    with closing(VerdictCache({})) as known:
        known.include(forged)
    assert scored() == [True, False], "what somebody else wrote is passed over"
    with closing(VerdictCache({})) as known:
        known.include(file)
    assert scored() == [True, False], "what is known already stays"
    exchange(own, signed=False)
    assert scored() == [True, False]
    monkeypatch.delenv("HF_ALLOW_CODE_EVAL")
    with pytest.raises(ValueError, match="HF_ALLOW_CODE_EVAL"):
        keep_verdicts([(TASK, RIGHT)], tmp_path / "other.sqlite")
    assert not (tmp_path / "other.sqlite").exists()


def settings_at(tier: str) -> Mapping[str, Any]:
    with Judge(isolation=tier, cache=False, progress=False) as judge, judge.executor() as executor:
        return _verdict_settings(5.0, executor)


@pytest.mark.parametrize("tier", one_in(3, ["T3", "T2", "T1"]))
def test_verdicts_that_were_found_otherwise_are_not_used(tier: str, tmp_path: Path) -> None:
    """Those of a time when projects were copied in part, and numbers compared as numpy does."""
    skip_without(Tier(tier))
    settings, job = settings_at(tier), SampleJob(TASK, RIGHT)
    wrong = CandidateVerdict("box", (TestClassVerdict("BoxTest", (), "ImportError"),))
    for used in (False, True):
        older = {name: value for name, value in settings.items() if used or name != "judging"}
        with closing(VerdictCache(older, file := tmp_path / f"{used}.sqlite")) as cache:
            cache.put(job, wrong)
        with Judge(isolation=tier, progress=False, cache_file=file) as judge:
            (verdict,) = judge.run([(TASK, RIGHT)])
        assert (verdict == wrong) is used


NO_VERDICTS = (
    *("[]", "[[]]", "null", "{", "[" * 100_000, '[["BoxTest", "", "", "parent", [["test_size", "pass", "", ""]]]]'),
    *('{"test_classes": []}', '{"test_classes": [["BoxTest", "", "", "parent", [["test_size", "passed", "", ""]]]]}'),
    "9" * 5_000_000,
)


def test_what_is_no_verdict_is_passed_over_even_if_it_is_signed() -> None:
    assert scored() == [True, False]
    file, settings, job = cache_directory() / "verdicts.sqlite", settings_at("auto"), SampleJob(TASK, RIGHT)
    with closing(VerdictCache(settings)) as cache, closing(sqlite3.connect(file)) as table:
        key, other = cache.key(job), SampleJob(TASK, WRONG)
        assert cache.get(job) is not None
        ((right,),) = table.execute("SELECT verdict FROM signed_verdicts WHERE key = ?", (key,))
        for verdict in NO_VERDICTS:
            row = verdict, cache._signature(key, verdict), key
            table.execute("UPDATE signed_verdicts SET verdict = ?, signature = ? WHERE key = ?", row)
            table.commit()
            assert cache.get(job) is None and cache.get(other) is not None, verdict[:80]
    assert scored() == [True, False]
    with closing(sqlite3.connect(file)) as table:
        (kept,) = table.execute("SELECT verdict FROM signed_verdicts WHERE key = ?", (key,)).fetchone()
    assert kept == right, "the right one is kept in its place"


def test_the_key_is_its_users_alone() -> None:
    assert scored() == [True, False]
    key = cache_directory() / KEY_NAME
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    key.write_bytes(bytes(32))
    assert scored() == [True, False], "what was signed with another key is computed again"
    key.write_bytes(b"short")
    with pytest.warns(UserWarning, match="not a valid key for verdicts"):
        assert scored() == [True, False]


DAMAGES = {
    "signature that is no ASCII": "UPDATE {table} SET signature = 'ü' || signature",
    "signature of bytes": "UPDATE {table} SET signature = x'00ff'",
    "signature with a lone surrogate": "UPDATE {table} SET signature = CAST(x'eda080' AS TEXT)",
    "verdict that is no text": "UPDATE {table} SET verdict = x'00ff'",
    "verdict that is no UTF-8": "UPDATE {table} SET verdict = CAST(x'ff' AS TEXT)",
    "number for a verdict": "UPDATE {table} SET verdict = 5, signature = 6",
    "no table": "DROP TABLE {table}",
    "another table": "ALTER TABLE {table} RENAME COLUMN verdict TO other",
}


def judged(file: Path) -> Any:
    with Judge(progress=False, cache_file=file, timeout="auto") as judge:
        return judge.run(JOBS)


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory, shared_executors: None) -> Kept:
    file = tmp_path_factory.mktemp("kept") / "verdicts.sqlite"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HF_ALLOW_CODE_EVAL", "1")
        return file.parent, judged(file)


@pytest.fixture
def copied(kept: Kept, tmp_path: Path) -> Path:
    return Path(shutil.copytree(kept[0], tmp_path / "kept")) / "verdicts.sqlite"


@pytest.mark.filterwarnings("ignore:Verdicts cannot be kept")
@pytest.mark.parametrize(("kind", "table"), one_in(3, product(DAMAGES, ["signed_verdicts", "reference_runs"])))
def test_damaged_rows_are_passed_over(kind: str, table: str, kept: Kept, copied: Path) -> None:
    with closing(sqlite3.connect(copied)) as connection:
        assert connection.execute(f"SELECT COUNT(*) FROM {table}").fetchone()[0]
        connection.execute(DAMAGES[kind].format(table=table))
        connection.commit()
    assert judged(copied) == kept[1]


@pytest.mark.parametrize("kind", ["text", "cut off", "zeros in the middle", "folder", "closed folder"])
def test_a_damaged_file_is_warned_of_and_done_without(kind: str, kept: Kept, copied: Path) -> None:
    data = copied.read_bytes()
    for path in copied.parent.glob("verdicts.sqlite-*"):
        path.unlink()
    if kind == "folder":
        copied.unlink()
        copied.mkdir()
    elif kind == "closed folder":
        shutil.rmtree(copied.parent)
        copied.parent.write_text("a file")
    else:
        cut = {"text": b"no table" * 1000, "cut off": data[: len(data) // 2], "zeros in the middle": data[:2000]}[kind]
        copied.write_bytes(cut + bytes(len(data) - len(cut) if kind.startswith("zeros") else 0))
    with pytest.warns(UserWarning, match="Verdicts cannot be kept") as warned:
        assert judged(copied) == kept[1]
    assert sum("cannot be kept" in str(one.message) for one in warned) == 1


def test_what_a_killed_process_leaves(tmp_path: Path) -> None:
    other, empty, begun, file = (tmp_path / f"{name}.sqlite" for name in ("other", "empty", "begun", "rank"))
    begun.touch()
    other.write_text("no table\n" * 1000)
    VerdictCache({}, empty).close()
    killed = (
        "import os, signal\nfrom pathlib import Path\nfrom box_task import RIGHT, TASK\n"
        "from classeval_hf.engine.judge import Judge\n"
        f"judge = Judge(progress=False, cache_file=Path({str(file)!r}), isolation='T1').__enter__()\n"
        "judge.run([(TASK, RIGHT)])\nos.kill(os.getpid(), signal.SIGKILL)\n"
    )
    done = subprocess.run([sys.executable, "-c", killed], cwd=Path(box_task.__file__).parent, timeout=300)
    assert done.returncode == -signal.SIGKILL
    assert file.with_name("rank.sqlite-wal").stat().st_size, "the verdict is not in the file itself yet"
    with closing(VerdictCache(settings_at("T1"))) as known:
        with pytest.raises(sqlite3.Error):
            known.include(other)
        for left in (empty, begun, file):  # it goes on after a failure
            known.include(left)
            left.unlink()
        verdict = known.get(SampleJob(TASK, RIGHT))
    assert verdict is not None and verdict.passed(["BoxTest"])
    assert list(tmp_path.glob("*.sqlite*")) == [other]
