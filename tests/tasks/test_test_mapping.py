from pathlib import Path

import pytest

from classeval_hf.tasks.classeval_data import read_classeval
from classeval_hf.tasks.task_rows import map_test_classes

TESTS = """
import unittest
class BoxTestAddItem(unittest.TestCase):
    def test_1(self): self.assertEqual(Box().size(), 0)
class BoxTestHowMany(unittest.TestCase):
    def test_1(self): Box().size()
    def test_2(self): Box().size(); Box().add_item(1)
class BoxTestMangled(unittest.TestCase):
    def test_1(self): Box()._Box__hide()
class BoxTestNothing(unittest.TestCase):
    def test_1(self): Box()
class BoxTestMain(unittest.TestCase):
    def test_1(self): Box().size()
"""


def test_rule() -> None:
    names = ["BoxTestAddItem", "BoxTestHowMany", "BoxTestMangled", " BoxTestNothing", "BoxTestMain"]
    mapping = map_test_classes("Box", ["add_item", "size", "__hide", "untested"], TESTS, names)
    assert mapping.methods == {
        "add_item": ("BoxTestAddItem",),  # named for it, whatever it calls
        "size": ("BoxTestHowMany",),  # called most
        "__hide": ("BoxTestMangled",),
        "untested": (),
    }
    assert mapping.class_level == ("BoxTestMain",)
    assert mapping.unassigned == ("BoxTestNothing",)
    # only the last test class can be class-level
    mapping = map_test_classes("Box", ["size"], TESTS, ["BoxTestMain", "BoxTestHowMany"])
    assert mapping.class_level == ()
    assert mapping.methods["size"] == ("BoxTestMain", "BoxTestHowMany")


@pytest.mark.classeval
def test_corrects_the_public_data(classeval_file: Path) -> None:
    tasks = {task.task_id: task for task in read_classeval(classeval_file)}
    differing = [
        (task.task_id, method.method_name)
        for task in tasks.values()
        for method in task.methods_info
        if method.test_classes != (method.test_class,)
    ]
    assert len(differing) == 16
    assert {task_id for task_id, _ in differing} == {f"ClassEval_{number}" for number in (0, 34, 60, 69, 83, 89)}
    mapped = {method.method_name: method.test_classes for method in tasks["ClassEval_89"].methods_info}
    assert mapped == {
        "_generate_cards": (),
        "get_my_cards": ("TwentyFourPointGameTestGetMyCards",),
        "answer": ("TwentyFourPointGameTestAnswer",),
        "evaluate_expression": ("TwentyFourPointGameTestEvaluateExpression",),
    }
    assert sum(len(method.test_classes) for task in tasks.values() for method in task.methods_info) == 405
    without = {task_id for task_id, task in tasks.items() if not task.class_test_classes}
    assert without == {f"ClassEval_{number}" for number in (14, 35, 53, 62, 63, 71)}
