"""What a verdict is kept under: all that decides about it."""

import json
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest
from box_task import RIGHT, TASK

from classeval_hf.classes.runner.unittest_suite import UnittestSuite
from classeval_hf.core.repository_tasks import CodeDependencies, ProjectRelease, RepositoryTask, Requirement, Target
from classeval_hf.core.tasks import ClassTask, Method, Task, TaskSource, TestSuite
from classeval_hf.engine.judge import Judge, JudgeOptions, _verdict_settings
from classeval_hf.engine.task_family import SampleJob
from classeval_hf.engine.verdict_cache import VerdictCache, environment_fingerprint
from classeval_hf.projects.install.environments import OwnEnvironment
from classeval_hf.projects.located_tasks import InstalledTask, ProjectFolders
from classeval_hf.projects.tasks.files import release_in
from classeval_hf.sandbox.jobs import Isolation, TimeLimits
from classeval_hf.sandbox.tiers import Limits, Tier

OTHERS: dict[str, Any] = {
    "class_name": "Tally",
    "test": TASK.test.replace("3001", "3002"),
    "test_classes": ("BoxTest", "OtherTest"),
    "import_statement": ("import os",),
    "solution_code": RIGHT,
    "skeleton": "class Box: ...",
}
DECIDE_NOTHING: dict[str, Any] = {
    **dict.fromkeys(("task_id", "class_description", "class_constructor", "topic", "difficulty", "canary"), "other"),
    **dict.fromkeys(("licence", "methods_from", "unsound_reason"), "other"),
    **{"fields": ("a",), "methods_info": (Method("add", test_class="BoxTest", test_classes=("BoxTest",)),)},
    **{"sound": False, "class_test_classes": ("BoxTest",), "source": TaskSource("d")},
    "extra_suites": (TestSuite("plus", TASK.test, ("BoxTest",)),),
}
OF_PROJECTS: dict[str, Any] = {
    "project": ProjectRelease("shop", "2"),
    "path": "other.py",
    "target": Target("other", "function"),
    "tests": ("tests/test_shop.py::test_other",),
    "paraphrase": {"a": "b"},
    "position": 7,
    "environment": "of another folder",
    "known_tests": (("tests/test_shop.py", ("tests/test_shop.py::test_one",)),),
    "generated": ("tests/test_shop.py::test_one",),
}
OF_PROJECTS_DECIDE_NOTHING: dict[str, Any] = {
    **dict.fromkeys(("detailed_description", "sketchy_description", "reference", "language", "licence"), "other"),
    **{
        "task_id": "other",
        "unsound_reason": "other",
        "sound": False,
        "source": TaskSource("d"),
        "underspecified": "a",
    },
    **{"requirement": Requirement("other"), "dependencies": CodeDependencies(("other",))},
}
SHOP = InstalledTask(
    "shop_0", ProjectRelease("shop", "1"), "shop.py", Target("pay", "function"), ("tests/test_shop.py",)
)


def sent(task: Task) -> Any:
    """What a sandbox is given for a task: all of it, but that names of reports are random where tests share them."""
    suite = UnittestSuite.of(task, "base", Limits(), Tier.T3)
    return suite.prepare(RIGHT), suite.settings(RIGHT)


def test_every_field_of_a_task_is_in_the_key_or_decides_nothing(tmp_path: Path) -> None:
    cache = VerdictCache({"timeout": 5.0}, tmp_path / "verdicts.sqlite")
    for task, others, nothing in ((TASK, OTHERS, DECIDE_NOTHING), (SHOP, OF_PROJECTS, OF_PROJECTS_DECIDE_NOTHING)):
        assert {item.name for item in fields(task)} == {*others, *nothing}
        for name, value in (others | nothing).items():
            other = replace(task, **{name: value})
            assert getattr(other, name) != getattr(task, name)
            assert (cache.key(SampleJob(other, RIGHT)) == cache.key(SampleJob(task, RIGHT))) == (name in nothing), name
            if name in nothing and task is TASK:
                assert sent(other) == sent(task), name
    for name in ("test", "test_classes", "import_statement", "solution_code", "skeleton", "sound", "unsound_reason"):
        other = replace(TASK, **{name: (OTHERS | DECIDE_NOTHING)[name]})
        assert other.reference_identity() != TASK.reference_identity(), name


def test_every_setting_is_in_the_key_or_decides_nothing() -> None:
    base = JudgeOptions()
    others = {"timeout": 1.0, "isolation": "T2", "allow_libraries": ("yaml",), "as_root": True}
    others |= {"first_timeout_ends": True}
    # What reading refuses is not kept, nor does it matter where and beside what a sample is run, if its tier is known.
    nothing = {"num_workers": 1, "progress": False, "cache": False, "cluster": "dask", "cache_file": "a"}
    nothing |= {"min_isolation": "T2", "max_answer_chars": 9, "allow_missing_libraries": True}
    assert {item.name for item in fields(base)} == {*others, *nothing}

    def settings(options: JudgeOptions) -> str:
        executor = Judge(**{item.name: getattr(options, item.name) for item in fields(options)}).executor()
        executor.isolation_in_force = Isolation(Tier(options.isolation.replace("auto", "T3")))
        return json.dumps(_verdict_settings(options.timeout, executor))

    for name, value in (others | nothing).items():
        assert (settings(replace(base, **{name: value})) == settings(base)) == (name in nothing), name


def test_source_limits_and_settings_are_in_the_key(tmp_path: Path) -> None:
    cache, other = (VerdictCache({"timeout": seconds}, tmp_path / "verdicts.sqlite") for seconds in (5.0, 1.0))
    limits = TimeLimits({"BoxTest": 1.0})
    jobs = SampleJob(TASK, RIGHT), SampleJob(TASK, f"{RIGHT}#"), SampleJob(TASK, RIGHT, limits=limits)
    assert len({*map(cache.key, jobs), other.key(SampleJob(TASK, RIGHT))}) == 4


def test_data_of_libraries_is_in_the_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NLTK_DATA", str(tmp_path))
    before = environment_fingerprint()
    (tmp_path / "corpora").mkdir()
    (tmp_path / "corpora" / "stopwords.zip").write_text("")
    assert environment_fingerprint() != before, "a sample that failed without it may pass"


def test_all_that_samples_see_of_a_project_is_in_its_identity(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_HOME", str(tmp_path / "home"))
    folder, site = tmp_path / "shop", tmp_path / "site"
    files = {"project.json": '{"name": "shop"}', "data/a": "1", "other/a": "1", "run.sh": "", ".git/HEAD": ""}
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    (folder / "link").symlink_to("data")
    (site / "a.dist-info").mkdir(parents=True)
    (site / "a.dist-info" / "RECORD").write_text("a.py,1")
    python = tmp_path / "python"
    python.write_text("1")

    def identity() -> str:
        release = release_in(folder)
        OwnEnvironment(str(python), (str(site),)).record(release.sha256)
        task = RepositoryTask("T", release, "a.py", Target("a", "function"), ("test_a.py::test",))
        return release.sha256 + ProjectFolders().of(task).identity

    def relink(name: str, goal: str) -> None:
        (folder / name).unlink()
        (folder / name).symlink_to(goal)

    changes = {
        "content": lambda: (folder / "data" / "a").write_text("2"),
        "hidden file": lambda: (folder / ".pytest.ini").write_text("[pytest]"),
        "program": lambda: (folder / "run.sh").chmod(0o755),
        "empty folder": (folder / "empty").mkdir,
        "link to a folder": lambda: relink("link", "other"),
        "link in place of a file": lambda: relink("other/a", "../data/a"),
        "name of a file": lambda: (folder / "run.sh").rename(folder / "go.sh"),
        "a package as it is": lambda: (site / "a.dist-info" / "RECORD").write_text("a.py,2"),
        "a module beside packages": lambda: (site / "b.py").write_text(""),
        "the interpreter": lambda: python.write_text("22"),
    }
    known = {identity()}
    for name, change in changes.items():
        change()
        assert identity() not in known, name
        known.add(identity())
    for name in (".git/HEAD", ".git/index", ".hypothesis/x", "data/__pycache__/a.pyc", "tasks.jsonl"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text("left by a tool")
        assert identity() in known, f"{name} is shown to no sample, or says what is asked"


@pytest.mark.usefixtures("consent")
def test_classes_with_equal_tests_are_told_apart(tmp_path: Path) -> None:
    """The tests have a name of one of them, so that a candidate that lacks it is tested on a library's class."""
    tests = """
import unittest
from collections import Counter

class CountTest(unittest.TestCase):
    def test_count(self):
        self.assertEqual(Tally("aab").most(), 74291)
        self.assertEqual(Counter("aab").total(), 3)
"""
    tally = "class Tally:\n    def __init__(self, text): pass\n    def most(self): return 74291\n"
    counter = f"{tally}\nclass Counter:\n    def __init__(self, text): pass\n    def total(self): return 4\n"
    tasks = [ClassTask(name, name, tests, ("CountTest",)) for name in ("Counter", "Tally")]
    completions = [[counter], [counter]]
    with Judge(cache_file=tmp_path / "verdicts.sqlite", progress=False) as judge:
        for order in (tasks, tasks[::-1]):
            judged = judge.judge(order, completions)
            passed = {name: of_task[0].verdicts["base"].passed(["CountTest"]) for name, of_task in judged.items()}
            assert passed == {"Counter": False, "Tally": True}
