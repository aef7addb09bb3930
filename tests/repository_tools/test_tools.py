"""What the tools say of a project, and that this helps to repair a candidate."""

import itertools
from typing import Any

import pytest
from fleet_project import MakeTools

from classeval_hf.repository_tools.tool_calls import ToolCall, ToolResult
from classeval_hf.repository_tools.tools import RepositoryTools

SAIL = "class Ship(Hull):\n    def sail(self, to: Port):\n        "


def ask(tools: RepositoryTools, name: str, *arguments: str, candidate: str = "", thought: str = "") -> ToolResult:
    return tools.call(ToolCall(name, arguments), candidate=candidate, thought=thought)


def said(tools: RepositoryTools, name: str, *arguments: str, thought: str = "") -> str:
    found = ask(tools, name, *arguments, thought=thought)
    assert found.ok, found.output
    return found.output


def refused(tools: RepositoryTools, name: str, *arguments: str) -> str:
    found = ask(tools, name, *arguments)
    assert not found.ok, found.output
    return found.output


def imports(tools: RepositoryTools, candidate: str) -> str:
    return ask(tools, "get_imports", candidate=candidate).output


MORE_FILES = {
    "src/fleet/aa.py": "def tidy(): ...\ndef clean(): ...\n",
    "src/fleet/zz.py": "def tidy(): ...\nfrom ._speedups import fast\n",
    "src/fleet/deep/__init__.py": "",
    "src/fleet/deep/use.py": "from ..zz import tidy, fast as quick\nfrom .. import ports as places\n",
}
FAILING = (
    "from fleet.harbours import Port\nfrom .boats import Port as P, long\nfrom fleet import find\nimport fleet.x\n"
)
IMPORTS: dict[str, Any] = {
    "of undefined names: of the project, as its other files import them, and of the standard library": (
        {},
        SAIL + "np.array(find(to), Decimal(1), os, partial, Sample, nowhere, SPEED, Hull, Engine)\n",
        ["find: `from fleet.ports import find`", "np: `import numpy as np`", "Decimal: `from decimal import Decimal`"],
        ["os: `import os`", "partial: `from functools import partial`", "nowhere: nothing in the project defines it."],
        ["Sample: nothing in the project defines it."],  # it lies outside of the package
        ["Defined in this file (src/fleet/ships.py), not to be imported: Hull, SPEED.", "not \nHull:", "not Engine:"],
    ),
    "that the class alone used, so that they are not there": (
        {},
        SAIL + "raise FleetError(ports)\n",
        ["FleetError: `from fleet.errors import FleetError`", "ports: `from fleet import ports`"],
    ),
    "that other files have, first, with aliases": (
        {"files": MORE_FILES},
        SAIL + "return tidy, fast, places, quick, clean\n",
        ["tidy: `from fleet.zz import tidy` or `from fleet.aa import tidy`\n"],
        ["fast: `from fleet._speedups import fast`\n", "places: `from fleet import ports as places`\n"],
        ["quick: `from fleet.zz import fast as quick`\n", "clean: `from fleet.aa import clean`\n"],
    ),
    "of the project that fail, with the right ones": (
        {},
        f"{FAILING}import fleet.x\nfrom nowhere import y\n{SAIL}return P, find, long, y, fleet\n",
        ["`from fleet.harbours import Port` fails: there is no module fleet.harbours.", "`import fleet.x` fails"],
        ["`from .boats import Port` fails: the module fleet.boats has no Port. `from fleet.ports import Port`"],
        ["not find", "not nowhere", "not long"],
    ),
}


@pytest.mark.parametrize("name", IMPORTS)
def test_imports_that_are_said(make_tools: MakeTools, name: str) -> None:
    options, code, *words = IMPORTS[name]
    found = imports(make_tools(**options), code)
    for word in itertools.chain(*words):
        assert word.removeprefix("not ") not in found if word.startswith("not ") else word in found, word


def test_a_base_that_is_a_variable_is_told_as_one_outside(make_tools: MakeTools) -> None:
    files = {"src/fleet/rafts.py": "Base = object\nclass Raft(Base): ...\nclass Outer:\n    class In: ...\n"}
    text = said(make_tools(files=files), "get_class_info", "Raft", "Outer.In")
    assert "not listed: Base" in text and "class In  # src/fleet/rafts.py, line 4" in text


def test_bodies_functions_and_prose_are_read_as_for_scoring(make_tools: MakeTools) -> None:
    tools = make_tools("Ship.sail", "method")
    body = "return find(to)"
    for code in (body, f"def sail(self, to):\n    {body}", f"So:\n```python\n{body}\n```"):
        assert imports(tools, code) == "find: `from fleet.ports import find`", code
    assert imports(tools, "return FleetError(to)") == "Every name in the code is defined."


@pytest.mark.parametrize(
    ("code", "problem"),
    [
        (SAIL + "return (", "SyntaxError"),
        ("x = 1", "does not define the class"),
        ("", "empty"),
        (SAIL + "return " + "(" * 5_000 + ")" * 5_000, "The code cannot be read"),
        (SAIL + "return " + "-" * 60_000 + "1", "The code cannot be read"),
        (SAIL + "x" * 300_000, "more than 200000 characters"),
    ],
    ids=["syntax", "other", "empty", "nested", "deep", "long"],
)
def test_candidates_that_cannot_be_read_end_in_a_message(make_tools: MakeTools, code: str, problem: str) -> None:
    tools = make_tools()
    found = ask(tools, "get_imports", candidate=code)
    assert not found.ok and problem in found.output and len(found.output) < 1_000
    assert tools.problems(code) == [found.output]


def test_problems_of_names_are_a_line_each(make_tools: MakeTools) -> None:
    tools = make_tools()
    (line,) = tools.problems(SAIL + "return FleetError\n")
    assert line.startswith("FleetError:")
    assert tools.problems(f"from .errors import FleetError\nfrom .ports import Port\n{SAIL}raise FleetError\n") == []


def test_a_class_is_told_with_what_it_inherits(make_tools: MakeTools) -> None:
    text = said(make_tools("find", "function", "src/fleet/ports.py"), "get_class_info", "fleet.ships.Ship")
    assert text.startswith("class Ship(Hull)  # src/fleet/ships.py, line 23\n")
    assert "# bases outside the project, whose members are not listed: Engine, abc.ABC" in text
    assert "    def __init__(self, width: int=1)  # inherited from fleet.ships.Hull\n" in text
    assert "    @classmethod\n    def make(cls, home)\n" in text and "    @staticmethod\n    def knots()\n" in text
    assert "    COUNT: int = 0" in text and "    self.width = width  # inherited" in text
    assert "    @property\n    def area(self) -> float  # inherited from fleet.ships.Hull; How much water" in text
    assert "    @abc.abstractmethod\n    async def float(self, *, water: Port) -> None  # inherited" in text


def test_each_class_of_a_name_and_of_several_is_told(make_tools: MakeTools) -> None:
    text = said(make_tools("find", "function", "src/fleet/ports.py"), "get_class_info", "Ship", "Port", "Prot")
    assert "src/fleet/ships.py, line" in text and "src/fleet/boats.py, line 1; Another ship." in text
    assert "class Port  # src/fleet/ports.py, line 10; A port." in text
    assert text.endswith("The project has no class Prot. The nearest names are Port.")


def test_members_are_ranked_by_the_thought(make_tools: MakeTools) -> None:
    """Of a class with many members the ten that are like the thought are told, and of the others the names."""
    members = "".join(f"    def method_{number}(self): ...\n" for number in range(60))
    text = f"class Big:\n{members}    def anchor_depth(self): ...\n    def __init__(self, big): ...\n"
    tools = make_tools(files={"src/fleet/big.py": text})
    for thought, first in (("I need the depth of the anchor", "anchor_depth"), ("", "method_0")):
        lines = said(tools, "get_class_info", "Big", thought=thought).split("\n")
        assert lines[1] == "    def __init__(self, big)" and lines[2] == f"    def {first}(self)"
        assert len(lines) == 13 and lines[-1].startswith("    # other members: ") and lines[-1].endswith("11 more")


def test_the_target_is_said_to_be_what_is_to_be_written(make_tools: MakeTools) -> None:
    tools = make_tools("Hull", "class")
    to_be_written = "The class Hull is what is to be written: the project does not have it yet."
    assert refused(tools, "get_class_info", "Hull") == to_be_written
    assert "# base that is to be written: Hull" in said(tools, "get_class_info", "fleet.ships.Ship")
    tools = make_tools("Ship.sail", "method")
    body = said(tools, "get_method_body", "fleet.ships.Ship", "sail")
    assert "def sail(self, to: Port)" in body and "to be written" in body and "FleetError" not in body


def test_names_that_are_not_there_come_with_those_like_them(make_tools: MakeTools) -> None:
    tools = make_tools("find", "function", "src/fleet/ports.py")
    assert "The nearest names are Port." in refused(tools, "get_class_info", "port")
    assert "`from somewhere import Engine`" in refused(tools, "get_class_info", "Engine")
    assert "SPEED is a variable in src/fleet/ships.py" in refused(tools, "get_class_info", "SPEED")
    missing = refused(tools, "get_signature", "fleet.ships.Ship", "sale")
    assert missing == (
        "The class fleet.ships.Ship has no sale. The nearest names are sail. "
        "Its bases outside the project may have it: Engine, abc.ABC."
    )
    assert "Methods of this name: Port.greet." in refused(tools, "get_signature", "greet")
    assert "It has sail." in refused(tools, "get_signature", "fleet.boats.Ship", "quite_another")


def test_all_definitions_of_a_name_have_their_signatures_told(make_tools: MakeTools) -> None:
    tools = make_tools("Hull.area", "method")
    assert "def find(name: str, *, deep: bool=False) -> 'Port'" in said(tools, "get_signature", "", "find")
    assert said(tools, "get_signature", "find") == said(tools, "get_signature", "ports", "find")
    both = said(tools, "get_signature", "Ship", "sail")
    assert "def sail(self, to: Port)" in both and "src/fleet/boats.py" in both and "def sail(self)" in both
    assert said(tools, "get_signature", "Ship.sail") == both
    inherited = said(tools, "get_signature", "fleet.ships.Ship", "float")
    assert (
        "method of fleet.ships.Hull\n@abc.abstractmethod\nasync def float(self, *, water: Port) -> None" in inherited
    )
    constructor = refused(tools, "get_signature", "Port", "__init__")
    assert "annotated fields, in order: name: str; depths: Any = None." in constructor
    assert "COUNT: int = 0" in said(tools, "get_signature", "fleet.ships.Ship", "COUNT")


def test_bodies_are_told_cut_off_and_relevant_code_by_what_it_is_about(make_tools: MakeTools) -> None:
    tools = make_tools()
    greet = 'method of fleet.ports.Port\ndef greet(self):\n    return f"This is {self.name}"'
    assert said(tools, "get_method_body", "Port", "greet").endswith(greet)
    lines = said(tools, "get_method_body", "", "long").split("\n")
    assert len(lines) == 62 and lines[-1] == "# ... (42 more lines)"
    text = said(tools, "get_relevant_code", "find a port by its name")
    assert text.startswith("# src/fleet/ports.py, line 7\ndef find")
    text = said(tools, "get_relevant_code", "how much water does the area of a hull cover")
    assert "class Hull(Engine, abc.ABC):" in text and "FleetError(" not in text
    assert "Nothing in the project is like that" in refused(tools, "get_relevant_code", "qqq zzz")


def test_snippets(make_tools: MakeTools) -> None:
    """Snippets are windows of 20 lines that begin every 10 lines, the most similar first."""
    found = make_tools("Hull").related_snippets("long another sail return", 3)
    assert [(snippet.path, snippet.line) for snippet in found][:1] == [("src/fleet/boats.py", 1)]
    assert found[0].text.count("\n") == 19 and found[0].last_line == 20
    assert all(snippet.line % 10 == 1 for snippet in found)


def test_arguments_may_have_either_names_and_answers_have_the_tasks(make_tools: MakeTools) -> None:
    tools = make_tools("sHIp", paraphrase={"sHIp": "Ship", "fINd": "find", "grEEt": "greet", "hULl": "Hull"})
    for name in ("fINd", "find"):
        assert "def fINd(name" in said(tools, "get_signature", "", name)
    assert "def grEEt(self)" in said(tools, "get_class_info", "Port")
    found = imports(tools, "class sHIp(hULl):\n    def sail(self): return fINd(FleetError)\n")
    assert "fINd: `from fleet.ports import fINd`" in found and "imported: hULl" in found
    assert any("def fINd(" in snippet.text for snippet in tools.related_snippets("fINd a port"))
    assert "sHIp is what is to be written" in refused(tools, "get_class_info", "fleet.ships.sHIp") or "sHIp" in found


def test_calls_that_cannot_be_made(make_tools: MakeTools) -> None:
    """A tool that there is not or is left out, and a call without arguments, come with what there is."""
    tools = make_tools(disabled=("get_signature",))
    message = refused(tools, "search_code", "x")
    assert "There is no tool search_code." in message and "get_class_info(class_name)" in message
    assert "get_signature(" not in message
    assert "There is no tool get_signature." in refused(tools, "get_signature", "x")
    assert refused(tools, "get_class_info") == "The tool get_class_info needs arguments: get_class_info(class_name)."
    assert tools.names == ("get_class_info", "get_method_body", "get_relevant_code", "get_imports")
    with pytest.raises(ValueError, match="There is no tool get_signatures"):
        make_tools(disabled=("get_signatures",))


@pytest.mark.parametrize("argument", ["", " ", "." * 500, "q." * 250, "*", "\0", "\ud800", "../../etc/passwd", "é"])
def test_strange_arguments_are_looked_up_and_nothing_else(make_tools: MakeTools, argument: str) -> None:
    tools = make_tools()
    for name in tools.names:
        found = ask(tools, name, argument, argument, candidate=SAIL + "return 1", thought=argument)
        assert len(found.output) <= 8_100 and (name == "get_imports" or not found.ok)


def test_tools_made_again_and_asked_in_another_order_say_the_same(make_tools: MakeTools) -> None:
    asked = [
        ("get_class_info", "Ship"),
        ("get_relevant_code", "port"),
        ("get_signature", "", "find"),
        ("get_imports",),
    ]
    first, second = make_tools(), make_tools()
    forwards = [ask(first, *call, candidate=SAIL + "return a, b, find, FleetError").output for call in asked]
    backwards = [ask(second, *call, candidate=SAIL + "return a, b, find, FleetError").output for call in asked[::-1]]
    assert forwards == backwards[::-1]
