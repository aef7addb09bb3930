"""A sample that is not run says so, and why, in each of its failures, with the lines of its own text."""

from dataclasses import replace
from typing import Any

import pytest
from box_task import RIGHT, TASK

from classeval_hf.judging.executor import Executor
from classeval_hf.reading.readings import Ruling
from classeval_hf.scoring.compute import compute_scores

pytestmark = [
    pytest.mark.usefixtures("consent", "shared_judges"),
    pytest.mark.filterwarnings("ignore::UserWarning"),  # that a completion has no Python, say
]

WITH_IMPORTS = replace(TASK, import_statement=("import re", "import math", "from datetime import datetime"))
"""Its module has three lines in front of the sample's own."""

BROKEN = "import re\n\n\nclass Box:\n\n    def size(self):\n        return 3001 +\n"


def verdict_of(completion: str, **options: Any) -> dict[str, Any]:
    scores = compute_scores([[completion]], [WITH_IMPORTS], progress=False, **options)
    return dict(scores["results"]["box"][0]["test_classes"]["BoxTest"])


@pytest.mark.parametrize(
    ("completion", "line"),
    [
        (BROKEN, 7),
        (BROKEN.replace("\n", "\r\n"), 7),
        (BROKEN.replace("\n", "\r"), 7),
        (f"Here it is.\n\n```python\n{BROKEN}```\nIt gives 3001.\n", 10),
        (f"<think>\n{RIGHT}</think>\nFirst imports.\n```python\nimport os\n```\nNow:\n```python\n{BROKEN}```", 18),
        (f"from __future__ import annotations\n{BROKEN}", 8),
        ("\n\n" + BROKEN, 9),
    ],
    ids=["bare", "Windows", "old Mac", "fenced", "two fences", "future import", "blank lines in front"],
)
def test_syntax_errors_count_the_lines_of_the_completion(completion: str, line: int) -> None:
    """And not those of the module, which has the task's imports in front."""
    found = verdict_of(completion)
    message = f"invalid syntax (line {line} of the completion)"
    assert found["message"] == message
    assert [failure["message"] for failure in found["failures"]] == [f"did not run: SyntaxError: {message}"]
    assert (found["error_types"], found["run"]) == (["SyntaxError"], 0)


def test_other_samples_that_did_not_run() -> None:
    found = verdict_of("Sure:\n```python\nclass Box:\n    def size(self):\n        if True:\n    x = 1\n```\n")
    assert found["error_types"] == ["IndentationError"], "whose message has a second line, of the completion too"
    assert found["message"] == "expected an indented block after 'if' statement on line 5 (line 6 of the completion)"
    (failure,) = verdict_of("class Crate:\n    pass\n")["failures"]
    assert failure["error_type"] == "NameError"
    assert failure["message"] == "did not run: NameError: name 'Box' is not defined"
    (failure,) = verdict_of(RIGHT, max_answer_chars=10)["failures"]
    assert failure["message"].startswith("did not run: UnreadableAnswer: the completion has "), "it is too long"


def test_one_that_ran_and_reports_nothing_is_not_said_not_to_have_run() -> None:
    with Executor() as executor:
        verdict = executor.refuse(TASK, Ruling("UnreadableReport", "its report: too long", was_run=True))
    (case,) = verdict.test_classes[0].cases
    assert case.message == "the test did not report its end exactly once"
