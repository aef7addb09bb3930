"""Calls that raise and change nothing stand in the middle of a sequence, where a docstring or a test says so."""

import re
from dataclasses import replace

from account_task import class_task

from classeval_hf.core.tasks import PLUS, ClassTask
from classeval_hf.core.verdicts import CandidateVerdict
from classeval_hf.judging.judge import Judge
from classeval_hf.strengthening.infer.contract_inference import documented_as_unchanging
from classeval_hf.strengthening.infer.docstring_reading import raised_without_change, speaks_of_no_change
from classeval_hf.strengthening.pipeline import Options, Strengthened, Tools, strengthen_task
from classeval_hf.strengthening.record.recording import record_seeds
from classeval_hf.strengthening.record.running import ReferenceRunner
from classeval_hf.strengthening.record.sequences import CallSequence, Step
from classeval_hf.strengthening.record.values import Ref

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
TESTS = """
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
    return class_task(source, TESTS.replace("GOES_ON", goes_on))


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
    tests = TESTS.replace("GOES_ON", "") + (
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
    put, read = Step("call", 0, "put", ("Emma", 40)), Step("get", 0, "books")
    new, named = Step("new", arguments=(30,)), frozenset({("put", "ValueError")})
    steps = (new, put, read, Step("call", 0, "put", ("Emma",)), read)
    sequences = [
        CallSequence(steps),
        CallSequence(steps, goes_on=named),
        CallSequence((new, put, Step("call", 0, "put", (Ref(1), 3)), read), goes_on=named),
    ]
    errors = [[result.error for result in run.results] if run else [] for run in runner.run(shelf(), sequences)]
    assert errors == [["", "ValueError"], ["", "ValueError", "", "TypeError"], ["", "ValueError"]]


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
        assert raised_without_change(text) == tuple(names)
    # What the docstring of the class says of calls that raise holds for all documented exceptions.
    assert speaks_of_no_change("A shelf. Nothing is changed\n    if a method raises an exception.")
    assert not speaks_of_no_change("A shelf. Nothing else is changed if a method raises an exception.")
    assert not speaks_of_no_change("A method that raises an exception says why. Nothing is changed by titles.")
    silent = SHELF.replace("SAID", "say so")
    said = silent.replace("of at most some width.", "of some width. A call that raises changes nothing.")
    assert documented_as_unchanging(shelf(silent)) == frozenset()
    assert documented_as_unchanging(shelf(said)) == {("put", "ValueError")}
