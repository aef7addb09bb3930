"""The oracle: which results of the reference a test may expect, and which sequences make no test."""

from collections.abc import Mapping
from typing import Any

import pytest
from account_task import class_task

from classeval_hf.core.tasks import ClassTask
from classeval_hf.strengthening.judge.expectations import Expectations, StrengthenedTest
from classeval_hf.strengthening.record.recording import Seeds, record_seeds
from classeval_hf.strengthening.record.running import ReferenceRunner
from classeval_hf.strengthening.record.sequences import CallSequence, Step

REFERENCE = '''
import datetime, os, random, time, uuid

class Desk:
    """A desk sells tickets."""
    def __init__(self, name="", seats=()):
        if name is None: raise ValueError("no name")
        self.name, self.seats, self.owner = name, list(seats), None
    def names(self): return list({f"name {number}" for number in range(20)})
    def stamp(self): return time.strftime("%Y-%m-%d %H")
    def day(self): return datetime.date.today()
    def moment(self): return datetime.datetime.now() > datetime.datetime(2000, 1, 1)
    def ticket(self): return uuid.uuid4().hex
    def draw(self): return random.randint(1, 10**9)
    def number(self): return int.from_bytes(os.urandom(8), "big")
    def sell(self):
        counts = vars(os).setdefault("_desk", [0])
        counts[0] += 1
        return counts[0]
    def seat(self, index):
        """Return a seat. :raises IndexError: if there is none."""
        return self.seats[index]
    def half(self, value): return value / 2
    def tell(self, key):
        return {
            "none": None,
            "pair": ("kept", 3),
            "address": f"{self}",
            "address in a text": [f"a thing at 0x7f00aa00bb00"],
            "long": list(range(300)),
            "message": "Could not find any place here",
            "known words": "desk sells tickets",
            "short": "Oops no",
            "in the tests": "Thank you very much",
            "floats in a set": {0.5},
            "float keys": {0.5: 1},
            "many floats": [0.5] * 13,
            "floats": [0.5] * 12,
            "nan": float("nan"),
            "object": object(),
            "set": {"b", "a"},
            "generator": (item for item in "ab"),
        }.get(key, key)
'''
TESTS = """
def test_seat(self):
    self.assertEqual(Desk("a", [4, 5]).seat(1), 5)

def test_tell(self):
    self.assertEqual(Desk().tell("in the tests"), "Thank you very much")
"""
EXCEPTIONS = {"seat": frozenset({"IndexError"}), "__init__": frozenset({"ValueError"})}


@pytest.fixture(scope="module")
def desk() -> ClassTask:
    return class_task(REFERENCE, TESTS, skeleton='class Desk:\n    """A desk sells tickets."""\n')


@pytest.fixture(scope="module")
def seeds(desk: ClassTask, runner: ReferenceRunner) -> Seeds:
    return record_seeds(desk, runner)


def calling(*calls: tuple[Any, ...], name: str = "Ann") -> CallSequence:
    """A desk with two seats, and calls of it."""
    steps = [Step("call", 0, method, arguments) for method, *arguments_ in calls for arguments in [tuple(arguments_)]]
    return CallSequence((Step("new", arguments=(name, [1, 2])), *steps))


@pytest.fixture(scope="module")
def ask(desk: ClassTask, seeds: Seeds, runner: ReferenceRunner) -> Any:

    def asked(*sequences: CallSequence, exceptions: Mapping[str, frozenset[str]] = EXCEPTIONS) -> Any:
        return Expectations(desk, seeds.seeds, exceptions).tests(sequences, runner)

    return asked


def checked(test: StrengthenedTest) -> list[Any]:
    return [test.results[number].value for number in test.checks]


def test_what_depends_on_chance(ask: Any) -> None:
    """What changes with hash seed, time, chance, or the sequences before is dropped; the time as such is not."""
    calls = [("names",), ("stamp",), ("day",), ("ticket",), ("number",), ("tell", "address")]
    sales = [calling(*[("sell",)] * count) for count in (1, 2, 3)]
    (test,), dropped = ask(*map(calling, calls), *sales, calling(("moment",)), calling(("draw",)))
    assert checked(test) == [True]
    assert +dropped == {"the reference does not agree with itself": len(calls) + len(sales) + 1}


def test_exceptions(ask: Any) -> None:
    """Exceptions that the contract of the method names end a test; others make none."""
    refused = calling(("seat", 0), ("seat", 7), ("seat", 1))
    tests, dropped = ask(
        refused,
        calling(("half", "a")),
        calling(("seat", "a")),
        CallSequence((Step("new", arguments=(None,)),)),
        CallSequence((Step("new"), Step("call", 0, "missing"))),
    )
    assert dropped == {"it raises an exception that no contract names": 3}
    assert [test.results[-1].error for test in tests] == ["IndexError", "ValueError"]
    assert [len(test.sequence.steps) for test in tests] == [3, 1] and checked(tests[0]) == [1]
    assert tests[0].made_as == refused.hash != tests[0].sequence.hash
    tests, dropped = ask(calling(("seat", 7)), exceptions={})
    assert (tests, sum(dropped.values())) == ([], 1)


def test_what_can_be_expected(ask: Any) -> None:
    """What no contract decides, or nobody can compare, is expected by no test, which ends with its last check."""
    keys = (
        *("none", "address in a text", "long", "message", "floats in a set", "float keys", "many floats"),
        *("nan", "object", "generator"),
    )
    tests, dropped = ask(
        *(calling(("tell", key)) for key in keys),
        *(calling(("tell", key), ("seat", 1), ("tell", key)) for key in keys),
    )
    assert dropped == {"nothing that it returns can be expected": len(keys)}
    assert [test.sequence.steps[1].arguments[0] for test in tests] == [*keys]
    assert all(checked(test) == [2] and len(test.sequence.steps) == 3 for test in tests)
    # Values, short texts, and those whose words a skeleton, a result in the tests or an argument has.
    values = {
        "known words": "desk sells tickets",
        "short": "Oops no",
        "pair": ("kept", 3),
        "floats": [0.5] * 12,
        "set": {"a", "b"},
        "given words that nobody knows": "given words that nobody knows",
    }
    tests, dropped = ask(*(calling(("tell", key)) for key in values))
    assert [checked(test) for test in tests] == [[value] for value in values.values()] and not dropped


def test_too_long(account: ClassTask, runner: ReferenceRunner) -> None:
    reference = "class C:\n    def wait(self, n):\n        while n: pass\n        return 1"
    looping = class_task(reference, "def test_wait(self):\n    self.assertEqual(C().wait(0), 1)")
    sequences = [CallSequence((Step("new"), Step("call", 0, "wait", (n,)))) for n in (1, "", None)]
    tests, dropped = Expectations(looping, (), {}).tests(sequences, runner)
    assert len(tests) == 2 and dropped == {"it takes too long": 1}
    assert Expectations(account, (), {}).tests([], runner) == ([], {})


def test_tests(ask: Any, seeds: Seeds) -> None:
    """What is read is expected like what is returned; what is set or made is not."""
    set_name = [Step("set", 0, "name", (name,)) for name in ("Bob", "Cid")]
    reads = Step("get", 0, "owner"), set_name[0], Step("get", 0, "name"), set_name[1]
    (test,), _ = ask(CallSequence((Step("new", arguments=("Ann",)), *reads)))
    assert test.checks == (3,) and len(test.sequence.steps) == 4
    twice = calling(("seat", 0), ("tell", "none"))
    tests, dropped = ask(calling(("seat", 0)), twice, seeds.seeds[0].sequence)
    assert len(tests) == 1 and dropped == {"it is a test already": 2}
    # What is expected has an identity of its own: the same steps with other results have another.
    (first, second), _ = ask(calling(("seat", 0)), calling(("seat", 1)))
    moved = StrengthenedTest(first.sequence, first.results, ())
    assert len(first.expected_hash) == 16 and first.expected_hash not in (second.expected_hash, moved.expected_hash)
    assert StrengthenedTest(first.sequence, first.results, first.checks, "x").expected_hash == first.expected_hash


CART = """
class Cart:
    def __init__(self): self.items = {}
    def add(self, item, price): self.items[item] = price
    def total(self): return sum(self.items.values())
    def count(self): return len(self.items)
"""
CART_TESTS = """
class CartTestTotal(unittest.TestCase):
    def test_total(self):
        cart = Cart(); cart.add("a", 1); cart.add("b", 2); self.assertEqual(cart.count(), 2)
        self.assertEqual(cart.total(), 3)
class CartTestCount(unittest.TestCase):
    def test_count(self):
        cart = Cart(); cart.add("a", 1); cart.add("a", 1); self.assertEqual(cart.count(), 1)
"""


def test_a_method_does_not_fail_for_a_repeated_change(runner: ReferenceRunner) -> None:
    """A test that makes a change twice is of the class, unless a test of its method does; queries may be repeated."""
    task = class_task(CART, CART_TESTS, skeleton="class Cart:\n    pass\n")
    calls = {"add": ("a", 5), "other": ("b", 5), "total": (), "count": ()}
    steps = {word: Step("call", 0, "add" if len(given) else word, given) for word, given in calls.items()}
    sequences = [
        CallSequence((Step("new"), *(steps[word] for word in words.split())), words.split()[-1])
        for words in ("add other total", "add add total", "add total total", "add add count")
    ]
    tests, _ = Expectations(task, record_seeds(task, runner).seeds, {}).tests(sequences, runner)
    assert [test.sequence.method for test in tests] == ["total", "", "total", "count"]
