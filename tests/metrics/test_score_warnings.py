"""What a reader must know before quoting a score is said with it, with a count, an example and what to do."""

import ast
import html
import inspect
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from benchmark_data import write_json, write_lines
from box_task import RIGHT, TASK
from places import OPEN

from classeval_hf.classes.tasks import libraries
from classeval_hf.cli import main
from classeval_hf.core.tasks import BASE, ClassTask
from classeval_hf.core.verdicts import CandidateVerdict
from classeval_hf.engine.executor import Executor, refused
from classeval_hf.metrics import comparability
from classeval_hf.metrics.samples import Sample
from classeval_hf.metrics.scores import Scores, ScoreWarning
from classeval_hf.projects.tasks import files as project_files
from classeval_hf.prompting.steps import GeneratedSample, SampleStep, sample_line
from classeval_hf.reading.records import REPLACED, ReadingNote, Ruling
from classeval_hf.runs.sample_files import read_sample_file
from classeval_hf.sandbox import linux
from classeval_hf.scoring import score_warnings
from classeval_hf.scoring.compute import compute_scores
from classeval_hf.scoring.score_tables import printed_notes
from classeval_hf.scoring.score_warnings import find_warnings, short_warning

pytestmark = [
    pytest.mark.usefixtures("consent", "shared_judges"),
    pytest.mark.filterwarnings("ignore::UserWarning"),  # what is warned of is in the scores too
]
LONGER = RIGHT + "    def shape(self):\n        return 'a box'\n    def colour(self):\n        return 'brown'\n"
OTHER = replace(TASK, task_id="other")
NEEDING = replace(TASK, import_statement=("import a_library_that_nobody_has",))
SHORT = 0.1  # a limit of seconds that completions need not keep
SORRY = "I'm sorry, but I can't help with that."
isolates = pytest.mark.skipif(not linux.is_supported(), reason="isolation needs Linux on x86-64 or arm64")
score = partial(compute_scores, progress=False)


def kinds(scores: Mapping[str, Any]) -> list[str]:
    return [warning["kind"] for warning in scores["warnings"]]


def warning_of(scores: Mapping[str, Any], kind: str, *expected: object) -> dict[str, Any]:
    """The warning of a kind, which has the count and the example expected."""
    (found,) = (warning for warning in scores["warnings"] if warning["kind"] == kind)
    assert found["count"] >= 0 and found["example"] and found["advice"].endswith(".")
    assert (found["count"], found["example"])[: len(expected)] == expected
    return dict(found)


@isolates
def test_limits_of_class_tasks_are_none_of_projects() -> None:
    """Tests of projects have limits by their references: a short limit is neither warned of nor told."""
    task = project_files.load_open_projects()[9]
    scores = score([["pass"]], [task], timeout=SHORT)
    assert kinds(scores) == ["part_of_split"]
    told = " ".join(printed_notes({"run": Scores.from_dict(scores)}, True))
    assert "suspicious" not in told
    assert "time limits by the references" in told and "per test class" not in told
    assert comparability.differences(Scores.from_dict(scores), Scores.from_dict(score([["pass"]], [task]))) == []


def test_suspicious_samples_are_told() -> None:
    """How many, how many pass, and their marks, made visible; marks that the reference has too do not count."""
    results = [
        {"passed": True, "suspicious": ["frames", "gc"]},
        {"passed": False, "suspicious": ["\x1b[31m" + "x" * 99]},
        {"passed": True, "suspicious": ["frames"]},
    ]
    plain = {
        "schema_version": 3,
        "n_tasks": 1,
        "n_samples": 3,
        "metric_version": "1",
        "results": {"a": results},
        "projects": {"a": "a-1"},
    }
    (told,) = printed_notes({"run": Scores.from_dict({**plain, "reference_suspicious": {"a": ["frames"]}})}, True)
    assert "run: 2 of 3 samples are suspicious, 1 of them passes: " in told
    assert "(\\x1b[31mxxx" in told and told.isprintable() and "frames" not in told and len(told) < 250


def test_test_classes_that_nothing_withheld_judges() -> None:
    tests = TASK.test + (
        "class BoxTestSame(unittest.TestCase):\n    def test_same(self):\n        self.assertTrue(Box())\n"
        "class BoxTestRaises(unittest.TestCase):\n    def test_raises(self):\n"
        "        with self.assertRaises(TypeError):\n            Box(1)\n"
    )
    task = replace(TASK, test=tests, test_classes=("BoxTest", "BoxTestSame", "BoxTestRaises"))
    found = warning_of(score([[RIGHT, RIGHT]], [task]), "judged_by_child", 2, "box BoxTestSame")
    assert found["message"].startswith("2 of 3 test classes (67%) check no value that is withheld from samples")
    assert "judged_by_child" not in kinds(score([[RIGHT]], [TASK]))


@isolates
def test_a_weak_tier_that_was_asked_for() -> None:
    for samples, subject in ((2, "All 2 samples were"), (1, "The sample was")):
        scores = score([[RIGHT] * samples], [TASK], isolation="T1", timeout=SHORT)
        found = warning_of(scores, "weaker_tier", samples, "T1")
        no_stronger = f"{subject} isolated at T1 only: no stronger tier was requested."
        assert found["message"] == f"{no_stronger} This does not stop a malicious sample."
        assert "T2 or better" in found["advice"]
    strongest = score([[RIGHT]], [TASK])
    assert ("weaker_tier" in kinds(strongest)) == bool(strongest["isolation"]["reason"])


def test_what_is_printed_names_count_and_example() -> None:
    scores = score(
        [[RIGHT, RIGHT[:30]], [RIGHT], [RIGHT]],
        [NEEDING, OTHER, replace(TASK, task_id="third")],
        finish_reasons=[["length", "stop"], ["stop"], ["stop"]],
        allow_missing_libraries=True,
        timeout=SHORT,
    )
    for kind, words in (
        ("unequal_samples", "1 task has"),
        ("truncated", "1 of 4"),
        ("missing_libraries", "1 task imports"),
        ("short_time_limit", "3 tasks"),
    ):
        found = warning_of(scores, kind)
        assert found["example"] in found["message"] and words in found["message"], found


def test_references_near_the_limit_are_named() -> None:
    made = Scores.from_dict(score([[RIGHT]], [TASK])).provenance
    assert made is not None
    for seconds, words in (({"box": 3.0}, "of task box takes"), ({"box": 3.0, "other": 4.0}, "2 tasks .* as box")):
        times = {task: {"BoxTest": time} for task, time in seconds.items()}
        warnings = find_warnings([TASK, OTHER], {"box": [], "other": []}, made, times)
        (found,) = (item for item in warnings if "near" in item.kind)
        assert re.search(words, str(found)) and found.count == len(seconds)


def test_part_of_a_split(open_tasks: list[ClassTask]) -> None:
    some = open_tasks[:5]
    missing = open_tasks[5].task_id
    found = warning_of(score([[task.solution_code] for task in some], some), "part_of_split", OPEN - 5, missing)
    assert f"5 of the {OPEN} tasks of the split open" in found["message"]
    assert f"{OPEN - 5} are missing, such as {missing}" in found["message"]


def test_mixed_splits_have_no_common_average(open_tasks: list[ClassTask]) -> None:
    task = open_tasks[0]
    scores = score([[task.solution_code], ["class Box: pass"]], [task, TASK])
    assert "mixed_splits" in kinds(scores)
    assert not [name for name in scores if name.startswith(("class_pass@", "test_rate", "dep_"))]
    own = scores["splits"]["own"]
    assert (scores["splits"]["open"]["class_pass@1"], own["class_pass@1"], own["tasks"]) == (1, 0, ["box"])


def test_other_tests_under_the_same_id(open_tasks: list[ClassTask]) -> None:
    older = [*open_tasks[:3], replace(open_tasks[3], test=open_tasks[3].test + "\n# older\n")]
    scores = score([[""] for _ in older], older)
    found = warning_of(scores, "other_task_data", 1, older[3].task_id)
    assert f"1 of {len(older)} tasks" in found["message"] and f"such as {older[3].task_id}" in found["message"]
    assert not scores["provenance"]["splits"][0]["is_released"]
    assert scores["provenance"]["splits"][0]["version"] == ""


def test_answers_that_can_pass_nothing() -> None:
    for completion, kind, words in (
        ("  \n", "answers_empty", "is empty"),
        (SORRY, "answers_refusal", "is a refusal"),
        (LONGER.replace("\n", "\\n"), "answers_escaped", "escaped"),
        (json.dumps(LONGER), "answers_escaped", "escaped"),
        (html.escape(LONGER), "answers_escaped", "escaped"),
        (html.escape(LONGER).replace("\n", "<br>"), "answers_escaped", "escaped"),
        (LONGER.replace("Box", "Crate"), "no_class", "contains no class Box; it contains Crate"),
        ("from typing import *\nclass Crate: pass", "no_class", "contains no class Box; it contains Crate"),
        ("class Crate: pass\nexec('size = 3001')\nprint(Box)", "no_class", "contains no class Box; it contains Crate"),
        ("First think, then write.", "answers_no_code", "No Python found in 1 of 2 completions"),
        ("<think>\nIt has a size.\n</think>\n# nothing more", "answers_no_code", "No Python found in"),
        ("def size():\n    return 3001\n", "no_class", "it contains no class at all"),
        (RIGHT + "    def shape(self) = (\n    size = 1\n", "answers_no_python", "no valid Python"),
    ):
        scores = score([[completion, RIGHT]], [TASK])
        message = warning_of(scores, kind, 1, "box")["message"]
        assert "1 of 2 completions" in message and words in message
        assert not [other for other in kinds(scores) if other.startswith(("answers_", "no_class")) and other != kind]


def test_a_class_made_as_the_code_runs_is_not_called_missing() -> None:
    made = "type('Box', (), {'size': lambda self: 3001})"
    for code in (f"exec({RIGHT!r})", f"globals()['Box'] = {made}"):
        scores = score([[f"Crate = 1\n{code}", RIGHT]], [TASK])
        assert scores["class_pass@1"] == 1 and "no_class" not in kinds(scores)


def test_answers_cut_off_by_length_are_counted() -> None:
    whole = [RIGHT, LONGER, f"I'm sorry for the delay.\n```python\n{RIGHT}```", ""]
    assert "truncated" not in kinds(score([whole], [TASK], finish_reasons=[["stop"] * 4]))
    scores = score([[RIGHT, RIGHT[:30]], [RIGHT, RIGHT]], [TASK, OTHER], finish_reasons=[["stop", "length"], ["", ""]])
    warning_of(scores, "truncated", 1, "box")


def printed(folder: Path, *answers: Mapping[str, str], options: Sequence[str] = ()) -> None:
    tasks = write_json(folder / "tasks.json", [TASK.to_row()])
    file = write_lines(folder / "answers.jsonl", [{"task_id": "box", **answer} for answer in answers])
    assert main(["score", str(file), "--tasks-from", str(tasks), *options]) == 0


def test_a_file_of_answers_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    printed(tmp_path, {"completion": RIGHT[:30], "finish_reason": "length"}, options=["-v"])
    captured = capsys.readouterr()
    assert "1 of 1 completion was cut off" in captured.err and "cut off" not in captured.out
    printed(tmp_path, {"completion": RIGHT}, {"completion": ""})
    *_, what, how = (line for line in capsys.readouterr().err.splitlines() if line.startswith("answers: "))
    for part in ("class_pass@1 0.5000", "1 task of your own", "n = 2"):
        assert part in what
    for part in ("Metric ", "5 s per test class", "isolation T", "Python 3", "read the warnings above"):
        assert part in how


def test_one_is_singular() -> None:
    loop = RIGHT.replace("return 3001", "\n        while True: pass")
    texts = ["", SORRY, "A box.", "class Box:\\n    pass", "class Bag: pass", "class Box(", "x" * 300_000, loop, RIGHT]
    options = {"finish_reasons": [["length"]], "allow_missing_libraries": True, "timeout": SHORT, "isolation": "T1"}
    said: list[str] = []
    seen: set[str] = set()
    for text in [*texts, RIGHT + "    # a lone \ud83d\n"]:
        scores = Scores.from_dict(score([[text]], [NEEDING], **options))
        assert scores.provenance is not None
        said += [*printed_notes({"run": scores}, True), *printed_notes({"run": scores})]
        said += [repr(scores), repr(repr(scores))]
        said += scores.provenance.summary().values()
        seen |= {warning.kind for warning in scores.warnings}
    assert {"answers_empty", "answers_refusal", "no_class", "replaced_characters", "unreadable", "truncated"} <= seen
    several = re.compile(r"\b(of|All) 1 \w+s\b|(?<![\w.,])1 (of 1 \w+ (are|were|have|hold)|\w+s) ")
    assert [line for line in said if several.search(line)] == []


def generated(*steps: SampleStep, completion: str = RIGHT, sample: int = 0) -> str:
    return sample_line(GeneratedSample("box", sample, "incremental", completion, steps))


def scored_file(tmp_path: Path, *lines: str) -> dict[str, Any]:
    path = tmp_path / "samples.jsonl"
    path.write_text("".join(lines))
    return score(list(read_sample_file(path).values()), [TASK])


def test_steps_that_yielded_no_method_are_counted(tmp_path: Path) -> None:
    """Of a run's file, where the class that was made of them looks like any other; those not asked are told apart."""
    full = SampleStep("method", "size", "def size(self): return 3001", "def size(self): return 3001")
    empty = SampleStep("method", "shape", "I would return it.", empty=True, finish_reason="stop")
    unasked = SampleStep("method", "colour", empty=True, finish_reason="prompt too long")
    scores = scored_file(tmp_path, generated(full, empty, empty), generated(full, empty, unasked, sample=1))
    found = warning_of(scores, "steps_without_method", 3, "box")
    assert found["message"] == "3 of 6 steps yielded no method, one of them shape of task box."
    assert "steps_without_method" not in kinds(scored_file(tmp_path, generated(full, full)))
    of_another_tool = {"task_id": "box", "completion": RIGHT, "steps": [{"finish_reason": 3}, "two"]}
    assert "steps_without_method" not in kinds(scored_file(tmp_path, json.dumps(of_another_tool) + "\n"))


def test_plans_that_could_not_be_read_and_time_outs_are_told(tmp_path: Path) -> None:
    plan = SampleStep("plan", None, "I would begin with size.", empty=True)
    planned = GeneratedSample("box", 0, "bottom_up", RIGHT, (plan,), plan_failed=True)
    endless = GeneratedSample("box", 1, "bottom_up", "class Box:\n    def size(self):\n        while True: pass\n", ())
    scores = scored_file(tmp_path, sample_line(planned), sample_line(endless))
    assert "of 1 of 2 samples" in warning_of(scores, "plan_failed", 1, "box")["message"]
    assert "1 of 2 samples runs into the time limit of" in warning_of(scores, "timed_out", 1)["message"]
    assert not {"plan_failed", "timed_out"} & {
        *kinds(scored_file(tmp_path, sample_line(replace(planned, plan_failed=False))))
    }


def test_a_run_that_was_cut_off_is_told_by_step(tmp_path: Path) -> None:
    step = SampleStep("method", "size", "def size(self): return 3001", "x")
    cut = replace(step, method="shape", finish_reason="length")
    scores = scored_file(tmp_path, generated(step, cut, cut), generated(step, step, cut, sample=1))
    found = warning_of(scores, "truncated", 3, "box")
    assert found["message"].startswith("3 of 6 steps, in 2 of 2 samples, were cut off by the maximum length")
    assert "shape of task box" in found["message"]


def test_what_a_run_took_nothing_of_is_not_called_empty(tmp_path: Path) -> None:
    for raw, kind in (
        ("A box is a thing with a size.", "answers_no_code"),
        (SORRY, "answers_refusal"),
        (" \n", "answers_empty"),
    ):
        step = SampleStep("class", raw=raw, empty=True, finish_reason="stop", reading=ReadingNote(problem="no code"))
        scores = scored_file(tmp_path, generated(step, completion=""), generated(step, completion="", sample=1))
        warning_of(scores, kind, 2)
        assert [item for item in kinds(scores) if item.startswith("answers_")] == [kind]
        sign = kind.removeprefix("answers_").replace("_", " ")
        assert {result["signs"]["kind"] for result in scores["results"]["box"]} == {sign}


def test_replaced_surrogates_are_counted(tmp_path: Path) -> None:
    lone = RIGHT + "    # a lone \ud83d\n"
    found = warning_of(score([[lone, RIGHT]], [TASK]), "replaced_characters", 1, "box")
    assert "In 1 of 2 completions, lone surrogates" in found["message"]
    step = SampleStep("class", raw=lone, extracted=RIGHT, reading=ReadingNote("whole", cut=(REPLACED,)))
    warning_of(scored_file(tmp_path, generated(step)), "replaced_characters", 1)


def test_unequal_samples_and_a_limit_that_is_not_the_papers() -> None:
    """One task with five samples and the rest with one: no pass@3, and averages over samples lean to the one."""
    scores = score([[RIGHT] * 5, [RIGHT]], [TASK, OTHER])
    assert "class_pass@3" not in scores and "k = 1" in warning_of(scores, "unequal_samples")["advice"]


def test_the_same_answers_twice() -> None:
    """A letter is a completion. Equal answers of honest samples are no copies."""
    made = Scores.from_dict(score([[RIGHT]], [TASK])).provenance
    passed = {BASE: CandidateVerdict("box", ())}
    assert made is not None
    for name, texts, unnumbered, repeated in (
        ("all of them", ["abab", "cddc"], False, True),
        ("all but one that was changed", ["aa", "bb", "cc", "dD"], True, True),
        ("all but one that is missing", ["aa", "bb", "c"], True, True),
        ("greedy", ["aaa", "bbb"], False, False),
        ("low temperature, two samples", ["aa", "bb", "cd", "ef"], True, False),
        ("low temperature, five samples", ["aabca", "bcbbb"], True, False),
        ("one sample", ["a", "b"], True, False),
    ):
        tasks = [replace(TASK, task_id=f"task{number}") for number in range(len(texts))]
        judged = {
            task.task_id: [
                Sample(task.task_id, index, text, is_numbered=not unnumbered, verdicts=passed)
                for index, text in enumerate(of_task)
            ]
            for task, of_task in zip(tasks, texts, strict=True)
        }
        found = [warning.kind for warning in find_warnings(tasks, judged, made, {})]
        assert found.count("duplicated_answers") == repeated, name


def test_a_file_that_was_appended_to_itself(tmp_path: Path) -> None:
    """Without `sample` it reads as n = 2; with numbers it is two samples of a greedy run."""
    row = {"task_id": "box", "completion": RIGHT}
    for rows, count in (([row, row], 1), ([{**row, "sample": 0}, {**row, "sample": 1}], 0)):
        path = write_lines(tmp_path / "answers.jsonl", rows)
        found = score(list(read_sample_file(path).values()), [TASK])
        assert kinds(found).count("duplicated_answers") == count
        if count:
            message = warning_of(found, "duplicated_answers", 1, "box")["message"]
            assert "1 of 1 task" in message and "such as box" in message
    scores = score([[RIGHT]], [TASK], timeout=SHORT)
    assert "not the paper's 5" in warning_of(scores, "short_time_limit")["message"]
    assert "short_time_limit" not in kinds(score([[RIGHT]], [TASK], timeout=5.0))


def test_unsound_tasks_are_those_of_here_and_now() -> None:
    broken = replace(TASK, solution_code="class Box:\n    def size(self):\n        return 1\n")
    scores = score([[RIGHT], [RIGHT]], [broken, replace(OTHER, solution_code=RIGHT)])
    warning_of(scores, "unsound_tasks", 1, "box")
    assert list(scores["unsound_tasks"]) == ["box"] and scores["provenance"]["sound_tasks"] == 1


def test_what_stops_the_run() -> None:
    with pytest.raises(libraries.MissingLibrariesError, match="pip install a_library_that_nobody_has"):
        score([[RIGHT]], [NEEDING])
    scores = score([[RIGHT], [RIGHT]], [NEEDING, OTHER], allow_missing_libraries=True)
    warning = warning_of(scores, "missing_libraries", 1)
    assert "pip install a_library_that_nobody_has, and" in warning["advice"]
    assert scores["provenance"]["missing_libraries"] == {"box": ["a_library_that_nobody_has"]}
    assert list(scores["unsound_tasks"]) == ["box"] and scores["class_pass@1_sound"] == 1
    row = {**TASK.to_row(), "test_classes": ["BoxTets"]}
    with pytest.raises(ValueError, match=r"BoxTets.*BoxTest"):
        compute_scores([[RIGHT]], [row])


def literal_kinds() -> list[str]:
    """The kinds of warnings whose names stand in the code, and those that are made of a name of a sign."""
    calls = [node for node in ast.walk(ast.parse(inspect.getsource(score_warnings))) if isinstance(node, ast.Call)]
    made = [call.args[0] for call in calls if getattr(call.func, "id", "") == "ScoreWarning"]
    kinds = [kind.value for kind in made if isinstance(kind, ast.Constant)]
    return [*kinds, "answers_empty", "answers_refusal", "answers_escaped", "answers_no_code", "answers_no_python"]


def warning(kind: str, count: int) -> ScoreWarning:
    text = f"{count} of 1500 are wrong, " + "and it takes long to say in which way. " * 3
    return ScoreWarning(kind, text, count, "", "")


@pytest.fixture(scope="module")
def scored(open_tasks: list[ClassTask]) -> Scores:
    with pytest.MonkeyPatch.context() as patch, pytest.warns(UserWarning, match=f"{OPEN - 1} tasks missing"):
        patch.setenv("HF_ALLOW_CODE_EVAL", "1")
        found = compute_scores([[open_tasks[0].solution_code]], open_tasks[:1], progress=False)
    return Scores.from_dict(found)


@pytest.mark.parametrize("kind", literal_kinds())
def test_every_kind_of_warning_is_a_line_of_80_columns(kind: str, scored: Scores) -> None:
    runs = {f"run {number}": replace(scored, warnings=[warning(kind, 1400 + number)]) for number in range(20)}
    head, line = printed_notes(runs, warnings_only=True)
    assert "--verbose" in head and line.startswith("20 of 20 runs: ") and max(len(head), len(line)) <= 80
    assert not line.endswith("..."), "it has words of its own"
    assert "1,400 to 1,419 " in line or kind == "short_time_limit"
    assert len(printed_notes(runs, verbose=True, warnings_only=True)) == 20


def test_a_warning_of_one_run_names_it(scored: Scores) -> None:
    one = replace(scored, warnings=[warning("truncated", 1)])
    none = replace(scored, warnings=[])
    said = printed_notes({"first": one, "second": none}, warnings_only=True)
    assert said[1:] == ["first: 1 completion cut off by the maximum length"]
    long = printed_notes({"first " * 9: one, "second": none}, warnings_only=True)
    assert long[1].startswith("1 of 2 runs: 1 completion")
    assert printed_notes({"first": one}, warnings_only=True)[1].startswith("1 completion cut off")
    assert printed_notes({"second": none}, warnings_only=True) == []
    # A kind of another version is shortened.
    told = str(short_warning(warning("unheard_of", 2)))
    assert told.startswith("2 of 1500 are wrong") and told.endswith("...") and len(told) <= 60


def test_notes_that_are_no_warnings_follow(scored: Scores) -> None:
    told = printed_notes({"first": scored, "second": scored})
    assert told[1] == f"2 of 2 runs: {OPEN - 1} tasks missing: not a result of the benchmark"
    assert [line.partition(": ")[0] for line in told[2:]] == ["2 of 2 runs"] * 2


pytestmark = [
    pytest.mark.usefixtures("consent", "shared_judges"),
    pytest.mark.filterwarnings("ignore::UserWarning"),  # that a completion has no Python, say
]
# Its module has three lines in front of the sample's own.
WITH_IMPORTS = replace(TASK, import_statement=("import re", "import math", "from datetime import datetime"))
BROKEN = "import re\n\n\nclass Box:\n\n    def size(self):\n        return 3001 +\n"


def verdict_of(completion: str, **options: Any) -> dict[str, Any]:
    scores = compute_scores([[completion]], [WITH_IMPORTS], progress=False, **options)
    return dict(scores["results"]["box"][0]["test_classes"]["BoxTest"])


def test_syntax_errors_count_the_lines_of_the_completion() -> None:
    for name, completion, line in (
        ("bare", BROKEN, 7),
        ("Windows", BROKEN.replace("\n", "\r\n"), 7),
        ("old Mac", BROKEN.replace("\n", "\r"), 7),
        ("fenced", f"Here it is.\n\n```python\n{BROKEN}```\nIt gives 3001.\n", 10),
        ("two fences", f"<think>\n{RIGHT}</think>\nA.\n```python\nimport os\n```\nNow:\n```python\n{BROKEN}```", 18),
        ("future import", f"from __future__ import annotations\n{BROKEN}", 8),
        ("blank lines in front", "\n\n" + BROKEN, 9),
    ):
        found = verdict_of(completion)
        message = f"invalid syntax (line {line} of the completion)"
        assert found["message"] == message, name
        assert [failure["message"] for failure in found["failures"]] == [f"did not run: SyntaxError: {message}"], name
        assert (found["error_types"], found["run"]) == (["SyntaxError"], 0), name


def test_other_samples_that_did_not_run() -> None:
    found = verdict_of("Sure:\n```python\nclass Box:\n    def size(self):\n        if True:\n    x = 1\n```\n")
    assert found["error_types"] == ["IndentationError"], "whose message has a second line, of the completion too"
    assert found["message"] == "expected an indented block after 'if' statement on line 5 (line 6 of the completion)"
    (failure,) = verdict_of("class Crate:\n    pass\n")["failures"]
    assert failure["error_type"] == "NameError"
    assert failure["message"] == "did not run: NameError: name 'Box' is not defined"
    (failure,) = verdict_of("class box:\n    pass\n")["failures"]
    assert failure["message"].endswith("name 'Box' is not defined, but 'box' is")
    (failure,) = verdict_of(RIGHT, max_answer_chars=10)["failures"]
    assert failure["message"].startswith("did not run: UnreadableAnswer: the completion has "), "it is too long"


def test_one_that_ran_and_reports_nothing_is_not_said_not_to_have_run() -> None:
    with Executor() as executor:
        suite = executor.families.of(TASK).prepare(TASK, BASE, executor)
        verdict = refused(suite, Ruling("UnreadableReport", "its report: too long", was_run=True))
    (case,) = verdict.test_classes[0].cases
    assert case.message == "the test did not report its end exactly once"
