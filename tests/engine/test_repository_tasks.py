"""Repository-level tasks through the judge, the metric and its averages."""

import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
from slow_and_full import one_in, slow
from tiers_here import skip_without

from classeval_hf.core.errors import ProjectError
from classeval_hf.core.repository_tasks import ProjectRelease, RepositoryTask, Target
from classeval_hf.core.verdicts import CandidateVerdict, Soundness
from classeval_hf.engine.executor import LocalMachine
from classeval_hf.engine.judge import Judge
from classeval_hf.metrics.scores import Scores, headline
from classeval_hf.projects import family
from classeval_hf.projects import located_tasks as project_tasks
from classeval_hf.sandbox import linux
from classeval_hf.sandbox.tiers import Tier
from classeval_hf.scoring.compute import ScoreOptions, compute_scores, resolve_tasks, score
from classeval_hf.tasks.splits import load_repository_tasks, load_split

pytestmark = [
    pytest.mark.skipif(not linux.is_supported(), reason="isolation needs Linux on x86-64 or arm64"),
    pytest.mark.usefixtures("consent"),
]

MONEY = "RATE = 2\ndef total(amounts):\n    return sum(amounts)\ndef double(amount):\n    return RATE * amount\n"
TESTS = """
import os, time
import pytest
from pkg.money import double, total
@pytest.mark.parametrize("amounts, wanted", [([1, 2], 3), ([], 0)], ids=["some", "none"])
def test_total(amounts, wanted): assert total(amounts) == wanted
def test_double(): assert double(2) == 4
def test_never(): assert os.path.exists("/nowhere/at/all"), "docker is not running"
"""
WAITS = """
import time
from pkg.money import total
def test_wait():
    end = time.process_time() + 4
    while total([1]) is None and time.process_time() < end: pass
"""


@pytest.fixture(scope="module")
def judge() -> Iterator[Judge]:
    """One for all tests that need no other; without a cache."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HF_ALLOW_CODE_EVAL", "1")
        with Judge(cache=False, progress=False) as entered:
            yield entered


def write_shop(folder: Path, tests: str = TESTS, **files: str) -> RepositoryTask:
    """A task of a project that lies where the package's own projects do, each time of another release."""
    written = {"project.json": '{"name": "shop", "version": "1"}', "pkg/__init__.py": "", "pkg/money.py": MONEY}
    for name, text in {**written, "tests/test_money.py": tests, **files}.items():
        path = folder / "shop" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    names = tuple(f"tests/test_money.py::test_total[{name}]" for name in ("some", "none"))
    release = ProjectRelease("shop", "1", sha256=str(folder))
    return RepositoryTask("OpenRepo_shop_0", release, "pkg/money.py", Target("total", "function"), names)


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RepositoryTask]:
    folder = tmp_path_factory.mktemp("projects")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(project_tasks, "OPEN_PROJECTS", folder)
        yield write_shop(folder, **{"tests/test_waits.py": WAITS})


@pytest.fixture
def projects(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(project_tasks, "OPEN_PROJECTS", tmp_path / "projects")
    return tmp_path / "projects"


def soundness(judge: Judge, task: RepositoryTask) -> Soundness:
    return judge.soundness([task])[task.task_id]


def scores(judge: Judge, completions: Mapping[RepositoryTask, Sequence[str]]) -> dict[str, Any]:
    return score(list(completions), list(completions.values()), ScoreOptions(k=1, resampling=None), judge).to_dict()


def test_a_sound_task_has_floors_and_seconds(
    judge: Judge, shop: RepositoryTask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One id that does not exist stands for the others of its function; not each test needs the target, and what takes
    longer without it than the reference's limits allow is not passed."""
    found = soundness(judge, shop)
    assert (found.is_sound, found.passed, found.runs, found.cause) == (True, 3, 3, "")
    assert found.floors == {"stub": 0.0, "removed": 0.0}
    assert found.tests == {"tests/test_money.py": list(shop.tests)}
    assert found.seconds["tests/test_money.py"] > 0
    assert msgspec.convert(json.loads(json.dumps(asdict(found))), Soundness) == found
    file = "tests/test_money.py"
    wait = "tests/test_waits.py::test_wait"
    monkeypatch.setattr(family, "time_limit", lambda *_: 0.7)
    found = soundness(judge, replace(shop, tests=(f"{file}::test_total[amounts0-3]", f"{file}::test_double", wait)))
    assert found.is_sound
    assert found.tests == {file: [*shop.tests, f"{file}::test_double"], "tests/test_waits.py": [wait]}
    assert found.floors == {"stub": pytest.approx(1 / 4), "removed": 0.0}


def test_projects_share_what_the_judge_has_started(judge: Judge, shop: RepositoryTask) -> None:
    """The self-test is not repeated, one pool reads, and the zygotes of samples and references are of one server."""
    judge.judge([shop], [[MONEY, MONEY.replace("sum", "max")]])
    assert isinstance(judge._runs, LocalMachine)
    executor = judge._runs.executor
    pool = executor.pool
    servers = {key: server for key, server in pool._servers.items() if key[0] is not None and key[2]}
    projects = [sandbox for (_, settings), sandbox in pool._sandboxes.items() if settings.tree]
    assert executor.calls is judge._calls and len(servers) == 1 < len(projects)
    assert all(sandbox.server in servers.values() for sandbox in projects)


def test_a_task_whose_reference_fails_is_unsound_and_says_why(judge: Judge, shop: RepositoryTask) -> None:
    """As is one whose target is not there, and no run is lost."""
    causes = {
        "test_money.py::test_never": "needs Docker",
        "test_money.py::test_gone": "it is not found with the reference",
        "test_gone.py::test_any": "the release has no tests/test_gone.py",
    }
    tasks = [replace(shop, task_id=name, tests=(*shop.tests, f"tests/{name}")) for name in causes]
    result = scores(judge, {task: ["return sum(amounts)"] for task in tasks})
    assert result["pass@1"] == 0.0
    for name, why in causes.items():
        found = judge.soundness([task for task in tasks if task.task_id == name])[name]
        assert not found.is_sound
        assert why in found.cause and why in result["unsound_tasks"][name]
    gone = replace(shop, task_id="OpenRepo_shop_1", target=Target("sums", "function"))
    result = scores(judge, {gone: ["return 1"], shop: ["return sum(amounts)"]})
    assert result["pass@1"] == 0.5
    assert "sums" in result["unsound_tasks"]["OpenRepo_shop_1"]


ORDERED = """
from pathlib import Path
from pkg.money import double, total
RUNS = Path({runs!r})
ran = []
def test_first():
    ran.append(total([1]))
def test_needs_first(): assert total([1]) == 1 and ran
def test_needs_none_before(): assert double(1) == 2 and not ran
def test_of_some_runs():
    with RUNS.open("a") as file: file.write("x")
    assert double(2) == 4 and len(RUNS.read_text()) not in {fails}
"""


@pytest.mark.parametrize(("fails", "runs"), [((), 4), ((2,), 5), ((3,), 5)])
def test_runs_of_all_tests_of_a_project_count_for_each_task(
    fails: tuple[int, ...], runs: int, projects: Path, tmp_path: Path
) -> None:
    """Two runs of all tests come first, then one of each task's own. Where they differ, the task's own runs decide,
    and a test that changes between runs is found in either."""
    tests = {"both": ("first", "needs_first"), "alone": ("needs_first",), "clean": ("needs_none_before",)}
    tests["changing"] = ("of_some_runs",)
    file = tmp_path / "runs"
    shop = write_shop(projects, ORDERED.format(runs=str(file), fails=(0, *fails)))
    target = Target("double", "function")
    tasks = [
        replace(shop, task_id=name, target=target, tests=tuple(f"tests/test_money.py::test_{one}" for one in of_task))
        for name, of_task in tests.items()
    ]
    with Judge(cache=False, progress=False, isolation="T1", num_workers=1) as judge:
        found = judge.soundness(tasks)
    sound = {name: outcome.is_sound for name, outcome in found.items()}
    assert sound == {"both": True, "alone": False, "clean": True, "changing": not fails}, found
    assert all(outcome.runs == 3 for outcome in found.values())
    assert len(file.read_text()) == runs  # two for all, one or three of its own, and the stub if it passes
    if fails == (2,):
        assert "passes in only some runs of all tests of the project" in found["changing"].cause


def test_samples_are_judged(judge: Judge, shop: RepositoryTask) -> None:
    right = ["return sum(amounts)", "```python\ndef total(amounts):\n    return sum(amounts)\n```"]
    wrong = ["return 3", "return (", "import os; os._exit(0)", "", "def other():\n    pass\n"]
    result = scores(judge, {shop: [*right, *wrong]})
    of_samples = result["results"][shop.task_id]
    assert [sample["passed"] for sample in of_samples] == [True] * len(right) + [False] * len(wrong)
    assert result["pass@1"] == pytest.approx(2 / 7)
    assert of_samples[2]["test_rate"] == 0.5
    assert of_samples[4]["suspicious"] and not of_samples[0]["suspicious"]
    assert result["test_rate_stub"] == 0.0
    assert list(result["provenance"]["projects"]) == ["shop-1"]


def test_classes_and_projects_in_one_call(judge: Judge, shop: RepositoryTask) -> None:
    """Rows and ids are references of both; no average is over both."""
    released = load_repository_tasks("open_repo")[-2:]
    assert resolve_tasks([released[0].to_row(), released[1].task_id]) == released
    task = load_split("open")[0]
    tasks = resolve_tasks([task, shop.to_row()])
    result = scores(judge, dict(zip(tasks, ([task.solution_code], ["return sum(amounts)"]), strict=True)))
    assert {"part_of_split", "mixed_splits"} <= {warning["kind"] for warning in result["warnings"]}
    assert result["splits"]["open"]["class_pass@1"] == result["splits"]["open_repo"]["pass@1"] == 1.0
    assert "pass@1" not in result and "class_pass@1" not in result


@pytest.mark.slow
def test_recall_counts_names_of_every_kind() -> None:
    task = load_repository_tasks("open_repo")[3]
    assert task.dependencies.cross_file
    with pytest.warns(UserWarning, match="19 tasks missing"):
        result = compute_scores([[task.reference]], [task], progress=False)
    for name in ("recall", "recall_cross_file"):
        assert result[f"{name}@1"] == result[f"{name}_ceiling"] > 0.7
    with pytest.warns(UserWarning, match="19 tasks missing|no class of the requested name in 1 completion"):
        assert compute_scores([["pass"]], [task], progress=False)["recall@1"] == 0.0


def test_verdicts_are_kept_for_the_project_as_it_is(judge: Judge, shop: RepositoryTask, tmp_path: Path) -> None:
    file = tmp_path / "verdicts.sqlite"
    other = replace(shop, project=replace(shop.project, sha256="2"))
    verdicts, kept = [], []
    for tasks in ([shop], [shop, other]):
        with Judge(progress=False, cache_file=file) as own:
            own._soundness = judge._soundness
            for task in tasks:
                (sample,) = own.judge([task], [["import gc; gc.get_objects(); return sum(amounts)"]])[task.task_id]
                verdicts.append(sample.verdict)
                with closing(sqlite3.connect(file)) as connection:
                    kept += connection.execute("SELECT count(*) FROM signed_verdicts").fetchone()
    assert verdicts[0] == verdicts[1] == verdicts[2]
    assert "gc" in verdicts[0].suspicious
    assert kept == [1, 1, 2]


def all_pass(verdicts: Sequence[object]) -> list[CandidateVerdict]:
    found = [verdict for verdict in verdicts if isinstance(verdict, CandidateVerdict)]
    assert found == verdicts and all(item.passed for verdict in found for item in verdict.test_classes), verdicts
    return found


@pytest.mark.parametrize("workers", [4, slow(2)])
@pytest.mark.parametrize("tier", one_in(4, ["T3", "T2", "T1", "T0"]))
def test_references_pass_however_many_run_at_a_time(tier: str, workers: int, projects: Path) -> None:
    skip_without(Tier(tier))
    parts = {f"pkg/part_{number}.py": f"VALUE = {number}\n" for number in range(20)}
    imports = "".join(f"from pkg.part_{number} import VALUE as v{number}\n" for number in range(20))
    task = write_shop(projects, imports + TESTS, **parts)
    bodies = [f"return sum(amounts)  # {number}" for number in range(8)]
    with Judge(cache=False, progress=False, isolation=tier, num_workers=workers) as judge:
        samples = judge.judge([task], [bodies])[task.task_id]
    all_pass([sample.verdict for sample in samples])


def test_tests_that_could_not_be_loaded_are_tried_again_alone(projects: Path, tmp_path: Path) -> None:
    flag = tmp_path / "flag"
    conftest = f"""
from pathlib import Path
import pkg.money
FLAG = Path({str(flag)!r})
if FLAG.exists() and pkg.money.total([1]) != 1:
    FLAG.write_text(FLAG.read_text() + "x")
    if pkg.money.total([1]) == 3 or len(FLAG.read_text()) == 1: raise ImportError("once more")
"""
    task = write_shop(projects, **{"conftest.py": conftest})
    with Judge(cache=False, progress=False, isolation="T1", num_workers=1) as judge:
        judge.soundness([task])
        flag.write_text("")
        found = judge.judge([task], [["return sum(amounts) if amounts != [1] else 2", "return 3"]])[task.task_id]
    once, twice = [sample.verdict for sample in found]
    assert isinstance(once, CandidateVerdict) and once.test_classes[0].passed
    assert isinstance(twice, CandidateVerdict) and twice.test_classes[0].message.startswith("once more")
    assert flag.read_text() == "xxxx", "each was run twice"


def test_paraphrased_symbols_are_those_of_the_task(judge: Judge, shop: RepositoryTask) -> None:
    names = {"tOtAl": "total", "RaTe": "RATE", "SOme": "some"}
    tests = ("tests/test_money.py::test_total[SOme]", shop.tests[1])
    task = replace(shop, target=Target("tOtAl", "function"), paraphrase=names, tests=tests)
    assert soundness(judge, task).is_sound
    right = "def tOtAl(amounts):\n    assert RaTe == globals()['RaTe'] == 2\n    return sum(amounts)\n"
    result = scores(judge, {task: [right, "def tOtAl(amounts):\n    return 3\n"]})
    assert [sample["passed"] for sample in result["results"][task.task_id]] == [True, False]


def test_what_cannot_be_run_is_refused_by_name(judge: Judge, shop: RepositoryTask) -> None:
    """A project that is not installed with the command."""
    for task in (replace(shop, language="csharp"), replace(shop, tests=())):
        with pytest.raises(ValueError, match=r"OpenRepo_shop_0 .* cannot be run"):
            scores(judge, {task: ["pass"]})
    task = replace(shop, project=ProjectRelease("litestar", "2.6.3", "litestar-2.6.3.tar.gz", "x"))
    with pytest.raises(ProjectError, match="classeval-hf projects install litestar"):
        scores(judge, {task: ["pass"]})


@pytest.mark.full
def test_intervals_are_over_projects() -> None:
    chosen = list({task.project.name: task for task in load_repository_tasks("open_repo")}.values())
    assert len(chosen) == 2
    with pytest.warns(UserWarning, match="18 tasks missing"):
        result = compute_scores([[chosen[0].reference], ["pass"]], chosen, progress=False)
    assert "number of projects" in result["ci"]["method"]
    assert result["intervals"] == {}
    assert headline(Scores.from_dict(result))["pass@1"] == "50.0 (n/a: 2 projects)"


@pytest.mark.slow
def test_on_workers_as_here() -> None:
    pytest.importorskip("joblib", reason="joblib is not installed: pip install 'classeval-hf[cluster]'")
    task = load_repository_tasks("open_repo")[-1]
    options = {"progress": False, "cache": False}
    with pytest.warns(UserWarning, match="19 tasks missing"):
        there = compute_scores([[task.reference, "pass"]], [task], cluster="loky", num_workers=1, **options)
        here = compute_scores([[task.reference, "pass"]], [task], **options)
    assert there["results"] == here["results"]
    assert there["pass@1"] == 0.5 and not there["unsound_tasks"]


@pytest.mark.slow
@pytest.mark.parametrize("step", [5, slow(1)])
def test_references_that_come_with_the_package_have_no_marks(step: int) -> None:
    tasks = load_repository_tasks("open_repo")[::step]
    with Judge(cache=False, progress=False) as judge:
        judged = judge.judge(tasks, [[task.reference] for task in tasks])
    verdicts = [sample.verdict for (sample,) in judged.values()]
    assert len(verdicts) == 20 // step
    assert {verdict.suspicious for verdict in all_pass(verdicts)} == {()}
