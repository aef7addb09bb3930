"""The quality gate: the open tasks pass it, and each rule is seen to fail."""

from __future__ import annotations

import ast
import io
import json
import re
import shutil
from contextlib import redirect_stderr
from pathlib import Path

import pytest

from classeval_hf.cli.program import main
from classeval_hf.core.tasks import ClassTask
from classeval_hf.task_quality.test_reading import checks_fields, methods_used
from classeval_hf.task_quality.validation import ValidationReport, format_report, validate_path
from classeval_hf.task_quality.validation_rules import RULES, check_parse, check_rules, forbidden_uses, foreign_imports
from classeval_hf.tasks.folders import open_tasks_directory, read_task_folder

pytestmark = pytest.mark.usefixtures("consent")

TEST_FILE = "test_mancala_board.py"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of an open task, to be broken."""
    return Path(shutil.copytree(open_tasks_directory() / "mancala_board", tmp_path / "mancala_board"))


def edit(folder: Path, file: str, old: str, new: str) -> None:
    """Replaces a text that the file must have."""
    text = (folder / file).read_text(encoding="utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new), encoding="utf-8")


def edit_both(folder: Path, old: str, new: str) -> None:
    edit(folder, "skeleton.py", old, new)
    edit(folder, "solution.py", old, new)


def broken_rules(folder: Path) -> dict[str, list[str]]:
    """Places and messages of the problems that need no run, by rule."""
    task = read_task_folder(folder)
    assert check_parse(task) == []
    found: dict[str, list[str]] = {}
    for problem in check_rules(task):
        assert problem.task_id == "ClassEvalOpen_6"
        found.setdefault(problem.rule, []).append(f"{problem.place}: {problem.message}")
    return found


def problems(report: ValidationReport) -> list[tuple[str, str, str]]:
    return [(problem.rule, problem.place, problem.message) for problem in report.problems]


@pytest.mark.slow
def test_open_tasks_pass() -> None:
    report = validate_path()
    assert problems(report) == []
    assert report.coverage is not None
    assert (report.coverage.statement_rate, report.coverage.branch_rate) == (1.0, 1.0)
    assert all(task.completions == 3 for task in report.tasks)
    text = format_report(report)
    assert text.endswith(f"{len(report.tasks)} tasks, 0 problems")
    methods = sum(task.methods for task in report.tasks)
    assert report.dependencies.agreed == dict.fromkeys(("library", "field", "method"), methods)
    assert f"of {methods}): library {methods}, field {methods}, method {methods}." in text
    assert all(task.task_id in text and task.class_name in text for task in report.tasks)


def test_the_copy_is_sound(folder: Path) -> None:
    assert broken_rules(folder) == {}


def test_dependencies(folder: Path) -> None:
    edit(folder, "task.json", '["self.board", "self.current"]', '["self.board", "self.finished"]')
    assert broken_rules(folder) == {
        "dependencies": [
            "play: field self.current is found, but not declared; the declaration is wrong: the code uses "
            "self.current under this name",
            "play: field self.finished is declared, but not found; the declaration is wrong: finished does not occur",
        ]
    }


@pytest.fixture(scope="module")
def undeclared(tmp_path_factory: pytest.TempPathFactory) -> tuple[ValidationReport, str]:
    """What is found of a copy that declares no dependencies, and what is shown meanwhile."""
    folder = shutil.copytree(open_tasks_directory() / "mancala_board", tmp_path_factory.mktemp("tasks") / "undeclared")
    meta = json.loads((folder / "task.json").read_text(encoding="utf-8"))
    del meta["methods"]
    (folder / "task.json").write_text(json.dumps(meta), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch, redirect_stderr(io.StringIO()) as shown:
        patch.setenv("HF_ALLOW_CODE_EVAL", "1")
        return validate_path(folder, progress=True), shown.getvalue()


def test_dependencies_that_are_not_declared(undeclared: tuple[ValidationReport, str]) -> None:
    """Nothing is said to be wrong in a declaration that is not there."""
    report, _ = undeclared
    assert problems(report) == []
    assert re.findall(".*declar.*", format_report(report)) == ["Not checked: dependencies: 1 of 1 task declares none."]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "self.finished: bool, whether",
            "It says whether",
            "skeleton, __init__: the docstring does not explain self.finished",
        ),
        ("        self.current = 0\n", "        self.current = 1 - 1\n", "solution, __init__: the body differs"),
    ],
)
def test_constructor(folder: Path, old: str, new: str, message: str) -> None:
    edit(folder, "skeleton.py", old, new)
    found = broken_rules(folder)
    assert list(found) == ["constructor"]
    assert found["constructor"][0].startswith(message)


def test_constructor_without_docstring(folder: Path) -> None:
    text = (folder / "skeleton.py").read_text()
    (folder / "skeleton.py").write_text(re.sub(r'        """\n        Set up.*?"""\n', "", text, flags=re.DOTALL))
    assert broken_rules(folder) == {"constructor": ["skeleton, __init__: has no docstring"]}


def test_constructor_that_calls_a_method(folder: Path) -> None:
    edit_both(folder, "        self.finished = False\n", "        self.finished = self.settle() == 'draw'\n")
    assert broken_rules(folder) == {"constructor": ["solution, __init__: uses settle"]}


def test_constructor_in_one_file_only(folder: Path) -> None:
    edit(folder, "solution.py", "def __init__", "def _set_up")
    assert "__init__: is in only one of skeleton and solution" in broken_rules(folder)["constructor"]


def test_field_that_the_constructor_does_not_set(folder: Path) -> None:
    edit(folder, "solution.py", "self.finished = True", "self.finished = self.ended = True")
    assert broken_rules(folder)["constructor"] == ["solution, settle: the constructor does not set self.ended"]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "(hole: int, player: int)",
            "(hole: int, player)",
            "next_hole: is @staticmethod next_hole(hole: int, player: int)",
        ),
        ("play(self, pit: int)", "play(self, pit: int = 0)", "play: is play(self, pit: int)"),
        ("    @staticmethod\n", "", "next_hole: is @staticmethod"),
        (
            "    def settle",
            "    def extra(self):\n        pass\n\n    def settle",
            "extra: is in the solution and not in",
        ),
    ],
)
def test_signatures(folder: Path, old: str, new: str, message: str) -> None:
    edit(folder, "solution.py", old, new)
    found = broken_rules(folder)["signatures"]
    assert len(found) == 1
    assert found[0].startswith(message)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (":param pit: int, the number of the chosen pit.", "", "skeleton, play: the docstring has no :param pit:"),
        (':return: str, "over"', '"over"', "skeleton, play: the docstring has no :return:"),
        (
            ':raises ValueError: with the message "illegal move"',
            "It complains",
            "skeleton, play: the docstring has no :raises ValueError:",
        ),
        (
            ">>> game.legal_moves()\n        [1, 4]\n",
            "",
            "skeleton, legal_moves: the docstring has no example with a result",
        ),
        ("        >>> game.settle()\n", "        >>>game.settle()\n", "skeleton, settle: the example cannot be read"),
    ],
)
def test_contract(folder: Path, old: str, new: str, message: str) -> None:
    edit(folder, "skeleton.py", old, new)
    found = broken_rules(folder)
    assert list(found) == ["contract"]
    assert found["contract"][0].startswith(message)


def test_contract_without_description(folder: Path) -> None:
    text = (folder / "skeleton.py").read_text()
    (folder / "skeleton.py").write_text(re.sub(r"        Make a move.*?(?=        :param)", "", text, flags=re.DOTALL))
    assert broken_rules(folder) == {"contract": ["skeleton, play: the docstring has no description"]}


def test_contract_without_docstring(folder: Path) -> None:
    text = (folder / "skeleton.py").read_text()
    start = text.index("    def play")
    (folder / "skeleton.py").write_text(f"{text[:start]}    def play(self, pit: int) -> str: ...\n")
    assert broken_rules(folder) == {"contract": ["skeleton, play: has no docstring"]}


def test_exceptions_that_are_caught_need_no_contract(folder: Path) -> None:
    caught = "        try:\n            raise KeyError\n        except KeyError:\n            pass\n"
    edit(folder, "solution.py", "        player = self.current\n", f"        player = self.current\n{caught}")
    assert broken_rules(folder) == {}


def test_number_of_tests(folder: Path) -> None:
    edit(folder, TEST_FILE, "def test_legal_moves_finished", "def check_legal_moves_finished")
    assert broken_rules(folder) == {"test-count": ["legal_moves: has 4 tests of its own"]}


def test_tests_of_a_method_that_call_another(folder: Path) -> None:
    edit(folder, TEST_FILE, "        game.finished = True\n", "        game.finished = game.settle() is None\n")
    place = "MancalaBoardTestLegalMoves.test_legal_moves_finished"
    assert f"{place}: calls settle" in broken_rules(folder)["method-tests"]


def test_tests_that_check_no_field(folder: Path) -> None:
    edit(folder, TEST_FILE, "        self.assertEqual(game.board, [4, 4, 4, 4, 4, 4, 0, 4, 4, 4, 4, 4, 4, 0])\n", "")
    edit(folder, TEST_FILE, "        self.assertEqual((game.current, game.finished), (0, False))\n", "")
    message = "legal_moves: depends on fields, and none of its tests checks one"
    assert broken_rules(folder) == {"field-tests": [message]}


def test_class_level_tests_that_leave_a_method_out(folder: Path) -> None:
    text = (folder / TEST_FILE).read_text()
    start = text.index("class MancalaBoardTestMain")
    (folder / TEST_FILE).write_text(text[:start] + text[start:].replace("game.settle()", "'draw'"))
    assert broken_rules(folder) == {"class-tests": ["MancalaBoardTestMain: does not call settle"]}


def test_no_class_level_tests(folder: Path) -> None:
    edit(folder, TEST_FILE, "class MancalaBoardTestMain", "class MancalaBoardTestAll")
    assert "tests: there is no test class of the class as a whole" in broken_rules(folder)["class-tests"]


@pytest.mark.parametrize(
    ("parameter", "message"),
    [
        ("pit: complex", "takes pit of type complex, which is not primitive"),
        ("pit: 'MancalaBoard | None'", "takes pit of type MancalaBoard, which is not primitive"),
        ("pit: dict[str, collections.deque]", "takes pit of type collections, deque, which is not primitive"),
        ("*pit", "takes *pit"),
        ("**pit", "takes **pit"),
        ("pit: list[tuple[str, int]] | None", ""),
        ("pit", ""),
    ],
)
def test_parameters(folder: Path, parameter: str, message: str) -> None:
    edit_both(folder, "play(self, pit: int)", f"play(self, {parameter})")
    assert broken_rules(folder).get("parameters", [""]) == [message and f"skeleton, play: {message}"]


@pytest.mark.parametrize("file", ["skeleton.py", "solution.py", TEST_FILE])
def test_foreign_imports(folder: Path, file: str) -> None:
    text = (folder / file).read_text()
    (folder / file).write_text(f"import requests.sessions\nimport json\nfrom numpy import array\n{text}")
    place = "tests" if file == TEST_FILE else file.removesuffix(".py")
    assert broken_rules(folder) == {"imports": [f"{place}: imports requests"]}


def test_nondeterminism(folder: Path) -> None:
    text = (folder / "solution.py").read_text()
    text = text.replace("player = self.current", "player = self.current + 0 * int(time.time())")
    (folder / "solution.py").write_text(f"import time\n{text}")
    assert broken_rules(folder)["determinism"] == ["solution, line 46: uses time.time"]


@pytest.mark.parametrize(
    ("source", "names"),
    [
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
    ],
)
def test_forbidden_uses(source: str, names: list[str]) -> None:
    found = list(dict.fromkeys(name for _, name in forbidden_uses(source)))
    assert sorted(found) == sorted(names)


def test_foreign_imports_of_all_kinds() -> None:
    source = (
        "import os.path, pandas as pd\ndef f():\n    from scipy.stats import norm\nimport numpy.fft\nfrom .a import x"
    )
    assert foreign_imports(source) == ["pandas", "scipy", ".a.x"]


def parse_class(body: str) -> ast.ClassDef:
    node = ast.parse("class T(unittest.TestCase):\n" + "".join(f"    {line}\n" for line in body.split("\n"))).body[0]
    assert isinstance(node, ast.ClassDef)
    return node


@pytest.mark.parametrize(
    ("body", "used"),
    [
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
    ],
)
def test_methods_used(body: str, used: set[str]) -> None:
    assert set().union(*methods_used(parse_class(body), "Box").values()) == used


@pytest.mark.parametrize(
    ("body", "checked"),
    [
        ("def test(self):\n    box = Box()\n    self.assertEqual(box.items, [])", True),
        ("def test(self):\n    box = Box()\n    items = box.items[:1]\n    self.assertEqual(items, [])", True),
        ("def items(self):\n    return Box().items\ndef test(self): self.assertEqual(self.items(), [])", True),
        ("def test(self):\n    box = Box()\n    for item in box.items: self.assertTrue(item)", True),
        ("def test(self):\n    box = Box()\n    box.items = [1]\n    self.assertEqual(box.size(), 1)", False),
        ("def test(self):\n    other.items = [1]\n    self.assertEqual(other.items, [1])", False),
    ],
)
def test_checks_fields(body: str, checked: bool) -> None:
    assert checks_fields(parse_class(body), "Box", {"items"}) is checked


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    source = open_tasks_directory() / "mancala_board"
    folders = {name: Path(shutil.copytree(source, tmp_path / name)) for name in "abcde"}
    edit(folders["a"], "skeleton.py", "def play(self", "def play(self(")
    (folders["b"] / "solution.py").unlink()
    edit(folders["c"], "task.json", "{", "[")
    edit(folders["d"], TEST_FILE, "class MancalaBoardTestMain(", "class class(")
    (folders["e"] / "answers" / "right.md").write_text("class MancalaBoard: pass")
    report = validate_path(tmp_path)
    assert [(rule, place) for rule, place, _ in problems(report)] == [("parse", name) for name in "abcde"]
    assert "completion starts with pass_ or fail_" in report.problems[4].message
    assert "a: parse: a: Task folder" in format_report(report)


def test_another_class_in_the_solution(folder: Path) -> None:
    edit(folder, "solution.py", "class MancalaBoard", "class Mancala")
    shutil.rmtree(folder / "answers")
    [(rule, _, message)] = problems(validate_path(folder))
    assert rule == "parse" and "the solution does not define the class MancalaBoard" in message


def test_without_consent_nothing_is_run(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HF_ALLOW_CODE_EVAL")
    mark = tmp_path / "mark"
    for name in ("skeleton.py", "solution.py"):
        edit(folder, name, "class MancalaBoard", f"open({str(mark)!r}, 'w')\n\n\nclass MancalaBoard")
    with pytest.raises(ValueError, match="HF_ALLOW_CODE_EVAL"):
        validate_path(folder)
    assert not mark.exists()


def test_progress_is_shown(undeclared: tuple[ValidationReport, str]) -> None:
    shown = re.findall(r"^(\w+): \d of \d", undeclared[1], re.MULTILINE)
    assert list(dict.fromkeys(shown)) == ["Tasks", "Scoring"]  # again and again on a busy machine


def test_nothing_to_check(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"No task folder.*classeval-hf projects new"):
        validate_path(tmp_path)


def test_rules_that_need_runs(folder: Path) -> None:
    edit(
        folder,
        "solution.py",
        "        player = self.current\n",
        "        player = self.current\n        assert pit != 9\n",
    )
    edit(folder, "solution.py", '        outcome = "pass"\n', LOOP)
    edit(
        folder,
        "skeleton.py",
        "        >>> game.play(5)\n        'pass'\n",
        "        >>> game.play(5)\n        'again'\n",
    )
    edit(folder, TEST_FILE, "    def test_settle_draw(self):\n", VACUOUS)
    (folder / "answers" / "pass_helper_function.md").rename(folder / "answers" / "fail_helper_function.md")
    (folder / "answers" / "fail_settle_missing.md").rename(folder / "answers" / "pass_settle_missing.md")
    report = validate_path(folder.parent)
    found = problems(report)
    assert {rule for rule, _, _ in found} == {"reference", "coverage", "skeleton", "example", "answers"}
    by_rule = {rule: [(place, text) for item, place, text in found if item == rule] for rule, _, _ in found}
    assert ("MancalaBoardTestPlay", "does not pass (test_play_extra_turn: AssertionError)") in by_rule["reference"]
    places = [place for place, text in by_rule["reference"] if "fails in the random order" in text]
    assert places.count("MancalaBoardTestPlay.test_play_extra_turn") == 5
    message = "some of its tests pass on the empty skeleton: test_settle_nothing"
    assert by_rule["skeleton"] == [("MancalaBoardTestSettle", message)]
    assert by_rule["example"] == [("skeleton, play", "game.play(5) Expected: 'again' Got: 'pass'")]
    assert [place for place, _ in by_rule["answers"]] == [
        "answers/fail_helper_function",
        "answers/pass_settle_missing",
    ]
    assert "fails " in by_rule["answers"][1][1]
    assert "passes all tests" in by_rule["answers"][0][1]
    (coverage,) = by_rule["coverage"]
    assert re.fullmatch(r"the tests do not reach lines [\d, ]+ and branches .*", coverage[1])
    text = format_report(report)
    assert f"example: {RULES['example']}" in text
    assert text.endswith(f"1 task, {len(found)} problem{'s' * (len(found) != 1)}")


LOOP = """        outcome = "pass"
        if len(self.board) != 14:
            outcome = "other"
"""
VACUOUS = """    def test_settle_nothing(self):
        self.assertEqual(MancalaBoard().current, 0)

    def test_settle_draw(self):
"""


def test_tests_that_depend_on_their_order(folder: Path) -> None:
    edit(folder, TEST_FILE, "class MancalaBoardTestPlay(unittest.TestCase):\n", ORDERED)
    found = problems(validate_path(folder))
    assert found
    for rule, place, message in found:
        assert (rule, place) == ("reference", "MancalaBoardTestPlay.test_play_b")
        assert message.startswith("fails in the random order ")


ORDERED = """class MancalaBoardTestPlay(unittest.TestCase):
    boards = []

    def test_play_a(self):
        self.boards.append(MancalaBoard())
        self.assertEqual(self.boards[0].play(0), "pass")

    def test_play_b(self):
        self.assertEqual(self.boards[0].play(7), "pass")

"""


@pytest.mark.slow
def test_a_file_of_tasks_is_held_to_all_rules_but_those_that_it_lacks_the_parts_for(
    open_tasks: list[ClassTask], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """And none says that there are no problems without the rules that were left out."""
    row = open_tasks[6].to_row()
    del row["methods_info"], row["class_test_classes"]
    broken = row["skeleton"].replace("'pass'\n", "'again'\n").replace(":param pit:", "pit:")
    solution = row["solution_code"].replace(
        "        player = self.current\n", "        player = self.current + 0\n", 1
    )
    lazy = solution.replace('        outcome = "pass"\n', LOOP)
    other = row | {"task_id": "Own_1", "skeleton": broken, "solution_code": lazy}
    file = tmp_path / "tasks.json"
    file.write_text(json.dumps([row, other]), encoding="utf-8")
    report = validate_path(file)
    assert {item.rule for item in report.problems if item.task_id == "Own_1"} == {"coverage", "contract", "example"}
    assert [item for item in report.problems if item.task_id != "Own_1"] == []
    shown = format_report(report).split("\n")
    assert shown[-1] == f"2 tasks, {len(report.problems)} problems by {len(RULES) - 2} of {len(RULES)} rules"
    assert "Not checked: dependencies: 2 of 2 tasks declare none." in shown
    assert "Not checked: answers: tasks of a file have no example completions." in shown
    assert main(["validate", str(file), "--json", "--quiet"]) == 1
    assert list(json.loads(capsys.readouterr().out)["unchecked"]) == ["dependencies", "answers"]


def test_a_reference_of_a_file_is_run_in_the_sandbox(open_tasks: list[ClassTask], tmp_path: Path) -> None:
    """A model may have written it, as ClassEval-Pro's."""
    outside = tmp_path / "outside"
    row = open_tasks[6].to_row()
    row["solution_code"] = f"from pathlib import Path\nPath({str(outside)!r}).touch()\n{row['solution_code']}"
    file = tmp_path / "tasks.json"
    file.write_text(json.dumps([row]), encoding="utf-8")
    validate_path(file)
    assert not outside.exists()


@pytest.mark.classeval
def test_records_of_classeval(classeval_file: Path, tmp_path: Path) -> None:
    records = json.loads(classeval_file.read_text(encoding="utf-8"))
    part = tmp_path / "part.json"
    part.write_text(json.dumps([records[number] for number in (4, 8, 22, 48, 97)]), encoding="utf-8")
    report = validate_path(part)
    found = [(item.task_id, item.rule, item.place) for item in report.problems]
    assert ("ClassEval_4", "skeleton", "AssessmentSystemTestGetGPA") in found
    assert ("ClassEval_8", "dependencies", "transfer") in found
    assert ("ClassEval_22", "parse", "skeleton") in found
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
