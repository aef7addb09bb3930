import ast

import pytest

from classeval_hf.extraction import build_module, extract_code

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
    extraction = extract_code(text, "Box")
    assert extraction.defines_class
    assert method_names(extraction.code) == ["__init__", "size"]
    assert "return len(self.items)" in extraction.code


def test_keeps_what_the_class_needs() -> None:
    head = "import os\nLIMIT = 3\n\ndef helper():\n    return LIMIT\n\n@helper\n"
    text = f"{head}{CLASS}\nif __name__ == '__main__':\n    Box()\n"
    assert extract_code(text, "Box").code == text


def test_keeps_helper_blocks_in_front() -> None:
    text = f"First a helper:\n```python\ndef double(x):\n    return 2 * x\n```\nThen the class:\n```python\n{CLASS}```"
    code = extract_code(text, "Box").code
    assert code.index("def double") < code.index("class Box")


def test_first_of_equals_is_taken() -> None:
    other = CLASS.replace("len(self.items)", "-1")
    assert "return -1" not in extract_code(f"```python\n{CLASS}```\nor\n```python\n{other}```", "Box").code


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
