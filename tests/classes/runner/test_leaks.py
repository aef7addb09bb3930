"""Expected values that stand elsewhere in the tests: those that only tell are dropped, others cost a test its mark."""

import re
import textwrap

import pytest

from classeval_hf.classes.runner.unittest_reports import ExpectedTestClass
from classeval_hf.classes.runner.withholding import withhold

SAME = "self.assertEqual(Box().total(), 417231)"


def judged_by(source: str, text: str = "") -> str:
    held = withhold(source, (), text)
    return ExpectedTestClass.from_source(source, held, ["BoxTest"])[0].judged_by


def module(statements: str, before: str = "", beside: str = "", docstring: str = "") -> str:
    test = textwrap.indent(f"def test_1(self):\n{textwrap.indent(docstring + statements, '    ')}", "    ")
    beside = textwrap.indent(beside, "    ")
    return f"{before}\nimport logging, unittest\nclass BoxTest(unittest.TestCase):\n{beside}\n{test}\n"


DROPPED = {
    "f-string": "self.assertEqual(Box().total(), 417231, f'want {417231}')",
    "parts of one": "self.assertEqual(Box().total(), 417231, f'want 417231, not {Box().total()}')",
    "of assert": "assert Box().total() == 417231, 'want %d' % 417231",
    "of assert, called": "assert Box().total() == 417231, 'want {}'.format(show(417231))",
    "of fail": "if Box().total() != 417231:\n    self.fail('want %s' % show(417231))",
    "formatted": "self.assertEqual(Box().total(), 417231, 'want {} {}'.format(417231, show()))",
    "a variable": "want = 417231\nself.assertEqual(Box().total(), want, f'want {want} {show()}')",
    "by keyword": "self.assertTrue(Box().total() == 417231, msg=str(b'417231'))",
    "subTest": f"with self.subTest('417231', want=417231, got=show(f'{{show()}}')):\n    {SAME}",
    "subTest without": f"with self.subTest(want=[417231]), self.subTest(**{{'want': 417231}}):\n    {SAME}",
    "bare": f"'want 417231'\n417231\n(1, f'417231')\n{SAME}",
    "inner docstring": f"def add(n):\n    '417231'\n    return n\nBox().add(add(5))\n{SAME}",
}
OF_MODULE = {
    "docstring": {"before": "'''It holds 417231.'''"},
    "function": {"before": "def show():\n    '''417231'''\n    return 3"},
    "method": {"beside": "async def show(self):\n    '''417231'''"},
    "constant": {
        "before": "WANT = {'want': [417231]}",
        "beside": "KEPT = 417231\ndef setUp(self):\n    self.it = 417231",
    },
    "test": {"docstring": "'''It holds 417231.'''\n"},
}


@pytest.mark.parametrize(
    "source",
    [*(module(text) for text in DROPPED.values()), *(module(SAME, **more) for more in OF_MODULE.values())],
    ids=[*DROPPED, *OF_MODULE],
)
def test_what_a_test_only_shows_is_dropped(source: str) -> None:
    held = withhold(source)
    assert "417231" not in held.source
    assert held.source.count("show(") == source.count("show(") - source.count("show(417231)")
    assert judged_by(source) == "parent"


LEAKS = {
    "an argument": {"before": "print(f'want {417231!r:>10}')"},
    "a sum": {"before": "print(417000 + 231)"},
    "bytes": {"before": "import os\nos.write(2, b'want 417231')"},
    "a tuple": {"before": "def show(n):\n    return n in {0, (1, (2, 417231))}"},
    "another type": {"before": "print({'want': -417231.0})"},
    "a default": {"before": "def show(n, *, want=417231):\n    return n"},
    "a lambda's": {"before": "show = lambda n, want='417231': n"},
    "a name": {"beside": "def show_417231(self):\n    pass"},
    "a class": {"before": "class Show:\n    '''It holds 417231.'''"},
    "a function handed on": {"before": "def show():\n    '417231'\nBox.seen = show"},
    "a decorator": {"beside": "@unittest.skipIf(False, '417231')\ndef test_2(self):\n    pass"},
    "an annotation": {"beside": "def show(self, n: '417231') -> int:\n    return n"},
    "another test": {"beside": "def test_2(self):\n    self.assertIn(417231, Box())"},
    "a part of a text": {"beside": "def test_2(self):\n    logging.info('want %s', 'x 417231 y')"},
    **{f"digits by {mark!r}": {"before": f'print("want 417{mark}231")'} for mark in "_,.' "},
    "a log": {"beside": "def test_2(self):\n    log = logging.getLogger('x')\n    log.info('want %d', 417231)"},
    "a stream": {"before": "import sys\nsys.stdout.write('417231')"},
    "its own helper": {
        "before": "def check(got, want):\n    assert got == want\n",
        "beside": "def test_2(self):\n    check(Box().total(), 417231)",
    },
}
GIVEN = {
    "an argument": {"beside": "def test_2(self):\n    self.assertEqual(Box().add(417231), 417232)"},
    "a variable": {"beside": "def test_2(self):\n    x = [417231]\n    assert Box(x).get() == 93"},
    "an attribute": {"beside": "def setUp(self):\n    self.box = Box()\n    self.box.start = 417231"},
    "an item": {"beside": "def setUp(self):\n    box = Box()\n    box['a'] = 417231\n    self.box = box"},
    "by a helper": {"before": "def made(size, *more):\n    return Box(size, *more)\nmade(7, 417231)"},
    "from a helper": {"before": "def made():\n    return [417231]\nBox(made())"},
    "a loop": {"beside": "def setUp(self):\n    self.box = Box()\n    for n in (417231, 2):\n        self.box.add(n)"},
    "a part": {"before": "Box().read('a 417231 b')"},
    "a file": {"before": "with open('/dev/null', 'w') as file:\n    file.write('417231\\n')"},
    "a mock": {"before": "from unittest.mock import Mock\nsource = Mock()\nsource.get.return_value = 417231"},
}


@pytest.mark.parametrize("name", LEAKS)
def test_a_value_that_is_left_is_no_secret(name: str) -> None:
    assert judged_by(module(SAME, **LEAKS[name])) in ("child", "parent and child")
    other = {key: re.sub(r"417(000 \+ |[_,.' ])?231", "5", text) for key, text in LEAKS[name].items()}
    assert withhold(module(SAME, **other)).leaks == frozenset()


@pytest.mark.parametrize("name", GIVEN)
def test_what_a_sample_is_given_is_no_secret_to_begin_with(name: str) -> None:
    assert withhold(module(SAME, **GIVEN[name])).leaks == frozenset()


def test_nor_are_small_values_and_those_of_the_task() -> None:
    source = module(SAME, before="print('417231')")
    assert withhold(source).leaks and not withhold(source, (), ">>> Box().total()\n417231").leaks
    for odd in ("10**6000", "...", "float('nan')", "Decimal('sNaN')", "timedelta(days=3)", "None", "range(3)"):
        first = "from datetime import timedelta\nfrom decimal import Decimal\n"
        assert not withhold(first + module(f"self.assertEqual(Box().total(), {odd})", before=f"Box({odd})")).leaks
    for small in ("0", "1", "-1", "''", "[0, '']", "{'': 1.0}"):
        assert not withhold(module(f"self.assertEqual(Box().total(), {small})", before=f"print({small})")).leaks
    for number in range(20):  # numbers of checks and rows are none of what tests tell
        checks = "\n".join(f"self.assertEqual(Box().get(), {one + 20})" for one in range(number))
        assert not withhold(module(f"{checks}\nself.assertEqual(Box().total(), {number})")).leaks
