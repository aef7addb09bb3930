"""Kinds of task, and test suites beside `base`: each has tests, verdicts, kept verdicts and scores of its own."""

import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from box_task import RIGHT, TASK
from places import ROOT
from riddles import Riddle

from classeval_hf.classes.tasks.files import OPEN_VERSION
from classeval_hf.classes.tasks.task_rows import complete_task, task_from_row
from classeval_hf.core.files import cache_directory
from classeval_hf.core.tasks import ClassTask, Method, Task, TaskSource, TestSuite
from classeval_hf.core.verdicts import CandidateVerdict, Outcome
from classeval_hf.engine import task_family
from classeval_hf.engine.executor import Executor, LocalMachine
from classeval_hf.engine.judge import Judge
from classeval_hf.engine.task_family import SampleJob
from classeval_hf.engine.verdict_cache import VerdictCache
from classeval_hf.metrics.scores import Scores
from classeval_hf.sandbox.jobs import TimeLimits
from classeval_hf.sandbox.tiers import Tier
from classeval_hf.scoring.compute import compute_scores, keep_verdicts, resolve_tasks
from classeval_hf.tasks.splits import split_of, splits_used

PLUS_TESTS = f"{TASK.test}    def test_weight(self):\n        self.assertEqual(Box().weight(), 95028)\n"
PLUS = TestSuite("plus", PLUS_TESTS, ("BoxTest",))
STRONG = f"{RIGHT}    def weight(self):\n        return 95028\n"
BOTH = complete_task(replace(TASK, solution_code=STRONG, extra_suites=(PLUS,)))
SUITES = ("base", "plus")

pytestmark = pytest.mark.usefixtures("consent", "hf_home", "shared_executors")

PEEKING = """import sys
class Box:
    def size(self): return 3001
    def weight(self):
        found, frame = [0], sys._getframe(1)
        while frame is not None:
            found += [item for item in frame.f_code.co_consts if type(item) is int]
            frame = frame.f_back
        return max(found)
"""


@pytest.mark.filterwarnings("ignore")
def test_a_further_family_is_a_folder_and_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(task_family.FAMILIES, "riddle", "riddles:RiddleFamily")
    riddle, unsound = Riddle("r", question="half of 84?", answer="42"), Riddle("u", question="?", answer="1 / 0")
    assert resolve_tasks([riddle.to_row(), TASK.to_row()]) == [riddle, complete_task(TASK)]
    with pytest.raises(ValueError, match=r"no tasks of the kind 'song': the kinds are class.*riddle"):
        resolve_tasks([{"kind": "song", "task_id": "x"}])
    with pytest.raises(ValueError, match="Task r has the kind 'riddle', not 'class'"):
        ClassTask.from_row(riddle.to_row())
    with pytest.raises(TypeError, match="abstract"):
        Task("x")  # type: ignore[abstract]
    completions = [["42", "41", "", "6 * 7"], ["1 / 0"] * 4]
    for _ in range(2):  # the second time the verdicts are read from disk
        scores = compute_scores(completions, [riddle.to_row(), unsound], progress=False, timeout="auto")
        assert [result["passed"] for result in scores["results"]["r"]] == [True, False, False, True]
        assert (scores["pass@1"], scores["pass@1_sound"], list(scores["unsound_tasks"])) == (0.25, 0.5, ["u"])
    of_both = compute_scores([["42"], [RIGHT]], [riddle, TASK], progress=False)
    assert of_both["results"]["r"][0]["passed"] and of_both["results"][TASK.task_id][0]["class_passed"]
    assert of_both["splits"]["own_riddles"]["pass@1"] == of_both["splits"]["own"]["class_pass@1"] == 1.0
    with pytest.raises(ValueError, match="There are no tasks of the kind 'song': the kinds are class, repository, r"):
        compute_scores([["la"]], [{"kind": "song", "task_id": "x"}])


def test_rows_and_splits_of_tasks_without_extra_suites(open_tasks: list[ClassTask]) -> None:
    """Rows of the dataset have the columns that they had; source and licence are no part of them."""
    for task in open_tasks:
        assert list(task.to_row()) == [
            *("task_id", "class_name", "test", "test_classes", "class_description", "import_statement"),
            *("class_constructor", "fields", "skeleton", "solution_code", "methods_info", "topic"),
            *("difficulty", "class_test_classes", "sound", "unsound_reason", "canary"),
        ]
        assert task.source == TaskSource("ClassEval-HF", "open", OPEN_VERSION) and task.licence == "Apache-2.0"
        assert ClassTask.from_row(task.to_row()).source == TaskSource()
    other = replace(TASK, source=TaskSource("Boxes", "hard", "1.2"))
    assert (split_of(TASK), split_of(other)) == ("own", "hard")
    (used,) = splits_used([other])
    assert (used.split, used.version, used.is_released) == ("hard", "1.2", False)
    assert split_of(replace(TASK, source=TaskSource("ClassEval-HF", "open"))) == "own", "it is none of that split's"


def test_extra_suites_in_rows_and_their_names() -> None:
    row = json.loads(json.dumps(BOTH.to_row()))
    assert ClassTask.from_row(row) == BOTH
    assert task_from_row(row).suites == BOTH.suites
    assert list(BOTH.suites) == list(SUITES)
    with pytest.raises(ValueError, match="Test suite plus lacks source, test_classes: a test suite needs at least"):
        ClassTask.from_row({**row, "extra_suites": [{"name": "plus"}]})
    for suites, names in (((PLUS, PLUS), "base, plus, plus"), ((replace(PLUS, name="base"),), "base, base")):
        with pytest.raises(ValueError, match=f"several test suites of one name: {names}"):
            replace(TASK, extra_suites=suites)
    for name in ("", "Plus", "plus@1", "a b", "plus_drop"):
        with pytest.raises(ValueError, match="not a name for a test suite"):
            replace(PLUS, name=name)


def test_extra_suites_are_mapped_like_the_tasks_own() -> None:
    source = PLUS_TESTS.replace("BoxTest", "BoxTestSize")
    source += "class BoxTestMain(unittest.TestCase):\n    def test_all(self):\n        Box()\n"
    suite = TestSuite("plus", source, ("BoxTestSize", "BoxTestMain"))
    task = complete_task(replace(TASK, methods_info=(Method("weight"), Method("size")), extra_suites=(suite,)))
    assert dict(task.suite("plus").methods) == {"weight": (), "size": ("BoxTestSize",)}
    assert task.suite("plus").required == ("BoxTestSize", "BoxTestMain")
    assert len(task.suite().required) == 1, "which the suite beside it does not change"
    for changes, message in (
        ({"test_classes": ("BoxTestMian",)}, "BoxTestMian, which its tests of the suite 'plus' do not have; is it"),
        ({"source": "class ("}, "The tests of the suite 'plus' of task box do not parse"),
    ):
        with pytest.raises(ValueError, match=message):
            complete_task(replace(TASK, extra_suites=(replace(suite, **changes),)))


def test_identities_of_base_are_what_they_were(tmp_path: Path) -> None:
    """Verdicts that are kept stay valid: hashes are those before there were suites, keys those of 1.13."""
    task = replace(TASK, import_statement=("import math",), methods_info=(Method("size", test_classes=("BoxTest",)),))
    with closing(VerdictCache({"a": 1}, tmp_path / "verdicts.sqlite")) as cache:
        for either in (task, replace(task, extra_suites=(PLUS,))):
            assert either.tests_hash().startswith("e3c71832c69c1cd5")
            job = SampleJob(either, "class Box: pass")
            assert cache.key(job).startswith("3ea67267e8b7e4bd")
            assert cache.key(replace(job, limits=TimeLimits({"BoxTest": 2.0}))).startswith("241910663e6bcb8d")
            assert cache.key((either, "base")).startswith("893540959da8faed")
        assert either.tests_hash("plus") != either.tests_hash()
        assert cache.key(replace(job, suite="plus")) != cache.key(job)
        assert cache.key((either, "plus")) != cache.key((either, "base"))


def test_a_verdict_per_suite() -> None:
    with Judge(progress=False) as judge:
        weak, strong, none = judge.judge([BOTH], [[RIGHT, STRONG, "no Python ("]], SUITES)["box"]
        for sample, passes in ((weak, [True, False]), (strong, [True, True]), (none, [False, False])):
            assert list(sample.verdicts) == list(SUITES)
            for suite, passing, cases in zip(SUITES, passes, (1, 2), strict=True):
                verdict = sample.verdicts[suite]
                assert isinstance(verdict, CandidateVerdict)
                assert (verdict.passed(["BoxTest"]), verdict.suite) == (passing, suite)
                assert len(verdict.test_classes[0].cases) == cases
        assert weak.verdict is weak.verdicts["base"]
        assert judge.run([(BOTH, RIGHT), (BOTH, STRONG)], "plus") == [weak.verdicts["plus"], strong.verdicts["plus"]]
        assert judge.judge([BOTH], [[RIGHT]])["box"][0].verdicts == {"base": weak.verdict}


def test_each_suite_is_kept_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stored(file: Path | None = None) -> int:
        with closing(sqlite3.connect(file or cache_directory() / "verdicts.sqlite")) as table:
            (count,) = table.execute("SELECT count(*) FROM signed_verdicts").fetchone()
        return int(count)

    keep_verdicts([(BOTH, RIGHT)], tmp_path / "rank.sqlite", progress=False, suites=SUITES)
    assert stored(tmp_path / "rank.sqlite") == 2
    with Judge(progress=False) as judge:
        first = judge.judge([BOTH], [[RIGHT]])
        assert stored() == 1
        both = judge.judge([BOTH], [[RIGHT]], SUITES)
        assert stored() == 2
        assert both["box"][0].verdict == first["box"][0].verdict
    monkeypatch.setattr(Executor, "run", lambda *_, **__: pytest.fail("nothing is left to run"))
    with Judge(progress=False) as judge:
        assert judge.judge([BOTH], [[RIGHT]], SUITES) == both
        assert stored() == 2


def test_values_are_withheld_and_messages_redacted_in_each_suite() -> None:
    naming = f"{RIGHT}    def weight(self):\n        raise ValueError(f'{{id(self):#x}} is no weight')\n"
    with Judge(progress=False) as judge:
        peeking, named = judge.judge([BOTH], [[PEEKING, naming]], SUITES)["box"]
    for suite in SUITES:
        verdict = peeking.verdicts[suite]
        assert isinstance(verdict, CandidateVerdict)
        assert verdict.test_classes[0].judged_by == "parent"
        assert verdict.passed(["BoxTest"]) is (suite == "base"), "the value is nowhere in the frames of the tests"
    verdict = named.verdicts["plus"]
    assert isinstance(verdict, CandidateVerdict)
    size, weight = verdict.test_classes[0].cases
    assert (size.outcome, weight.outcome, weight.message) == (Outcome.PASS, Outcome.ERROR, "... is no weight")


def test_root_has_the_limits_of_the_references_that_are_known() -> None:
    with Judge(timeout="auto", cache=False, progress=False) as judge:
        if judge.isolation_in_force.tier is not Tier.T3:
            pytest.skip("samples can be run as root at T3 alone")
        known = judge.soundness([BOTH])[BOTH.task_id]
        with judge.with_root() as root:
            assert root.soundness([BOTH])[BOTH.task_id] is known
            (verdict,) = root.run([(BOTH, STRONG)])
    assert verdict.passed(BOTH.test_classes)


def test_soundness_per_suite(executor: Executor) -> None:
    weak = replace(BOTH, solution_code=RIGHT)
    with Judge(timeout="auto", progress=False) as judge:
        assert judge.soundness([weak])["box"].is_sound
        assert not judge.soundness([weak], suite="plus")["box"].is_sound
        assert judge.soundness([weak])["box"].is_sound
        assert judge._limits([weak], "base")["box"].seconds["BoxTest"] < 5.0, "ten times what the reference takes"
        assert judge._limits([weak], "plus")["box"].seconds["BoxTest"] == 5.0, "a reference that fails tells nothing"
    ((_, found, _),) = LocalMachine(executor, 1).check_references([BOTH], "plus")
    assert found.is_sound


def test_a_suite_that_a_task_lacks_is_refused_by_name(executor: Executor) -> None:
    other = replace(TASK, task_id="other")
    missing = "Task other has no test suite 'plus': it has base"
    with pytest.raises(ValueError, match=missing):
        other.suite("plus")
    there_is = "Task other has no test suite 'plus': there is base.*`classeval-hf install --plus`.*--plus-from"
    for tasks, suites, message in (
        ([other], SUITES, there_is),
        ([other, TASK], SUITES, "None of the 2 tasks has a test suite 'plus'"),
        ([BOTH], ("plus",), "lacks it"),
        ([BOTH], "base", "lacks it"),
        ([BOTH], ("base", "plus", "plus"), "each once, not base, plus, plus"),
    ):
        with pytest.raises(ValueError, match=message):
            compute_scores([[RIGHT]] * len(tasks), tasks, suites=suites, progress=False)
    with Judge(progress=False) as judge, pytest.raises(ValueError, match=missing):
        judge.run([(other, RIGHT)], "plus")
    with pytest.raises(ValueError, match=missing):
        executor.run(other, RIGHT, suite="plus")


def test_scores_of_each_suite() -> None:
    weak = replace(BOTH, task_id="weak", solution_code=RIGHT)
    completions, tasks = [[RIGHT, STRONG], [RIGHT, RIGHT]], [BOTH, weak]
    alone = compute_scores(completions, tasks, k=1, progress=False)
    scores = compute_scores(completions, [task.to_row() for task in tasks], k=1, suites=SUITES, progress=False)
    for name in ("class_pass@1", "method_pass@1", "test_class_pass@1", "test_rate"):
        assert scores[name] == alone[name]
    for level in ("class_pass", "method_pass", "test_class_pass"):
        assert (scores[f"{level}@1"], scores[f"{level}_plus@1"], scores[f"{level}_plus@1_sound"]) == (1.0, 0.25, 0.5)
        assert scores["per_task"][f"{level}_plus@1"] == {"box": [0.5, 1.0], "weak": [0.0, 1.0]}
        assert scores["per_task"][f"{level}_plus_drop@1"] == {"box": [0.5, 1.0], "weak": [1.0, 1.0]}
        assert (scores[f"{level}_plus_drop@1"], scores[f"{level}_plus_drop@1_sound"]) == (0.75, 0.5)
    assert sum("plus" in name for name in scores) == 12, "and there are no others"
    assert scores["unsound_tasks"] == {} and list(scores["suites"]["plus"]["unsound_tasks"]) == ["weak"]
    assert scores["suites"]["plus"]["n_tasks"] == 2
    assert scores["suites"]["plus"]["task_hashes"] == {task.task_id: task.tests_hash("plus") for task in tasks}
    assert scores["provenance"]["task_hashes"] == alone["provenance"]["task_hashes"]
    found = [(sample["class_passed"], sample["suites"]["plus"]["class_passed"]) for sample in scores["results"]["box"]]
    assert found == [(True, False), (True, True)]
    assert "suites" not in alone and "suites" not in alone["results"]["box"][0]
    assert json.loads(json.dumps(Scores.from_dict(scores).to_dict())) == scores
    jsonschema = pytest.importorskip("jsonschema", reason="jsonschema is not installed")
    schema = json.loads((ROOT / "docs" / "reference" / "scores.schema.json").read_text(encoding="utf-8"))
    for content in (scores, alone):
        jsonschema.Draft202012Validator(schema).validate(content)
