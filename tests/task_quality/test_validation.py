"""The quality gate: the open tasks pass it, and each rule is seen to fail."""

import ast
import io
import json
import re
import shutil
from collections.abc import Callable
from contextlib import redirect_stderr
from dataclasses import replace
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from classeval_hf.classes.tasks.files import OPEN_TASKS, read_task_folder
from classeval_hf.classes.tasks.test_cases import declared_tests
from classeval_hf.cli.program import main
from classeval_hf.task_quality.statistics import compare_dependencies
from classeval_hf.task_quality.validation import ValidationReport, format_report, validate_path
from classeval_hf.task_quality.validation_rules import (
    RULES,
    check_dependencies,
    check_parse,
    check_rules,
    checks_fields,
    forbidden_uses,
    foreign_imports,
    methods_used,
)

pytestmark = pytest.mark.usefixtures("consent")
Broken = Callable[..., dict[str, list[str]]]
SKELETON, SOLUTION, TEST_FILE = "skeleton.py", "solution.py", "test_mancala_board.py"
DOTALL = partial(re.compile, flags=re.DOTALL)


def edit(folder: Path, files: str, old: str | re.Pattern[str], new: Any) -> None:
    for name in files.split():
        text = (folder / name).read_text(encoding="utf-8")
        changed = text.replace(old, new) if isinstance(old, str) else old.sub(new, text)
        assert changed != text
        (folder / name).write_text(changed, encoding="utf-8")


def copy_of(folder: Path, task_id: str = "") -> Path:
    shutil.copytree(OPEN_TASKS / "mancala_board", folder)
    if task_id:
        edit(folder, "task.json", '"ClassEvalOpen_6"', f'"{task_id}"')
    return folder


@pytest.fixture
def broken(tmp_path: Path) -> Broken:
    """Edits a fresh copy, and returns places and messages of the problems that need no run, by rule."""
    folders = (copy_of(tmp_path / str(number) / "mancala_board") for number in count())

    def found(*edit_of: Any) -> dict[str, list[str]]:
        folder = next(folders)
        edit(folder, *edit_of)
        task = read_task_folder(folder)
        assert check_parse(task) == []
        by_rule: dict[str, list[str]] = {}
        found = check_rules(task, declared_tests(task.test).by_class)
        for problem in [*check_dependencies(compare_dependencies([task])), *found]:
            assert problem.task_id == "ClassEvalOpen_6"
            by_rule.setdefault(problem.rule, []).append(f"{problem.place}: {problem.message}")
        return by_rule

    return found


def problems(report: ValidationReport, task_id: str = "") -> list[tuple[str, str, str]]:
    return [(item.rule, item.place, item.message) for item in report.problems if task_id in ("", item.task_id)]


@pytest.mark.full
def test_open_tasks_pass() -> None:
    report = validate_path()
    assert problems(report) == [] and report.coverage is not None
    assert (report.coverage.statement_rate, report.coverage.branch_rate) == (1.0, 1.0)
    assert all(task.completions == 3 for task in report.tasks)
    text = format_report(report)
    assert text.endswith(f"{len(report.tasks)} tasks, 0 problems")
    methods = sum(task.methods for task in report.tasks)
    assert report.dependencies.agreed == dict.fromkeys(("library", "field", "method"), methods)
    assert f"of {methods}): library {methods}, field {methods}, method {methods}." in text
    assert all(task.task_id in text and task.class_name in text for task in report.tasks)


def test_constructor_signatures_and_contract(broken: Broken) -> None:
    def found(*edit_of: Any) -> str:
        rules = broken(*edit_of)
        assert list(rules) == ["constructor"] and len(rules["constructor"]) == 1
        return rules["constructor"][0]

    explained, current = "self.finished: bool, whether", "        self.current = {}\n"
    assert found(SKELETON, explained, "") == "skeleton, __init__: the docstring does not explain self.finished"
    differs = "solution, __init__: the body differs"
    assert found(SKELETON, current.format(0), current.format("1 - 1")).startswith(differs)
    docstring = DOTALL(r'        """\n        Set up.*?"""\n')
    assert found(SKELETON, docstring, "") == "skeleton, __init__: has no docstring"
    both, finished = f"{SKELETON} {SOLUTION}", "        self.finished = {}\n"
    assert found(both, finished.format(False), finished.format("self.settle()")) == "solution, __init__: uses settle"
    in_one = broken(SOLUTION, "def __init__", "def _set_up")["constructor"]
    assert "__init__: is in only one of skeleton and solution" in in_one
    assert broken(SOLUTION, "self.finished = True", "self.finished = self.ended = True")["constructor"] == [
        "solution, settle: the constructor does not set self.ended"
    ]
    assert broken("task.json", '["self.board", "self.current"]', '["self.board", "self.finished"]') == {
        "dependencies": [
            "play: field self.current is found, but not declared; the declaration is wrong: the code uses "
            "self.current under this name",
            "play: field self.finished is declared, but not found; the declaration is wrong: finished does not occur",
        ]
    }
    hole = "next_hole: is @staticmethod"
    for old, new, message in [
        ("(hole: int, player: int)", "(hole: int, player)", f"{hole} next_hole(hole: int, player: int)"),
        ("play(self, pit: int)", "play(self, pit: int = 0)", "play: is play(self, pit: int)"),
        ("    @staticmethod\n", "", hole),
        ("    def settle", "    def extra(self): pass\n\n    def settle", "extra: is in the solution and not in"),
    ]:
        (found,) = broken(SOLUTION, old, new)["signatures"]
        assert found.startswith(message)
    player = "        player = self.current\n"
    caught = "        try:\n            raise KeyError\n        except KeyError:\n            pass\n"
    assert broken(SOLUTION, player, f"{player}{caught}") == {}
    lacks, play = "skeleton, play: the docstring has no", "    def play(self, pit: int) -> str: ...\n"
    moves = ">>> game.legal_moves()\n        [1, 4]\n"
    for old, new, message in [
        (":param pit: int, the number of the chosen pit.", "", f"{lacks} :param pit:"),
        (':return: str, "over"', '"over"', f"{lacks} :return:"),
        (':raises ValueError: with the message "illegal move"', "It complains", f"{lacks} :raises ValueError:"),
        (DOTALL(r"        Make a move.*?(?=        :param)"), "", f"{lacks} description"),
        (DOTALL(r"    def play.*"), play, "skeleton, play: has no docstring"),
        (moves, "", "skeleton, legal_moves: the docstring has no example with a result"),
        ("        >>> game.settle()\n", "        >>>game.settle()\n", "skeleton, settle: the example cannot be read"),
    ]:
        found = broken(SKELETON, old, new)
        assert list(found) == ["contract"] and found["contract"][0].partition(": line ")[0] == message
        assert len(found["contract"]) == 1


def test_rules_on_tests_and_code(broken: Broken) -> None:
    """Their number, what those of a method call and check, and what those of the class call."""
    found, name = partial(broken, TEST_FILE), "test_legal_moves_finished"
    assert found(name, name.replace("test", "check")) == {"test-count": ["legal_moves: has 4 tests of its own"]}
    finished = "        game.finished = {}\n"
    calling = found(finished.format(True), finished.format("game.settle() is None"))
    assert f"MancalaBoardTestLegalMoves.{name}: calls settle" in calling["method-tests"]
    checks = r" +self.assertEqual\((game.board, \[(4, ){6}0, .*|\(game.current, game.finished\), \(0, False\)\))\n"
    unchecked = "legal_moves: depends on fields, and none of its tests checks one"
    assert found(re.compile(checks), "") == {"field-tests": [unchecked]}
    without = found(DOTALL("class MancalaBoardTestMain.*"), lambda match: match[0].replace("game.settle()", "'draw'"))
    assert without == {"class-tests": ["MancalaBoardTestMain: does not call settle"]}
    nowhere = found("class MancalaBoardTestMain", "class MancalaBoardTestAll")["class-tests"]
    assert "tests: no test class tests the class as a whole" in nowhere
    for parameter, message in [
        ("pit: complex", "takes pit of type complex, which is not primitive"),
        ("pit: 'MancalaBoard | None'", "takes pit of type MancalaBoard, which is not primitive"),
        ("pit: dict[str, collections.deque]", "takes pit of type collections, deque, which is not primitive"),
        ("*pit", "takes *pit"),
        ("**pit", "takes **pit"),
        ("pit: list[tuple[str, int]] | None", ""),
        ("pit", ""),
    ]:
        found = broken(f"{SKELETON} {SOLUTION}", "play(self, pit: int)", f"play(self, {parameter})")
        assert found.get("parameters", [""]) == [message and f"skeleton, play: {message}"]
    imports = "import requests.sessions\nimport json\nfrom numpy import array\n"
    for file, place in [(SKELETON, "skeleton"), (SOLUTION, "solution"), (TEST_FILE, "tests")]:
        assert broken(file, re.compile(r"\A"), imports) == {"imports": [f"{place}: imports requests"]}
    kinds = (
        "import os.path, pandas as pd\ndef f():\n    from scipy.stats import norm\nimport numpy.fft\nfrom .a import x"
    )
    assert foreign_imports(kinds) == ["pandas", "scipy", ".a.x"]
    timed = DOTALL(r"\A(.*player = self\.current)(.*)")
    found = broken(SOLUTION, timed, r"import time\n\1 + 0 * int(time.time())\2")
    assert found["determinism"] == ["solution, line 46: uses time.time"]


def test_forbidden_uses() -> None:
    for source, names in [
        ("import time\ntime.sleep(1)", ["time.sleep"]),
        ("from time import sleep as wait", ["time.sleep"]),
        ("import time as t\nt.monotonic()", ["time.monotonic"]),
        ("import datetime\ndatetime.datetime.now()", ["datetime.datetime.now"]),
        (
            "from datetime import datetime, date\ndatetime.now()\ndate.today()",
            ["datetime.datetime.now", "datetime.date.today"],
        ),
        ("import socket", ["socket"]),
        ("import urllib.request", ["urllib.request"]),
        ("from urllib import request", ["urllib.request"]),
        ("from subprocess import run", ["subprocess.run"]),
        ("import concurrent.futures", ["concurrent", "concurrent.futures"]),
        ("import os\nos.environ['A']", ["os.environ"]),
        ("import random\nrandom.choice([1])", ["random.choice without a seed"]),
        ("from random import choice\nchoice([1])", ["random.choice without a seed"]),
        ("import random\nrandom.Random()", ["random.Random without a seed"]),
        ("import random\nrandom.seed()\nrandom.random()", ["random.random without a seed"]),
        ("import numpy as np\nnp.random.rand(3)", ["numpy.random.rand without a seed"]),
        ("import numpy as np\nnp.random.default_rng()", ["numpy.random.default_rng without a seed"]),
        ("import random\nrandom.seed(1)\nrandom.choice([1])", []),
        ("import random\nrandom.Random(7).choice([1])", []),
        ("import numpy as np\nnp.random.default_rng(seed=1).random()", []),
        ("import urllib.parse\nurllib.parse.quote('a')", []),
        ("from datetime import datetime\ndatetime(2024, 1, 1).strftime('%d')", []),
        ("import time\ntime.strftime('%d', (2024,) * 9)", []),
        ("def sleep(): pass\nsleep()\nself.time.sleep()", []),
    ]:
        assert sorted(dict.fromkeys(name for _, name in forbidden_uses(source))) == sorted(names)


def parse_class(body: str) -> ast.ClassDef:
    node = ast.parse("class T(unittest.TestCase):\n" + "".join(f"    {line}\n" for line in body.split("\n"))).body[0]
    assert isinstance(node, ast.ClassDef)
    return node


def test_what_a_test_uses_and_checks() -> None:
    for body, used in [
        ("def test(self):\n    box = Box()\n    box.put(1)", {"put"}),
        ("def test(self): Box().put(1)", {"put"}),
        ("def test(self): Box.put(None, 1)", {"put"}),
        ("def setUp(self):\n    self.box = Box()\ndef test(self): self.box.put(1)", {"put"}),
        ("def make(self): return Box()\ndef test(self): self.make().put(1)", {"put"}),
        ("def make(self, n): return Box(n)\ndef test(self):\n    box = self.make(2)\n    box.put(1)", {"put"}),
        ("def test(self):\n    for box in (Box(), Box(2)): box.put(1)", {"put"}),
        ("def test(self):\n    a, b = Box(), [1]\n    a.put(1)\n    b.append(2)", {"put"}),
        ("def test(self): self.assertRaises(ValueError, Box().put, 1)", {"put"}),
        ("def test(self):\n    box = Box()\n    box._Box__hide()", {"__hide"}),
        ("def test(self):\n    box = Box()\n    box.items = {}", set()),
        ("def test(self): json.load(1)", set()),
    ]:
        assert set().union(*methods_used(parse_class(body), "Box").values()) == used
    for body, checked in [
        ("def test(self):\n    box = Box()\n    self.assertEqual(box.items, [])", True),
        ("def test(self):\n    box = Box()\n    items = box.items[:1]\n    self.assertEqual(items, [])", True),
        ("def items(self):\n    return Box().items\ndef test(self): self.assertEqual(self.items(), [])", True),
        ("def test(self):\n    box = Box()\n    for item in box.items: self.assertTrue(item)", True),
        ("def test(self):\n    box = Box()\n    box.items = [1]\n    self.assertEqual(box.size(), 1)", False),
        ("def test(self):\n    other.items = [1]\n    self.assertEqual(other.items, [1])", False),
    ]:
        assert checks_fields(parse_class(body), "Box", {"items"}) is checked


LOOP = """        outcome = "pass"
        if len(self.board) != 14:
            outcome = "other"
"""
VACUOUS = """    def test_settle_nothing(self):
        self.assertEqual(MancalaBoard().current, 0)

    def test_settle_draw(self):
"""
ORDERED = """class MancalaBoardTestPlay(unittest.TestCase):
    boards = []
    def test_play_a(self):
        self.boards.append(MancalaBoard())
        self.assertEqual(self.boards[0].play(0), "pass")
    def test_play_b(self):
        self.assertEqual(self.boards[0].play(7), "pass")

"""


def break_what_runs_show(folder: Path) -> None:
    player, again = "        player = self.current\n", "        >>> game.play(5)\n        {}\n"
    edit(folder, SOLUTION, player, f"{player}        assert pit != 9\n")
    edit(folder, SOLUTION, '        outcome = "pass"\n', LOOP)
    edit(folder, SKELETON, again.format("'pass'"), again.format("'again'"))
    edit(folder, TEST_FILE, "    def test_settle_draw(self):\n", VACUOUS)
    (folder / "answers" / "pass_helper_function.md").rename(folder / "answers" / "fail_helper_function.md")
    (folder / "answers" / "fail_settle_missing.md").rename(folder / "answers" / "pass_settle_missing.md")


@pytest.fixture(scope="module")
def ran(tmp_path_factory: pytest.TempPathFactory) -> tuple[ValidationReport, str]:
    """What is found of a folder with broken copies of a task, and what is shown meanwhile."""
    tasks = tmp_path_factory.mktemp("tasks")
    unreadable = {name: copy_of(tasks / name) for name in "abcde"}
    edit(unreadable["a"], SKELETON, "def play(self", "def play(self(")
    (unreadable["b"] / SOLUTION).unlink()
    edit(unreadable["c"], "task.json", "{", "[")
    edit(unreadable["d"], TEST_FILE, "class MancalaBoardTestMain(", "class class(")
    (unreadable["e"] / "answers" / "right.md").write_text("class MancalaBoard: pass")
    edit(copy_of(tasks / "undeclared", "Own_undeclared"), "task.json", DOTALL(r',\s*"methods": .*'), "}")
    renamed = copy_of(tasks / "renamed", "renamed")
    edit(renamed, SOLUTION, "class MancalaBoard", "class Mancala")
    shutil.rmtree(renamed / "answers")
    head = ORDERED.partition("\n")[0] + "\n"
    edit(copy_of(tasks / "ordered", "Own_ordered"), TEST_FILE, head, ORDERED)
    break_what_runs_show(copy_of(tasks / "wrong", "Own_wrong"))
    with pytest.MonkeyPatch.context() as patch, redirect_stderr(io.StringIO()) as shown:
        patch.setenv("HF_ALLOW_CODE_EVAL", "1")
        return validate_path(tasks, progress=True), shown.getvalue()


def test_what_runs_find(ran: tuple[ValidationReport, str]) -> None:
    report, _ = ran
    assert [problems(report, name)[0][:2] for name in "abcde"] == [("parse", name) for name in "abcde"]
    ((_, _, message),) = problems(report, "e")
    assert "completion starts with pass_ or fail_" in message and "a: parse: a: Task folder" in format_report(report)
    ((rule, _, message),) = problems(report, "renamed")
    assert rule == "parse" and "the solution does not define the class MancalaBoard" in message
    # How far it is, and which rule was not checked: nothing is said to be wrong in what is not declared.
    report, shown = ran
    assert problems(report, "Own_undeclared") == []
    declared = re.findall("Not checked.*", format_report(report))
    assert declared == ["Not checked: dependencies: 1 of 3 tasks declares none."]
    bars = re.findall(r"^(\w+): \d+ of \d+", shown, re.MULTILINE)
    assert list(dict.fromkeys(bars)) == ["Tasks", "Scoring"]  # again and again on a busy machine
    found = problems(ran[0], "Own_ordered")
    assert found
    for rule, place, message in found:
        assert (rule, place) == ("reference", "MancalaBoardTestPlay.test_play_b")
        assert message.startswith("fails in the random order ")
    report, _ = ran
    found = problems(report, "Own_wrong")
    by_rule = {rule: [(place, text) for item, place, text in found if item == rule] for rule, _, _ in found}
    assert set(by_rule) == {"reference", "coverage", "skeleton", "example", "answers"}
    assert ("MancalaBoardTestPlay", "does not pass (test_play_extra_turn: AssertionError)") in by_rule["reference"]
    places = [place for place, text in by_rule["reference"] if "fails in the random order" in text]
    assert places.count("MancalaBoardTestPlay.test_play_extra_turn") == 5
    message = "some of its tests pass on the empty skeleton: test_settle_nothing"
    assert by_rule["skeleton"] == [("MancalaBoardTestSettle", message)]
    assert by_rule["example"] == [("skeleton, play", "game.play(5) Expected: 'again' Got: 'pass'")]
    (helper, passes), (missing, fails) = by_rule["answers"]
    assert (helper, missing) == ("answers/fail_helper_function", "answers/pass_settle_missing")
    assert "passes all tests" in passes and "fails " in fails
    (coverage,) = by_rule["coverage"]
    assert re.fullmatch(r"the tests do not reach lines [\d, ]+ and branches .*", coverage[1])
    text = format_report(report)
    assert f"example: {RULES['example']}" in text
    counted = f"{len(report.tasks)} tasks, {len(report.problems)} problems"
    assert text.endswith(f"{counted} by {len(RULES) - 1} of {len(RULES)} rules")
    assert format_report(replace(report, unchecked={})).endswith(counted)


def test_nothing_to_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HF_ALLOW_CODE_EVAL")
    folder, mark = copy_of(tmp_path / "mancala_board"), tmp_path / "mark"
    edit(folder, f"{SKELETON} {SOLUTION}", "class MancalaBoard", f"open({str(mark)!r}, 'w')\n\n\nclass MancalaBoard")
    with pytest.raises(ValueError, match="HF_ALLOW_CODE_EVAL"):
        validate_path(folder)
    assert not mark.exists()
    (tmp_path / "empty").mkdir()
    with pytest.raises(FileNotFoundError, match=r"No task folder.*classeval-hf projects new"):
        validate_path(tmp_path / "empty")


def test_a_file_of_tasks_and_the_rules(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """
    None says that there are no problems without the rules that were left out, and references are run in the sandbox,
    since a model may have written them, as ClassEval-Pro's.
    """
    outside, row = tmp_path / "outside", read_task_folder(OPEN_TASKS / "mancala_board").to_row()
    del row["methods_info"], row["class_test_classes"]
    broken = row["skeleton"].replace("'pass'\n", "'again'\n").replace(":param pit:", "pit:")
    player, outcome = "        player = self.current", '        outcome = "pass"\n'
    lazy = row["solution_code"].replace(f"{player}\n", f"{player} + 0\n", 1).replace(outcome, LOOP)
    other = row | {"task_id": "Own_1", "skeleton": broken, "solution_code": lazy}
    reaching = f"import contextlib as c, pathlib\nwith c.suppress(OSError): pathlib.Path({str(outside)!r}).touch()\n"
    file = tmp_path / "tasks.json"
    file.write_text(json.dumps([row | {"solution_code": reaching + row["solution_code"]}, other]), encoding="utf-8")
    assert main(["validate", str(file), "--json"]) == 1 and not outside.exists()
    result, shown = capsys.readouterr()
    found = json.loads(result)
    assert list(found["unchecked"]) == ["dependencies", "answers"]
    assert {item["task_id"] for item in found["problems"]} == {"Own_1"}
    assert {item["rule"] for item in found["problems"]} == {"coverage", "contract", "example"}
    lines = shown.strip().split("\n")
    assert lines[-1] == f"2 tasks, {len(found['problems'])} problems by {len(RULES) - 2} of {len(RULES)} rules"
    assert "Not checked: dependencies: 2 of 2 tasks declare none." in lines
    assert "Not checked: answers: tasks of a file have no example completions." in lines


@pytest.mark.classeval
def test_records_of_classeval(classeval_file: Path, tmp_path: Path) -> None:
    records, part = json.loads(classeval_file.read_text(encoding="utf-8")), tmp_path / "part.json"
    part.write_text(json.dumps([records[number] for number in (4, 8, 22, 48, 97)]), encoding="utf-8")
    report = validate_path(part)
    found = [(item.task_id, item.rule, item.place) for item in report.problems]
    assert ("ClassEval_4", "skeleton", "AssessmentSystemTestGetGPA") in found
    assert ("ClassEval_8", "dependencies", "transfer") in found and ("ClassEval_22", "parse", "skeleton") in found
    assert ("ClassEval_22", "dependencies", "register_class") in found
    assert ("ClassEval_48", "reference", "IpUtilTestGetHostname") in found
    assert ("ClassEval_97", "parse", "test_classes") in found
    messages = {(item.task_id, item.rule): item.message for item in report.problems}
    assert "known: expects the author's host name" in messages["ClassEval_48", "reference"]
    assert messages["ClassEval_22", "dependencies"].endswith("students is only part of students_registration_classes")
    assert len(report.tasks) == 5
    agreed = report.dependencies
    listed = [item for item in report.problems if item.rule == "dependencies"]
    assert agreed.methods == sum(task.methods for task in report.tasks)
    assert agreed.methods - 1 == agreed.agreed["field"] == agreed.agreed["method"]
    assert len(listed) == len(agreed.differences)
    assert f"wrong on {len(listed) - 1}, and 1 cannot be decided" in format_report(report)
