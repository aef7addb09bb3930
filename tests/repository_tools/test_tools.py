"""What the tools say of a project, and that this helps to repair a candidate."""

from __future__ import annotations

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


def test_imports_of_undefined_names(make_tools: MakeTools) -> None:
    """Undefined names come with imports: of the project, as its other files import them, of the standard library."""
    tools = make_tools()
    found = imports(
        tools, SAIL + "np.array(find(to), Decimal(1), os, partial, Sample, nowhere, SPEED, Hull, Engine)\n"
    )
    assert "find: `from fleet.ports import find`" in found
    assert "np: `import numpy as np`" in found
    assert "Decimal: `from decimal import Decimal`" in found and "os: `import os`" in found
    assert "partial: `from functools import partial`" in found
    assert "Sample: nothing in the project defines it." in found, "it lies outside of the package"
    assert "nowhere: nothing in the project defines it." in found
    assert "Defined in this file (src/fleet/ships.py), not to be imported: Hull, SPEED." in found
    assert "\nHull:" not in found and "Engine:" not in found


def test_imports_that_the_class_alone_used(make_tools: MakeTools) -> None:
    """What the file imported for the class alone is not there, and is said again."""
    found = imports(make_tools(), SAIL + "raise FleetError(ports)\n")
    assert "FleetError: `from fleet.errors import FleetError`" in found
    assert "ports: `from fleet import ports`" in found


def test_likely_imports_come_first(make_tools: MakeTools) -> None:
    """Of several definitions of a name, the one that other files import comes first; aliases are said too."""
    files = {
        "src/fleet/aa.py": "def tidy(): ...\ndef clean(): ...\n",
        "src/fleet/zz.py": "def tidy(): ...\nfrom ._speedups import fast\n",
        "src/fleet/deep/__init__.py": "",
        "src/fleet/deep/use.py": "from ..zz import tidy, fast as quick\nfrom .. import ports as places\n",
    }
    found = imports(make_tools(files=files), SAIL + "return tidy, fast, places, quick, clean\n")
    assert "tidy: `from fleet.zz import tidy` or `from fleet.aa import tidy`\n" in found
    assert "fast: `from fleet._speedups import fast`\n" in found
    assert "places: `from fleet import ports as places`\n" in found
    assert "quick: `from fleet.zz import fast as quick`\n" in found
    assert "clean: `from fleet.aa import clean`\n" in found


def test_bases_by_other_names(make_tools: MakeTools) -> None:
    """A base that is a variable is told as one outside the project."""
    files = {"src/fleet/rafts.py": "Base = object\nclass Raft(Base): ...\nclass Outer:\n    class In: ...\n"}
    text = said(make_tools(files=files), "get_class_info", "Raft", "Outer.In")
    assert "not listed: Base" in text and "class In  # src/fleet/rafts.py, line 4" in text


def test_imports_that_fail(make_tools: MakeTools) -> None:
    """Imports of the project's that cannot work are said, with the right ones; all others are left alone."""
    code = (
        "from fleet.harbours import Port\nfrom .boats import Port as P, long\nfrom fleet import find\nimport fleet.x\n"
        f"from nowhere import y\n{SAIL}return P, find, long, y, fleet\n"
    )
    found = imports(make_tools(), code)
    assert "`from fleet.harbours import Port` fails: there is no module fleet.harbours." in found
    assert (
        "`from .boats import Port` fails: the module fleet.boats has no Port. `from fleet.ports import Port`" in found
    )
    assert "`import fleet.x` fails" in found
    assert "find" not in found and "nowhere" not in found and "long" not in found


def test_imports_for_methods_and_bodies(make_tools: MakeTools) -> None:
    """A body, a function and an answer with prose around it are read as they are for scoring."""
    tools = make_tools("Ship.sail", "method")
    for code in (
        "return find(to)",
        "def sail(self, to):\n    return find(to)",
        "So:\n```python\nreturn find(to)\n```",
    ):
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
def test_candidates_that_cannot_be_read(make_tools: MakeTools, code: str, problem: str) -> None:
    """A candidate that cannot be parsed, or was made to be hard to parse, ends in a message."""
    tools = make_tools()
    found = ask(tools, "get_imports", candidate=code)
    assert not found.ok and problem in found.output and len(found.output) < 1_000
    assert tools.problems(code) == [found.output]


def test_problems_of_names(make_tools: MakeTools) -> None:
    """What is wrong with a candidate's names is said in a line each; nothing is, of one that is right."""
    tools = make_tools()
    (line,) = tools.problems(SAIL + "return FleetError\n")
    assert line.startswith("FleetError:")
    assert tools.problems(f"from .errors import FleetError\nfrom .ports import Port\n{SAIL}raise FleetError\n") == []


def test_class_with_what_it_inherits(make_tools: MakeTools) -> None:
    """A class is told with its constructor, members, fields and kinds of members, its bases' too."""
    text = said(make_tools("find", "function", "src/fleet/ports.py"), "get_class_info", "fleet.ships.Ship")
    assert text.startswith("class Ship(Hull)  # src/fleet/ships.py, line 23\n")
    assert "# bases outside the project, whose members are not listed: Engine, abc.ABC" in text
    assert "    def __init__(self, width: int=1)  # inherited from fleet.ships.Hull\n" in text
    assert "    @classmethod\n    def make(cls, home)\n" in text and "    @staticmethod\n    def knots()\n" in text
    assert "    COUNT: int = 0" in text and "    self.width = width  # inherited" in text
    assert "    @property\n    def area(self) -> float  # inherited from fleet.ships.Hull; How much water" in text
    assert "    @abc.abstractmethod\n    async def float(self, *, water: Port) -> None  # inherited" in text


def test_several_classes(make_tools: MakeTools) -> None:
    """Each class of a name is told, and each of several names; one that there is not is said as well."""
    text = said(make_tools("find", "function", "src/fleet/ports.py"), "get_class_info", "Ship", "Port", "Prot")
    assert (
        "src/fleet/ships.py, line" in text
        and "src/fleet/boats.py, line 1; Another ship." in text
        and "class Port  # src/fleet/ports.py, line 10; A port." in text
    )
    assert text.endswith("The project has no class Prot. The nearest names are Port.")


def test_members_are_ranked_by_the_thought(make_tools: MakeTools, tmp_path: object) -> None:
    """Of a class with many members the ten that are like the thought are told, and of the others the names."""
    members = "".join(f"    def method_{number}(self): ...\n" for number in range(60))
    text = f"class Big:\n{members}    def anchor_depth(self): ...\n    def __init__(self, big): ...\n"
    tools = make_tools()
    view = tools._view
    big = type(view.summaries[view.path])(text)
    view.summaries = {**view.summaries, "src/fleet/big.py": big}
    for thought, first in (("I need the depth of the anchor", "anchor_depth"), ("", "method_0")):
        lines = said(tools, "get_class_info", "Big", thought=thought).split("\n")
        assert lines[1] == "    def __init__(self, big)" and lines[2] == f"    def {first}(self)"
        assert len(lines) == 13 and lines[-1].startswith("    # other members: ") and lines[-1].endswith("11 more")


def test_target_is_to_be_written(make_tools: MakeTools) -> None:
    """Asked for the target, the tools say that it is what is to be written."""
    tools = make_tools("Hull", "class")
    assert refused(tools, "get_class_info", "Hull") == (
        "The class Hull is what is to be written: the project does not have it yet."
    )
    assert "# base that is to be written: Hull" in said(tools, "get_class_info", "fleet.ships.Ship")
    tools = make_tools("Ship.sail", "method")
    body = said(tools, "get_method_body", "fleet.ships.Ship", "sail")
    assert "def sail(self, to: Port)" in body and "to be written" in body and "FleetError" not in body


def test_names_that_are_not_there(make_tools: MakeTools) -> None:
    """A name that is not there comes with those like it, and with where it may come from."""
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


def test_signatures(make_tools: MakeTools) -> None:
    """All definitions of a name are told: of methods, inherited ones, functions, constructors and fields."""
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
    assert "annotated fields, in order: name: str; depths: Any = None." in refused(
        tools, "get_signature", "Port", "__init__"
    )
    assert "COUNT: int = 0" in said(tools, "get_signature", "fleet.ships.Ship", "COUNT")


def test_bodies(make_tools: MakeTools) -> None:
    """A method or function is told as it stands there, moved to the left; a long one is cut off."""
    tools = make_tools()
    assert said(tools, "get_method_body", "Port", "greet").endswith(
        'method of fleet.ports.Port\ndef greet(self):\n    return f"This is {self.name}"'
    )
    lines = said(tools, "get_method_body", "", "long").split("\n")
    assert len(lines) == 62 and lines[-1] == "# ... (42 more lines)"


def test_relevant_code(make_tools: MakeTools) -> None:
    """Classes without bodies, functions and snippets are found by what they are about."""
    tools = make_tools()
    assert said(tools, "get_relevant_code", "find a port by its name").startswith(
        "# src/fleet/ports.py, line 7\ndef find"
    )
    text = said(tools, "get_relevant_code", "how much water does the area of a hull cover")
    assert "class Hull(Engine, abc.ABC):" in text and "FleetError(" not in text
    assert "Nothing in the project is like that" in refused(tools, "get_relevant_code", "qqq zzz")


def test_snippets(make_tools: MakeTools) -> None:
    """Snippets are windows of 20 lines that begin every 10 lines, the most similar first."""
    found = make_tools("Hull").related_snippets("long another sail return", 3)
    assert [(snippet.path, snippet.line) for snippet in found][:1] == [("src/fleet/boats.py", 1)]
    assert found[0].text.count("\n") == 19 and found[0].last_line == 20
    assert all(snippet.line % 10 == 1 for snippet in found)


def test_renamed_symbols(make_tools: MakeTools) -> None:
    """Arguments may have the task's names or the project's; what is said has the task's."""
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
    assert "get_signature(" not in message and "There is no tool get_signature." in refused(
        tools, "get_signature", "x"
    )
    assert refused(tools, "get_class_info") == "The tool get_class_info needs arguments: get_class_info(class_name)."
    assert tools.names == ("get_class_info", "get_method_body", "get_relevant_code", "get_imports")
    with pytest.raises(ValueError, match="There is no tool get_signatures"):
        make_tools(disabled=("get_signatures",))


@pytest.mark.parametrize("argument", ["", " ", "." * 500, "q." * 250, "*", "\0", "\ud800", "../../etc/passwd", "é"])
def test_strange_arguments(make_tools: MakeTools, argument: str) -> None:
    """Arguments are looked up and nothing else, whatever they are."""
    tools = make_tools()
    for name in tools.names:
        found = ask(tools, name, argument, argument, candidate=SAIL + "return 1", thought=argument)
        assert len(found.output) <= 8_100 and (name == "get_imports" or not found.ok)


def test_same_answers_every_time(make_tools: MakeTools) -> None:
    """Tools that are made again, and asked in another order, say the same."""
    asked = [
        ("get_class_info", "Ship"), ("get_relevant_code", "port"), ("get_signature", "", "find"), ("get_imports",)
    ]  # fmt: skip
    first, second = make_tools(), make_tools()
    forwards = [ask(first, *call, candidate=SAIL + "return a, b, find, FleetError").output for call in asked]
    backwards = [ask(second, *call, candidate=SAIL + "return a, b, find, FleetError").output for call in asked[::-1]]
    assert forwards == backwards[::-1]
