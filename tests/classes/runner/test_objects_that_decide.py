"""Objects of a sample's that would decide in a test's place, where a reference's objects may: none passes by that."""

import pytest

from classeval_hf.classes.tasks.task_rows import task_from_row
from classeval_hf.core.errors import UserError
from classeval_hf.engine.executor import Executor

YES = """
class Yes:
    def __bool__(self): return True
    def __eq__(self, other): return self
    __hash__ = None
"""
LIAR = YES + "class Box:\n    def size(self, *_): return Yes()\n    def name(self): return Yes()\n"
RIGHT = "class Box:\n    def size(self, *_): return 3\n    def name(self): return 'b'\n"
HEAD = "import unittest\n"
CASE = HEAD + "class BoxTest(unittest.TestCase):\n    def test_a(self):\n        {}\n"
HELPERS = "    def check(self, ok):\n        if not ok:\n            self.fail()\n"


def passed(executor: Executor, tests: str, source: str, solution: str = "", name: str = "BoxTest") -> dict[str, bool]:
    row = {"task_id": "box", "class_name": "Box", "test": tests, "test_classes": [name], "solution_code": solution}
    (verdict,) = executor.run(task_from_row(row), source).verdict.test_classes
    return {case.test: case.outcome.value == "pass" and not verdict.error_type for case in verdict.cases}


@pytest.mark.parametrize(
    "body",
    [
        "self.check(Box().size() == 3)",
        "found = []\n        found.append(Box().size() == 3)\n        self.assertTrue(all(found))",
        "self.assertTrue(all(map(bool, [Box().size() == 3])))",
        "self.assertTrue((Box().size() == 3) & (Box().name() == 'b'))",
        "self.assertEqual(['no', 'yes'][bool(Box().size() == 3)], 'yes')",
        "ok = Box().size() == 3\n        self.check(ok)",
    ],
)
def test_the_truth_of_a_comparison_is_claimed_wherever_it_goes(executor: Executor, body: str) -> None:
    tests = CASE.format(body) + HELPERS
    liar = LIAR + "Yes.__and__ = lambda self, other: self\n"
    assert passed(executor, tests, RIGHT) == {"test_a": True}
    assert passed(executor, tests, liar) == {"test_a": False}


def test_what_a_comparison_gives_may_be_text_or_of_the_samples_classes(executor: Executor) -> None:
    source = """
class Term:
    def __init__(self, text): self.text = text
    def __str__(self): return self.text
    def __and__(self, other): return Term(f"{self} and {other}")
class Box:
    def __init__(self, name): self.name = name
    def __gt__(self, other): return Term(f"{self.name} > {other}")
    def where(self, term): return str(term)
"""
    for body in (
        "self.assertEqual(str(Box('a') > 1), 'a > 1')",
        "self.assertEqual(Box('q').where(Box('a') > 1), 'a > 1')",
        "self.assertEqual(str((Box('a') > 1) & (Box('b') > 2)), 'a > 1 and b > 2')",
    ):
        assert passed(executor, CASE.format(body), source) == {"test_a": True}, body


def test_a_sample_skips_no_part_of_a_test(executor: Executor) -> None:
    """Neither by an exception of its own, nor by what it makes the test skip more often than the reference does."""
    body = (
        "for n, want in [(1, 3), (9, 3)]:\n            with self.subTest(n=n):\n"
        "                if n > 5 or Box().size(n) is None:\n                    self.skipTest('large')\n"
        "                self.assertEqual(Box().size(n), want)"
    )
    skips = "import unittest\nclass Box:\n    def size(self, n): raise unittest.SkipTest\n"
    gives_none = RIGHT.replace("return 3", "return None")
    of_machine = body.replace(" or Box().size(n) is None", "")
    for tests, solution in ((body, RIGHT), (of_machine, RIGHT), (of_machine, "")):
        assert passed(executor, CASE.format(tests), RIGHT, solution) == {"test_a": True}
        for source in (skips, gives_none):
            assert passed(executor, CASE.format(tests), source, solution) == {"test_a": False}
    with pytest.raises(UserError, match="may be skipped after it used the class"):
        passed(executor, CASE.format(body), RIGHT, "")


MONEY = """
class Money:
    def __init__(self, amount): self.amount = amount
    def __eq__(self, other): return self.amount == getattr(other, "amount", other)
    __hash__ = None
class Box:
    def money(self): return Money(3)
    def size(self, text): return len(text)
"""
OF_MONEY = HEAD + (
    "class BoxTest(unittest.TestCase):\n    def test_money(self):\n        self.assertEqual(Box().money(), 3)\n"
    "    def test_size(self):\n        self.assertEqual(Box().size('abc'), len('abc'))\n"
)


def test_objects_are_believed_where_the_references_are_and_nowhere_else(executor: Executor) -> None:
    """In the test in which the reference passes by what its objects say; in others only objects of the same class."""
    assert passed(executor, OF_MONEY, MONEY, MONEY) == {"test_money": True, "test_size": True}
    wrong = MONEY.replace("Money(3)", "Money(4)")
    assert passed(executor, OF_MONEY, wrong, MONEY) == {"test_money": False, "test_size": True}
    other = MONEY.replace("len(text)", "Money(len(text))")
    assert passed(executor, OF_MONEY, other, MONEY) == {"test_money": True, "test_size": True}
    assert passed(executor, OF_MONEY, other.replace("len(text))", "4)"), MONEY) == {
        "test_money": True,
        "test_size": False,
    }
    always = YES + "class Box:\n    def money(self): return 4\n    def size(self, text): return Yes()\n"
    assert passed(executor, OF_MONEY, always, MONEY) == {"test_money": False, "test_size": False}


def test_values_are_withheld_where_a_reference_is_wrong(executor: Executor) -> None:
    """What it does not meet in any way stays out of what samples get."""
    tests = CASE.format("self.assertEqual(Box().size(), 98765)")
    wrong = "class Box(dict):\n    def size(self): return 1\n"
    reads = "import sys\nclass Box:\n    def size(self): return sys._getframe(1).f_code.co_consts[-1]\n"
    assert passed(executor, tests, wrong, wrong) == {"test_a": False}
    assert passed(executor, tests, reads, wrong) == {"test_a": False}


def test_a_container_that_gives_its_items_away_is_asked_first(executor: Executor) -> None:
    queue = "class Box:\n    def __init__(self): self.items = [1]\n"
    queue += "    def __contains__(self, item): return item in self.items\n"
    queue += "    def __iter__(self):\n        while self.items:\n            yield self.items.pop(0)\n"
    assert passed(executor, CASE.format("self.assertIn(1, Box())"), queue) == {"test_a": True}
    made = "class Sub(Box): pass\n        self.assertIn(1, Sub())\n        self.assertIn(1, Sub())"
    assert passed(executor, CASE.format(made), queue) == {"test_a": True}
    endless = queue.replace("self.items:\n            yield self.items.pop(0)", "True:\n            pass")
    tests = CASE.format("queue = Box.made()\n        self.assertIn(1, queue)\n        self.assertNotIn(2, queue)")
    with Executor(timeout=0.5) as hasty:
        for form in (queue, endless):
            right = form.replace("class Box", "class Queue") + "class Box:\n    made = Queue\n"
            has_all = right.replace("return item in self.items", "return True")
            assert passed(hasty, tests, right, right) == {"test_a": True}
            assert passed(hasty, tests, has_all, right) == {"test_a": False}


def test_none_is_as_good_as_false(executor: Executor) -> None:
    source = "class Box:\n    def __eq__(self, other): return True if isinstance(other, Box) else None\n"
    tests = CASE.format("self.assertTrue(not Box() == 'b' and Box() == Box())")
    assert passed(executor, tests, source) == {"test_a": True}
    assert passed(executor, tests, source.replace("else None", "else 'yes'")) == {"test_a": False}
    assert passed(executor, tests.replace("not ", ""), source.replace("else None", "else 'yes'")) == {"test_a": False}


def test_many_objects_are_told_apart_in_time(executor: Executor) -> None:
    source = "class Part:\n    def __init__(self, key): self.key = key\n"
    source += "    def __eq__(self, other): return self.key == other.key\n"
    source += "class Box:\n    def part(self, key): return Part(key)\n"
    body = "parts = [Box().part(n) for n in range(2000)]\n        for n in range(30):\n            "
    assert passed(executor, CASE.format(f"{body}self.assertIn(Box().part(n), parts)"), source) == {"test_a": True}


def test_tests_that_nothing_loads_are_refused_or_judged_by_their_source(executor: Executor) -> None:
    made = (
        HEAD
        + "class BoxTest(unittest.TestCase):\n    pass\nfor n in (1,):\n    setattr(BoxTest, 'test_a', undefined)\n"
    )
    row = {"task_id": "box", "class_name": "Box", "test": made, "test_classes": ["BoxTest"], "skeleton": "\n"}
    with pytest.raises(UserError, match="which tests it has is known once they are loaded"):
        executor.run(task_from_row(row), RIGHT)
    broken = "import nowhere_at_all\nclass Box(dict): pass\nraise LookupError\n"
    tests = CASE.format("self.assertEqual(Box().size(), 3)")
    assert passed(executor, tests, RIGHT, broken) == {"test_a": True}
    skipped = HEAD + "@unittest.skip('never')\nclass BoxTest(unittest.TestCase):\n    def test_a(self): pass\n"
    with pytest.raises(UserError, match="all tests of BoxTest are skipped here"):
        passed(executor, skipped, RIGHT, RIGHT)


def test_docstrings_of_methods_under_a_condition_are_withheld(executor: Executor) -> None:
    tests = CASE.format("pass") + (
        '    if True:\n        def test_b(self):\n            """Wants 424242."""\n            Box().size()\n'
    )
    looks = "if '424242' in str(sys._getframe(1).f_code.co_consts): raise ValueError"
    reads = f"import sys\nclass Box:\n    def size(self):\n        {looks}\n"
    assert passed(executor, tests, reads, RIGHT) == {"test_a": True, "test_b": True}


def test_a_loop_that_an_assertion_would_end_takes_no_other_test_along(executor: Executor) -> None:
    """A withheld check does not end its test, which `unittest` would: the values of an endless loop leave room."""
    tests = HEAD + (
        "class BoxTest(unittest.TestCase):\n    def test_a(self):\n        for number in Box().numbers():\n"
        "            self.assertLess(number, 5)\n"
        "    def test_b(self):\n        self.assertEqual(Box().size(), 3)\n"
        "    def test_c(self):\n        for number in Box().numbers():\n            self.assertLess(number, 5)\n"
        "    def test_d(self):\n        self.assertEqual(Box().size(), 3)\n"
    )
    endless = (
        "import itertools\nclass Box:\n    def size(self): return 3\n    def numbers(self): return itertools.count()\n"
    )
    assert passed(executor, tests, endless) == {"test_a": False, "test_b": True, "test_c": False, "test_d": True}


def test_a_statement_that_raises_is_no_text(executor: Executor) -> None:
    """`1 / 0` and its like stay in a test, where texts that stand alone are taken out."""
    right = "class Box:\n    def __enter__(self): return self\n    def __exit__(self, *error): return None\n"
    tests = "with self.assertRaises({}):\n            with Box():\n                'text'\n                {}"
    for error, statement in (("ZeroDivisionError", "1 / 0"), ("TypeError", "[1] + 1"), ("IndexError", "(1, 2)[3]")):
        case = CASE.format(tests.format(error, statement))
        assert passed(executor, case, right) == {"test_a": True}, statement
        assert passed(executor, case, right.replace("return None", "return True")) == {"test_a": False}, statement
