import ast
import textwrap
from typing import Any

import pytest

from classeval_hf.reading.extraction import MAX_COMPLETION_CHARS, build_module, extract_code

CLASS = '''class Box:
    """A box."""

    def __init__(self):
        self.items = []

    def size(self):
        return len(self.items)
'''
SKELETON = CLASS.replace("return len(self.items)", '"""Number of items."""')


def method_names(code: str) -> list[str]:
    (body,) = [node for node in ast.parse(code).body if isinstance(node, ast.ClassDef)]
    return [node.name for node in body.body if isinstance(node, ast.FunctionDef)]


@pytest.mark.parametrize(
    "text",
    [
        CLASS,
        "\ufeff" + CLASS,
        CLASS.replace("\n", "\r\n"),
        f"Here it is:\n\n```python\n{CLASS}```\nIt has one method.",
        f"Here it is:\n\n```\n{CLASS}```",
        f"Here it is:\n\n```py\n{CLASS}",
        f"~~~python\n{CLASS}~~~",
        f"```python\n{SKELETON}```\nNow filled in:\n```python\n{CLASS}```\n",
        f"```python\n{CLASS}```\nUse it so:\n```python\nbox = Box()\nprint(box.size())\n```",
        f"Please complete the class Box in the following code.\n\n{CLASS}",
        f"Sure, here is the class.\n\n{CLASS}\nThis class keeps its items in a list.\n",
        f"### Instruction:\nComplete.\n\n{SKELETON}\n### Response:\n{CLASS}",
        f"from the skeleton I made this:\n{CLASS}",
        "1. The class:\n\n"
        + "".join(f"    {line}\n" if line else "\n" for line in f"```python\n{CLASS}```".split("\n")),
    ],
    ids=[
        *("plain", "bom", "crlf", "fence", "bare fence", "unclosed fence", "tildes", "echoed skeleton", "usage block"),
        *("prose before", "prose around", "response marker", "prose that starts like an import", "indented fence"),
    ],
)
def test_finds_the_class(text: str) -> None:
    for methods in ((), ("size",)):
        extraction = extract_code(text, "Box", methods)
        assert extraction.defines_class and extraction.is_complete == bool(methods)
        assert method_names(extraction.code) == ["__init__", "size"]
        assert "return len(self.items)" in extraction.code


def test_the_class_above_the_mark_of_an_answer_is_a_prompt_unless_it_is_complete() -> None:
    for above, below, methods, taken in (
        *((SKELETON, PART, ["size", "count"], PART), (CLASS, PART, ["size", "count"], PART)),
        *((CLASS, PART, ["size"], CLASS), (CLASS, PART, [], CLASS)),
    ):
        text = f"Complete this.\n\n{above}\n### Response:\n{below}"
        assert extract_code(text, "Box", methods).code == taken, (above, methods)


def test_keeps_what_the_class_needs() -> None:
    head = "import os\nLIMIT = 3\n\ndef helper():\n    return LIMIT\n\n@helper\n"
    text = f"{head}{CLASS}\nif __name__ == '__main__':\n    Box()\n"
    assert extract_code(text, "Box").code == text


def test_keeps_helper_blocks_in_front() -> None:
    helper = "def double(x):\n    return 2 * x\n"
    doubled = CLASS.replace("len(self.items)", "double(len(self.items))")
    text = f"First a helper:\n```python\n{helper}```\nThen the class:\n```python\n{doubled}```"
    code = extract_code(text, "Box").code
    assert code.index("def double") < code.index("class Box")
    unused = extract_code(text.replace(doubled, CLASS), "Box").code
    assert unused == CLASS


HELPERS = {  # what stands above the class, and what a method does with it
    "imports": ("import os\nfrom math import pi", "return os.sep, pi"),
    "function": ("async def wait():\n    return 1", "return wait"),
    "class": ("class BoxError(Exception):\n    pass", "return BoxError()"),
    "constants": ("LIMIT: int = 3\nNAMES = ['a']", "return NAMES[:LIMIT]"),
    "docstring": ("LIMIT = 3", "return LIMIT"),
    "type checking": (
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import decimal",
        "number: decimal.Decimal = 1; return number",
    ),
    "fallback": ("try:\n    import json\nexcept ImportError:\n    json = None", "return json.dumps([])"),
    "main guard": ("def double(x):\n    return 2 * x", "return double(2)"),
    "uses the class when called": ("def make():\n    return Box()", "return make()"),
    "through one another": ("STEP = 1\ndef next_size(box):\n    return box.size() + STEP", "return next_size(self)"),
}
BESIDE_HELPERS = {
    "docstring": "'''Helpers.'''\n{}",
    "main guard": "{}\n\nif __name__ == '__main__':\n    print(double(2))",
}
NO_HELPERS = {
    "usage": "import os\nprint(os.name)",
    "assertion": "assert 1 + 1 == 2",
    "object of the class": "box = Box()",
    "subclass": "class Crate(Box):\n    pass",
    "annotation with the class": "def pack(box: Box):\n    return box",
    "no Python": "$ pip install boxes",
    "an expected output": "'three'",
}


@pytest.mark.parametrize("name", HELPERS)
def test_what_the_class_uses_of_a_block_above_it_is_kept(name: str) -> None:
    helpers, use = HELPERS[name]
    using = f"{CLASS}\n    def other(self):\n        {use}\n"
    block = BESIDE_HELPERS.get(name, "import uuid\n{}\nUNUSED = uuid").format(helpers)
    text = f"First:\n```python\n{block}\n```\nThen the class:\n```python\n{using}```"
    code = extract_code(text, "Box").code
    assert code == f"{helpers}\n{using}"
    scope: dict[str, Any] = {"__name__": "candidate"}
    exec(compile(code, "module", "exec"), scope)
    assert scope["Box"]().other()


@pytest.mark.parametrize("name", NO_HELPERS)
def test_blocks_that_do_more_are_left_out(name: str) -> None:
    text = f"First:\n```python\n{NO_HELPERS[name]}\n```\nThen the class:\n```python\n{CLASS}```"
    assert extract_code(text, "Box").code == CLASS


def test_future_imports_of_a_later_block_come_first() -> None:
    helper, future = "LIMIT = 3\n", "from __future__ import annotations\n"
    limited = CLASS.replace("len(self.items)", "LIMIT")
    code = extract_code(f"```\n{helper}```\nand\n```\n'''Doc.'''\n{future}{limited}```", "Box", ["size"]).code
    compile(code, "module", "exec")
    assert code.index("__future__") < code.index("LIMIT") < code.index("class Box")


OTHER = CLASS.replace("len(self.items)", "-1")
PART = "class Box:\n    def count(self):\n        return 2\n\n    def more(self):\n        return 3\n"
BROKEN = CLASS.replace("return len", "return (len")
RECORD = "@dataclass\nclass Box:\n    items: list\n\n    def size(self):\n        return len(self.items)\n"


@pytest.mark.parametrize(
    ("texts", "methods", "taken"),
    [
        *(([CLASS, OTHER], ["size"], OTHER), ([CLASS, OTHER], [], OTHER), ([CLASS, OTHER, PART], ["size"], OTHER)),
        *(([CLASS, OTHER, BROKEN], ["size"], OTHER), ([CLASS, OTHER, SKELETON], ["size"], OTHER)),
        ([CLASS, PART.replace("more", "size"), SKELETON], ["size", "count"], PART.replace("more", "size")),
        ([CLASS, "class Box:\n    # as above\n    def size(self):\n        return 0\n"], ["size"], CLASS),
        *(([CLASS, RECORD], ["size"], RECORD), ([SKELETON, CLASS, SKELETON], ["size", "lost"], CLASS)),
        ([CLASS, BROKEN], ["size", "lost"], CLASS),
        ([BROKEN, BROKEN.replace("(self)", "(box)")], [], BROKEN.replace("(self)", "(box)")),
        ([CLASS, CLASS.replace("    def size(self):\n        return", "    size = lambda self:")], ["size"], None),
    ],
    ids=[
        *("the last", "methods unknown", "part of it behind", "cut off behind", "skeleton behind", "complete is more"),
        *(
            *("no constructor behind", "one made by a decorator", "most methods", "broken behind", "all broken"),
            "assigned",
        ),
    ],
)
def test_the_last_complete_version_is_taken(texts: list[str], methods: list[str], taken: str | None) -> None:
    fenced = "\nBetter so, I think:\n\n".join(f"```python\n{text}```" for text in texts)
    assert extract_code(f"Here you are:\n\n{fenced}", "Box", methods).code == (taken or texts[-1])
    if BROKEN not in texts:  # without fences nothing says where broken code ends
        bare = "\nBetter so, I think:\n\n".join(texts)
        assert extract_code(f"Here you are:\n\n{bare}", "Box", methods).code == (taken or texts[-1])


def test_what_a_version_takes_from_an_earlier_one() -> None:
    future, used = (
        "from __future__ import annotations\n",
        "import math\nFACTOR = math.pi\ndef area():\n    return FACTOR\n",
    )
    corrected = CLASS.replace("len(self.items)", "area()")
    text = f"```\n{future}import os\n{used}{CLASS}print(area())\n```\nFixed:\n```\n{corrected}```"
    code = extract_code(text, "Box", ["size"]).code
    assert code == f"{future}{used}{corrected}"
    names: dict[str, type] = {}
    exec(compile(code, "module", "exec"), names)
    assert round(names["Box"]().size(), 2) == 3.14


def test_code_outside_of_fences_is_taken_where_it_alone_is_complete() -> None:
    text = f"The class:\n\n{CLASS}\nIn short:\n```python\n{SKELETON}```\n"
    assert extract_code(text, "Box", ["size"]).code == CLASS
    assert extract_code(text, "Box").code == SKELETON


def test_an_indented_class_is_taken_where_it_alone_is_complete() -> None:
    text = f"This was:\n\n{SKELETON}\nBetter so:\n\n{textwrap.indent(CLASS, '    ')}"
    assert "return len(self.items)" in extract_code(text, "Box", ["size"]).code


DRAFT = PART.replace("count", "size") + "\n    def third(self):\n        return 0\n"
ANSWER = f"```python\n{CLASS}```"


@pytest.mark.parametrize(
    "text",
    [
        f"<think>\nSo:\n```python\n{DRAFT}```\n</think>\n{ANSWER}",
        f"Let me think.\n```python\n{DRAFT}```\n</think>\n\n{ANSWER}",
        f"<thinking>{DRAFT}</thinking> Here it is.\n{CLASS}",
        f"<Reasoning>\nA draft\n```python\n{DRAFT}\nno more of it</Reasoning>\n{ANSWER}",
        f"{ANSWER}\n<think>\nOr perhaps:\n```python\n{DRAFT}```\n",
        f"{ANSWER}\n<think>\n```python\n{DRAFT}```\n</think>\nDone.",
        f"<think>One.</think>\nSecond thoughts.\n{DRAFT}</think>\n{ANSWER}",
        *(f"<think>\n```python\n{CLASS}```\n</think>\nSee above.", f"<think>\nIt is this:\n```python\n{CLASS}```"),
        f"<think>\n{DRAFT}\nNo.\n{CLASS}\nYes.\n</think>\n",
    ],
    ids=[
        *("closed", "opening tag swallowed", "no fences", "draft not closed", "unclosed behind", "closed behind"),
        *("closed twice", "nothing outside", "unclosed alone", "last draft"),
    ],
)
def test_reasoning_is_no_answer(text: str) -> None:
    assert extract_code(text, "Box", ["size"]).code == CLASS


def test_tags_in_code_are_code() -> None:
    tags = CLASS.replace("A box.", "A box.\n\n    <think>\n    why?\n    </think>\n    ").replace(
        "return len(self.items)", 'return "<think>", "</think>"  # <reasoning> is left out'
    )
    assert extract_code(f"Here:\n```python\n{tags}```", "Box").code == tags
    quoted = CLASS.replace("[]", "['<think>']")
    assert extract_code(f"Here:\n\n{quoted}\nDone.", "Box").code == quoted


@pytest.mark.parametrize(
    "inner",
    [
        *("```python\n    Box().size()\n    ```", "```\n    1\n    ```\n    and\n    ```\n    2\n    ```"),
        *("Title\n    ~~~~~", "~~~\n    Box()\n    ~~~"),
    ],
)
@pytest.mark.parametrize("fence", ["```", "~~~", "````"])
def test_a_fence_in_a_docstring_does_not_end_the_class(inner: str, fence: str) -> None:
    documented = CLASS.replace("A box.", f"A box.\n\n    {inner}\n    ")
    text = f"Here you go:\n\n{fence}python\n{documented}{fence}\nUse it:\n{fence}\nBox().size()\n{fence}\n"
    assert extract_code(text, "Box").code == documented


def test_a_fence_with_a_language_opens_a_block() -> None:
    text = f"```python\nLIMIT = 3\n\nand then\n\n```python\n{CLASS}```\n"
    assert extract_code(text, "Box").code == CLASS


def test_blanks_in_strings_are_left() -> None:
    text = CLASS.replace("[]", "'''\n   \n'''")
    assert extract_code(f"```python\n{text}```", "Box").code == text


@pytest.mark.parametrize("text", ["python\n{}", "Sure.\n```\npython\n{}```", "Sure:\n\n{}\nDone\n", "{}box\n"])
def test_words_around_the_code_are_left_out(text: str) -> None:
    assert extract_code(text.format(CLASS), "Box").code == CLASS


@pytest.mark.parametrize(
    ("head", "name"),
    [("LIMIT = 3\n", "LIMIT"), ("try:\n    import json\nexcept ImportError:\n    json = None\n", "json")],
)
def test_what_stands_before_the_class_is_kept(head: str, name: str) -> None:
    assert extract_code(f"The code:\n\n{head}\n{CLASS}\nThat is all.", "Box").code == f"{head}\n{CLASS}"
    assert extract_code(f"The code:\n```\n# box.py\n{head}{CLASS}```", "Box").code == f"# box.py\n{head}{CLASS}"
    using = CLASS.replace("len(self.items)", name)
    assert extract_code(f"First\n\n{head}\nand then\n\n{using}", "Box").code == f"{head}{using}"


@pytest.mark.parametrize(
    "prose",
    [
        *("It's done!", "1. (It\n2. 'works'\n", "import it, then use it.", "# Usage\n\n    x y"),
        *("Note: the default = 0 here.\nThat is all.", "Example = call it so.\nThen it works.", "try: it works\nBye."),
        *("class Box keeps items.\nThat is all.", "def size is the number.\nThat is all."),
    ],
)
def test_prose_that_looks_like_code_is_cut(prose: str) -> None:
    assert extract_code(f"{CLASS}\n{prose}\n", "Box").code == CLASS


@pytest.mark.parametrize(("character", "kept"), [("\ud800", "\ufffd"), ("\0", "\0")])
def test_what_no_source_can_hold_is_not_cut(character: str, kept: str) -> None:
    text = f"{CLASS}\n# {character}\n"
    assert extract_code(text, "Box").code == text.replace(character, kept)
    assert extract_code(f"It is done {character}:\n```python\n{CLASS}```\n{character}", "Box").code == CLASS


def test_answers_that_are_too_long_are_not_read() -> None:
    longest = CLASS + "#" * (MAX_COMPLETION_CHARS - len(CLASS))
    assert extract_code(longest, "Box").code == longest
    problem = "the completion has 262145 characters, more than the maximum of 262144"
    too_long = extract_code(f"{longest}#", "Box")
    assert (too_long.code, too_long.defines_class, too_long.problem) == ("", False, problem)


@pytest.mark.parametrize(
    "text", ["", "I am sorry, but I can't help with that.", "Yes", "class of its own, from A to Z"]
)
def test_prose_alone_holds_no_code(text: str) -> None:
    extraction = extract_code(text, "Box")
    assert extraction.code.strip() in ("", text)
    assert not extraction.defines_class


def test_broken_code_is_not_mended() -> None:
    broken = CLASS.replace("return len(self.items)", "number = len(self.items)\n      return number")
    extraction = extract_code(broken + "    def more(self):\n        return 1\n", "Box")
    with pytest.raises(SyntaxError):
        ast.parse(extraction.code)


def test_column_0_text_inside_the_class_is_not_mended() -> None:
    broken = f"{CLASS}@staticmethod\n    def late():\n        return 1\n"
    with pytest.raises(SyntaxError):
        ast.parse(extract_code(broken, "Box").code)


@pytest.mark.parametrize("text", ["class Box:\n    x = '\x00'\n", "class Box:\n    pass\n# \ud800\n", "(" * 100_000])
def test_strange_text_does_not_crash(text: str) -> None:
    extract_code(text, "Box")


def test_imports_come_after_future_imports() -> None:
    module = build_module("'''Doc.'''\nfrom __future__ import annotations\nclass Box: pass\n", ["import math"])
    compile(module, "module", "exec")
    assert module.index("__future__") < module.index("import math") < module.index("class Box")


def test_imports_are_in_front_of_code_that_does_not_parse() -> None:
    assert build_module("class Box(:\n", ["import math"]) == "import math\nclass Box(:\n"


@pytest.mark.parametrize("character", ["\f", "\v", "\x1c", "\x85", "\u2028"])
def test_only_line_ends_end_lines(character: str) -> None:
    code = f"'''Doc.{character}\n'''\nfrom __future__ import annotations\nclass Box: pass\n"
    module = build_module(code, ["import math"])
    assert module == code.replace("class", "import math\nclass")
    assert build_module(code.replace("\n", "\r\n"), ["import math"]) == module


_FIRST = '''import math
from typing import List


class Till:
    """A till."""

    def __init__(self, start):
        self.coins = [start]

    def add(self, coin):
        self.coins.append(coin)
'''
_LAST = '''    def total(self):
        """Sum.

        >>> Till(1).total()
        1
        """
        return math.fsum(self.coins)

    def clear(self):
        self.coins = []
'''


@pytest.mark.parametrize(
    "further",
    [
        *([_LAST], [textwrap.dedent(_LAST)]),
        [textwrap.dedent(_LAST).partition("def clear")[0], "    def clear(self):\n        self.coins = []\n"],
        ["class Till:\n    # ... as above\n\n" + _LAST],
        ["import math\n\n\nclass Till:\n    def __init__(self, start):\n        self.coins = [start]\n\n" + _LAST],
        [_LAST, "till = Till(1)\ntill.add(2)\nprint(till.total())\n"],
    ],
    ids=["indented", "column 0", "three parts", "class line again", "constructor again", "usage behind"],
)
def test_a_class_in_several_fences_is_put_together(further: list[str]) -> None:
    parts = "\n\nNow the rest.\n\n".join(f"```python\n{part}```" for part in [_FIRST, *further])
    found = extract_code(f"First the beginning.\n\n{parts}\n\nThat is all.", "Till", ("add", "total", "clear"))
    assert found.is_complete
    scope: dict[str, Any] = {}
    exec(found.code, scope)
    till = scope["Till"](3)
    till.add(4)
    assert till.total() == 7.0 and scope["Till"].total.__doc__.startswith("Sum.\n\n        >>> ")
    till.clear()
    assert till.coins == []
    assert len(found.note.taken) >= 2


def test_what_a_later_fence_imports_and_defines_comes_along() -> None:
    rest = "from math import fsum as add_up\n\nUNUSED = 1\n\n\ndef whole(value):\n    return int(value)\n"
    rest += "\n\nclass Till:\n" + _LAST.replace("math.fsum(self.coins)", "whole(add_up(self.coins))")
    found = extract_code(f"```python\n{_FIRST}```\nThen:\n```python\n{rest}```\n", "Till", ("add", "total", "clear"))
    scope: dict[str, Any] = {}
    exec(found.code, scope)
    assert scope["Till"](2).total() == 2 and "UNUSED" not in scope


@pytest.mark.parametrize(
    "further",
    [
        *("till = Till(1)\nprint(till.total())\n", "def other(self):\n    return 1\n"),
        "class Till:\n    def add(self, coin):\n        pass\n",
    ],
    ids=["usage", "a method that was not asked for", "no more methods"],
)
def test_what_adds_no_method_is_no_part_of_the_class(further: str) -> None:
    text = f"```python\n{_FIRST}```\nThen:\n```python\n{further}```\n"
    found = extract_code(text, "Till", ("add", "total", "clear"))
    assert found.code == _FIRST and not found.is_complete


def test_methods_above_the_class_are_no_part_of_it() -> None:
    """They stand before its first line, where it uses them as functions."""
    using = f"{_FIRST}\n    def show(self):\n        return total(self)\n"
    text = f"```python\n{textwrap.dedent(_LAST)}```\nIn the class:\n```python\n{using}```\n"
    code = extract_code(text, "Till", ("add", "total", "clear")).code
    assert code.count("def total") == 1 and code.index("def total") < code.index("class Till")
    assert method_names(code) == ["__init__", "add", "show"] and "def clear" not in code
    both = f"{text}And:\n```python\n{_LAST}```\n"
    found = extract_code(both, "Till", ("add", "total", "clear"))
    assert found.is_complete and method_names(found.code[found.code.index("class Till") :]).count("add") == 1


@pytest.mark.parametrize(
    "tail",
    [
        *("def main():\n    box = Box(", "class Crate:\n    def open(self", 'class Crate:\n    """A crate that'),
        *("@pytest.fixture", "from unittest.mock import ("),
        *("class TestBox(unittest.TestCase):\n    def test(self):\n        self.assertEqual(Box(", "print(Box("),
    ],
)
@pytest.mark.parametrize("fence", ["", "```python\n"])
def test_what_is_cut_off_below_a_whole_class_costs_it_nothing(tail: str, fence: str) -> None:
    extraction = extract_code(f"{fence}import os\n\n{CLASS}\n\n{tail}", "Box", ["size"])
    assert extraction.is_complete
    assert extraction.code.strip() == f"import os\n\n{CLASS}".strip()


def test_a_class_that_is_cut_off_itself_is_no_code_above_it() -> None:
    text = f"```python\nimport os\n\n{CLASS[:-8]}"
    extraction = extract_code(text, "Box", ["size"])
    assert extraction.defines_class and not extraction.is_complete and extraction.note.problem == "cut off"
    assert [type(node) for node in ast.parse(extraction.code).body] == [ast.Import, ast.ClassDef]


@pytest.mark.parametrize(
    "heading",
    ["### User class", "### UserService", "### User-facing fix", "### Instructions", "### Human-readable version"],
)
def test_a_heading_opens_no_turn(heading: str) -> None:
    text = f"```python\n{SKELETON}```\n{heading}\n```python\n{CLASS}```"
    assert extract_code(text, "Box", ["size"]).is_complete


@pytest.mark.parametrize(
    ("earlier", "later", "kept"),
    [
        *(("", "import os", ["import os"]), ("import os\nos.environ.clear()", "", ["import os"])),
        ("LIMIT = 3\nprint(LIMIT)", "", []),
        ("", "class Full(Exception):\n    pass\n\nraise Full", ["class Full(Exception):"]),
        ("", "from box import Box\nprint(Box())", []),
    ],
)
def test_what_the_class_uses_of_other_fences_comes_along(earlier: str, later: str, kept: list[str]) -> None:
    """Imports and definitions alone, and those that it uses; examples of use run nothing."""
    code = CLASS.replace("return len(self.items)", "return len(self.items) if os.sep else Full")
    text = "Now:\n".join(f"```python\n{fence}\n```\n" for fence in (earlier, code, later) if fence)
    extraction = extract_code(text, "Box", ["size"])
    assert extraction.is_complete
    head = extraction.code[: extraction.code.index("class Box")]
    assert [line for line in head.split("\n") if line and not line[0].isspace()] == kept


def test_a_private_helper_among_the_methods_of_a_later_fence() -> None:
    start = CLASS[: CLASS.index("    def size")]
    further = "def size(self):\n    return self._count()\n\ndef _count(self):\n    return len(self.items)\n"
    extraction = extract_code(f"```python\n{start}```\nThen:\n```python\n{further}```", "Box", ["size"])
    assert extraction.is_complete
    assert method_names(extraction.code) == ["__init__", "size", "_count"]


def test_a_bare_answer_behind_a_draft_in_the_channel_of_its_reasoning() -> None:
    """As Gemma 4 writes them."""
    draft = CLASS.replace("len(self.items)", "0")
    text = f"<|channel>thought\n```python\n{draft}```\n<channel|>{CLASS}<turn|>"
    assert extract_code(text, "Box", ["size"]).code == CLASS


RIGHT = "def size(self):\n    return len(self.items)\n"
WRONG = CLASS.replace("len(self.items)", "-1") + "\n    def clear(self):\n        self.items = []\n"


@pytest.mark.parametrize(
    "prose",
    [
        *("Actually, `size` should be:", "Wait, `size` is wrong. The corrected method:", "Correction:", "### Fix"),
        *("There was a mistake; this is right:", "Oops, a bug. Here it is again:"),
        *("Instead of -1, `size` should return the number of items:", "Replace `size` with"),
    ],
)
@pytest.mark.parametrize("form", ["{0}", "    {0}", "class Box:\n    # as above\n\n    {0}", "import sys\n\n{0}"])
def test_a_method_behind_a_class_corrects_it_where_the_prose_says_so(form: str, prose: str) -> None:
    right = RIGHT.replace("\n", "\n    ").rstrip(" ") if "    {0}" in form else RIGHT
    text = f"The class:\n```python\n{WRONG}```\n{prose}\n\n```python\n{form.format(right)}```\nThat is all.\n"
    for methods in (["size", "clear"], []):
        found = extract_code(text, "Box", methods)
        scope: dict[str, Any] = {}
        exec(found.code, scope)
        assert scope["Box"]().size() == 0 and len(found.note.taken) == 2


@pytest.mark.parametrize(
    "prose",
    [
        *("The original `size` was:", "It replaces the wrong one:", "For example, the wrong way:"),
        "You could also improve `size`. An alternative that should be faster:",
        *("If you want a fixed size, replace it with:", "It should return a number. `size` works like this:"),
        *("The `update` method, and `size`:", "A common mistake:", ""),
    ],
)
def test_a_method_behind_a_class_is_else_an_example(prose: str) -> None:
    text = f"```python\n{CLASS}```\n{prose}\n```python\n{RIGHT.replace('len(self.items)', '-1')}```\n"
    assert extract_code(text, "Box", ["size"]).code == CLASS


def test_a_correction_is_a_whole_method_of_the_class_and_keeps_its_decorators() -> None:
    static = WRONG.replace("    def size(self)", "    @staticmethod\n    def size(items)")
    fixed = "def size(items):\n    return _count(items)\n"
    helper = "```python\ndef _count(items):\n    return len(items)\n```\n"
    text = f"```python\n{static}```\nCorrected:\n```python\n{fixed}```\nwith\n{helper}"
    scope: dict[str, Any] = {}
    exec(extract_code(text, "Box", ["size"]).code, scope)
    assert scope["Box"].size([1, 2]) == 2
    for other in ("def size(self):\n    ...\n", "def count(self):\n    return 1\n", f"{RIGHT}\nprint(Box().size())\n"):
        assert extract_code(f"```\n{CLASS}```\nCorrected:\n```\n{other}```\n", "Box", ["size"]).code == CLASS


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (f"[PYTHON]\n{CLASS}[/PYTHON]\n[TESTS]\nassert Box()\n[/TESTS]", CLASS),
        (
            f'"""\nBoxes.\n\n    Box()\n"""\n{CLASS.rstrip()}<|im_end|>\n',
            f'"""\nBoxes.\n\n    Box()\n"""\n{CLASS.rstrip()}',
        ),
        (f"python\nimport os\n\npython\n{CLASS}", f"import os\n\n{CLASS}"),
    ],
)
def test_what_is_no_code_beside_a_class_is_left_out(text: str, code: str) -> None:
    assert extract_code(text, "Box").code == code


def test_blanks_in_strings_of_an_indented_answer_stay() -> None:
    code = f'text = """a\n   \n  b"""\n{CLASS}'
    assert extract_code(f" {code}", "Box").code == code


def test_what_a_shell_writes_into_a_file_is_the_code() -> None:
    for command in ("cat > box.py << 'EOF'", "$ cat <<EOF > box.py", 'tee box.py <<-"EOF" > /dev/null'):
        code = "class Box:\n    def size(self):\n        return 1\n"
        text = f"Run this:\n\n```bash\n{command}\n{code}EOF\npython box.py\n```\n"
        assert method_names(extract_code(text, "Box").code) == ["size"], command
