"""Completions made to take long to read, and the time that reading one takes."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial

from classeval_hf.classes.dependencies import extract_dependencies
from classeval_hf.reading.extraction import build_module, extract_code

__all__ = ["LONGEST", "makers", "milliseconds"]

_UNITS: Mapping[str, Sequence[str]] = {
    "brackets": ("(", "[", "{", "()", "[[],", "f(", "{0:", ")", "([{", "f(a)", "[0for a in ", "a[0]"),
    "fences": ("```\n", "```python\n", "`", "```\n~~~\n", '```\n"""\n', "```python\nclass A:\n    pass\n```\n"),
    "reasoning": ("<think>", "</think>\n", "<think>\n```\n</think>\n", "```\n<think>\n", "### Response:\n"),
    "white space": ("\n", " ", "\t", "\r\n", " \n", "\f", "\u2028", "    \n"),
    "backslashes": ("\\", "\\\n", "(a) \\\n", "a = \\\n", '"\\', "\\x"),
    "characters": ("\ud800", "\0", "\x1b", "\U0001f600", "\ufeff", "\u202e", "\u4e2d"),
    "long lines": ("a", "9", "é", "a b ", "# "),
    "numbers": ("0x9", "1e9", "9 ", "9_", "9.", "9" * 4000 + "\n"),
    "strings": ('"', "'''", '"""', '"a', 'f"{a}', "{a}", "{{a}}", "rb''", "#", '"a\n'),
    "operators": ("not ", "-", "a+", "a<", "a or ", "a.", "a**", "lambda:", "await ", "a if a else ", "a = ", "(a:="),
    "statements": ("a\n", "a;", "a.b()\n", "if a:\n", "elif a:0\n", "def f():0\n", "@a\n", "import a\n", "A = 1\n"),
    "methods": ("    def f(self): self.a()\n", "    @f.setter\n    def f(self, x): 0\n", "    x = y = self\n"),
    "prose": ("It's a class\n", "class of its own\n", "from here on\n", "import it, then\n", "def what\n"),
}
_TOKENS = tuple(unit for units in _UNITS.values() for unit in units)

LONGEST = (
    "<|channel|>analysis<|message|>x<|end|>",
    "<|im_end|>\n<|im_start|>assistant\n",
    "<|im_start|>user\nx<|im_end|>\n<|im_start|>assistant\ny<|im_end|>\n",
    "<think>x</think>\n",
    "<think>\n```python\nx = 1\n```\n</think>\n",
    "</think>\n",
    "<think>\n",
    "[INST] x [/INST] y ",
    "</s>",
    "<|im_en",
    "<|",
    "<\uff5c",
    "### Response:\n",
    "### Response:\n    def total(self):\n        return (\n",
    "### Instruction:\nx\n### Response:\ny\n",
    "### Response\n## x\n",
    "Human: x\n\nAssistant: y\n\n",
    "user\n",
    "Question: x\nAnswer: y\n",
    "Question: x\n",
    "### Task 2: x\n**Output:**\n",
    "Exercise 1:\n\n\n\n\n",
    "```\n",
    "```python\n",
    "```python\nx\n```\n",
    "```python\nclass Till:\n    def total(self):\n        return (\n```\n",
    "~~~\n```\n",
    "` `` ",
    '```\n"""\n',
    "> ```\n",
    "```python\ndef total(self):\n    return (\n```\n",
    "```\ndef total(self):\n    pass\n```\n",
    "class Till:\n",
    "class Till:\n    def total(self):\n        return 1\n",
    "class Till(",
    "    class Till:\n",
    "    def total(self):\n        return (\n",
    "def total(self):\n",
    "def total(self):\n    return 1\n",
    "    def total(\n",
    "  ",
    " def total(self): return 1\n",
    "@property\n",
    "@a\ndef total(self): return 1\n",
    '"""',
    "'''\n",
    '"""\ndef total(self):\n',
    "'",
    '"a',
    "#",
    "# ### Response:\n",
    "'</think>'\n",
    '"""</think>"""\n',
    "(",
    "[",
    "{",
    "(a) \\\n",
    "\\\n",
    "import a\n",
    "import math\n\n    x\n",
    "X = 1\n",
    "X = \n",
    "\n",
    " \n",
    "\t\n",
    "a",
    "It's x.\n",
    "- store\n",
    "* fee\n",
    "Time: O(n)\n",
    '<parameter name="x">import a\n</parameter>\n',
    "if x:\n    y\n",
    "unittest.main()\n",
    "Actually, `total`:\n```\ndef total(self):\n    return 1\n```\n",
    "don't do this:\n```\nclass Till:\n    def total(self):\n        return 1\n```\n",
)
"""Units of texts that are as long as can be, each of one of them over and over."""

Maker = Callable[[random.Random, str, int], str]


def makers() -> dict[str, Maker]:
    """What makes a completion of a kind from an example and a length."""

    def placed(text: Callable[[random.Random, int], str]) -> Maker:
        return lambda rng, example, length: _placed(rng, example, text(rng, length))

    return {
        "examples": lambda rng, example, length: example,
        "mutations": lambda rng, example, length: _mutated(rng, example),
        "mixtures": placed(_mixture),
        "names": placed(lambda rng, length: "".join(f"a{number} = 0\n" for number in range(length // 8))),
        **{kind: placed(partial(_repeated, units)) for kind, units in _UNITS.items()},
    }


def _repeated(units: Sequence[str], rng: random.Random, length: int) -> str:
    unit = rng.choice(units)
    return unit * (length // len(unit) + 1)


def _mixture(rng: random.Random, length: int) -> str:
    """Some tokens over and over, each in runs of its own length."""
    tokens = rng.choices(_TOKENS, k=rng.randint(2, 6))
    return _repeated(["".join(token * rng.choice([1, 1, 2, 8]) for token in tokens)], rng, length)


def _placed(rng: random.Random, example: str, text: str) -> str:
    """The text alone, or at a line's start within the example."""
    if rng.random() < 0.25:
        return text
    lines = example.split("\n")
    place = rng.choice([0, rng.randint(0, len(lines)), len(lines)])
    indent = rng.choice(["", "        "])
    return "\n".join([*lines[:place], indent + text.replace("\n", f"\n{indent}"), *lines[place:]])


def _mutated(rng: random.Random, example: str) -> str:
    """The example with parts cut, doubled or put elsewhere, and tokens strewn in."""
    for _ in range(rng.randint(1, 8)):
        start, end = sorted(rng.choices(range(len(example) + 1), k=2))
        middle = rng.choice(["", example[start:end] * 2, rng.choice(_TOKENS) * rng.choice([1, 3, 200])])
        example = example[:start] + middle + example[end if rng.random() < 0.3 else start :]
    return example


def milliseconds(class_name: str, methods: tuple[str, ...], imports: tuple[str, ...], completion: str) -> float:
    """In a process that reads: what that takes."""
    start = time.process_time()
    source = build_module(extract_code(completion, class_name, methods).code, imports)
    with suppress(SyntaxError):
        extract_dependencies(source, class_name, methods)
    return (time.process_time() - start) * 1000
