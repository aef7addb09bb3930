"""What tools say of a project, that this helps to repair a candidate, and how calls are read out of free text."""

import itertools
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from classeval_hf.projects.tools.tools import TOOL_NAMES, RepositoryTools, ToolCall, ToolResult, parse_tool_calls

MakeTools = Callable[..., RepositoryTools]
SAIL = "class Ship(Hull):\n    def sail(self, to: Port):\n        "


def ask(tools: RepositoryTools, name: str, *arguments: str, candidate: str = "", thought: str = "") -> ToolResult:
    return tools.call(ToolCall(name, arguments), candidate=candidate, thought=thought)


def said(tools: RepositoryTools, name: str, *arguments: str, thought: str = "", ok: bool = True) -> str:
    found = ask(tools, name, *arguments, thought=thought)
    assert found.ok is ok, found.output
    return found.output


refused = partial(said, ok=False)


def imports(tools: RepositoryTools, candidate: str) -> str:
    return ask(tools, "get_imports", candidate=candidate).output


MORE_FILES = {
    "src/fleet/aa.py": "def tidy(): ...\ndef clean(): ...\n",
    "src/fleet/zz.py": "def tidy(): ...\nfrom ._speedups import fast\n",
    "src/fleet/deep/__init__.py": "",
    "src/fleet/deep/use.py": "from ..zz import tidy, fast as quick\nfrom .. import ports as places\n",
}
FAILING = "from fleet.harbours import Port\nfrom .boats import Port as P, long\nfrom fleet import find\n"
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
        f"{FAILING}import fleet.x\nimport fleet.x\nfrom nowhere import y\n{SAIL}return P, find, long, y, fleet\n",
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


def test_bodies_functions_and_prose_are_read_as_for_scoring(make_tools: MakeTools) -> None:
    tools = make_tools("Ship.sail", "method")
    body = "return find(to)"
    for code in (body, f"def sail(self, to):\n    {body}", f"So:\n```python\n{body}\n```"):
        assert imports(tools, code) == "find: `from fleet.ports import find`", code
    assert imports(tools, "return FleetError(to)") == "Every name in the code is defined."


def test_problems_of_names_are_a_line_each_and_what_cannot_be_read_a_message(make_tools: MakeTools) -> None:
    tools = make_tools()
    for code, problem in (
        (SAIL + "return (", "SyntaxError"),
        ("x = 1", "does not define the class"),
        ("", "empty"),
        (SAIL + "return " + "(" * 5_000 + ")" * 5_000, "The code cannot be read"),
        (SAIL + "return " + "-" * 60_000 + "1", "The code cannot be read"),
        (SAIL + "x" * 300_000, "more than 200000 characters"),
    ):
        found = ask(tools, "get_imports", candidate=code)
        assert not found.ok and problem in found.output and len(found.output) < 1_000
        assert tools.problems(code) == [found.output]
    (line,) = tools.problems(SAIL + "return FleetError\n")
    assert line.startswith("FleetError:")
    assert tools.problems(f"from .errors import FleetError\nfrom .ports import Port\n{SAIL}raise FleetError\n") == []


def test_a_class_is_told_with_what_it_inherits(make_tools: MakeTools) -> None:
    """As is each class of a name and of several; a base that is a variable is told as one outside."""
    tools = make_tools("find", "function", "src/fleet/ports.py")
    text = said(tools, "get_class_info", "fleet.ships.Ship")
    assert text.startswith("class Ship(Hull)  # src/fleet/ships.py, line 18\n")
    assert "# bases outside the project, whose members are not listed: Engine, abc.ABC" in text
    assert "    def __init__(self, width: int=1)  # inherited from fleet.ships.Hull\n" in text
    assert "    @classmethod\n    def make(cls, home)\n" in text and "    @staticmethod\n    def knots()\n" in text
    assert "    COUNT: int = 0" in text and "    self.width = width  # inherited" in text
    assert "    @property\n    def area(self) -> float  # inherited from fleet.ships.Hull; How much water" in text
    assert "    @abc.abstractmethod\n    async def float(self, *, water: Port) -> None  # inherited" in text

    text = said(tools, "get_class_info", "Ship", "Port", "Prot")
    assert "src/fleet/ships.py, line" in text and "src/fleet/boats.py, line 1; Another ship." in text
    assert "class Port  # src/fleet/ports.py, line 7; A port." in text
    assert text.endswith("The project has no class Prot. The nearest names are Port.")
    files = {"src/fleet/rafts.py": "Base = object\nclass Raft(Base): ...\nclass Outer:\n    class In: ...\n"}
    text = said(make_tools(files=files), "get_class_info", "Raft", "Outer.In")
    assert "not listed: Base" in text and "class In  # src/fleet/rafts.py, line 4" in text


def test_members_are_ranked_by_the_thought(make_tools: MakeTools) -> None:
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
    missing = "has no sale. The nearest names are sail. Its bases outside the project may have it: Engine, abc.ABC."
    assert refused(tools, "get_signature", "fleet.ships.Ship", "sale") == f"The class fleet.ships.Ship {missing}"
    assert "Methods of this name: Port.greet." in refused(tools, "get_signature", "greet")
    assert "It has sail." in refused(tools, "get_signature", "fleet.boats.Ship", "quite_another")


def test_all_definitions_of_a_name_have_their_signatures_told(make_tools: MakeTools) -> None:
    tools = make_tools("Hull.area", "method")
    assert "def find(name: str, *, deep: bool=False) -> 'Port'" in said(tools, "get_signature", "", "find")
    assert said(tools, "get_signature", "find") == said(tools, "get_signature", "ports", "find")
    both = said(tools, "get_signature", "Ship", "sail")
    assert "def sail(self, to: Port)" in both and "src/fleet/boats.py" in both and "def sail(self)" in both
    assert said(tools, "get_signature", "Ship.sail") == both
    inherited = "method of fleet.ships.Hull\n@abc.abstractmethod\nasync def float(self, *, water: Port) -> None"
    assert inherited in said(tools, "get_signature", "fleet.ships.Ship", "float")
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
    assert text.startswith("# src/fleet/ports.py, line 5\ndef find")
    text = said(tools, "get_relevant_code", "how much water does the area of a hull cover")
    assert "class Hull(Engine, abc.ABC):" in text and "FleetError(" not in text
    assert "Nothing in the project is like that" in refused(tools, "get_relevant_code", "qqq zzz")
    found = make_tools("Hull").related_snippets("long another sail return", 3)
    assert [(snippet.path, snippet.line) for snippet in found][:1] == [("src/fleet/boats.py", 1)]
    assert found[0].text.count("\n") == 19 and found[0].line == 1
    assert all(snippet.line % 10 == 1 for snippet in found)


def test_lines_keep_their_text_however_they_are_indented(make_tools: MakeTools) -> None:
    """A definition moves to the left by the least indent of its lines, and its first line no further."""
    for body, told in (
        ("'''A\nB'''\n\n        return 1", "    def f(self):\n        '''A\nB'''\n\n        return 1\n"),
        ("'''At\n  the left.'''", "  def f(self):\n      '''At\nthe left.'''\n"),
    ):
        tools = make_tools(files={"src/fleet/box.py": f"class Box:\n    def f(self):\n        {body}\n"})
        assert f"{said(tools, 'get_method_body', 'Box', 'f')}\n".endswith(f"method of fleet.box.Box\n{told}")


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
    tools = make_tools(disabled=("get_signature",))
    message = refused(tools, "search_code", "x")
    assert "There is no tool search_code." in message and "get_class_info(class_name)" in message
    assert "get_signature(" not in message
    assert "There is no tool get_signature." in refused(tools, "get_signature", "x")
    assert refused(tools, "get_class_info") == "The tool get_class_info needs arguments: get_class_info(class_name)."
    assert tools.names == ("get_class_info", "get_method_body", "get_relevant_code", "get_imports")
    with pytest.raises(ValueError, match="There is no tool get_signatures"):
        make_tools(disabled=("get_signatures",))


def test_strange_arguments_are_looked_up_and_nothing_else(make_tools: MakeTools) -> None:
    """Tools that are made again and asked in another order say the same."""
    tools = make_tools()
    strange = ("", " ", "." * 500, "q." * 250, "*", "\0", "\ud800", "../../etc/passwd", "é")
    for name, argument in itertools.product(tools.names, strange):
        found = ask(tools, name, argument, argument, candidate=SAIL + "return 1", thought=argument)
        assert len(found.output) <= 8_100 and (name == "get_imports" or not found.ok), argument
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


def read(text: str, limit: int = 3) -> list[tuple[str, tuple[str, ...]]]:
    return [(call.name, call.arguments) for call in parse_tool_calls(text, limit)]


def test_forms_of_arguments_and_calls_that_were_cut_off() -> None:
    for text, name, arguments in (
        ("get_imports()", "get_imports", ()),
        ("get_imports( )", "get_imports", ()),
        *((f"get_class_info({given})", "get_class_info", ("Berth",)) for given in ("Berth", '"Berth"', "`Berth`")),
        ("get_class_info (plan.Berth)", "get_class_info", ("plan.Berth",)),
        *((f"get_class_info({given})", "get_class_info", ("A", "B")) for given in ('"A", B', "['A', 'B']")),
        ("get_class_info(class_name='A')", "get_class_info", ("A",)),
        ("get_signature(A, f)", "get_signature", ("A", "f")),
        ("get_signature(method_name=f, class_name=A)", "get_signature", ("A", "f")),
        ("get_signature(None, f)", "get_signature", ("", "f")),
        ("get_method_body(method_name='f')", "get_method_body", ("", "f")),
        ("get_relevant_code(parse a (media) type, fast)", "get_relevant_code", ("parse a (media) type, fast",)),
        ("get_relevant_code('a, b')", "get_relevant_code", ("a, b",)),
        (r'get_relevant_code("say \"hi\"")', "get_relevant_code", ('say "hi"',)),
        ('get_relevant_code(\n    "query"\n)', "get_relevant_code", ("query",)),
        ('get_class_info("Berth', "get_class_info", ("Berth",)),
        ("get_class_info(Berth\nand so on", "get_class_info", ("Berth",)),
        ("get_class_info(__import__('os').abort())", "get_class_info", ("__import__('os').abort()",)),
    ):
        assert read(text) == [(name, arguments)]


def test_thoughts_stand_around_calls() -> None:
    names = ("get_imports", "get_class_info", "get_signature", "get_method_body", "get_relevant_code")
    assert set(TOOL_NAMES) == {*names} and ToolCall("get_imports") == ToolCall("get_imports", (), "", "")
    text = (
        "I could use get_class_info() or get_class_info(class_name), since Berth has no x (an AttributeError).\n"
        "Action 1: get_class_info(Berth)\nThe import fails too.\n2. `get_imports()`\nThat is all."
    )
    first, second = parse_tool_calls(text)
    assert (first.name, first.arguments, first.text) == ("get_class_info", ("Berth",), "get_class_info(Berth)")
    assert "AttributeError" in first.thought and "import fails" in second.thought
    assert "AttributeError" not in second.thought


def test_equal_calls_unknown_tools_and_the_limit() -> None:
    """A tool that there is not is read where it stands alone in its line, if known calls leave room; code is not."""
    text = "get_class_info(A)\nget_class_info('A')\nget_class_info(B)\nget_class_info(C)\nget_class_info(D)"
    assert read(text) == [("get_class_info", (name,)) for name in "ABC"]
    assert read(text, 1) == [("get_class_info", ("A",))]
    assert read("search_code('x')\nget_imports()") == [("search_code", ("x",)), ("get_imports", ())]
    assert read("I called search_code('x') before.\nprint(1)\nx = f(2)\nself.get_imports()") == []
    assert read("search_code('x')\nget_imports()", 1) == [("get_imports", ())]


@pytest.mark.parametrize(
    "text",
    [
        *("get_class_info(" * 70_000, "get_relevant_code('" * 55_000, "get_class_info(" + "(" * 10**6),
        'get_class_info("' + "x" * 10**6,
        *("- f(\n" * 200_000, "get_imports()" * 80_000, "a(" * 500_000, "\\" * 10**6, "\n" * 10**6, " " * 10**6),
    ],
    ids=lambda text: repr(text[:16]),
)
def test_hostile_text_takes_linear_time_and_gives_few_short_calls(text: str) -> None:
    calls = parse_tool_calls(text)
    assert len(calls) <= 3
    assert all(len(argument) <= 500 for call in calls for argument in call.arguments)
