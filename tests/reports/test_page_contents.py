"""What the report's page holds beside the scores: kinds of parts of code, and what is known of tasks."""

import re
from dataclasses import replace
from typing import Any

import pytest
from report_runs import make_project_run, make_run
from shelf_task import SHELF

from classeval_hf.classes.tasks.test_cases import declared_tests
from classeval_hf.core.tasks import ClassTask
from classeval_hf.metrics.scores import Scores
from classeval_hf.reports import writing
from classeval_hf.reports.samples import error_types, run_details, task_sheet
from classeval_hf.reports.tables import leaderboard_metrics, metric_families
from classeval_hf.reports.writing import (
    HIGHLIGHT_LIMIT,
    gather_content,
    highlighted,
    html_report,
    leaderboard_table,
    token_kinds,
)
from classeval_hf.scoring.compute import compute_scores


def test_kinds_and_lengths_of_parts() -> None:
    """Prose around fenced blocks is not read as Python: an apostrophe in it opens no string. No character is lost;
    lengths are those of a browser, which counts two where a character needs two UTF-16 units."""
    assert token_kinds("def f(x):  # \u00e9\n    return 'a' + 1\n") == "k3t1f1t6c3t5k6t1s3t3m1t1"
    text = "It's this:\n```python\nimport os\n```\nDon't run it.\n"
    assert token_kinds(text) == f"t{text.index('import')}k6t{len(text) - text.index('import') - 6}"
    texts = ["\U0001f600 = '\U0001f600'\n", "'''never closed\n", "\ufeffclass A: pass", "\r\n\tx\u2028 = 1\x0c"]
    for text in [*texts, "</script><b>", "```\n```\n```", ""]:
        assert sum(map(int, re.findall(r"\d+", token_kinds(text)))) == len(text.encode("utf-16-le")) // 2, text


def test_texts_are_read_in_a_process_apart(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of many it says how far it is, if asked to. Only letters and digits come of a text, whatever is in it."""
    monkeypatch.setattr(writing, "_CHUNK", 50)
    texts = [f"value = {number}" for number in range(60)]
    assert len(highlighted(texts, progress=True)) == 60
    assert "Colouring code: 60 of 60 texts in " in capsys.readouterr().err
    hostile = ["</script><script>alert(1)</script>", "class A:\n    '''<!--'''\n" * 50, "x" * 5_000]
    found = highlighted(hostile, progress=True)
    assert len(found) == 3 and all(re.fullmatch(r"([a-z]\d+)+", kinds) for kinds in found.values())
    assert highlighted(["x" * (HIGHLIGHT_LIMIT + 1), ""]) == {}, "long texts are left plain"
    # A page per run shows texts of the whole report's, which are not read again.
    known = {"value = 1": "as it was found"}
    assert highlighted(["value = 1"], kinds=known) == {"value = 1": "as it was found"}
    assert highlighted(texts, kinds=known)["value = 1"] == "as it was found"
    assert known["value = 2"] == token_kinds("value = 2")
    assert capsys.readouterr().err == "", "not of few, nor unasked"


def judged_run(task: ClassTask, **fields: Any) -> Any:
    test_class = task.test_classes[0]
    failure = {"test": declared_tests(task.test).by_class[test_class][0], "outcome": "error", "error_type": "KeyError"}
    verdict = {"passed": False, "failures": [{**failure, "message": ""}]}
    results = {task.task_id: [{"class_passed": False, "test_classes": {test_class: verdict}}]}
    scores = {"results": results, "unsound_tasks": {task.task_id: "it fails"}}
    return make_run("a", scores, tasks={task.task_id: task}, **fields)


def test_sheets_of_tasks(open_tasks: list[ClassTask]) -> None:
    """A known task has skeleton, failing tests and, if the licence allows, reference; of an unknown one only what the
    scores say is there."""
    task = open_tasks[0]
    runs = [judged_run(task), make_run("b")]
    known, unknown = (task_sheet(runs, task_id) for task_id in (task.task_id, "box"))
    assert (known.asks_for, known.topic, known.unsound) == (task.class_name, task.topic, "it fails")
    assert (known.skeleton.strip(), known.reference.strip()) == (task.skeleton.strip(), task.solution_code.strip())
    (name,) = known.tests
    assert name.startswith(task.test_classes[0]) and "def test" in known.tests[name]
    assert (unknown.asks_for, unknown.skeleton, unknown.tests, unknown.unsound) == ("", "", {}, "")
    for licence in ("CC-BY-NC-4.0", ""):
        sheet = task_sheet([judged_run(replace(task, licence=licence))], task.task_id)
        assert sheet.skeleton and sheet.tests and not sheet.reference
    names, found = error_types([judged_run(task), make_run("b")], [task.task_id, "box", "bag"])
    assert names == ["AssertionError", "KeyError"] and list(found.values()) == [[[1], [], []], [[], [0], [0]]]


PLACED = """Here it is, with return len(things) in a helper below:
```python
class Shelf:
    def __init__(self):
        self.things = []
    def put(self, thing):
        return counted(self.things)
    def take(self):
        if self.things:
            return 1
        return self.things.pop()
```
And the helper, which counts:
```python
def counted(things):
    things = things[0:]
    return 1
    return things.pop()

def never():
    if self.things:
        return self.things.pop()
```
"""


@pytest.mark.usefixtures("consent")
@pytest.mark.filterwarnings("ignore")
def test_places_of_failures() -> None:
    """The line of the completion as the model wrote it, whatever stands around, twice or in another order there; else
    that of the method that is tested. The line of the tests as their author wrote it."""
    texts = [
        PLACED,
        PLACED.replace("return 1\n    return", "return"),
        PLACED.replace("\n", "\r\n"),
        "class Shelf: 1 / 0",
    ]
    texts += [SHELF.solution_code.replace("append(thing)", "clear()")]
    scores = Scores.from_dict(compute_scores([texts], [SHELF], progress=False))
    failures = [
        [failure for item in sample.tests.values() for failure in item.failures] for sample in scores.results["shelf"]
    ]
    assert [[(one.error_type, one.line or 0, one.test_line or 0) for one in failed] for failed in failures] == [
        [("IndexError", 11, 5)],
        [("IndexError", 17, 3), ("IndexError", 11, 5)],
        [("IndexError", 11, 5)],
        [("", 1, 0), ("", 1, 0)],
        [("AssertionError", 0, 3)],
    ]
    run = make_run("a", {"results": scores.to_dict()["results"]}, tasks={"shelf": SHELF}, completions={"shelf": texts})
    (samples,) = run_details(run, ["shelf"], 10_000)
    of_tests = ("line 3 of the tests", "def test_put(self): self.assertEqual(Shelf().put('tin'), 1)")
    for index, place in ((1, ("stopped in line 17 of the completion", "return things.pop()")), (4, METHOD)):
        assert list(samples[index]["failures"][0].places) == [of_tests, place]
    assert list(samples[3]["failures"][0].places) == [("stopped in line 1 of the completion", "class Shelf: 1 / 0")]


METHOD = ("the method begins in line 4 of the completion", "def put(self, thing):")


def test_projects_equal_names_and_unsound_tasks() -> None:
    content = gather_content([make_project_run("mine")])
    assert [sheet.topic for sheet in content.sheets] == ["a-1.0", "b-1.0"] and "a-1.0" in html_report(content)
    # The end of a label: description, file, number, split; nothing where the name says it all.
    ends = {"": "", ", detailed": "detailed", " (scores)": "scores", " (scores) 2": "scores 2", " 2": "2"}
    ends |= {" (scores) 2 (open)": "scores 2 open", " (open)": "open", ", sketchy (s) 3": "sketchy s 3"}
    for end, expected in ends.items():
        assert make_run("a,holistic,greedy", label=f"a, holistic, greedy{end}").distinction == expected
    assert make_run("a,holistic,greedy", label="another name").distinction == ""
    # Their number, and the score without them in one of its own; a report without any has no such columns.
    scores = {"unsound_tasks": {"box": "a test fails"}, "class_pass@1_sound": 0.5}
    scores |= {"no_interval": {"class_pass@1_sound": "2 tasks"}}
    runs = [make_run("a", scores), make_run("b", label="b 2")]
    metrics = [metric for metric in leaderboard_metrics(runs) if metric.main]
    table = leaderboard_table(runs, metrics)
    header, rows = table.columns, table.rows
    assert [row[header.index("unsound tasks")] for row in rows] == ["1", "0"]
    assert [row[header.index("class@1 (sound)")] for row in rows] == ["50.0 (n/a: 2 tasks)", ""]
    assert len({metric.name for metric in metric_families(metrics)}) == len({metric.name for metric in metrics})
    assert [row[0] for row in rows] == ["a", "b (2)"]
    assert "unsound tasks" not in leaderboard_table(runs[1:], []).columns
    assert "class@1 (sound)" not in [metric.title for metric in leaderboard_metrics(runs[1:])]
    assert not any("sound" in note for note in gather_content(runs).notes)
    # What several runs have is said once: in full where it is the same, else with the range of its counts.
    warnings = [
        {"kind": kind, "message": message, "count": count, "example": "box", "advice": "Look."}
        for kind, message, count in (("weaker_tier", "All are at T1.", 4), ("timed_out", "2 samples ran out.", 2))
    ]
    of_runs = [warnings, [warnings[0], {**warnings[1], "message": "3 samples ran out.", "count": 3}], warnings[1:]]
    notes = gather_content([make_run(name, {"warnings": of}) for name, of in zip("abc", of_runs, strict=True)]).notes
    assert [note for note in notes if "T1" in note] == ["2 of 3 runs: All are at T1. Look."]
    (timed_out,) = [note for note in notes if "time" in note or "ran out" in note]
    assert timed_out.startswith("3 of 3 runs: ") and "2 to 3" in timed_out and "scores.json" in timed_out
