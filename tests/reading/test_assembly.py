"""A completion takes the place of its target, and of nothing else in the file."""

from __future__ import annotations

import ast
import textwrap

import pytest

from classeval_hf.core.repository_tasks import ProjectRelease, RepositoryTask, Target
from classeval_hf.projects.reading import assemble, read_repository_completions
from classeval_hf.reading.definitions import find_definition, removed, rename_words, without_body
from classeval_hf.reading.records import Reading, Ruling
from classeval_hf.sandbox.limited_calls import LimitedCalls

FILE = '''\
"""Ships."""
from __future__ import annotations
import sys

if sys.version_info[0] == 2:
    def width(text):
        return len(text.encode())
else:
    def width(text):
        """How wide a text is."""
        return len(text)


@register
class Ship:
    """A ship."""

    LIMIT = 3

    @property
    def name(self):
        return self._name

    @name.setter
    def name(self, value):
        self._name = value

    def sail(self, port, speed=4):
        """Sails.

        To a port.
        """
        self.port = port  # there
        return speed

    class Log:
        def add(self, line): self.lines.append(line)


END = True
'''
SAIL, SHIP, WIDTH = Target("Ship.sail", "method"), Target("Ship", "class"), Target("width", "function")
BODY = "        self.port = port  # there\n        return speed\n"


def put(completion: str, target: Target = SAIL, file: str = FILE, position: int = 0) -> str:
    """The new file; its parsing is checked."""
    found = assemble(file, target, position, completion)
    assert found.ruling is None, found
    ast.parse(found.source.removeprefix("\ufeff"))
    return found.source


@pytest.mark.parametrize(
    ("name", "position", "line"),
    [
        *(("width", 0, 9), ("width", 6, 6), ("width", 8, 9), ("Ship.name", 0, 21), ("Ship.name", 26, 25)),
        *(("Ship.Log.add", 0, 37), ("Ship", 99, 15)),
    ],
)
def test_a_definition_is_found_by_its_name(name: str, position: int, line: int) -> None:
    """The last of several counts, a getter before its setter, and a position decides if there is one."""
    assert find_definition(FILE, name, position).node.lineno == line


def test_what_is_not_defined_is_named_with_what_is_like_it() -> None:
    with pytest.raises(ValueError, match=r"does not define Ship\.sial; the nearest names are Ship\.sail"):
        find_definition(FILE, "Ship.sial")
    with pytest.raises(ValueError, match=r"does not define Boat\.sail; the nearest names are Ship\.sail"):
        find_definition(FILE, "Boat.sail")


@pytest.mark.parametrize(
    "completion",
    [
        *(BODY, textwrap.dedent(BODY), BODY.lstrip(), f"    {BODY}", BODY.replace("        ", "\t")),
        *(f"```python\n{BODY}```\nThis sails.", f"{BODY}```\nThis sails.", f"{BODY.rstrip()}```"),
        *(f"{BODY}\n    def stop(self):\n        pass\n", f"Sure:\n```\n{textwrap.dedent(BODY)}\n```"),
        *(f"<think>\nreturn None\n</think>\n{BODY}", BODY.replace("\n", "\r\n")),
        f"    def sail(self, port, speed=4):\n{BODY}",
        f"```python\nclass Ship:\n    def sail(self, port, speed=4):\n{BODY}\n    def other(self): pass\n```",
        f"def sail(self, port, speed=4):\n{BODY}",
    ],
)
def test_a_body_comes_in_many_forms(completion: str) -> None:
    """However it is indented, fenced or surrounded, the method is what it was."""
    tree = ast.parse(put(completion))
    old = ast.parse(FILE)
    for module in (tree, old):
        (sail,) = (item for item in ast.walk(module) if isinstance(item, ast.FunctionDef) and item.name == "sail")
        sail.body = [item for item in sail.body if not isinstance(item, ast.Expr)]  # the docstring
    assert ast.dump(tree) == ast.dump(old)


def test_a_body_keeps_signature_decorators_and_docstring() -> None:
    assert put("        return 7") == FILE.replace(BODY, "        return 7\n")
    getter = Target("Ship.name", "method")
    assert put("return 1", getter) == FILE.replace("return self._name", "return 1")
    assert put("pass", getter, position=25) == FILE.replace("self._name = value", "pass")
    assert put("return 2", Target("Ship.Log.add", "method")) == FILE.replace(
        "line): self.lines.append(line)", "line):\n            return 2"
    )


def test_strings_keep_their_values() -> None:
    """Lines that start within a string are not moved, whether the body is indented already or not."""
    body = '    text = """\nfirst\n  second\n"""\n    return text\n'
    assert put(body, WIDTH).count('"""\nfirst\n  second\n"""') == 1
    assert put(textwrap.dedent(body), WIDTH).count('"""\nfirst\n  second\n"""') == 1


def test_first_lines_may_be_deeper_than_the_rest() -> None:
    body = "            x = 1\n            y = 2\n        return x + y\n"
    assert "        x = 1\n        y = 2\n        return x + y\n" in put(body)


def test_a_body_may_define_a_function_of_the_same_name() -> None:
    body = "        def sail(to):\n            return to\n        with port:\n            self.go(sail, port)\n"
    assert put(body) == FILE.replace(BODY, body)


@pytest.mark.parametrize(
    ("completion", "sign"),
    [
        *(("        return 1 +", "no Python"), ("        x = (\n        y", "no Python")),
        *(("I cannot do that.", "refusal"), ("def", "no Python")),
    ],
)
def test_what_does_not_parse_is_a_syntax_error(completion: str, sign: str) -> None:
    found = assemble(FILE, SAIL, 0, completion)
    assert found.ruling.error_type == "SyntaxError"
    assert found.source == ""
    assert found.signs.kind == sign


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
@pytest.mark.parametrize(
    ("target", "completion", "message"),
    [
        (SAIL, "Sure:\n\n```python\ndef sail(self, port):\n    return (\n```\n", "'(' was never closed (line 5"),
        (SAIL, "def sail(self):\n    x = 1\n    y = = 2\n    return x", "invalid syntax (line 3"),
        (SAIL, "```python\nx = (1\n```\nOr:\n```python\nx = = 2\nreturn x\n```", "invalid syntax (line 6"),
        (SAIL, "\n        if port:\n        return 1", "after 'if' statement on line 2 (line 3"),
        (SAIL, "A word.", "invalid syntax (line 1"),
        (SAIL, "import re\n\ndef sail(self):\n    break\n", "'break' outside loop (line 4"),
        (SHIP, "Sure:\n\n```python\nimport re\n\nclass Ship:\n    x = = 1\n```\n", "invalid syntax (line 7"),
        (SHIP, "import re\n\nclass Ship:\n    global x\n    continue\n", "'continue' not properly in loop (line 5"),
    ],
)
def test_messages_have_the_lines_of_the_completion(
    target: Target, completion: str, message: str, line_end: str
) -> None:
    found = assemble(FILE.replace("\n", line_end), target, 0, completion.replace("\n", line_end))
    assert found.ruling.message.endswith(f"{message} of the completion)")
    assert found.note.problem in ("", found.ruling.message)


def test_a_message_on_a_line_of_the_file_alone_names_its_code() -> None:
    found = assemble("def f(x, y):\n    pass\n", Target("f", "function"), 0, "def f(y, y):\n    return y\n")
    assert found.ruling.message.endswith("(line 1 of the completion)")
    found = assemble("def f(x, y):\n    pass\n", Target("f", "function"), 0, "    global x\n    return x\n")
    assert found.ruling == Ruling("SyntaxError", "name 'x' is parameter and global (line 1 of the completion)")


def test_nothing_but_the_target_is_changed() -> None:
    """A body that ends the class early, or adds to it, does not fit."""
    assert assemble(FILE, WIDTH, 0, "    return 1\nEND = False\n").source.endswith("END = True\n")
    completion = "        return 1\n\n    LIMIT = 9\n"
    assert "LIMIT = 9" not in put(completion)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_the_rest_stays_byte_for_byte(end: str, mark: str) -> None:
    file = mark + FILE.replace("END", "\f\nEND").replace("\n", end).removesuffix(end)
    before, _, after = file.partition(BODY.replace("\n", end))
    new = put("return 5", file=file)
    assert new == f"{before}        return 5{end}{after}"
    new = put("class Ship:\n    x = 1\n", SHIP, file)
    assert new.startswith(file[: file.index("@register")])
    assert new.endswith(f"    x = 1{end}{end}{end}\f{end}END = True")


def test_a_target_at_the_end_of_a_file_without_line_end() -> None:
    file = "def a(): pass\ndef b():\n\treturn 1"
    assert put("return 2", Target("b", "function"), file) == "def a(): pass\ndef b():\n\treturn 2"
    assert put("def b(x):\n    return x", Target("b", "function"), file).endswith("\ndef b(x):\n    return x")


CLASS = """\
Here is the class.

```python
from __future__ import division
import json
from typing import List

SPEEDS = [1, 2]
UNUSED = 3
END = "mine"

def helper(x):
    return x

class Ship:
    def sail(self): return helper(SPEEDS[0]), END, after(), Boat()

def after():
    return Ship()

class Boat(Ship):
    pass

if __name__ == "__main__":
    print(Ship().sail())
```

It sails.
"""


def test_a_class_comes_with_its_imports_and_helpers() -> None:
    """They stand before it, or after it if they need it; names of the file, main guards and what it does not use are
    left out."""
    new = put(CLASS, SHIP)
    assert new.startswith(
        '"""Ships."""\nfrom __future__ import annotations\nfrom __future__ import division\nimport sys\n'
    )
    helpers = "SPEEDS = [1, 2]\ndef helper(x):\n    return x\ndef after():\n    return Ship()\n"
    ship = "class Ship:\n    def sail(self): return helper(SPEEDS[0]), END, after(), Boat()\n"
    assert f"import json\nfrom typing import List\n{helpers}{ship}class Boat(Ship):\n    pass\n" in new
    assert "mine" not in new and "UNUSED" not in new
    assert "print" not in new
    assert "@register" not in new


def test_a_nested_class_is_indented() -> None:
    new = put("class Log:\n    def add(self, line):\n        return '''\nx'''", Target("Ship.Log", "class"))
    assert "    class Log:\n        def add(self, line):\n            return '''\nx'''\n\n\nEND" in new


def test_a_function_keeps_decorators_unless_it_brings_some() -> None:
    getter = Target("Ship.name", "method")
    assert "    @property\n    def name(self):\n        return 3\n" in put("def name(self):\n    return 3", getter)
    new = put("@cached\ndef name(self):\n    return 3", getter)
    assert "    @cached\n    def name(self):\n        return 3\n" in new
    assert "@property" not in new


def test_another_class_is_named() -> None:
    found = assemble(FILE, SHIP, 0, "```python\nclass Boat:\n    pass\n```")
    assert found.ruling == Ruling(
        "NameError", "the completion does not define the class 'Ship'; it defines Boat instead"
    )
    assert found.signs.classes == ("Boat",)


@pytest.mark.parametrize("target", [SAIL, SHIP])
def test_empty_and_long_completions_fail(target: Target) -> None:
    assert assemble(FILE, target, 0, " \n").ruling.error_type == "EmptyCompletion"
    assert assemble(FILE, target, 0, "x" * 99, max_chars=98).ruling == Ruling(
        "UnreadableAnswer", "the completion has 99 characters, more than the maximum of 98"
    )


def test_a_paraphrase_is_undone() -> None:
    """Strings are renamed too, and parts of words are not."""
    names = {"sHIp": "Ship", "sAIl": "sail"}
    assert rename_words("sHIp.sAIl('sAIl', sAIls)", names) == "Ship.sail('sail', sAIls)"
    found = assemble(FILE, Target("sHIp", "class"), 0, "class sHIp:\n    def sAIl(self): pass", paraphrase=names)
    assert found.name == "Ship"
    assert "class Ship:\n    def sail(self): pass\n" in found.source


def test_floors() -> None:
    """An emptied target keeps signatures and constants; where nothing else is left of a block, it has `pass`."""
    emptied = without_body(FILE, SHIP)
    assert "    LIMIT = 3\n\n    @property\n    def name(self): pass\n" in emptied
    assert "    def sail(self, port, speed=4): pass\n\n    class Log:\n        def add(self, line): pass\n" in emptied
    assert without_body(FILE, SAIL).count(": pass") == 1
    assert "Sails" not in without_body(FILE, SAIL)
    assert "class Ship" not in removed(FILE, SHIP)
    assert "@register" not in removed(FILE, SHIP)
    assert "    class Log:\n        pass\n" in removed(FILE, Target("Ship.Log.add", "method"))
    assert "else:\n    pass\n" in removed(FILE, WIDTH)
    for target in (SHIP, SAIL, WIDTH):
        ast.parse(without_body(FILE, target))
        ast.parse(removed(FILE, target))


def test_completions_are_read_within_limits() -> None:
    """In the order given, equal ones alike; what takes too long fails alone."""
    task = RepositoryTask("t", ProjectRelease("fleet"), "fleet/ships.py", SAIL, ("tests/test_ships.py::test",))
    deep = "        return " + "(" * 100_000
    completions = ["        return 1", "", deep, "        return 1", "x" * 1001 + deep]
    with LimitedCalls(cpu_seconds=5) as calls:
        found = read_repository_completions([(task, FILE, text) for text in completions], calls, len(deep))
    assert all(isinstance(reading, Reading) for reading in found)
    assert found[0] == found[3]
    assert found[0].source == FILE.replace(BODY, "        return 1\n")
    assert found[0].dependencies is None  # nothing is known of the project
    rulings = [reading.ruling for reading in found]
    assert [ruling and ruling.error_type for ruling in rulings] == [
        *(None, "EmptyCompletion", "SyntaxError", None, "UnreadableAnswer")
    ]
    assert found[4].problem


@pytest.mark.parametrize(
    ("completion", "block", "cut", "taken"),
    [
        (BODY, "body", [], [(1, 2)]),
        (f"Sure:\n```python\ndef sail(self, port, speed=4):\n{BODY}```", "fence", [], [(3, 5)]),
        (f"<think>\nreturn None\n</think>\n{BODY}<|im_end|>", "body", ["reasoning", "end token <|im_end|>"], [(4, 5)]),
        ("I cannot.", "", [], []),
    ],
)
def test_what_was_read_is_told(completion: str, block: str, cut: list[str], taken: list[tuple[int, int]]) -> None:
    note = assemble(FILE, SAIL, 0, completion).note
    assert (note.block, list(note.cut), list(note.taken)) == (block, cut, taken)
    assert bool(note.problem) is (not block)


def test_the_same_method_of_another_class_is_an_example() -> None:
    right = "```python\ndef sail(self, port, speed=4):\n    return speed + 1\n```\nA test double:\n"
    other = "```python\nclass Fake(Ship):\n    def sail(self, port, speed=4):\n        return 0\n```"
    assert "return speed + 1" in put(right + other)
    assert "return 0" in put(other), "what there is alone is taken"


def test_a_definition_with_a_body_precedes_one_without() -> None:
    stub = "class Ship:\n    def sail(self, port, speed=4):\n        ..."
    answer = f"```python\n    def sail(self, port, speed=4):\n{BODY}```\n"
    assert BODY in put(f"{answer}It goes in here:\n```python\n{stub}\n```\n")
    assert BODY not in put(f"```python\n{stub}\n```\n")


def test_what_was_indented_without_its_class_brings_no_class() -> None:
    method = f"    def sail(self, port, speed=4):\n{BODY}"
    assert put(f"```python\n    DEPTH = 2\n    CREW = 3\n\nclass Ship:\n{method}```\n") == put(method)


def test_a_function_of_a_methods_name_is_another() -> None:
    method = "    def sail(self, port, speed=4):\n        return speed + 1\n"
    assert method in put(f"class Ship:\n{method}\n\ndef sail(ship):\n    return ship\n")


@pytest.mark.parametrize(
    "use",
    [
        *("print(text('ab'))", "show = lambda text: width(text)"),
        "try:\n    width(1)\nexcept TypeError as text:\n    print(text)",
    ],
)
def test_code_beside_a_definition_is_no_body(use: str) -> None:
    """Where it binds a name as the target's parameter is called, or calls a builtin of that name."""
    file = FILE.replace("width(text)", "width(text, type=str)")
    text = f"def width(text, type=str):\n    return len(type(text))\n\n\ntext = str\n{use}\nprint(type(text))\n"
    assert "return len(type(text))" in put(text, WIDTH, file, FILE[: FILE.index('"""How')].count("\n"))


SUM = "def sail(self, port, speed=4):\n    return floor(speed)"


@pytest.mark.parametrize(
    ("answer", "line"),
    [
        ("```\nfrom math import floor\n```\nThen:\n```\n{0}\n```", "from math import floor"),
        ("```\n{0}\n```\nAt the top:\n```\nfrom math import floor\n```", "from math import floor"),
        ("```\n{0}\n```\nwith\n```\ndef floor(value):\n    return int(value)\n```", "def floor(value):"),
        ("```\nfrom math import floor\n```\nThe body:\n```\nreturn floor(speed)\n```", "from math import floor"),
        ("```\n{0}\n```\nUnused:\n```\nfrom math import ceil\nfloor = 1\n```", "floor = 1"),
    ],
    ids=["fence above", "fence below", "helper below", "body", "only what is used"],
)
def test_what_the_target_uses_of_other_fences_comes_along(answer: str, line: str) -> None:
    new = put(answer.format(SUM))
    assert f"\n{line}" in new[: new.index("@register")] and "return floor(speed)" in new and "ceil" not in new


@pytest.mark.parametrize("end", ["\n", ""])
@pytest.mark.parametrize("is_class", [True, False])
def test_members_that_a_method_uses_come_into_its_class(is_class: bool, end: str) -> None:
    members = "def sail(self, port):\n    return self._knots(2)\n\ndef _knots(self, speed):\n    return speed\n"
    if is_class:
        members = "LIMIT = 9\nFACTOR = 2\n\n" + members.replace("2", "self.FACTOR") + "\ndef stop(self):\n    pass\n"
        members = "class Ship:\n" + textwrap.indent(members, "    ")
    file = "class Ship:\n\tLIMIT = 3\n\n\tdef sail(self, port):\n\t\treturn 0" + end
    new = put(f"```\n{members}```", file=file)
    scope: dict[str, type] = {}
    exec(new, scope)
    ship = scope["Ship"]()
    assert (ship.sail("Oslo"), ship.LIMIT) == (2, 3) and "stop" not in new


def test_a_setter_comes_along_where_the_class_has_none() -> None:
    getter = Target("Ship.name", "method")
    answer = "@property\ndef name(self):\n    return self.own\n\n"
    answer += "@name.setter\ndef name(self, value):\n    self.own = value\n"
    assert "self.own = value" not in put(answer, getter)
    file = "class Ship:\n    @property\n    def name(self):\n        pass\n\n    LIMIT = 3\n"
    scope: dict[str, type] = {}
    exec(put(answer, getter, file), scope)
    ship = scope["Ship"]()
    ship.name = "Ada"
    assert (ship.name, ship.own, ship.LIMIT) == ("Ada", "Ada", 3)


@pytest.mark.parametrize(
    "rest",
    ["    def stop(self):\n        x = (", "    ... (the rest is as it was)\n", "    def stop(self:\n        pass\n"],
)
def test_a_whole_method_beside_code_that_does_not_parse(rest: str) -> None:
    method = "    def sail(self, port, speed=4):\n        return speed + 1\n"
    for text in (f"class Ship:\n{method}\n{rest}", f"class Ship:\n{rest.removesuffix('(')}\n\n{method}"):
        assert method in put(f"```python\n{text}")


@pytest.mark.parametrize(
    ("signature", "body", "behind"),
    [
        pytest.param(
            "self, path",
            "        path = _from(path)\n        if not os.path.exists(path):\n            os.mkdir(path)\n",
            "",
            id="names that it binds are no helpers",
        ),
        pytest.param(
            "self, v",
            "        v = int(v)\n        return v\n",
            "\n\nclass Other:\n    def do(self, v):\n        return str(v)\n",
            id="a method of the name in the next class",
        ),
        pytest.param(
            "self, x",
            "        return json.dumps(x)\n",
            "\n\ndef do(x):\n    return A().do(x)\n",
            id="a function of the name below it",
        ),
        pytest.param(
            "self, x",
            "        y = x + 1\n        return y\n",
            "\n\nimport unittest\nfrom shapes.testing import helper\n\n\nclass TestA(unittest.TestCase):\n    pass\n",
            id="the next file",
        ),
        pytest.param("self, x", "        return x\n", "\n\n# Example:\na = A()\nprint(a.do(1))\n", id="usage"),
        pytest.param("self", "        from . import signals  # noqa: F401\n", "", id="imports alone"),
    ],
)
def test_what_stands_behind_a_body_is_left_out(signature: str, body: str, behind: str) -> None:
    file = f"class A:\n    def do({signature}):\n{{}}\n    def last(self):\n        return 1\n"
    assert put(body + behind, Target("A.do", "method"), file.format("        pass\n")) == file.format(body)


def test_a_body_of_a_file_with_tabs_ends_before_the_next_member() -> None:
    file = "class A:\n\tdef do(self, x):\n\t\t{}\n\n\tdef last(self):\n\t\treturn 1\n"
    body = "        return [\n            x\n        ]\n    \n    @property\n    def other(self):\n        return 2\n"
    new = put(body, Target("A.do", "method"), file.format("pass"))
    assert new == file.format("return [\n\t\t    x\n\t\t]")


def test_a_helper_with_a_member_of_the_targets_name_stands_above_it() -> None:
    answer = "class Config:\n    def __init__(self):\n        self.a = 1\n\nclass A:\n"
    own = "    def __init__(self, cfg: Config = None):\n        self.cfg = cfg\n"
    file = "class A:\n    def __init__(self, cfg):\n        pass\n"
    new = put(answer + own, Target("A.__init__", "method"), file)
    assert new == f"{answer.partition(chr(10) * 2)[0]}\nclass A:\n{own}"


@pytest.mark.parametrize("answer", ["    def other(self):\n        return 1\n", "```\nimport os\n```\n"])
def test_definitions_and_imports_alone_are_no_body(answer: str) -> None:
    found = assemble(FILE, SAIL, 0, answer)
    assert found.source == "" and found.ruling is not None
    assert found.ruling.message == "the completion neither defines 'sail' nor is a body for it"
