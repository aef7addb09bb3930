"""The paper's statistics: for a task made up here, for the open tasks, and for ClassEval."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from slow_and_full import slow

from classeval_hf.classes.tasks.files import OPEN_TASKS, read_classeval, read_task_folder, task_folders
from classeval_hf.core.tasks import TOPICS, ClassTask, Dependencies, Method
from classeval_hf.sandbox.pool import SandboxPool
from classeval_hf.task_quality.statistics import Coverage, compute_statistics, format_statistics, run_reference

SOLUTION = """import math

class Box:
    def __init__(self, size):
        self.size = size

    # how large it is
    def volume(self):
        if self.size < 0:
            return 0
        return math.floor(self.size)

    def hidden(self):
        return 1
"""
TEST = """import unittest

class BoxTestVolume(unittest.TestCase):
    def test_volume(self):
        self.assertEqual(Box(2).volume(), 2)
        assert Box(3).volume() == 3

    def test_fraction(self):
        with self.assertRaises(TypeError):
            Box("2").volume()
"""
TASK = ClassTask(
    "Box_1",
    "Box",
    TEST,
    (" BoxTestVolume",),
    skeleton="class Box:\n    def volume(self):\n",
    solution_code=SOLUTION,
    methods_info=(Method("volume", dependencies=Dependencies(False, ("math",), ("self.size",), ())),),
    topic="Data Formatting",
)


def test_statistics() -> None:
    statistics = compute_statistics([TASK])
    scale = statistics.scale
    assert scale == {
        **{"tasks": 1, "methods": 2, "declared_methods": 1, "assertions": 3, "test_methods": 2},
        **{"lines": 14, "code_lines": 10, "tokens": 29, "skeleton_tokens": 4},
    }
    lines = [re.split(r"\s{2,}", line)[:2] for line in format_statistics(statistics).splitlines()]
    assert ["tests per class (assertions)", "3.0"] in lines and ["tests per method (assertions)", "1.5"] in lines
    assert statistics.topics == {topic: int(topic == "Data Formatting") for topic in TOPICS}
    levels = statistics.dependencies
    assert list(levels.values()) == [1, 0, 1, 1, 0, 1] and statistics.coverage is not None
    assert statistics.coverage.statement == pytest.approx(8 / 10)
    assert statistics.coverage.branch == pytest.approx(1 / 2) and statistics.coverage.failing == ()
    broken = replace(TASK, task_id="Box_2", solution_code=SOLUTION.replace("floor(self.size)", "floor(self.size + 1)"))
    endless = replace(TASK, task_id="Box_3", solution_code=f"raise OSError('no')\n{SOLUTION}")
    statistics = compute_statistics([TASK, broken, endless])
    assert statistics.coverage is not None and statistics.coverage.failing == ("Box_2", "Box_3")
    assert format_statistics(statistics).endswith("References that do not pass here: Box_2, Box_3")
    raising = replace(TASK, solution_code=f"{SOLUTION}raise OSError\n", topic="")
    statistics = compute_statistics([raising], coverage=False)
    assert statistics.coverage is None and statistics.topics[""] == 1
    shown = format_statistics(statistics)
    assert "not measured" in shown and "(none)" in shown
    with pytest.raises(ValueError, match="no tasks"):
        compute_statistics([])


@pytest.fixture(scope="module")
def pool() -> Iterator[SandboxPool]:
    with SandboxPool() as pool:
        yield pool


def test_runs_of_references(pool: SandboxPool) -> None:
    examples = {"volume": ">>> Box(1).volume()\n2\n>>> Box(3).volume()\n3"}
    run = run_reference(pool, TASK, seed=3, coverage=True, examples=examples)
    assert (run.failures, run.error) == ((), "") and run.coverage == Coverage(10, 8, 2, 1, (10, 14), ((9, 10),))
    assert run.examples == {"volume": ("Box(1).volume() Expected: 2 Got: 1",)}
    for line, error in [
        ("raise OSError('gone')", "OSError: gone"),
        ("while True: pass", "took more than 0.5 seconds"),
        ("raise SystemExit(3)", "SystemExit: 3"),
        ("import os; os._exit(3)", "ended its process"),
    ]:
        assert run_reference(pool, replace(TASK, solution_code=f"{SOLUTION}{line}\n"), timeout=0.5).error == error
    made = "for n in (1, 2):\n    setattr(BoxTestVolume, f'test_{n}', lambda self, n=n: self.assertEqual(n, 1))\n"
    marked = "    @unittest.expectedFailure\n    def test_marked(self): pass\n"
    run = run_reference(pool, replace(TASK, test=TEST + marked + made))
    assert run.tests == {"BoxTestVolume": ("test_1", "test_2", "test_fraction", "test_marked", "test_volume")}
    assert {test for test, _ in run.failures} == {"BoxTestVolume.test_2", "BoxTestVolume.test_marked"}
    test = TEST + '\n    def test_skip(self):\n        self.skipTest("later")\n'
    solution = SOLUTION.replace("math.floor(self.size)", "self.size + 1")
    run = run_reference(pool, replace(TASK, test=test, solution_code=solution))
    assert sorted(run.failures) == [
        ("BoxTestVolume.test_skip", "skipped: later"),
        ("BoxTestVolume.test_volume", "AssertionError: 3 != 2"),
    ]


@pytest.mark.parametrize("number", [3, slow(pytest.param(None))])
def test_open_tasks(number: int | None) -> None:
    folders = task_folders(OPEN_TASKS)[:number]
    statistics = compute_statistics([read_task_folder(folder) for folder in folders])
    assert statistics.coverage is not None
    assert (statistics.coverage.statement, statistics.coverage.branch) == (1.0, 1.0)
    assert statistics.coverage.failing == () and statistics.topics.keys() == set(TOPICS)
    assert statistics.scale["methods"] == statistics.scale["declared_methods"]


@pytest.mark.classeval
def test_classeval_stands_beside_the_paper(classeval_file: Path) -> None:
    statistics = compute_statistics(read_classeval(classeval_file), coverage=False)
    scale, levels = statistics.scale, statistics.dependencies
    assert list(scale.values())[:5] == [100, 412, 410, 3311, 2196] and f"{scale['tokens']:.1f}" == "121.0"
    assert list(levels.values()) == [410, 60, 87, 268, 106, 313] and list(statistics.topics.values()) == [
        27,
        26,
        16,
        10,
        9,
        7,
        5,
    ]
    rows = [re.split(r"\s{2,}", line) for line in format_statistics(statistics).splitlines()]
    assert ["tests per class (assertions)", "33.1", "33.1"] in rows and ["tokens", "121.0", "123.7"] in rows
    assert ["Game Development", "10", "10"] in rows and ["statement coverage", "not measured", "99.7%"] in rows
    assert ["standalone", "60", "14.6%", "58", "14.1%"] in rows
