"""Whatever a model says, reading it ends, raises nothing, and parses a bounded number of times."""

from __future__ import annotations

import ast
import sys
from collections.abc import Sequence
from contextlib import suppress

import pytest
from counted_parses import counted_parses
from hypothesis import given, settings
from hypothesis import strategies as st
from slow_and_full import one_in

from classeval_hf.classes.dependencies import extract_dependencies
from classeval_hf.core import syntax
from classeval_hf.reading.extraction import (
    MAX_COMPLETION_CHARS,
    MAX_PARSED_CHARS,
    MAX_PARSED_PER_CHAR,
    MAX_PARSES,
    build_module,
    extract_code,
)

CLASS = "class Box:\n    def size(self):\n        return 1\n"

FRAGMENTS = (
    *("```\n", "```python\n", "~~~\n", "````\n", "`", "### Response:", "\n", "\n\n", " ", "    ", "\t", "\\\n"),
    *("\r", "<think>", "</think>\n", "<reasoning>\n", "</thinking>", '"""', "'''", '"', "'", "#", "(", ")", "["),
    *("{", "}", "f'{", "@", "import os\n", "import ", "from __future__ import annotations\n", "class Box:\n"),
    *("class Box", "def ", "    def size(self): return 1\n", "LIMIT = 3\n", "It's fine.\n", "x", "=", ":", "\0"),
    *("\ud800", "\f", "\u2028", "9", CLASS, f"```python\n{CLASS}```\n", "lambda: ", "not ", "if x:\n"),
    *("elif x:\n", "else:\n", "    pass\n", "python\n"),
)
texts = st.lists(
    st.tuples(st.sampled_from(FRAGMENTS) | st.text(max_size=5), st.sampled_from([1, 1, 1, 2, 3, 30, 300])).map(
        lambda part: part[0] * part[1]
    ),
    max_size=25,
).map("".join)
sources = st.lists(
    st.sampled_from(["import os\n", "LIMIT = 3\n", CLASS, "def f():\n    return '''\n```\n'''\n", "# x\n"])
)


def read(text: str, methods: Sequence[str] = ("size",)) -> str:
    with counted_parses() as lengths:
        found = extract_code(text, "Box", methods)
    assert len(lengths) <= MAX_PARSES
    assert sum(lengths) <= min(MAX_PARSED_CHARS, MAX_PARSED_PER_CHAR * len(text))
    assert len(found.code) <= 2 * len(text)
    assert not found.problem
    with counted_parses() as lengths:
        module = build_module(found.code, ["import math"])
    assert len(lengths) <= 1
    assert len(module) <= len(found.code) + len("import math\n") + 1
    return found.code


@settings(max_examples=100)
@given(texts, st.sampled_from([(), ("size",), ("size", "lost")]))
def test_any_text_is_read_within_bounds(text: str, methods: Sequence[str]) -> None:
    check_bounds(text, methods)


@pytest.mark.full
@settings(max_examples=400)
@given(texts, st.sampled_from([(), ("size",), ("size", "lost")]))
def test_more_text_is_read_within_bounds(text: str, methods: Sequence[str]) -> None:
    check_bounds(text, methods)


def check_bounds(text: str, methods: Sequence[str]) -> None:
    code = read(text, methods)
    with suppress(SyntaxError):
        extract_dependencies(code, "Box", methods)


@settings(deadline=None)
@given(sources)
def test_plain_source_is_left_as_it_is(parts: list[str]) -> None:
    source = "".join(parts)
    code = extract_code(source, "Box").code
    assert code == source or not source.replace("# x\n", "")
    assert extract_code(code, "Box").code == code


@settings(deadline=None)
@given(texts, texts)
def test_what_is_found_is_found_again(before: str, after: str) -> None:
    code = extract_code(f"{before}\n```python\n{CLASS}```\n{after}", "Box", ["size"]).code
    try:
        ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    assert extract_code(code, "Box", ["size"]).code == code


def filled(unit: str, before: str = "", after: str = "") -> str:
    """A text as long as may be, of one unit over and over."""
    return before + unit * ((MAX_COMPLETION_CHARS - len(before) - len(after)) // len(unit)) + after


UNITS = (
    *("\n", " ", "\t", "\r\n", " \n", "\f", "\u2028", "\0", "\ud800", "a", "9", "`", "` ", "#", "##", "### "),
    *("@", "-", "```\n", "~~~\n", "```\n~~~\n", "```a`\n", "```python\nclass Box:\n  pass\n```\n", '```\n"""\n'),
    *("    ```\n", "### Response:\n", "### Response: class Box:0\n", "<think>", "</think>", "</think>\n```\n"),
    *("```\n<think>\n", "<think>\n</think>\n", "(", "[", "{", "(a) \\\n", "\\\n", "not ", "1+", "a.", "a\n"),
    *("a;", '"a\n', '"', "'''", "It's\n", "import a\n", "import a, ", "import a as b , ", "import a x\n"),
    *("from a import (\n", "A = ", "A:", "class ", "def f(\n", "class Box\n", "class Box:\n", "class Box("),
    *("@a\n", "@a\nclass Box:0\n", "if a:\n", "elif a:0\n", "python\n", "{a}"),
)


@pytest.mark.parametrize("unit", one_in(16, UNITS))
def test_the_longest_answers_are_read_within_bounds(unit: str) -> None:
    read(filled(unit))
    read(filled(unit, "Sure:\n"))
    read(filled(unit, f"Sure:\n```python\n{CLASS}", "\n```\n"))
    read(filled(unit, CLASS))
    read(filled(unit, "Sure:\n", f"\n```python\n{CLASS}```\n"))


@pytest.mark.parametrize("quotes", ['"""', '"'])
def test_f_strings_of_fields_alone(quotes: str) -> None:
    """Before Python 3.12 they take quadratic time, and are not parsed. The class is found all the same."""
    source = filled("{a}", f"class Box:\n    text = f{quotes}", f"{quotes}\n")
    if sys.version_info < (3, 12):
        with pytest.raises(ValueError, match="fields"):
            syntax.parse(source)
    assert len(read(source)) == len(source)
    plain = source.replace(f"f{quotes}", quotes)
    assert syntax.parse(plain).body


def test_what_a_bounded_parser_tries() -> None:
    parser = syntax.BoundedParser(3, 20)
    assert parser.parse("a = 1").tree is not None
    assert parser.parse("a = 1").tree is parser.parse("a = 1").tree
    assert parser.parse("\n(").error_line == 2
    assert parser.parses_left == 1
    assert parser.parse("a" * 14) == syntax.Parsed()
    assert not parser.parses_left and parser.parse("b") == syntax.Parsed()
    assert syntax.BoundedParser(1, 20).parse("'\ud800'") == syntax.Parsed()
