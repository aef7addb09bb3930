"""What a test may expect of the reference, which sequences make no test, and calls that raise and change nothing."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from account_task import class_task
from call_steps import call, new, put, read

from classeval_hf.core.tasks import PLUS, ClassTask
from classeval_hf.core.verdicts import CandidateVerdict
from classeval_hf.engine.judge import Judge
from classeval_hf.strengthening.docstrings import documented_as_unchanging
from classeval_hf.strengthening.expectations import Expectations, StrengthenedTest
from classeval_hf.strengthening.pipeline import Options, Strengthened, Tools, strengthen_task
from classeval_hf.strengthening.running import ReferenceRunner, Seeds, record_seeds
from classeval_hf.strengthening.sequences import CallSequence, Ref

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
            "none": None, "pair": ("kept", 3), "address": f"{self}", "long": list(range(300)), "nan": float("nan"),
            "address in a text": [f"a thing at 0x7f00aa00bb00"], "message": "Could not find any place here",
            "known words": "desk sells tickets", "short": "Oops no", "in the tests": "Thank you very much",
            "floats in a set": {0.5}, "float keys": {0.5: 1}, "many floats": [0.5] * 13, "floats": [0.5] * 12,
            "object": object(), "set": {"b", "a"}, "generator": (item for item in "ab"),
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
    return CallSequence((new(name, [1, 2]), *(call(method, *arguments) for method, *arguments in calls)))


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
    refused = replace(calling(("seat", 0), ("seat", 7), ("seat", 1)), number=7)
    tests, dropped = ask(
        refused,
        calling(("half", "a")),
        calling(("seat", "a")),
        CallSequence((new(None),)),
        CallSequence((new(), call("missing"))),
    )
    assert dropped == {"it raises an exception that no contract names": 3}
    assert [test.results[-1].error for test in tests] == ["IndexError", "ValueError"]
    assert [len(test.sequence.steps) for test in tests] == [3, 1] and checked(tests[0]) == [1]
    assert tests[0].sequence.number == refused.number == 7 and refused.hash != tests[0].sequence.hash
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
    given = "given words that nobody knows"
    values = {"known words": "desk sells tickets", "short": "Oops no", "pair": ("kept", 3), given: given}
    values |= {"floats": [0.5] * 12, "set": {"a", "b"}}
    tests, dropped = ask(*(calling(("tell", key)) for key in values))
    assert [checked(test) for test in tests] == [[value] for value in values.values()] and not dropped


def test_too_long(account: ClassTask, runner: ReferenceRunner) -> None:
    reference = "class C:\n    def wait(self, n):\n        while n: pass\n        return 1"
    looping = class_task(reference, "def test_wait(self):\n    self.assertEqual(C().wait(0), 1)")
    sequences = [CallSequence((new(), call("wait", n))) for n in (1, "", None)]
    tests, dropped = Expectations(looping, (), {}).tests(sequences, runner)
    assert len(tests) == 2 and dropped == {"it takes too long": 1}
    assert Expectations(account, (), {}).tests([], runner) == ([], {})


def test_tests(ask: Any, seeds: Seeds) -> None:
    """What is read is expected like what is returned; what is set or made is not."""
    reads = read("owner"), put("name", "Bob"), read("name"), put("name", "Cid")
    (test,), _ = ask(CallSequence((new("Ann"), *reads)))
    assert test.checks == (3,) and len(test.sequence.steps) == 4
    twice = calling(("seat", 0), ("tell", "none"))
    tests, dropped = ask(calling(("seat", 0)), twice, seeds.seeds[0].sequence)
    assert len(tests) == 1 and dropped == {"it is a test already": 2}
    # What is expected has an identity of its own: the same steps with other results have another.
    (first, second), _ = ask(calling(("seat", 0)), calling(("seat", 1)))
    moved = StrengthenedTest(first.sequence, first.results, ())
    assert len(first.expected_hash) == 16 and first.expected_hash not in (second.expected_hash, moved.expected_hash)
    assert replace(first, sequence=replace(first.sequence, number=9)).expected_hash == first.expected_hash


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
    steps = {word: call("add" if len(given) else word, *given) for word, given in calls.items()}
    sequences = [
        CallSequence((new(), *(steps[word] for word in words.split())), words.split()[-1])
        for words in ("add other total", "add add total", "add total total", "add add count")
    ]
    tests, _ = Expectations(task, record_seeds(task, runner).seeds, {}).tests(sequences, runner)
    assert [test.sequence.method for test in tests] == ["total", "", "total", "count"]


CHECK = '        if width > self.room:\n            raise ValueError("no room")\n'
STORE = "        self.books[title] = width\n"
SHELF = f'''
class Shelf:
    """A shelf for books of at most some width."""
    def __init__(self, room):
        """Make a shelf, with self.books, a dict from titles to widths, and self.room, the room that is left."""
        self.books, self.room = dict(), room
    def put(self, title, width):
        """
        Put a book on the shelf.
        :param title: str, the title, which may be there already.
        :param width: int, the width, from 1 to 50.
        :raises ValueError: if there is no room for it; SAID.
        """
{CHECK}{STORE}\
        self.room -= width
        return self.room
    def titles(self):
        """The titles in order."""
        return sorted(self.books)
'''
SHELF_TESTS = """
class ShelfTestPut(unittest.TestCase):
    def test_put(self):
        shelf = Shelf(30)
        self.assertEqual(shelf.put("Emma", 10), 20)
        self.assertEqual(shelf.room, 20)
        self.assertEqual(shelf.titles(), ["Emma"])
    def test_no_room(self):
        shelf = Shelf(30)
        with self.assertRaises(ValueError):
            shelf.put("Emma", 31)
        GOES_ON
class ShelfTestTitles(unittest.TestCase):
    def test_titles(self):
        shelf = Shelf(50)
        shelf.put("Persuasion", 20)
        shelf.put("Emma", 10)
        self.assertEqual(shelf.titles(), ["Emma", "Persuasion"])
"""
KEPT = SHELF.replace("SAID", "nothing is\n            changed then")
FORGETFUL = KEPT.replace(CHECK + STORE, STORE + CHECK)  # has the book on the shelf, though it was refused
OPTIONS = Options(mutations=20, max_tests=40, mutants=1, keep=())


def shelf(source: str = KEPT, goes_on: str = "") -> ClassTask:
    return class_task(source, SHELF_TESTS.replace("GOES_ON", goes_on))


def strengthened(task: ClassTask, runner: ReferenceRunner, judge: Judge) -> Strengthened:
    return strengthen_task(task, OPTIONS, Tools(runner, judge))


def passes(judge: Judge, task: ClassTask, made: Strengthened, source: str) -> bool:
    assert made.suite is not None
    (verdict,) = judge.run([(replace(task, extra_suites=(made.suite,)), source)], PLUS)
    assert isinstance(verdict, CandidateVerdict)
    return verdict.passed(made.suite.listed)


def goes_on_after_exceptions(made: Strengthened) -> bool:
    """Whether a test does something after a call that raises."""
    assert made.suite is not None
    lines = made.suite.source.splitlines()
    return any(
        "assertRaises" in line and following.strip() and not following.strip().startswith(("def ", "class "))
        for line, following in zip(lines, [*lines[2:], "", ""], strict=True)
    )


def test_what_a_refusal_leaves_is_told(runner: ReferenceRunner, judge: Judge) -> None:
    """Where the docstring says that nothing is changed, a class that changes something is found out."""
    made = strengthened(shelf(), runner, judge)
    put = made.contract.methods["put"]
    assert put.unchanged_after == ("ValueError",) and put.sources["unchanged_after"] == ("docstring",)
    assert goes_on_after_exceptions(made) and passes(judge, shelf(), made, KEPT)
    assert not passes(judge, shelf(), made, FORGETFUL)
    said = "put: a call that raises ValueError changes nothing by the docstring."
    assert any(said in why for why in made.why.values())
    # Who takes the exception out of the contract gets tests that end with it.
    methods = {**made.contract.methods, "put": replace(put, unchanged_after=())}
    edited = strengthen_task(shelf(), OPTIONS, Tools(runner, judge), contract=replace(made.contract, methods=methods))
    assert not goes_on_after_exceptions(edited)


def test_who_says_what_is_left(runner: ReferenceRunner, judge: Judge) -> None:
    """Where neither docstring nor tests say what is left, no test goes on, and such a class passes."""
    task = shelf(SHELF.replace("SAID", "its title is kept in mind"))
    silent = strengthened(task, runner, judge)
    assert silent.contract.methods["put"].unchanged_after == ()
    assert silent.suite is not None and "assertRaises" in silent.suite.source and not goes_on_after_exceptions(silent)
    assert passes(judge, task, silent, FORGETFUL)
    # A test that goes on and reads from the object shows that nothing is changed, unless something is.
    silent = SHELF.replace("SAID", "no book is thrown away")
    task = shelf(silent, "self.assertEqual(shelf.room, 30)")
    shown = strengthened(task, runner, judge)
    assert shown.contract.methods["put"].sources["unchanged_after"] == ("tests",)
    assert not passes(judge, task, shown, FORGETFUL)
    changing = class_task(FORGETFUL.replace("nothing is\n            changed then", "the book lies on top"), task.test)
    for other in (shelf(silent, "shelf.put('Emma', 3)"), replace(changing, test=task.test)):
        assert not any(seed.sequence.goes_on for seed in record_seeds(other, runner).seeds)


def test_a_step_is_legal_by_what_was_done(runner: ReferenceRunner, judge: Judge) -> None:
    """What a refused call was given was not put there: no test asks for it as for something known."""
    width = '\n    def width(self, title):\n        """Its width."""\n        return self.books.get(title, 0)\n'
    tests = SHELF_TESTS.replace("GOES_ON", "") + (
        "\nclass ShelfTestWidth(unittest.TestCase):\n    def test_width(self):\n        shelf = Shelf(40)\n"
        '        shelf.put("Emma", 10)\n        self.assertEqual(shelf.width("Emma"), 10)\n'
    )
    found = strengthened(class_task(KEPT + width, tests), runner, judge)
    assert goes_on_after_exceptions(found)
    assert found.figures["dropped"]["without the calls that change nothing it is not legal"] > 0
    assert found.suite is not None and re.search(r"width\(.*\), 10\)", found.suite.source)
    assert not re.search(r"width\(.*\), 0\)", found.suite.source)


def test_running(runner: ReferenceRunner) -> None:
    """A sequence goes on after the exceptions named, unless a later step uses what the call returns."""
    started, books, named = (new(30), call("put", "Emma", 40)), read("books"), frozenset({("put", "ValueError")})
    steps, with_result = (*started, books, call("put", "Emma"), books), (*started, call("put", Ref(1), 3), books)
    sequences = [CallSequence(steps), *(CallSequence(some, goes_on=named) for some in (steps, with_result))]
    errors = [[result.error for result in run.results] if run else [] for run in runner.run(shelf(), sequences)]
    assert errors == [["", "ValueError"], ["", "ValueError", "", "TypeError"], ["", "ValueError"]]


def unchanging(docstring: str, of_class: str = "A shelf.") -> list[str]:
    """The exceptions that change nothing, of a method with this docstring in a class with that one."""
    skeleton = f"class Shelf:\n    {of_class!r}\n    def put(self):\n        {docstring!r}\n"
    found = documented_as_unchanging(replace(shelf(), skeleton=skeleton))
    assert {name for name, _ in found} <= {"put"}
    return sorted(error for _, error in found)


def test_what_docstrings_say() -> None:
    """An exception counts if its own entry says that nothing is changed, in all of its cases."""
    for text, names in [
        (":raises ValueError: if it is full; nothing is changed then.", ["ValueError"]),
        (":raises ValueError: if it is full. Then nothing\n    is changed.", ["ValueError"]),
        (':raises ValueError: by the first that applies, and then nothing is changed: "a"; "b".', ["ValueError"]),
        (":raises KeyError: if it is unknown.\n:raises ValueError: else; nothing is changed then.", ["ValueError"]),
        (":raises KeyError: a\n:raises ValueError: b. Nothing is changed in either case.", ["KeyError", "ValueError"]),
        (":raises ValueError: if it is full; the shelf is left unchanged.", ["ValueError"]),
        ("Put it. Raises ValueError without changing the shelf if it is full.", ["ValueError"]),
        (":raises ValueError: if it is full.", []),
        (':raises ValueError: as put, and then nothing is changed; else with "late", and time has gone on.', []),
        (":raises ValueError: if it is full; the time has gone on, and nothing else is changed.", []),
        (':raises ValueError: with the message "nothing is changed" if it is full.', []),
        ("If there is none, nothing is changed. Raises ValueError if it is full.", []),
        (":return: bool, False if nothing is changed.\n:raises ValueError: if it is full.", []),
        (":raises ValueError: if it is full.\n>>> # nothing is changed", []),
    ]:
        assert unchanging(text) == names
    # What the docstring of the class says of calls that raise holds for all documented exceptions.
    raising = ":raises ValueError: if it is full."
    assert unchanging(raising, "A shelf. Nothing is changed\n    if a method raises an exception.") == ["ValueError"]
    assert not unchanging(raising, "A shelf. Nothing else is changed if a method raises an exception.")
    assert not unchanging(raising, "A method that raises an exception says why. Nothing is changed by titles.")
    silent = SHELF.replace("SAID", "say so")
    said = silent.replace("of at most some width.", "of some width. A call that raises changes nothing.")
    assert documented_as_unchanging(shelf(silent)) == frozenset()
    assert documented_as_unchanging(shelf(said)) == {("put", "ValueError")}
