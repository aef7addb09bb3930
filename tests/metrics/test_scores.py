"""Scores as they are written: the schema in the documents describes them, they are read again, and name nobody."""

import getpass
import json
import os
import platform
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from box_task import RIGHT, TASK
from places import OPEN, ROOT

from classeval_hf.core.tasks import ClassTask, Task
from classeval_hf.metrics.scores import Scores, completions_hash
from classeval_hf.projects.tasks.files import load_open_projects
from classeval_hf.sandbox import linux
from classeval_hf.scoring import compute, score_tables

pytestmark = [
    pytest.mark.usefixtures("shared_judges", "consent_of_module"),
    pytest.mark.filterwarnings("ignore::UserWarning"),  # what is warned of is in the scores too
]
jsonschema = pytest.importorskip("jsonschema", reason="jsonschema is not installed")
SCHEMA = ROOT / "docs" / "reference" / "scores.schema.json"


def score(predictions: list[list[str]], tasks: Sequence[Task], **options: Any) -> dict[str, Any]:
    return dict(json.loads(json.dumps(compute.compute_scores(predictions, tasks, progress=False, **options))))


@pytest.fixture(scope="module")
def of_one_split(open_tasks: list[ClassTask]) -> dict[str, Any]:
    tasks = open_tasks[:5]
    return score([[task.solution_code, "", task.skeleton] for task in tasks], tasks, ci=0.9, ci_resamples=99)


@pytest.fixture(scope="module")
def of_two_splits(open_tasks: list[ClassTask]) -> dict[str, Any]:
    needing = replace(TASK, import_statement=("import a_library_that_nobody_has",))
    tasks = [open_tasks[0], needing, replace(TASK, task_id="other")]
    completions = [[open_tasks[0].solution_code], [RIGHT], [RIGHT]]
    return score(completions, tasks, timeout="auto", allow_missing_libraries=True)


@pytest.fixture(scope="module")
def validator() -> Any:
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def check_form(validator: Any, scores: dict[str, Any]) -> None:
    validator.validate(scores)
    assert json.loads(json.dumps(Scores.from_dict(scores).to_dict())) == scores


def test_the_schema_of_classes(validator: Any, of_one_split: dict[str, Any], of_two_splits: dict[str, Any]) -> None:
    for scores in (of_one_split, of_two_splits):
        check_form(validator, scores)
    validator.validate({"one.jsonl": of_one_split, "two.jsonl": of_two_splits})
    many = {"dep_f_count": 9 / 4, "intervals": {**of_one_split["intervals"], "dep_f_count": [1.0, 9 / 4]}}
    validator.validate({**of_one_split, **many})  # a count may exceed the reference's
    for change in ({"provenance": None}, {"class_pass@1": 1.5}, {"warnings": ["beware"]}, {"new": 1}):
        assert not validator.is_valid({**of_one_split, **change}), change


@pytest.mark.skipif(not linux.is_supported(), reason="isolation needs Linux on x86-64 or arm64")
def test_the_schema_describes_repository_level_tasks(validator: Any, open_tasks: list[ClassTask]) -> None:
    task = load_open_projects()[9]
    alone = score([[task.reference, "pass"]], [task])
    both = score([["pass"], [open_tasks[0].skeleton]], [task, open_tasks[0]])
    for scores in (alone, both):
        check_form(validator, scores)
        assert scores["projects"] == {task.task_id: task.project.label}
    of_splits = {split: bool(of_split.projects) for split, of_split in Scores.from_dict(both).by_split().items()}
    assert of_splits == {"open_repo": True, "open": False}


def test_the_schema_describes_other_rules(validator: Any, open_tasks: list[ClassTask]) -> None:
    own = score([[RIGHT, ""]], [TASK], compat="upstream")
    both = score([[RIGHT], [open_tasks[0].solution_code]], [TASK, open_tasks[0]], compat="upstream-incoder")
    for scores in (own, both):
        check_form(validator, scores)
    assert not validator.is_valid({**own, "compat": {**own["compat"], "new": 1}})


def test_scores_of_other_versions(of_one_split: dict[str, Any]) -> None:
    later = ("provenance", "warnings")
    found = Scores.from_dict({name: value for name, value in of_one_split.items() if name not in later})
    assert found.provenance is None and found.averages["class_pass@1"] == of_one_split["class_pass@1"]
    with pytest.raises(ValueError, match="form 4, not 3"):
        Scores.from_dict({**of_one_split, "schema_version": 4})
    without = {name: value for name, value in of_one_split["provenance"].items() if name != "commit"}
    with pytest.raises(ValueError, match=r"missing required field `commit` - at `\$\.provenance`"):
        Scores.from_dict({**of_one_split, "provenance": without})


def test_scores_of_each_split(of_two_splits: dict[str, Any]) -> None:
    found = Scores.from_dict(of_two_splits).by_split()
    assert {split: scores.n_tasks for split, scores in found.items()} == {"open": 1, "own": 2}
    of_open, own = found["open"], found["own"]
    assert (list(own.unsound_tasks), list(of_open.results)) == (["box"], ["ClassEvalOpen_0"])
    assert of_open.averages["class_pass@1"] == 1.0
    assert {name for scores in found.values() for name in scores.by_split()} == {""}
    for split, scores in found.items():
        assert scores.provenance is not None and [item.split for item in scores.provenance.splits] == [split]
        assert set(scores.provenance.task_hashes) == set(scores.results)
        assert scores.provenance.sound_tasks == scores.n_tasks - len(scores.unsound_tasks)


def test_tables_have_a_row_for_each_split(of_two_splits: dict[str, Any]) -> None:
    """As there is no average over several; and what is said of one split does not name another."""
    scores = Scores.from_dict(of_two_splits)
    rows = score_tables.score_table({"run": scores}).split("\n")[2:4]
    cells = [row.split()[:5] for row in rows]
    assert cells == [["run,", "open", "1", "1", "100.0"], ["run,", "own", "2", "1", "50.0"]]
    told = score_tables.printed_notes({"run": scores.by_split()["open"]}, True)
    assert "class_pass@1 1.0000" in told[-2] and f"over the 1 task with completions, of {OPEN} in open" in told[-2]
    assert "tasks of one's own" not in told[-2]


def test_a_table_of_projects_stands_by_itself(open_tasks: list[ClassTask]) -> None:
    task = load_open_projects()[9]
    classes = Scores.from_dict(score([[open_tasks[0].solution_code]], open_tasks[:1]))
    projects = Scores.from_dict(score([[task.reference]], [task]))
    first, second = score_tables.score_table({"a": classes, "b": projects, "c": classes}).split("\n\n")
    assert [line.split()[0] for line in first.split("\n")[2:]] == ["a", "c"] and "pass@1" not in first.split()
    assert second.split("\n")[2].split()[0] == "b" and "pass@1" in second.split() and "class@1" not in second
    assert max(map(len, f"{first}\n{second}".split("\n"))) <= 80


def test_scores_are_shown_in_a_few_lines(of_two_splits: dict[str, Any], of_one_split: dict[str, Any]) -> None:
    shown = repr(Scores.from_dict(of_two_splits))
    assert len(shown) < 600 and "open: 1 task, n = 1, class@1 100.0 (n/a: 1 task), method@1 100.0" in shown
    assert "own: 2 tasks" in shown and "part_of_split" in shown
    one = Scores.from_dict(of_one_split)
    low, high = (end * 100 for end in one.intervals["class_pass@1"])
    html = one._repr_html_()
    assert f"class@1 33.3 ({low:.1f}-{high:.1f})" in repr(one)
    assert html.startswith("<table>") and f"<td>33.3 ({low:.1f}-{high:.1f})</td>" in html and len(html) < 1_000
    named = replace(one, metric_version="<script>")._repr_html_()
    assert "<script>" not in named and "&lt;script&gt;" in named
    # What the metric returns is a dict that is shown likewise; once a key is taken out, as any dict.
    found = one.to_dict()
    assert json.loads(json.dumps(found)) == found == dict(found)
    assert repr(found) == str(found) == repr(one) and len(repr(dict(found))) > 2_000
    assert found._repr_html_() == html
    del found["results"]
    assert repr(found) == repr(dict(found)) and found._repr_html_() is None


def test_provenance_says_what_it_was_made_with(of_one_split: dict[str, Any], open_tasks: list[ClassTask]) -> None:
    provenance, tasks = of_one_split["provenance"], open_tasks[:5]
    completions = [[task.solution_code, "", task.skeleton] for task in tasks]
    assert provenance["task_hashes"] == {task.task_id: task.tests_hash() for task in tasks}
    assert provenance["answers_sha256"] == completions_hash(completions)
    assert provenance["python"].endswith(platform.python_version())
    assert provenance["started"] <= provenance["ended"]
    assert provenance["seeds"] == {"hash": 0, "random": 0, "resampling": 0} and provenance["cores"] >= 1


def _words(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for item in [*value, *value.values()] if isinstance(value, dict) else value:
            yield from _words(item)


def test_provenance_names_nobody(of_one_split: dict[str, Any], of_two_splits: dict[str, Any]) -> None:
    private = [str(Path.home()), str(Path.cwd()), os.environ["HF_HOME"], platform.node(), f"/{getpass.getuser()}"]
    for scores in (of_one_split, of_two_splits):
        for word in _words({"provenance": scores["provenance"], "warnings": scores["warnings"]}):
            assert not [name for name in private if name and name in word], word
            assert not word.startswith("/"), word
    completions = ([["a", "b"]], [["a", "b"]], [["a"], ["b"]], [["ab"]], [["ab", ""]])
    first, again, *others = map(completions_hash, completions)
    assert first == again and len({first, *others}) == 4
