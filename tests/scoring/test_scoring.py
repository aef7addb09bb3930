import json
from collections import deque
from functools import partial
from math import fsum
from typing import Any

import datasets
import numpy as np
import pandas as pd
import pytest

from classeval_hf.classes.tasks.files import (
    OPEN_TASKS,
    read_example_completions,
    read_task_folder,
    task_folders,
)
from classeval_hf.core.tasks import ClassTask
from classeval_hf.metrics.scores import Scores
from classeval_hf.scoring.compute import compute_scores, reference_rows, resolve_tasks
from classeval_hf.scoring.score_tables import further_tables
from classeval_metric import ClassevalMetric

pytestmark = pytest.mark.usefixtures("consent", "shared_judges")
TESTS = """
import unittest
class BoxTestPut(unittest.TestCase):
    def test_1(self):
        box = Box()
        box.put(1)
        self.assertEqual(box.items, [1])
class BoxTestSize(unittest.TestCase):
    def test_1(self): self.assertEqual(Box().size(), 0)
class BoxTestMain(unittest.TestCase):
    def test_1(self):
        box = Box()
        box.put(1)
        self.assertEqual(box.size(), 1)
"""
NAMES = ["BoxTestPut", "BoxTestSize", "BoxTestMain"]
TASK: dict[str, Any] = {
    **{"task_id": "box", "class_name": "Box", "import_statement": [], "test": TESTS, "test_classes": NAMES},
    "methods_info": [{"method_name": "put"}, {"method_name": "size"}],
}
RIGHT = """class Box:
    def __init__(self): self.items = []
    def put(self, item): self.items.append(item)
    def size(self): return len(self.items)
"""
ANALYSED = {**TASK, "solution_code": RIGHT, "topic": "File Handling"}
NO_PUT = RIGHT.replace("self.items.append(item)", "pass")
ALWAYS_0 = RIGHT.replace("len(self.items)", "0")
score = partial(compute_scores, progress=False)


def test_nothing_runs_without_consent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HF_ALLOW_CODE_EVAL")
    with pytest.raises(ValueError, match="HF_ALLOW_CODE_EVAL=1"):
        score([["class Box: pass"]], [TASK])


def test_levels() -> None:
    scores = score([[RIGHT, NO_PUT, ALWAYS_0]], [TASK])
    # By hand: 1 of 3 classes; put 2 of 3, size 3 of 3; test classes 2, 3 and 1 of 3.
    assert scores["class_pass@1"] == pytest.approx(1 / 3)
    assert scores["method_pass@1"] == pytest.approx((2 / 3 + 1) / 2)
    assert scores["test_class_pass@1"] == pytest.approx((2 / 3 + 1 + 1 / 3) / 3)
    assert scores["class_pass@3"] == scores["method_pass@3"] == scores["test_class_pass@3"] == 1.0
    assert "class_pass@5" not in scores and (scores["n_tasks"], scores["n_samples"]) == (1, 3)
    first, second, third = scores["results"]["box"]
    assert (first["class_passed"], second["class_passed"], third["class_passed"]) == (True, False, False)
    assert second["methods"] == {"put": False, "size": True}
    assert third["test_classes"]["BoxTestMain"]["failures"][0]["message"] == "0 != 1"


def test_partial_success_and_test_rate() -> None:
    """A test class is a partial success if one of its tests passes, a class if each of its test classes is one."""
    tests = TESTS.replace("class BoxTestMain", "    def test_2(self):\n        Box().shrink()\nclass BoxTestMain")
    task = {**TASK, "test": tests}
    with pytest.warns(UserWarning, match="no code in 1 completion"):
        scores = score([[RIGHT, NO_PUT, "no Python (", RIGHT + "    def shrink(self): pass\n"]], [task], k=[1, 2])
    # By hand: RIGHT passes but for one of four tests; NO_PUT passes one of four; the third none; the last all.
    assert scores["class_pass@1"] == 1 / 4 and scores["class_partial_success@1"] == 2 / 4
    assert scores["class_partial_success@2"] == pytest.approx(1 - 1 / 6)
    assert scores["test_class_pass@1"] == pytest.approx((2 + 1 + 2) / 4 / 3)
    assert scores["test_class_partial_success@1"] == pytest.approx((2 + 3 + 2) / 4 / 3)
    assert scores["test_rate"] == pytest.approx((3 / 4 + 1 / 4 + 0 + 1) / 4)


def test_dependencies() -> None:
    """The reference has a field in put and one in size; NO_PUT and ALWAYS_0 lack one each, the last both."""
    with pytest.warns(UserWarning, match="no valid Python in 1 completion"):
        scores = score([[RIGHT, NO_PUT, ALWAYS_0, "class Box("]], [ANALYSED], k=[1, 2])
    assert scores["dep_f"] == scores["dep_f_count"] == 4 / 8
    assert scores["recall@1"] == scores["recall_field@1"] == 1 / 2
    assert scores["recall@2"] == pytest.approx(1 - 1 / 6) and not {"dep_m", "recall_method@1"} & scores.keys()
    assert scores["dep_f_ceiling"] == scores["recall_ceiling"] == 1
    of_size = {"put": {"fields": [], "methods": []}, "size": {"fields": ["self.items"], "methods": []}}
    found = [sample["dependencies"] for sample in scores["results"]["box"]]
    assert found[1] == of_size and found[3] is None
    assert scores["reference_dependencies"]["box"] == found[0] == {**of_size, "put": of_size["size"]}
    alone = score([[RIGHT]], [TASK])
    assert not {"dep_f", "dep_m", "recall@1", "dep_f_ceiling", "recall_ceiling"} & alone.keys(), "of no reference"
    assert alone["results"]["box"][0]["dependencies"]["size"]["fields"] == ["self.items"]


def test_error_analysis() -> None:
    raising = RIGHT.replace("len(self.items)", "self.items.size")
    with pytest.warns(UserWarning, match="no valid Python in 1 completion"):
        scores = score([[RIGHT, ALWAYS_0, raising, "class Box("]], [ANALYSED])
    # raising fails in BoxTestSize and BoxTestMain; the last one in all three test classes; ALWAYS_0 by an assertion.
    assert scores["failure_counts"] == {"SyntaxError": 3, "AttributeError": 2, "AssertionError": 1}
    assert scores["error_distribution"] == {"SyntaxError": 3 / 5, "AttributeError": 2 / 5}
    assert scores["method_pass_by_dependencies"] == {
        "0": {"share": 5 / 8, "passed": 5, "samples": 8, "methods": 2, "tasks": 1}
    }
    assert scores["class_pass_by_topic"] == {"File Handling": {"share": 1 / 4, "passed": 1, "samples": 4, "tasks": 1}}
    assert scores["class_pass_by_length"]["1-20"]["share"] == 1 / 4


def test_intervals_and_summands() -> None:
    tasks = [{**ANALYSED, "task_id": name} for name in "abcdef"]
    completions = [[RIGHT, NO_PUT], [RIGHT, RIGHT], [ALWAYS_0, NO_PUT], [RIGHT, ""], [RIGHT, ""], [RIGHT, RIGHT]]
    with pytest.warns(UserWarning, match="no text in 2 completions"):
        scores = score(completions, tasks, k=[1, 2], ci=0.9, ci_resamples=199, ci_seed=3)
    assert {**scores["ci"], "level": 0.9, "resamples": 199, "seed": 3} == scores["ci"]
    assert "effective number of tasks" in scores["ci"]["method"]
    averages = {name for name in scores if "@" in name or name == "test_rate" or name.startswith("dep_")}
    assert scores["intervals"].keys() == scores["per_task"].keys() == averages - {"dep_f_ceiling"}
    for name, (low, high) in scores["intervals"].items():
        assert low <= scores[name] <= high, name
        summands = scores["per_task"][name].values()
        assert fsum(value for value, _ in summands) / fsum(weight for _, weight in summands) == scores[name]
    assert scores["intervals"]["class_pass@1"][0] < scores["intervals"]["class_pass@1"][1]
    assert json.loads(json.dumps(scores)) == scores
    unsound = [{**tasks[0], "solution_code": "class Box: pass"}, *tasks[1:]]
    with pytest.warns(UserWarning, match="no text in 2 completions|reference fails here in 1 task"):
        scores = score(completions, unsound, k=1, ci=0.9, ci_resamples=199)
    assert scores["class_pass@1_sound"] == pytest.approx((1 + 0 + 1 / 2 + 1 / 2 + 1) / 5)
    assert "class_pass@1_sound" in scores["intervals"]
    assert not any(name.endswith("_sound") for name in scores["per_task"])
    assert "dep_f_sound" not in scores and "no_interval" not in scores
    with pytest.warns(UserWarning, match="no text in 2 completions|reference fails here in 1 task"):
        scores = score(completions[:5], unsound[:5], k=1)
    assert "class_pass@1" in scores["intervals"] and "class_pass@1_sound" not in scores["intervals"]
    assert scores["no_interval"]["class_pass@1_sound"] == "4 tasks", "also of averages that `per_task` leaves out"
    (table,) = further_tables({"run": Scores.from_dict(scores)}, level=0.95)
    assert next(row for row in table.rows if row[0] == "class_pass@1_sound")[-2:] == ["n/a", "4 tasks"]
    few = score([[RIGHT]], [TASK])
    assert few["ci"]["level"] == 0.95 and few["intervals"] == {}, "by default, but one task says nothing of others"
    assert not {"ci", "intervals"} & score([[RIGHT]], [TASK], ci=None).keys()


def test_test_classes_of_no_declared_method() -> None:
    gone = "class BoxTestGone(unittest.TestCase):\n    def test_1(self):\n        Box().gone()\n"
    task = {**TASK, "test": TESTS + gone, "test_classes": [*NAMES[:2], "BoxTestGone", "BoxTestMain"]}
    with pytest.warns(UserWarning, match="1 test class that guesses such as True or None can pass"):
        scores = score([[RIGHT]], [task])
    assert (scores["class_pass@1"], scores["method_pass@1"], scores["test_class_pass@1"]) == (1.0, 1.0, 0.75)
    # A task whose test classes belong to no declared method, or that was never mapped, still has to be passed.
    row = {**TASK, "methods_info": [], "test_classes": ["BoxTestSize"]}
    none_tested = {**row, "task_id": "none tested", "methods_info": [{"method_name": "unheard_of"}]}
    bare = ClassTask(task_id="bare", class_name="Box", test=TESTS, test_classes=("BoxTestSize",))
    with pytest.warns(UserWarning, match="no text in 3 completions"):
        scores = score([[RIGHT, ""]] * 3, [row, none_tested, bare])
    assert scores["class_pass@1"] == 0.5
    passed = [[item["class_passed"] for item in of_task] for of_task in scores["results"].values()]
    assert passed == [[True, False]] * 3


def test_bad_input_is_named() -> None:
    for predictions, references, message in (
        ([[RIGHT]], [TASK, {**TASK, "task_id": "b"}], "one list of completions, but for 2 tasks there is 1"),
        ([[RIGHT], [RIGHT]], [TASK, TASK], "box is given twice"),
        ([RIGHT], [TASK], "completions of task box must be a list of strings, .* of type str: put it in a list"),
        ([{"sample 0": RIGHT}], [TASK], r"task box .* and are of type dict: list\(completions.values\(\)\)"),
        ([{RIGHT}], [TASK], "task box .* and are of type set: a set has no order"),
        ([RIGHT.encode()], [TASK], "task box .* and are of type bytes: decode it"),
        ([[RIGHT.encode()]], [TASK], "task box .* one of them is of type bytes: decode it"),
        ([[None]], [TASK], "task box .* one of them is of type NoneType: give an empty string"),
        ([[[RIGHT]]], [TASK], "task box .* one of them is of type list: give its text alone"),
        ([[{"completion": RIGHT}]], [TASK], "one of them is of type dict: give its text alone"),
        ([np.array([RIGHT])], [TASK], r"task box .* and are of type ndarray: completions.tolist\(\)"),
        (np.array([[RIGHT]]), [TASK], "predictions are of type ndarray, and not a list"),
        ({"box": [RIGHT]}, [TASK], "predictions are of type dict, and not a list"),
        ("abc", [TASK], "predictions are of type str, and not a list"),
        ([[]], [TASK], "box has no completion"),
        ([], [], "nothing to score"),
        ([[RIGHT]], ["ClassEvalOpen_999"], "Unknown task 'ClassEvalOpen_999'"),
        ([[RIGHT]], [7], "Reference 0 is of type int"),
        ([[RIGHT]], None, "The references are missing: pass references="),
        (None, [TASK], "The predictions are missing: pass predictions="),
        ([[RIGHT]], "ClassEvalOpen_0", r"are of type str, and not a list: pass references=\['ClassEvalOpen_0'\]"),
        ([[RIGHT]], 7, "references are of type int, and not a list"),
        ([[RIGHT]], {"ClassEvalOpen_0"}, "references are of type set, and not a list"),
        ([[RIGHT]], pd.DataFrame({"task_id": ["box"]}), "references are of type DataFrame, and not a list"),
        ([[RIGHT]], [{"task_id": "box"}], "Task box lacks class_name, test, test_classes"),
    ):
        with pytest.raises(ValueError, match=message):
            score(predictions, references)


def test_a_bad_option_is_named() -> None:
    for name, value, message in (
        ("k", 2, "pass@2 needs 2 samples per task, but task box has 1"),
        ("k", [1, 0], "k must be at least 1"),
        ("k", True, "k is a whole number of samples, or a list of them, and not True"),
        ("k", np.bool_(True), "k is a whole number of samples, or a list of them"),
        ("k", [np.bool_(True)], "k is a whole number of samples, or a list of them"),
        ("k", [], "k is empty"),
        ("k", b"\1", r"and not b'\\x01'"),
        ("k", {1: 1}, "and not {1: 1}"),
        ("k", np.array(1.5), "and not 1.5"),
        ("k", ["1"], "and not '1'"),
        ("k", [1.5], "and not 1.5"),
        ("k", "1", "and not '1'"),
        ("num_workers", "2", "num_workers is a whole number, and not '2'"),
        ("ci_seed", 1.5, "ci_seed is a whole number, and not 1.5"),
        ("ci", "0.95", "ci is a number, and not '0.95'"),
        ("ci", 95, "between 0 and 1, but is 95"),
        ("timeout", True, "timeout is a number, and not True"),
        ("max_answer_chars", -1, "max_answer_chars must be at least 1, and is -1"),
        ("finish_reasons", ["length"], "finish_reasons of task box must be a list of strings, one for"),
        ("finish_reasons", ["length"], "one for each of its 1 completion"),
        ("finish_reasons", [["stop", "stop"]], "finish_reasons of task box"),
        ("finish_reasons", [], "one list of finish_reasons, but for 1 task there are 0"),
    ):
        with pytest.raises(ValueError, match=message):
            score([[RIGHT]], [TASK], **{name: value})


@pytest.mark.parametrize("k", [np.int64(1), np.array(1), [np.int64(1), 2], np.array([1, 2])])
def test_numbers_of_numpy_are_taken_for_k(k: Any) -> None:
    scores = ClassevalMetric().compute(predictions=[[RIGHT, ALWAYS_0]], references=[TASK], k=k, progress=False)
    assert scores["class_pass@1"] == 0.5 and ("class_pass@2" in scores) == (np.size(k) == 2)
    json.dumps(scores)


def test_what_evaluate_is_given_is_checked() -> None:
    metric = ClassevalMetric()
    for predictions, references, message in (
        ([{"sample 0": RIGHT}], [TASK], "number 0 .* are of type dict"),
        ([{RIGHT}], [TASK], "number 0 .* are of type set"),
        (np.array([[RIGHT]]), [TASK], "are of type ndarray"),
        ([[RIGHT]], None, "references are missing"),
        ([[RIGHT]], "box", r"pass references=\['box'\]"),
    ):
        with pytest.raises(ValueError, match=message):
            metric.compute(predictions=predictions, references=references)
    with pytest.raises(TypeError, match=r"compute has no argument 'timout'\. Did you mean timeout\?"):
        metric.compute(predictions=[[RIGHT]], references=[TASK], timout=1)
    with pytest.raises(ValueError, match="one of them is of type bytes"):
        metric.add(prediction=[RIGHT.encode()], reference=TASK)


def test_warnings_are_of_the_users_own_line() -> None:
    for compute in (score, partial(ClassevalMetric().compute, progress=False)):
        with pytest.warns(UserWarning, match="no text in 1 completion") as caught:
            compute(predictions=[[""]], references=[TASK])
        assert {warning.filename for warning in caught if "completion" in str(warning.message)} == {__file__}


@pytest.mark.slow
def test_references_pass_and_empty_skeletons_fail(open_tasks: list[ClassTask]) -> None:
    right = score([[task.solution_code] for task in open_tasks], [task.task_id for task in open_tasks])
    assert right["class_pass@1"] == right["method_pass@1"] == right["test_class_pass@1"] == 1.0
    assert right["dep_f"] == right["dep_m"] == right["recall@1"] == right["dep_m_ceiling"] == right["test_rate"] == 1.0
    assert sum(item["tasks"] for item in right["class_pass_by_topic"].values()) == len(open_tasks)
    weaker = right["isolation"]["reason"] or right["isolation"]["tier"] in ("T0", "T1")
    assert [warning["kind"] for warning in right["warnings"]] == (["weaker_tier"] if weaker else [])
    empty = score([[task.skeleton] for task in open_tasks], [task.to_row() for task in open_tasks])
    assert empty["class_pass@1"] == empty["method_pass@1"] == empty["test_class_pass@1"] == 0.0
    assert empty["dep_f"] == empty["dep_m_count"] == empty["recall@1"] == empty["test_rate"] == 0.0


@pytest.mark.full
def test_example_answers_get_the_verdict_in_their_name() -> None:
    folders = task_folders(OPEN_TASKS)
    completions = [read_example_completions(folder) for folder in folders]
    assert all(len(of_task) == 3 for of_task in completions)
    tasks = [read_task_folder(folder) for folder in folders]
    scores = score([[completion.text for completion in of_task] for of_task in completions], tasks)
    for of_task in completions:
        for completion, result in zip(of_task, scores["results"][of_task[0].task_id], strict=True):
            assert result["class_passed"] == completion.passes, (completion.task_id, completion.name, result)


def test_columns_are_references_and_completions(open_tasks: list[ClassTask]) -> None:
    rows = [task.to_row() for task in open_tasks[:3]]
    columns = {name: [row[name] for row in rows] for name in rows[0]}
    assert reference_rows(columns) == rows and resolve_tasks(columns) == open_tasks[:3]
    with pytest.raises(ValueError, match="not of the same length"):
        resolve_tasks({**columns, "topic": []})
    with pytest.raises(ValueError, match="and not columns of a dataset: pass a list"):
        resolve_tasks(TASK)
    column = datasets.Dataset.from_dict({"completions": [[RIGHT]]})["completions"]
    assert score(column, iter([TASK]))["class_pass@1"] == 1.0
    scores = ClassevalMetric().compute(predictions=[deque([RIGHT])], references=[TASK], progress=False)
    assert scores["class_pass@1"] == 1.0
