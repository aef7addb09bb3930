"""Scores by the public harness's rules: each rule on a task of its own. Recorded runs: `test_recorded_*.py`."""

from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
from places import OPEN

from classeval_hf.core.verdicts import Outcome, TestCaseVerdict, TestClassVerdict
from classeval_hf.engine.executor import Executor
from classeval_hf.scoring.compat_rules import (
    _sources,
    compat_code,
    compat_of_run,
    compat_outcome,
    with_static_methods,
)
from classeval_hf.scoring.compute import compute_scores, resolve_tasks

TESTS = """
import unittest
class BoxTestSize(unittest.TestCase):
    def test_1(self): self.assertEqual(Box().size(), 0)
class BoxTestTwice(unittest.TestCase):
    def test_1(self): self.assertEqual(Box.twice(2), 4)
    def test_2(self): self.assertEqual(Box.twice(0), 0)
"""
NAMES = ["BoxTestSize", "BoxTestTwice"]
TASK: dict[str, Any] = {
    **{"task_id": "box", "class_name": "Box", "import_statement": [], "test": TESTS, "test_classes": NAMES},
    "methods_info": [{"method_name": name[7:].lower(), "test_class": name} for name in NAMES],
}
TWICE = "    @staticmethod\n    def twice(number):\n        return 2 * number\n"
RIGHT = f"class Box:\n    def size(self):\n        return 0\n{TWICE}"
NO_TWICE = RIGHT.removesuffix(TWICE)
NO_SIZE = "class Box:\n    def size(self):\n        return 1\n"
RULES = ("extraction", "staticmethod", "listed_names", "class_rule", "skipped_tests", "root")
pytestmark = pytest.mark.usefixtures("consent", "shared_judges")


def score(completions: list[str], task: dict[str, Any] = TASK, **options: Any) -> dict[str, Any]:
    return compute_scores([completions], [task], **{"compat": "upstream", "progress": False, **options})


def moves(scores: dict[str, Any], rule: str) -> tuple[int, ...]:
    moved = scores["compat"]["moves"][rule]
    return tuple(moved[name] for name in ("classes_up", "classes_down", "test_classes_up", "test_classes_down"))


def only(scores: dict[str, Any], rule: str, expected: tuple[int, ...]) -> None:
    nothing = dict.fromkeys(RULES, (0, 0, 0, 0))
    assert {name: moves(scores, name) for name in (*RULES, "all")} == {**nothing, rule: expected, "all": expected}
    assert scores["compat"]["moves"][rule]["tasks"] == ["box"]


def values(scores: dict[str, Any]) -> tuple[float, float]:
    return scores["compat"]["scores"]["class_pass@1"], scores["compat"]["scores"]["test_class_pass@1"]


def test_nothing_moves_where_the_rules_agree() -> None:
    with pytest.warns(UserWarning, match="no code in 1 completion"):
        scores = score([RIGHT, NO_SIZE, "no"], k=[1, 3])
    assert values(scores) == (pytest.approx(1 / 3), pytest.approx(2 / 6))
    assert scores["class_pass@1"] == pytest.approx(1 / 3)
    assert all(moves(scores, name) == (0, 0, 0, 0) for name in (*RULES, "all"))
    assert scores["compat"]["scores"]["class_pass@3"] == 1.0
    assert scores["provenance"]["compat"] == scores["compat"]["rules"] == "upstream"
    assert [result["class_passed"] for result in scores["compat"]["results"]["box"]] == [True, False, False]
    assert scores["compat"]["results"]["box"][1]["test_classes"] == {"BoxTestSize": "fail", "BoxTestTwice": "error"}


def test_strict_scores_stay_what_they_are() -> None:
    completions = [RIGHT, f"```python\n{RIGHT}", RIGHT.replace("    @static", "@static")]
    with pytest.warns(UserWarning, match="no valid Python in 1 completion"):
        with_compat, without = score(completions), score(completions, compat=None)
    assert "compat" not in without and without["provenance"]["compat"] == ""
    told = with_compat.pop("compat")
    differing = {name for name in without if with_compat[name] != without[name]}
    assert told and differing == {"provenance"}


def with_test_class(name: str, body: str) -> dict[str, Any]:
    return {"test": f"{TESTS}class {name}(unittest.TestCase):\n{body}", "test_classes": [name, *NAMES]}


CALLS = {"test": TESTS.replace("Box.twice", "Box().twice")}
SKIPPING = RIGHT.replace("return 0", "raise __import__('unittest').SkipTest('later')")
HIDDEN = with_test_class("BoxTestHidden", "    def test_1(self):\n        self.assertEqual(Box().hide(), 1)\n")
MATHS = RIGHT.replace("return 0", "return math.floor(0.5)")
FUTURE = f"from __future__ import annotations\n{RIGHT}"


def test_each_rule() -> None:
    for rule, completion, changes, strict, by_their_rules, moved in (
        # A fence that is never closed is empty there.
        ("extraction", f"```python\n{RIGHT}", {}, 1, (0, 0), (0, 1, 0, 2)),
        # Imports stand in front of a future import, and tests behind the answer, which has what they import.
        ("extraction", FUTURE, {"import_statement": ["import re"]}, 1, (0, 0), (0, 1, 0, 2)),
        ("extraction", MATHS, {"test": f"import math\n{TESTS}"}, 0, (1, 1), (1, 0, 1, 0)),
        # Without a decorator `Box.twice(2)` works on the class alone; one in column 0 does not load.
        ("staticmethod", RIGHT.replace("    @staticmethod\n", ""), CALLS, 0, (1, 1), (1, 0, 1, 0)),
        ("staticmethod", RIGHT.replace("    @staticmethod\n", "@staticmethod\n"), CALLS, 0, (1, 1), (1, 0, 2, 0)),
        # A listed test class of a method that is not declared does not count for the class here, and does there.
        ("class_rule", RIGHT, HIDDEN, 1, (0, pytest.approx(2 / 3)), (0, 1, 0, 0)),
        ("skipped_tests", SKIPPING, {}, 0, (1, 1), (1, 0, 1, 0)),
    ):
        with pytest.warns(UserWarning, match="no valid Python") if "\n@" in completion else nullcontext():
            scores = score([completion], {**TASK, **changes})
        assert scores["class_pass@1"] == strict and values(scores) == by_their_rules
        only(scores, rule, moved)


def test_listed_names_and_partial_success() -> None:
    scores = score([RIGHT], {**TASK, "test_classes": ["BoxTestSize", " BoxTestTwice"]})
    assert scores["test_class_pass@1"] == 1.0 and values(scores) == (0.0, 0.5)
    assert moves(scores, "listed_names") == moves(scores, "all") == (0, 1, 0, 1)
    found = scores["compat"]["results"]["box"][0]["test_classes"]
    assert found == {"BoxTestSize": "success", " BoxTestTwice": "error"}
    scores = score([RIGHT], {**TASK, **with_test_class("BoxTestEmpty", "    pass\n")})
    assert values(scores) == (0.0, pytest.approx(2 / 3))
    assert scores["compat"]["results"]["box"][0]["test_classes"]["BoxTestEmpty"] == "error", "as it has no tests"
    completion = RIGHT.replace("2 * number", "0 * number")
    scores = score([completion])["compat"]["scores"]
    assert (scores["test_class_pass@1"], scores["test_class_partial_success@1"]) == (0.5, 1.0)
    assert (scores["class_pass@1"], scores["class_partial_success@1"]) == (0.0, 1.0)


def test_runs_of_incoder() -> None:
    completion = f"{RIGHT}<|/ file |>\nand more"
    assert values(score([completion])) == (0.0, 0.0)
    assert values(score([completion], compat="upstream-incoder")) == (1.0, 1.0)
    assert compat_of_run("upstream", "runs/incoder-6B_greedy.json") == "upstream-incoder"
    assert compat_of_run("upstream", "runs/GPT-4.json") == "upstream"
    assert compat_of_run(None, "runs/incoder-6B_greedy.json") is None
    with pytest.raises(ValueError, match="compat must be one of upstream, upstream-incoder, but is 'v1'"):
        score([RIGHT], compat="v1")


def test_long_answers() -> None:
    """One that is too long fails by all rules; a number of thousands of digits does no harm."""
    assert values(score([f"x = 0x{'f' * 5000}\n{RIGHT}"])) == (1.0, 1.0)
    with pytest.warns(UserWarning, match="1 completion not read"):
        scores = score([RIGHT], max_answer_chars=len(RIGHT) - 1)
    assert values(scores) == (0.0, 0.0)
    assert all(moves(scores, name) == (0, 0, 0, 0) for name in (*RULES, "all"))


def test_what_is_run_for_it_is_contained(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    evil = f"{NO_TWICE}\nwith open({str(mark)!r}, 'w') as file:\n    file.write('x')\n"
    scores = score([f"```ruby\n{evil}```\n```\n{RIGHT}```"])
    assert scores["class_pass@1"] == 1.0
    assert scores["compat"]["results"]["box"][0]["test_classes"]["BoxTestTwice"] == "error"
    assert not mark.exists()


def test_each_split_by_itself(open_tasks: list[Any]) -> None:
    tasks, completions = [TASK, open_tasks[6]], [[RIGHT], [open_tasks[6].solution_code]]
    with pytest.warns(UserWarning, match=f"{OPEN - 1} tasks missing|2 tasks of several splits"):
        scores = compute_scores(completions, tasks, compat="upstream", progress=False)
    blocks = scores["compat"]["splits"]
    assert {split: block["scores"]["class_pass@1"] for split, block in blocks.items()} == {"own": 1.0, "open": 1.0}


def test_answers() -> None:
    for outcomes, error_type, completion in (
        ("pp", "", "success"),
        ("ps", "", "success"),
        ("pf", "", "partial_success"),
        ("pe", "", "partial_success"),
        ("ff", "", "fail"),
        ("fe", "", "fail"),
        ("ee", "", "error"),
        ("", "", "error"),
        ("", "NameError", "error"),
        ("pt", "", "error"),
        ("pp", "RuntimeError", "partial_success"),
    ):
        kinds = {"p": Outcome.PASS, "f": Outcome.FAIL, "e": Outcome.ERROR, "s": Outcome.SKIPPED, "t": Outcome.TIMEOUT}
        cases = tuple(TestCaseVerdict(str(index), kinds[letter]) for index, letter in enumerate(outcomes))
        assert compat_outcome(TestClassVerdict("A", cases, error_type)) == completion


READS_ITS_OWN = (
    "import os\nclass Box:\n    def size(self):\n        open('f', 'w').close()\n        os.chmod('f', 0)\n"
    "        try:\n            return len(open('f').read())\n        except PermissionError:\n            return 1\n"
)


def test_root_ignores_the_permissions_of_its_own_files() -> None:
    assert moves(score([READS_ITS_OWN + TWICE], isolation="T2"), "root") == (0, 0, 0, 0), "below T3 none is root"
    scores = score([READS_ITS_OWN + TWICE])
    if scores["isolation"]["tier"] != "T3":
        pytest.skip("samples can be run as root at T3 alone")
    only(scores, "root", (1, 0, 1, 0))


REACHES_OUT = """
import ctypes, os, sys
class Box:
    def size(self):
        libc = ctypes.CDLL(None)
        sets = (ctypes.c_uint32 * 6)()
        libc.capget(ctypes.byref((ctypes.c_uint32 * 2)(0x20080522, 0)), ctypes.byref(sets))
        reached = 0 if list(sets) == [1 << 1, 1 << 1, 0, 0, 0, 0] else 1
        for path in ("/etc/shadow", HOME, os.path.dirname(HOME)):
            try:
                os.close(os.open(path, os.O_RDONLY))
                reached += 1
            except OSError:
                pass
        for path in (os.__file__, sys.executable, "/etc/hosts", "/"):
            for attempt in (lambda: os.chmod(path, 0o777), lambda: os.close(os.open(path, os.O_WRONLY))):
                try:
                    attempt()
                    reached += 1
                except OSError:
                    pass
        reached += libc.mount(b"none", b"/tmp", b"tmpfs", 0, None) == 0
        reached += libc.chroot(b"/tmp") == 0
        return reached
"""


def test_root_has_no_other_rights(tmp_path: Path) -> None:
    """It has that one capability in its own user namespace, and reaches nothing with it that others do not."""
    secret = tmp_path / "secret"
    secret.write_text("of the user")
    with Executor(as_root=True) as executor:
        if executor.isolation_in_force.tier.value != "T3":
            pytest.skip("samples can be run as root at T3 alone")
        task = resolve_tasks([TASK])[0]
        verdict = executor.run(task, f"HOME = {str(secret)!r}\n{REACHES_OUT}{TWICE}").verdict
    assert verdict.passed(["BoxTestSize"]), verdict


BOX = "class Box:\n    def size(self):\n        return 0"
INDENTED = "\n".join(f"  {line}" for line in BOX.split("\n"))


def test_code() -> None:
    for name, completion, code in (
        ("python fence", f"Here:\n```python\n{BOX}\n```\nDone.", f"\n{BOX}\n"),
        ("the rest of a language's name is code", f"```python3\n{BOX}\n```", f"3\n{BOX}\n"),
        ("python before other fences", f"```\n{BOX}\n```\n```python\nx = 1\n```", "\nx = 1\n"),
        ("ruby before scss", f"```scss\nx = 1\n```\n```ruby\n{BOX}\n```", f"\n{BOX}\n"),
        ("scss", f"```scss\n{BOX}\n```", f"\n{BOX}\n"),
        ("bare fence", f"```\n{BOX}\n```", f"\n{BOX}\n"),
        ("unclosed python fence", f"```python\n{BOX}", ""),
        ("unclosed python fence after another", f"```\n{BOX}\n```\n```python\nx = 1", ""),
        ("marked", f"[PYTHON]\n{BOX}\n[/PYTHON]", f"\n{BOX}\n"),
        ("fence before mark", f"```\n{BOX}\n```[PYTHON]x[/PYTHON]", f"\n{BOX}\n"),
        ("response, the first of two", f"a\n### Response:\n{BOX}\n### Response:\nb", BOX),
        ("other response mark", f"class A: pass\n@@ Response:\n{BOX}", BOX),
        ("chat mark", f"[INST] class A: pass [/INST]\n{BOX}", BOX),
        ("response before chat mark", f"[/INST]x\n### Response:{BOX}", BOX),
        ("prose goes, imports stay", f"Here it is:\nimport re\n{BOX}  \n\n", f"import re\n{BOX}"),
        ("lines like those that went go too", f"Hi\n\n{BOX}\n\nHi\nEnd", f"{BOX}\nEnd"),
        ("indented class", INDENTED, BOX),
        ("what has less indent gets none", f"import re\n{INDENTED}\nx", f"import re\n{BOX}\nx"),
        ("no class", "I cannot do that.\nSorry.", ""),
        ("nothing", "", ""),
    ):
        assert compat_code(completion) == code, name


def test_runs_of_incoder_end_at_their_mark() -> None:
    assert compat_code(f"{BOX}\n<|/ file |>\nmore", is_incoder=True) == f"{BOX}\n"
    assert compat_code(f"Prose\n```python\n{BOX}\n```", is_incoder=True) == f"Prose\n```python\n{BOX}\n```"


def test_static_methods_and_imports_in_front() -> None:
    for source, repaired in (
        ("class A:\n    def f(x):\n        pass", "class A:\n    @staticmethod\n    def f(x):\n        pass"),
        ("class A:\n@staticmethod\n    def f(x): pass", "class A:\n    @staticmethod\n    def f(x): pass"),
        ("class A:\n    @staticmethod\n    def f(self): pass", "class A:\n    def f(self): pass"),
        ("class A:\n    def f(cls, x): pass", "class A:\n    def f(cls, x): pass"),
        ("class A:\n    def myself(x): pass", "class A:\n    def myself(x): pass"),
        ("class A:\n  def f(x): pass", "class A:\n  def f(x): pass"),
        ("class A:\n    async def f(x): pass", "class A:\n    async def f(x): pass"),
        ("class A:\n    def f(\n     self): pass", "class A:\n    @staticmethod\n    def f(\n     self): pass"),
        ("def f(x): pass", "def f(x): pass"),
    ):
        assert with_static_methods(source) == repaired
    completion = "Sure:\n```python\nclass Box:\n    def size(items):\n        return 0\n```"
    repaired = "\nclass Box:\n    @staticmethod\n    def size(items):\n        return 0\n"
    assert with_static_methods(compat_code(completion)) == repaired
    for code in (repaired, "from __future__ import annotations"):
        modules = _sources("", f"```python{code}```", ("import re", "import os"), (), False)
        assert modules[0] == f"import re\nimport os\n{code}"


def test_long_answers_take_no_long() -> None:
    """Each form at its worst: what took more than linear time would not end."""
    for form in ("```python", "[PYTHON]", "x\n", "### Response:", "  class\n"):
        compat_code(form * 200_000)
