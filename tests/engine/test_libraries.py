"""The libraries that samples can import: the same whatever else is installed where they are judged."""

from dataclasses import replace

import pytest
from box_task import RIGHT, TASK
from tiers_here import TIERS, skip_without

from classeval_hf.core.errors import UserError
from classeval_hf.engine.executor import Executor
from classeval_hf.engine.judge import Judge
from classeval_hf.sandbox.tiers import Tier
from classeval_hf.scoring.compute import compute_scores

OTHER = "pytest"  # installed wherever this package is, and nothing that tasks import
FORMS = {
    "statement": (f"import {OTHER}", False),
    "part": (f"from {OTHER} import raises", False),
    "function": (f"__import__('{OTHER}')", False),
    "importlib": (f"import importlib; importlib.import_module('{OTHER}')", False),
    "searched": (f"import importlib.util; assert importlib.util.find_spec('{OTHER}') is None", True),
    "what it requires": ("import pluggy", False),
    "this package": ("import classeval_hf", False),
    "standard library": ("import sqlite3, xml.etree.ElementTree, unittest.mock", True),
    "of the extra": ("import numpy", True),
    "what that imports": (
        "import numpy, sys; assert not sys.modules.keys() & {'pytest', 'hypothesis'}",
        True,
    ),
    "own file": ("import sys; open('mine.py', 'w').write('x = 1'); sys.path.insert(0, '.'); import mine", True),
}


@pytest.mark.usefixtures("consent")
@pytest.mark.parametrize("tier", [*TIERS, Tier.T0])
def test_a_fixed_set_is_found(tier: Tier) -> None:
    skip_without(tier)
    with Executor(isolation=tier.value) as executor:
        passed = {
            name: executor.run(TASK, f"{code}\n{RIGHT}").verdict.passed(["BoxTest"])
            for name, (code, _) in FORMS.items()
        }
    assert passed == {name: expected for name, (_, expected) in FORMS.items()}


@pytest.mark.usefixtures("consent")
@pytest.mark.parametrize(
    ("change", "allowed"),
    [
        ({}, (OTHER,)),
        ({"import_statement": (f"import {OTHER}",)}, ()),
        ({"skeleton": f"import {OTHER}\nclass Box: ...\n"}, ()),
        ({"test": f"import {OTHER}\n{TASK.test}"}, ()),
        ({"solution_code": f"import {OTHER}\n{RIGHT}"}, ()),
    ],
    ids=["named", "import line", "skeleton", "tests", "reference"],
)
def test_what_is_named_and_what_the_task_imports_is_found(change: dict[str, object], allowed: tuple[str, ...]) -> None:
    task = replace(TASK, **change)
    with Executor(allow_libraries=allowed) as executor:
        verdicts = [executor.run(task, f"import {name}\n{RIGHT}").verdict for name in (OTHER, "pluggy", "rich")]
    assert [verdict.passed(["BoxTest"]) for verdict in verdicts] == [True, True, False]


@pytest.mark.usefixtures("consent")
def test_scores_say_what_was_given_and_what_was_lacking() -> None:
    completions = [[f"import {OTHER}\n{RIGHT}", RIGHT, f"import {OTHER}, jwt\n{RIGHT}"]]
    with pytest.warns(UserWarning, match="libraries that samples cannot import in 2 samples"):
        scores = compute_scores(completions, [TASK], cache=False, progress=False)
    (warning,) = (item for item in scores["warnings"] if item["kind"] == "other_libraries")
    assert warning["count"] == 2 and "pytest (2)" in warning["message"]
    assert scores["class_pass@1"] == pytest.approx(1 / 3)
    libraries = scores["provenance"]["libraries"]
    assert {"numpy", "scipy"} <= libraries.keys() and OTHER not in libraries
    with pytest.warns(UserWarning, match="cannot import in 1 sample"):
        scores = compute_scores(completions, [TASK], cache=False, progress=False, allow_libraries=[OTHER])
    assert scores["class_pass@1"] == pytest.approx(2 / 3) and OTHER in scores["provenance"]["libraries"]


@pytest.mark.usefixtures("consent")
def test_a_verdict_is_kept_with_its_libraries(tmp_path: object) -> None:
    sample = [[f"import {OTHER}\n{RIGHT}"]]
    passed = []
    for allowed in ((), (OTHER,), ()):
        with Judge(progress=False, cache_file=f"{tmp_path}/verdicts.sqlite", allow_libraries=allowed) as judge:
            passed.append(judge.judge([TASK], sample)[TASK.task_id][0].verdicts["base"].passed(["BoxTest"]))
    assert passed == [False, True, False]


@pytest.mark.usefixtures("consent")
@pytest.mark.parametrize(
    ("allowed", "message"),
    [(["no_such_library"], "--allow-libraries names is not installed: no_such_library"), ("numpy", r"\['numpy'\]")],
)
def test_what_cannot_be_allowed(allowed: list[str] | str, message: str) -> None:
    with pytest.raises(UserError, match=message):
        compute_scores([[RIGHT]], [TASK], progress=False, allow_libraries=allowed)
