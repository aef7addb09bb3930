"""What a verdict is kept under: all that decides about it."""

from dataclasses import replace
from pathlib import Path

import pytest
from box_task import RIGHT, TASK

from classeval_hf.core.tasks import ClassTask
from classeval_hf.judging.judge import Judge
from classeval_hf.judging.verdict_cache import VerdictCache

OTHERS = {
    "class_name": "Tally",
    "test": TASK.test.replace("3001", "3002"),
    "test_classes": ("BoxTest", "OtherTest"),
    "import_statement": ("import os",),
    "solution_code": RIGHT,
    "skeleton": "class Box: ...",
}


@pytest.mark.parametrize("name", OTHERS)
def test_each_field_that_decides_is_in_the_key(name: str, tmp_path: Path) -> None:
    cache = VerdictCache({"timeout": 5.0}, tmp_path / "verdicts.sqlite")
    other = replace(TASK, **{name: OTHERS[name]})
    assert cache.key(other, RIGHT) != cache.key(TASK, RIGHT) == cache.key(replace(TASK, task_id="other"), RIGHT)


def test_source_limits_and_settings_are_in_the_key(tmp_path: Path) -> None:
    cache, other = (VerdictCache({"timeout": seconds}, tmp_path / "verdicts.sqlite") for seconds in (5.0, 1.0))
    keys = [cache.key(TASK, RIGHT), cache.key(TASK, f"{RIGHT}#"), cache.key(TASK, RIGHT, (("BoxTest", 1.0),))]
    assert len({*keys, other.key(TASK, RIGHT)}) == 4


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
