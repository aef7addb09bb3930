from typing import Any

import pytest

from classeval_hf.records import Task
from classeval_hf.scoring import compute_scores
from classeval_hf.task_folders import open_tasks_directory, read_answers, read_task_folder, task_folders

TESTS = """
import unittest
class BoxTestPut(unittest.TestCase):
    def test_1(self):
        box = Box()
        box.put(1)
        self.assertEqual(box.items, [1])
class BoxTestSize(unittest.TestCase):
    def test_1(self):
        self.assertEqual(Box().size(), 0)
class BoxTestMain(unittest.TestCase):
    def test_1(self):
        box = Box()
        box.put(1)
        self.assertEqual(box.size(), 1)
"""
TASK = {
    "task_id": "box",
    "class_name": "Box",
    "import_statement": [],
    "test": TESTS,
    "test_classes": ["BoxTestPut", "BoxTestSize", "BoxTestMain"],
    "methods_info": [{"method_name": "put"}, {"method_name": "size"}],
}
RIGHT = """class Box:
    def __init__(self):
        self.items = []
    def put(self, item):
        self.items.append(item)
    def size(self):
        return len(self.items)
"""
NO_PUT = RIGHT.replace("self.items.append(item)", "pass")
ALWAYS_0 = RIGHT.replace("len(self.items)", "0")


def score(predictions: Any, references: Any, **kwargs: Any) -> dict[str, Any]:
    return compute_scores(predictions, references, progress=False, **kwargs)


def test_nothing_runs_without_consent() -> None:
    with pytest.raises(ValueError, match="HF_ALLOW_CODE_EVAL=1"):
        score([["class Box: pass"]], [TASK])


@pytest.mark.usefixtures("consent")
def test_levels() -> None:
    scores = score([[RIGHT, NO_PUT, ALWAYS_0]], [TASK])
    # By hand: 1 of 3 classes; put 2 of 3, size 3 of 3; test classes 2, 3 and 1 of 3.
    assert scores["class_pass@1"] == pytest.approx(1 / 3)
    assert scores["method_pass@1"] == pytest.approx((2 / 3 + 1) / 2)
    assert scores["test_class_pass@1"] == pytest.approx((2 / 3 + 1 + 1 / 3) / 3)
    assert scores["class_pass@3"] == scores["method_pass@3"] == scores["test_class_pass@3"] == 1.0
    assert "class_pass@5" not in scores
    assert (scores["n_tasks"], scores["n_samples"]) == (1, 3)
    first, second, third = scores["results"]["box"]
    assert (first["class_passed"], second["class_passed"], third["class_passed"]) == (True, False, False)
    assert second["methods"] == {"put": False, "size": True}
    assert third["test_classes"]["BoxTestMain"]["failures"][0]["message"] == "0 != 1"


@pytest.mark.usefixtures("consent")
def test_test_classes_of_no_declared_method_do_not_count_for_the_class() -> None:
    tests = TESTS.replace(
        "class BoxTestMain",
        "class BoxTestGone(unittest.TestCase):\n    def test_1(self):\n        Box().gone()\nclass BoxTestMain",
    )
    task = {**TASK, "test": tests, "test_classes": ["BoxTestPut", "BoxTestSize", "BoxTestGone", "BoxTestMain"]}
    scores = score([[RIGHT]], [task])
    assert (scores["class_pass@1"], scores["method_pass@1"], scores["test_class_pass@1"]) == (1.0, 1.0, 0.75)


@pytest.mark.usefixtures("consent")
@pytest.mark.parametrize("methods", [[], [{"method_name": "unheard_of"}]], ids=["none declared", "none tested"])
def test_no_task_is_passed_for_want_of_tests(methods: list[dict[str, str]]) -> None:
    """A task whose test classes belong to no declared method, or that was never mapped, still has to be passed."""
    row = {**TASK, "methods_info": methods, "test_classes": ["BoxTestSize"]}
    bare = Task(task_id="bare", class_name="Box", test=TESTS, test_classes=("BoxTestSize",))
    scores = score([[RIGHT, ""], [RIGHT, ""]], [row, bare])
    assert scores["class_pass@1"] == 0.5
    assert [[item["class_passed"] for item in of_task] for of_task in scores["results"].values()] == [
        [True, False]
    ] * 2


@pytest.mark.usefixtures("consent")
@pytest.mark.parametrize(
    ("predictions", "references", "kwargs", "message"),
    [
        ([[RIGHT]], [TASK], {"k": 2}, "pass@2 needs 2 samples per task, but task box has 1"),
        ([[RIGHT]], [TASK], {"k": [1, 0]}, "k must be at least 1"),
        ([[RIGHT]], [TASK, {**TASK, "task_id": "b"}], {}, "1 lists of answers for 2 tasks"),
        ([[RIGHT], [RIGHT]], [TASK, TASK], {}, "box is given twice"),
        ([RIGHT], [TASK], {}, "answers to task box must be a list of strings"),
        ([[]], [TASK], {}, "box has no answer"),
        ([], [], {}, "nothing to score"),
        ([[RIGHT]], ["ClassEvalOpen_99"], {}, "Unknown task 'ClassEvalOpen_99'"),
        ([[RIGHT]], [7], {}, "Reference 0 is a int"),
        ([[RIGHT]], [{"task_id": "box"}], {}, "Task box lacks class_name, test, test_classes"),
    ],
)
def test_bad_input_is_named(predictions: Any, references: Any, kwargs: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        score(predictions, references, **kwargs)


@pytest.mark.usefixtures("consent")
def test_references_pass_and_empty_skeletons_fail(open_tasks: list[Task]) -> None:
    right = score([[task.solution_code] for task in open_tasks], [task.task_id for task in open_tasks])
    assert right["class_pass@1"] == right["method_pass@1"] == right["test_class_pass@1"] == 1.0
    empty = score([[task.skeleton] for task in open_tasks], [task.to_row() for task in open_tasks])
    assert empty["class_pass@1"] == empty["method_pass@1"] == empty["test_class_pass@1"] == 0.0


@pytest.mark.usefixtures("consent")
def test_example_answers_get_the_verdict_in_their_name() -> None:
    folders = task_folders(open_tasks_directory())
    answers = [read_answers(folder) for folder in folders]
    assert all(len(of_task) == 3 for of_task in answers)
    scores = score([[answer.text for answer in of_task] for of_task in answers], map_folders(folders))
    for of_task in answers:
        for answer, result in zip(of_task, scores["results"][of_task[0].task_id], strict=True):
            assert result["class_passed"] == answer.passes, (answer.task_id, answer.name, result)


def map_folders(folders: Any) -> list[Task]:
    return [read_task_folder(folder) for folder in folders]
