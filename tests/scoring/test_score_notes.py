"""What is printed below a table of scores."""

import ast
import inspect
from dataclasses import replace

import pytest
from places import OPEN

from classeval_hf.core.tasks import ClassTask
from classeval_hf.metrics import score_warnings
from classeval_hf.metrics.score_warnings import ScoreWarning, short_warning
from classeval_hf.metrics.scores import Scores
from classeval_hf.scoring.compute import compute_scores
from classeval_hf.scoring.score_tables import printed_notes


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
    assert told[1] == f"2 of 2 runs: {OPEN - 1} tasks missing, so no result of the benchmark"
    assert [line.partition(": ")[0] for line in told[2:]] == ["2 of 2 runs"] * 2
