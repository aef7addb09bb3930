"""Values that tests expect row by row, or that stand elsewhere than in the assertion."""

import re
import textwrap
from collections.abc import Mapping

import pytest

from classeval_hf.classes.runner.withholding import withhold
from classeval_hf.core.tasks import ClassTask
from classeval_hf.core.verdicts import Outcome, TestClassVerdict
from classeval_hf.engine.executor import Executor

MODULE = """
import unittest

TABLE = [(1, 91), (2, 92)]
LONE = [93, 94]
"""
TEST_CLASS = """
class BoxTest(unittest.TestCase):
    WANT = {{"a": 95}}
    CASES = {{"one": (1, 91), "two": (2, 92)}}

    def setUp(self):
        self.expected = 93

    def test_box(self):
{body}
"""
BOX = """
class Box:
    def __init__(self, *_): self.seen = 0
    def get(self, number=3): return 90 + number
    def next(self):
        self.seen += 1
        return 90 + self.seen
    def pair(self): return [93, 94]
    def table(self): return {"a": 95}
"""

CHECK = "self.assertEqual(Box().get(n), want)"
WITHHELD = {
    "pairs": f"for n, want in [(1, 91), (2, 92)]:\n    {CHECK}",
    "single values": "box = Box()\nfor want in (91, 92):\n    self.assertEqual(want, box.next())",
    "nested": "for (n, more), [want] in [((1, 'a'), [91]), ((2, 'b'), [92])]:\n"
    "    self.assertEqual(Box(more).get(n), want)",
    "a variable": f"cases = [(1, 91), (2, 92)]\nfor n, want in cases:\n    {CHECK}",
    "of the module": f"for n, want in TABLE:\n    {CHECK}",
    "of the class": f"for name, (n, want) in self.CASES.items():\n    with self.subTest(name):\n        {CHECK}",
    "subTest": f"for n, want in [(1, 91)]:\n    with self.subTest(n=n, want=want):\n        {CHECK}",
    "a message": "for n, want in [(1, 91)]:\n    self.assertEqual(Box().get(n), want, f'{n} gives {want}')",
    "a dict": "for n, want in {1: 91, 2: 92}.items():\n    assert Box().get(n) == want",
    "dicts": "for case in [{'n': 1, 'want': 91}]:\n    with self.subTest(**case):\n"
    "        self.assertEqual(Box().get(case['n']), case['want'])",
    "rows by index": "for row in [(1, 91), (2, 92)]:\n    self.assertTrue(Box().get(row[0]) == row[1])",
    "enumerate": f"for n, want in enumerate([91, 92], 1):\n    {CHECK}",
    "two loops": f"for n, want in [(1, 91)]:\n    {CHECK}\nfor n, want in [(2, 92)]:\n    {CHECK}",
    "zip": "for n, want in zip([1, 2], [91, 92]):\n    if Box().get(n) != want:\n        self.fail('no')",
    "a computation": "for n, want in [(1, 91)]:\n    self.assertEqual(Box().get(n), want + 0)",
    "two assertions": f"for n, want in [(1, 91)]:\n    {CHECK}\n    assert want == Box().get(n)",
    "an attribute": "self.assertEqual(Box().table(), self.WANT)",
    "an attribute of setUp": "self.assertEqual(Box().get(), self.expected)",
    "a constant of the module": "self.assertEqual(Box().pair(), LONE)",
    "assert": "assert Box().get() == 93, 'no'",
    "assert not": "assert not Box().get() != 93",
    "assertFalse": "self.assertFalse(Box().get() != 93)",
    "fail": "if Box().get() != 93:\n    self.fail()",
}
SEEN = {
    "read elsewhere": f"for n, want in [(1, 91)]:\n    print(want)\n    {CHECK}",
    "called with": f"for n, want in [(1, 91)]:\n    with self.subTest(str(want)):\n        {CHECK}",
    "handed on": f"cases = [(1, 91)]\nprint(cases)\nfor n, want in cases:\n    {CHECK}",
    "whole rows": "for case in [{'n': 1, 'want': 91}]:\n    print(case)\n"
    "    self.assertEqual(Box().get(case['n']), case['want'])",
    "read after the loop": f"for n, want in [(1, 91)]:\n    {CHECK}\nprint(want)",
    "bound twice": f"for n, want in [(1, 91)]:\n    want = want + 0\n    {CHECK}",
    "rows of other lengths": "for n, *want in [(1, 91)]:\n    self.assertEqual([Box().get(n)], want)",
    "an attribute, read elsewhere": "print(self.expected)\nself.assertEqual(Box().get(), self.expected)",
    "an attribute, by name": "self.assertEqual(Box().get(), getattr(self, 'expected'))",
    "a constant, changed": "LONE.reverse()\nself.assertEqual(Box().pair(), LONE[::-1])",
}
WRONG = BOX.replace("return 90 +", "return 80 +").replace("[93, 94]", "[93, 84]").replace("95", "85")
LEAVING = BOX + "    def get(self, number=3):\n        raise StopIteration if number == 2 else SystemExit\n"


def source(*bodies: str) -> str:
    """A test class for each body, with attributes of its own: what several read is withheld from none."""
    text = MODULE
    for number, body in enumerate(bodies):
        of_body = TEST_CLASS.format(body=textwrap.indent(body, " " * 8))
        text += re.sub(r"\b(BoxTest|WANT|CASES|expected)\b", rf"\g<1>{number or ''}", of_body)
    return text


@pytest.fixture(scope="module")
def verdicts() -> dict[tuple[str, str], TestClassVerdict]:
    """Of each body, by sample; the bodies are test classes of two tasks, since to start a sample takes longest."""
    found = {}
    with Executor(isolation="T1") as executor:
        for bodies in (WITHHELD, SEEN):
            names = tuple(f"BoxTest{number or ''}" for number, _ in enumerate(bodies))
            task = ClassTask("box", "Box", source(*bodies.values()), names)
            for sample in (BOX, WRONG, LEAVING):
                verdict = executor.run(task, sample).verdict
                found.update({(name, sample): of for name, of in zip(bodies, verdict.test_classes, strict=True)})
    return found


Verdicts = Mapping[tuple[str, str], TestClassVerdict]


def outcome(verdict: TestClassVerdict) -> Outcome:
    (case,) = verdict.cases
    return case.outcome


@pytest.mark.parametrize("name", WITHHELD)
def test_withheld(name: str, verdicts: Verdicts) -> None:
    held = withhold(source(WITHHELD[name]))
    method = held.source.partition("def test_box")[2]
    assert not any(str(number) in method for number in range(91, 96))
    assert held.required_checks("BoxTest", "test_box") == set(held.checks)
    assert (outcome(verdicts[name, BOX]), verdicts[name, BOX].judged_by) == (Outcome.PASS, "parent")
    assert outcome(verdicts[name, WRONG]) is Outcome.FAIL


@pytest.mark.parametrize("name", SEEN)
def test_what_is_read_elsewhere_stays(name: str, verdicts: Verdicts) -> None:
    assert not withhold(source(SEEN[name])).checks
    assert (outcome(verdicts[name, BOX]), verdicts[name, BOX].judged_by) == (Outcome.PASS, "child")
    assert outcome(verdicts[name, WRONG]) is Outcome.FAIL


def test_what_nothing_else_reads_is_gone() -> None:
    written = withhold(source("\n".join(WITHHELD[name] for name in ("of the module", "an attribute", "of the class"))))
    assert not any(text in written.source for text in ("91", "92", "93", "94", "95"))


def test_rows_that_are_not_reached(verdicts: Verdicts) -> None:
    """They are missed, unless they need not be reached."""
    for leave in ("break", "continue", "return"):
        body = f"for n, want in [(1, 91), (2, 92)]:\n    if n == 2:\n        {leave}\n    assert Box().get(n) == want"
        held = withhold(source(body))
        assert len(held.checks) == 2
        assert not held.required_checks("BoxTest", "test_box")
    assert outcome(verdicts["of the module", LEAVING]) is Outcome.ERROR
