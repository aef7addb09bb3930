"""Whatever stands around a class, each selector gives it back; reading what was read gives the same."""

from __future__ import annotations

import ast
import textwrap

from answer_forms import FILE, OUTLINE
from hypothesis import given, settings
from hypothesis import strategies as st
from pytest import mark

from classeval_hf.classes.readings import extract_class
from classeval_hf.core.repository_tasks import Target
from classeval_hf.projects.reading import assemble
from classeval_hf.reading.extraction import extract_code
from classeval_hf.reading.method_extraction import extract_method

BODIES = (
    *("return sum(self.coins)", "total = 0\nfor coin in self.coins:\n    total += coin\nreturn total"),
    'text = """\n```python\nTill()\n```\n"""\nreturn text',
    "return '<|im_end|>', \"</think>\", '### Response:'  # <|endoftext|> ends it",
    *('prompt = """\n### Instruction:\nuser\nHuman: hi\n</think>\n"""\nreturn prompt', "return self.model\n\n"),
    *("def inner(value):\n    return value\n\nreturn inner(1)", "# It's a comment.\nreturn None if self else -1"),
)
DOCSTRINGS = ("", '"""Sums up."""\n', '"""\nIt\'s a sum.\n\n>>> 1\n1\n"""\n', '"""Ends at <|endoftext|> or </s>."""\n')
HEADS = (
    *("", "import math\n\n", "from __future__ import annotations\n\nimport re\nLIMIT = 3\n\n"),
    "import os\n\n\n@str\n",
)
PROSE = (
    *("", "Here is the class.", "It's short, isn't it?", "I fixed #3 (see `add`).", "Note: use ```pip``` first."),
    "1. So:",
)
FRONT = (
    *("", "Sure!\n\n", "<think>\nFirst a draft, isn't it?\n```python\n{bad}\n```\n</think>\n", "<answer>\n"),
    *("\n\n", "\ufeff"),
)
BACK = ("", "\n", "\nThat's it.", "<|im_end|>", "\n</s>", "<|endoftext|>\n", "\n</answer>")
AFTER = (
    *("", "<|im_end|>\n<|im_start|>user\nAnother.<|im_end|>\n<|im_start|>assistant\n```python\n{bad}\n```"),
    "<|eot_id|><|start_header_id|>user<|end_header_id|>\n\nAnd?<|eot_id|>",
    "\n\n### Instruction:\nNow another.\n\n### Response:\n```python\n{bad}\n```",
    "\n<think>\nOr so:\n```python\n{bad}\n```\n",
)
FENCES = (
    *("```python\n{0}\n```", "```\n{0}\n```", "~~~py\n{0}\n~~~", "The code: ```python\n{0}\n```"),
    "````\n{0}\n````",
)


def source(head: str, docstring: str, bodies: tuple[str, str]) -> str:
    methods = [
        f"    def {name}(self{', coin' if name == 'add' else ''}):\n{textwrap.indent(docstring + body, ' ' * 8)}\n"
        for name, body in zip(("add", "total"), bodies, strict=True)
    ]
    return f"{head}class Till:\n    def __init__(self):\n        self.coins = []\n\n" + "\n".join(methods)


classes = st.builds(
    source, st.sampled_from(HEADS), st.sampled_from(DOCSTRINGS), st.tuples(*[st.sampled_from(BODIES)] * 2)
)
BAD = source("import bad\n", "", ("return -1", "return -2"))


def wrapped(code: str, parts: tuple[str, str, str, str, str], fence: str) -> str:
    front, before, behind, back, after = parts
    inner = fence.format(code.rstrip("\n")) if fence else code.rstrip("\n")
    lines = [text for text in (before, inner, behind) if text]
    return (front + "\n\n".join(lines) + back + after).replace("{bad}", BAD)


parts = st.tuples(*map(st.sampled_from, (FRONT, PROSE, PROSE, BACK, AFTER)))


def body(code: str, name: str) -> str:
    (node,) = (item for item in ast.walk(ast.parse(code)) if isinstance(item, ast.FunctionDef) and item.name == name)
    return ast.dump(ast.Module(node.body[bool(ast.get_docstring(node)) :], []))


@settings(max_examples=80)
@given(classes, parts, st.sampled_from(("", *FENCES)))
def test_a_class_comes_back(code: str, around: tuple[str, str, str, str, str], fence: str) -> None:
    check(code, wrapped(code, around, fence))


@mark.full
@settings(max_examples=400)
@given(classes, parts, st.sampled_from(FENCES))
def test_a_fenced_class_comes_back(code: str, around: tuple[str, str, str, str, str], fence: str) -> None:
    check(code, wrapped(code, around, fence))


@mark.full
@settings(max_examples=200)
@given(classes, parts)
def test_a_bare_class_comes_back(code: str, around: tuple[str, str, str, str, str]) -> None:
    check(code, wrapped(code, around, ""))


def check(code: str, text: str) -> None:
    for methods in (("add", "total"), ()):
        found = extract_code(text, "Till", methods).code
        assert ast.dump(ast.parse(found)) == ast.dump(ast.parse(code)), text
        assert extract_code(found, "Till", methods).code == found
    assert extract_class(text, OUTLINE, "Till").code == found
    for name in ("add", "total"):
        method = extract_method(text, OUTLINE, name, "Till")
        assert body(f"class _:\n{method.source}", name) == body(code, name), text
        placed = assemble(FILE, Target("Till.total", "method"), 0, text)
        assert placed.ruling is None and body(placed.source, "total") == body(code, "total"), text
