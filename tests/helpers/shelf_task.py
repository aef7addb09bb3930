"""A task with a strengthened suite, and answers that pass both suites, either one, or neither."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from classeval_hf.core.tasks import ClassTask, Method, TestSuite

BASE_TESTS = """import unittest
class ShelfTestPut(unittest.TestCase):
    def test_put(self): self.assertEqual(Shelf().put('tin'), 1)
class ShelfTestTake(unittest.TestCase):
    def test_take(self): self.assertIsNone(Shelf().take())
"""
PLUS_TESTS = """import unittest
import datetime


class ShelfPlusTestPut(unittest.TestCase):

    def test_1a2b3c(self):
        the_shelf = Shelf()
        the_shelf.put('jar')
        self.assertEqual(the_shelf.put('jar'), 2)

    def test_4d5e6f(self):
        self.assertEqual(Shelf().put(''), 1)
"""
SUITE = TestSuite("plus", PLUS_TESTS, ("ShelfPlusTestPut",), {"put": ("ShelfPlusTestPut",), "take": ()})
SHELF = ClassTask(
    "shelf",
    "Shelf",
    BASE_TESTS,
    ("ShelfTestPut", "ShelfTestTake"),
    methods_info=(Method("put", test_classes=("ShelfTestPut",)), Method("take", test_classes=("ShelfTestTake",))),
    solution_code="class Shelf:\n    def __init__(self):\n        self.things = []\n"
    "    def put(self, thing):\n        self.things.append(thing)\n        return len(self.things)\n"
    "    def take(self):\n        return self.things.pop() if self.things else None\n",
)
LONE = replace(SHELF, task_id="lone")
"""The same task without strengthened tests."""

WHY = {"test_1a2b3c": "put() takes any text, also one that is there already."}

COMPLETIONS = {
    "both": SHELF.solution_code,
    "base": "class Shelf:\n    def put(self, thing):\n        return 1\n    def take(self):\n        return None\n",
    "plus": SHELF.solution_code.replace("if self.things else None", "if self.things else 0"),
    "neither": "class Shelf:\n    pass\n",
}


def suite_row(task: ClassTask = SHELF, **changes: Any) -> dict[str, Any]:
    """A line of a file of suites."""
    row = {"task_id": task.task_id, "tests_hash": task.tests_hash(), "suite": SUITE.to_row(), "why": WHY}
    return {**row, **changes}


def write_suites(folder: Path, *rows: dict[str, Any]) -> Path:
    """A folder as `classeval-hf strengthen` writes it."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "suites.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows or (suite_row(),)))
    return folder
