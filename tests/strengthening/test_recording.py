"""Seeds: what is recovered from tests, what is lost and why, and that nothing else is noted."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest
from account_task import class_task

from classeval_hf.core.tasks import ClassTask
from classeval_hf.strengthening.record.recording import Seeds, record_seeds
from classeval_hf.strengthening.record.running import CLOCK_STEP, ReferenceRunner
from classeval_hf.tasks.task_rows import complete_task

BOX = """
class Box:
    def __init__(self, items=(), *more, kind="plain", **options):
        if kind is None:
            raise ValueError("no kind")
        self.items, self.kind, self._secret, self.options = [*items, *more], kind, 0, options

    def add(self, item, *others, front=False):
        for one in (item, *others):
            self.items.insert(0 if front else len(self.items), one)
        return self.count()

    def count(self):
        return len(self.items)

    def take(self):
        return self.items.pop()

    def top(self):
        return max(self.items)

    def twin(self):
        return type(self)(self.items)

    def put_into(self, boxes):
        return [box.add(self.count()) for box in boxes]

    def apply(self, function):
        return [function(item) for item in self.items]

    def each(self):
        for item in self.items:
            yield self.doubled(item)

    def __iter__(self):
        yield from (self.doubled(item) for item in self.items)

    def __len__(self):
        return self.count()

    def __eq__(self, other):
        return self.items == other.items

    @staticmethod
    def doubled(item):
        return item * 2

    @classmethod
    def of(cls, *items):
        return cls(items)

    @property
    def lid(self):
        if self.kind == "open":
            raise LookupError("no lid")
        return self.doubled(self.kind)

    @lid.setter
    def lid(self, kind):
        if not kind:
            raise ValueError("no kind")
        self.kind = kind

    def _hidden(self):
        return self._secret

    def _made(self):
        return object()

    def use(self, thing):
        return self.count()
"""


def seeds_of(runner: ReferenceRunner, tests: str, reference: str = BOX) -> Seeds:
    return record_seeds(class_task(reference, tests), runner)


def lines(seeds: Seeds, class_name: str = "Box") -> dict[str, list[str]]:
    """The lines of each seed, by the name of its test."""
    return {seed.sequence.origin.partition(".")[2]: seed.sequence.lines(class_name) for seed in seeds.seeds}


def test_account(account: ClassTask, account_seeds: Seeds) -> None:
    """The sequences of the task's tests come out, with what the reference did."""
    assert account_seeds.lost == {}
    assert account_seeds.tests == 9
    assert lines(account_seeds, "Account") == {
        "test_code": ["Account.is_code('AB12')"],
        "test_no_code": ["Account.is_code('ab12')", "Account.is_code('AB123')"],
        "test_deposit": ["Account('Ann', balance=10)", "v0.deposit(5)", "v0.deposit(20)", "v0.entries"],
        "test_not_positive": ["Account('Ann', balance=10)", "v0.deposit(0)", "v0.balance"],
        "test_withdraw": ["Account('Ann', 30)", "v0.withdraw(12)", "v0.balance"],
        "test_too_much": ["Account('Ann', 30)", "v0.withdraw(31)"],
        "test_interest": ["Account('Bob', 200)", "v0.interest(0.05)", "v0.balance = 50", "v0.interest(0.3)"],
        "test_summary": ["Account('Bob', 7)", "v0.deposit(3)", "v0.withdraw(4)", "v0.summary()"],
        "test_entries_of_the_test": ["Account('Bob')", "v0.entries", "v0.entries = [8]", "v0.summary()"],
    }
    results = {
        seed.sequence.origin: [(item.value, item.error) for item in seed.results[1:]] for seed in account_seeds.seeds
    }
    assert results["AccountTestDeposit.test_deposit"] == [(15, ""), (35, ""), ([5, 20], "")]
    assert results["AccountTestDeposit.test_not_positive"] == [(None, "ValueError"), (10, "")]
    assert results["AccountTestSummary.test_summary"][-1] == ({"in": 3, "out": 4, "count": 2}, "")
    assert [seed.sequence.method for seed in account_seeds.seeds] == [
        *("is_code", "is_code", "deposit", "deposit", "withdraw", "withdraw", "interest", "summary", "summary")
    ]


def test_calls_of_every_kind(runner: ReferenceRunner) -> None:
    """Arguments of every kind, static and class methods, properties, and objects that refer to one another."""
    seeds = seeds_of(
        runner,
        """
        def test_arguments(self):
            box = Box([1], 2, kind="open", far=True)
            self.assertEqual(box.add(3, 4, front=True), 4)
            self.assertEqual(box.options, {"far": True})

        def test_static_and_class_methods(self):
            self.assertEqual(Box.doubled(3), 6)
            self.assertEqual(Box().doubled("a"), "aa")
            self.assertEqual(Box.of(1, 2).count(), 2)

        def test_objects(self):
            first, second = Box(), Box([7])
            self.assertEqual(first.put_into([second, first]), [2, 1])
            self.assertEqual(second.twin().take(), 0)

        def test_property(self):
            box = Box()
            self.assertEqual(box.lid, "plainplain")
            box.lid = "a"
            self.assertEqual(box.lid, "aa")
        """,
    )
    assert seeds.lost == {}
    assert lines(seeds) == {
        "test_arguments": ["Box([1], 2, kind='open', far=True)", "v0.add(3, 4, front=True)", "v0.options"],
        "test_static_and_class_methods": [
            *("Box.doubled(3)", "Box()", "Box.doubled('a')", "Box.of(1, 2)", "v3.count()")
        ],
        "test_objects": ["Box()", "Box([7])", "v0.put_into([v1, v0])", "v1.twin()", "v3.take()"],
        "test_property": ["Box()", "v0.lid", "v0.lid = 'a'", "v0.lid"],
    }


def test_own_calls_are_not_noted(runner: ReferenceRunner) -> None:
    """Neither methods, operators and generators of the class, nor what they read, count as calls of the test."""
    seeds = seeds_of(
        runner,
        """
        def test_generators(self):
            box = Box([1, 2])
            self.assertEqual(list(box.each()), [2, 4])
            self.assertEqual(list(box), [2, 4])

        def test_operators(self):
            box = Box([1, 2])
            self.assertEqual(len(box), 2)
            self.assertEqual(box, Box([1, 2]))
            self.assertEqual(box.add(3), 3)
        """,
    )
    assert lines(seeds) == {
        "test_generators": ["Box([1, 2])", "v0.each()"],
        "test_operators": ["Box([1, 2])", "Box([1, 2])", "v0.add(3)"],
    }


def test_exceptions_end_a_sequence(runner: ReferenceRunner) -> None:
    """A sequence goes to the first exception: of a constructor, a method, a property, or of setting one."""
    seeds = seeds_of(
        runner,
        """
        def test_constructor(self):
            with self.assertRaises(ValueError):
                Box(kind=None)
            Box().count()

        def test_method(self):
            box = Box()
            self.assertRaises(IndexError, box.take)
            self.assertEqual(box.add(1), 1)

        def test_reading(self):
            box = Box(kind="open")
            with self.assertRaises(LookupError):
                box.lid

        def test_setting(self):
            box = Box()
            with self.assertRaises(ValueError):
                box.lid = ""

        def test_hasattr(self):
            self.assertFalse(hasattr(Box([5]), "missing"))
        """,
    )
    assert seeds.lost == {}
    assert lines(seeds) == {
        "test_constructor": ["Box(kind=None)"],
        "test_method": ["Box()", "v0.take()"],
        "test_reading": ["Box(kind='open')", "v0.lid"],
        "test_setting": ["Box()", "v0.lid = ''"],
        "test_hasattr": ["Box([5])"],
    }
    errors = [seed.results[-1].error for seed in seeds.seeds]
    assert errors == ["ValueError", "", "IndexError", "LookupError", "ValueError"]


def test_containers(runner: ReferenceRunner) -> None:
    """What a test changes in a container that it read is set again; what the class changes in it is not."""
    seeds = seeds_of(
        runner,
        """
        def test_by_the_class(self):
            box = Box()
            self.assertEqual(box.items, [])
            box.add(1)
            self.assertEqual(box.items, [1])
            box.add(2)
            self.assertEqual(box.count(), 2)

        def test_by_the_test(self):
            box = Box()
            box.items.append(5)
            box.items.append(6)
            box.options["a"] = 1
            self.assertEqual(box.add(7), 3)

        def test_by_both(self):
            box = Box()
            items = box.items
            box.add(1)
            items.append(2)
            box.add(3)
            self.assertEqual(box.count(), 3)

        def test_at_the_end(self):
            box = Box([0])
            box.items.append(5)
        """,
    )
    assert seeds.lost == {}
    assert lines(seeds) == {
        "test_by_the_class": ["Box()", "v0.items", "v0.add(1)", "v0.items", "v0.add(2)", "v0.count()"],
        "test_by_the_test": [
            *("Box()", "v0.items", "v0.items = [5]", "v0.items", "v0.items = [5, 6]", "v0.options"),
            *("v0.options = {'a': 1}", "v0.add(7)"),
        ],
        "test_by_both": ["Box()", "v0.items", "v0.add(1)", "v0.items = [1, 2]", "v0.add(3)", "v0.count()"],
        "test_at_the_end": ["Box([0])", "v0.items"],
    }


def test_what_is_lost(runner: ReferenceRunner) -> None:
    """A test whose calls cannot be made again is lost, and the reason says why."""
    seeds = seeds_of(
        runner,
        """
        import os
        import tempfile
        from unittest import mock


        class Helper:
            def twice(self, item):
                return 2 * item


        class SmallBox(Box):
            pass


        class BoxTest(unittest.TestCase):
            def test_lambda(self):
                Box().apply(lambda item: item)

            def test_mock(self):
                Box().use(mock.MagicMock())

            def test_file(self):
                with tempfile.TemporaryFile() as file:
                    Box().use(file)

            def test_helper(self):
                Box().use(thing=Helper())

            def test_long(self):
                Box().use("x" * 5000)

            def test_patched(self):
                with mock.patch("builtins.max", return_value=9):
                    self.assertEqual(Box([1]).top(), 9)

            def test_private_alone(self):
                Box._hidden
                self.assertEqual(len("a"), 1)

            def test_uses_private(self):
                box = Box()
                box.use(box._made())

            def test_in_a_list(self):
                boxes = [Box.doubled([Box()])]
                boxes[0][0].count()

            def test_subclass(self):
                self.assertEqual(SmallBox([1]).count(), 1)

            def test_fails(self):
                self.assertEqual(Box().count(), 1)

            @unittest.skip("not today")
            def test_skipped(self):
                Box().count()
        """,
    )
    assert {name.partition(".")[2]: reason for name, reason in seeds.lost.items()} == {
        "test_lambda": "apply is called with a value of the type function",
        "test_mock": "use is called with a value of the type MagicMock",
        "test_file": "use is called with a value of the type BufferedRandom",
        "test_helper": "use is called with a value of the type Helper",
        "test_long": "use is called with a value of 5002 characters",
        "test_patched": "without the test around them, its calls return something else",
        "test_private_alone": "it calls nothing of the class",
        "test_uses_private": "it uses what a private method returned",
        "test_subclass": "it calls nothing of the class",
        "test_fails": "the reference does not pass it",
        "test_skipped": "it calls nothing of the class",
    }
    assert lines(seeds) == {"test_in_a_list": ["Box()", "Box.doubled([v0])", "v0.count()"]}
    assert seeds.tests == 12


def test_object_from_a_list(runner: ReferenceRunner) -> None:
    """An object that the class made in a list is not known to the recorder, and the test is lost."""
    reference = """
    class Tree:
        def __init__(self):
            self.leaves = []

        def grow(self):
            self.leaves.append(Tree())

        def height(self):
            return 1 + max([leaf.height() for leaf in self.leaves], default=0)
    """
    tests = """
    def test_leaf(self):
        tree = Tree()
        tree.grow()
        self.assertEqual(tree.leaves[0].height(), 1)

    def test_tree(self):
        tree = Tree()
        tree.grow()
        self.assertEqual(tree.height(), 2)
    """
    seeds = seeds_of(runner, tests, reference)
    assert seeds.lost == {"TreeTest.test_leaf": "it calls an object that was made where the recorder does not look"}
    assert lines(seeds, "Tree") == {"test_tree": ["Tree()", "v0.grow()", "v0.height()"]}


def test_private_calls_are_left_out(runner: ReferenceRunner) -> None:
    """Calls and reads of what is private are no part of a sequence."""
    tests = """
    def test_private(self):
        box = Box([1])
        self.assertEqual(box._hidden(), 0)
        self.assertEqual(box._secret, 0)
        self.assertEqual(box.add(2), 2)
    """
    assert lines(seeds_of(runner, tests)) == {"test_private": ["Box([1])", "v0.add(2)"]}


def test_sequence_of_several_tests(runner: ReferenceRunner) -> None:
    """Equal sequences of one method count once; those of setUp and setUpClass belong to each of their tests."""
    seeds = seeds_of(
        runner,
        """
        class BoxTest(unittest.TestCase):
            @classmethod
            def setUpClass(cls):
                cls.shared = Box([1, 2])

            def setUp(self):
                self.box = Box()

            def test_first(self):
                self.assertEqual(self.shared.count(), 2)

            def test_same(self):
                self.assertEqual(self.shared.count() - 2, 0)

            def test_own(self):
                self.assertEqual(self.box.add(self.shared.count()), 1)
        """,
    )
    assert seeds.lost == {}
    assert lines(seeds) == {
        "test_first": ["Box([1, 2])", "Box()", "v0.count()"],
        "test_own": ["Box([1, 2])", "Box()", "v0.count()", "v1.add(2)"],
    }
    assert seeds.tests == 3


ODD_CLASSES = {
    "slots": (
        "class C:\n    __slots__ = ('n',)\n    def __init__(self, n): self.n = n\n    def get(self): return self.n",
        "c = C(3)\nc.n = 4\nself.assertEqual(c.get(), 4)",
        ["C(3)", "v0.n = 4", "v0.get()"],
    ),
    "dataclass": (
        "from dataclasses import dataclass, field\n@dataclass(order=True)\nclass C:\n    n: int\n"
        "    tags: list = field(default_factory=list)\n    def get(self): return self.n",
        "self.assertEqual(C(3), C(n=3))\nself.assertLess(C(1), C(2))\nself.assertEqual(C(3, ['a']).get(), 3)",
        ["C(3)", "C(n=3)", "C(1)", "C(2)", "C(3, ['a'])", "v4.get()"],
    ),
    "frozen": (
        "from dataclasses import dataclass\n@dataclass(frozen=True)\nclass C:\n    n: int",
        "c = C(3)\nself.assertEqual(c.n, 3)\nwith self.assertRaises(AttributeError):\n    c.n = 4",
        ["C(3)", "v0.n", "v0.n = 4"],
    ),
    "inheritance": (
        "class Base:\n    def __init__(self, n): self.n = n\n    def up(self, by=1): self.n += by; return self.n\n"
        "class C(Base):\n    def up(self, by=1): return super().up(2 * by)\n"
        "    def twice(self): self.up(); return self.up()",
        "c = C(1)\nself.assertEqual(c.up(by=3), 7)\nself.assertEqual(c.twice(), 11)",
        ["C(1)", "v0.up(by=3)", "v0.twice()"],
    ),
    "list": (
        "class C(list):\n    def total(self): return sum(self)\n    def push(self, n): self.append(n); return self",
        "c = C([1])\nself.assertEqual(c.push(2).total(), 3)",
        ["C([1])", "v0.push(2)", "v0.total()"],
    ),
    "new": (
        "class C:\n    def __new__(cls, n):\n        self = super().__new__(cls)\n        self.n = n\n"
        "        return self\n    def get(self): return self.n",
        "self.assertEqual(C(4).get(), 4)",
        ["C(4)", "v0.get()"],
    ),
    "singleton": (
        "class C:\n    one = None\n    def __new__(cls):\n        cls.one = cls.one or super().__new__(cls)\n"
        "        return cls.one\n    def get(self): return 1",
        "self.assertIs(C(), C())\nself.assertEqual(C().get(), 1)",
        ["C()", "C()", "C()", "v0.get()"],
    ),
    "names": (
        "class C:\n    def list(self): return [1]\n    def print(self, new): return new\n    def new(self): return 7\n"
        "    def call(self, action=1): return action",
        "c = C()\nself.assertEqual(c.list(), [1])\nc.print('= x')\nc.new()\n"
        "self.assertEqual(c.call(action=' = '), ' = ')",
        ["C()", "v0.list()", "v0.print('= x')", "v0.new()", "v0.call(action=' = ')"],
    ),
    "unicode": (
        "class Zähler:\n    def __init__(self): self.größe = 0\n"
        "    def größer(self, é=1): self.größe += é; return self.größe",
        "z = Zähler()\nself.assertEqual(z.größer(é=2), 2)\nself.assertEqual(z.größe, 2)",
        ["Zähler()", "v0.größer(é=2)", "v0.größe"],
    ),
    "Decimal": (
        "class Decimal:\n    def __init__(self, n): self.n = n\n    def get(self): return self.n",
        "self.assertEqual(Decimal(4).get(), 4)",
        ["Decimal(4)", "v0.get()"],
    ),
    "datetime": (
        "class datetime:\n    def __init__(self, n): self.n = n\n    def get(self): return self.n",
        "self.assertEqual(datetime(4).get(), 4)",
        ["datetime(4)", "v0.get()"],
    ),
    "defaults": (
        "class C:\n    def add(self, n, found=[]):\n        found.append(n)\n        return list(found)",
        "self.assertEqual(C().add(1), [1])\nself.assertEqual(C().add(2), [1, 2])",
        ["C()", "v0.add(1)", "C()", "v2.add(2)"],
    ),
    "attributes": (
        "class C:\n    made = 0\n    def __init__(self): C.made += 1\n    def count(self): return C.made\n"
        "    def __getattr__(self, name): return name.upper()",
        "c = C()\nself.assertEqual(c.count(), 1)\nself.assertEqual(c.other, 'OTHER')",
        ["C()", "v0.count()"],
    ),
}


@pytest.mark.parametrize("name", ODD_CLASSES)
def test_odd_classes(runner: ReferenceRunner, name: str) -> None:
    """Classes of every kind are recorded as they are used."""
    reference, body, expected = ODD_CLASSES[name]
    tests = "def test_it(self):\n" + "\n".join(f"    {line}" for line in body.splitlines())
    task = class_task(reference, tests)
    seeds = record_seeds(task, runner)
    assert seeds.lost == {}
    assert lines(seeds, task.class_name) == {"test_it": expected}


def test_coroutines(runner: ReferenceRunner) -> None:
    """Coroutines are run by the test, so a test that needs what they do is lost; one that does not is kept."""
    reference = """
    class Pump:
        def __init__(self):
            self.litres = 0

        async def fill(self):
            self.litres += await self.step()

        async def step(self):
            return 1

        def level(self):
            return self.litres
    """
    tests = """
    class PumpTest(unittest.IsolatedAsyncioTestCase):
        async def test_filled(self):
            pump = Pump()
            await pump.fill()
            self.assertEqual(pump.level(), 1)

        async def test_empty(self):
            self.assertEqual(Pump().level(), 0)
    """
    seeds = seeds_of(runner, tests, reference)
    assert lines(seeds, "Pump") == {"test_empty": ["Pump()", "v0.level()"]}
    assert seeds.lost == {"PumpTest.test_filled": "without the test around them, its calls return something else"}


def test_values_beyond_what_can_be_written(runner: ReferenceRunner) -> None:
    """Results of any size, and what is not a number, do no harm."""
    reference = """
    class Big:
        def power(self, n):
            return 2 ** n

        def nothing(self):
            return float("nan")

        def fraction(self):
            from fractions import Fraction
            return Fraction(1, 2 ** 16000)
    """
    tests = """
    def test_big(self):
        self.assertGreater(Big().power(16000), 1)
        Big().nothing()
        Big().fraction()
    """
    seeds = seeds_of(runner, tests, reference)
    assert seeds.lost == {}
    assert [len(seed.results) for seed in seeds.seeds] == [6]


def test_tests_that_cannot_be_run(runner: ReferenceRunner) -> None:
    """Tests of a class whose preparation fails are lost; those of other classes are not."""
    seeds = seeds_of(
        runner,
        """
        class BoxTest(unittest.TestCase):
            @classmethod
            def setUpClass(cls):
                raise OSError

            def test_never(self):
                Box()

        class BoxOtherTest(unittest.TestCase):
            def test_count(self):
                self.assertEqual(Box().count(), 0)
        """,
    )
    assert seeds.lost == {"BoxTest.test_never": "the reference does not pass it"}
    assert lines(seeds) == {"test_count": ["Box()", "v0.count()"]}
    broken = seeds_of(runner, "def test_c(self):\n    C()", "x = 1 / 0\nclass C:\n    pass")
    assert (broken.seeds, broken.tests, list(broken.lost)) == ((), 1, ["CTest.test_c"])


def test_task_without_methods(runner: ReferenceRunner) -> None:
    """The sequences of a task that declares no methods are of the class as a whole."""
    reference = "class C:\n    def get(self): return 1"
    task = class_task(reference, "def test_get(self):\n    self.assertEqual(C().get(), 1)")
    bare = complete_task(replace(task, methods_info=(), class_test_classes=()))
    assert [seed.sequence.method for seed in record_seeds(bare, runner).seeds] == [""]
    assert [seed.sequence.method for seed in record_seeds(task, runner).seeds] == ["get"]


def test_tests_that_hold_the_time(runner: ReferenceRunner) -> None:
    """A seed is the same on every day: a test that hands over the time, or passes at this time alone, is lost."""
    tests = """
    import datetime
    import time

    class BoxTestAdd(unittest.TestCase):
        def test_today(self):
            self.assertEqual(Box().add(datetime.date.today().isoformat()), 1)

        def test_clock(self):
            self.assertEqual(Box().add(time.time()), 1)

        def test_this_century(self):
            self.assertLess(datetime.datetime.now().timestamp(), %s)
            self.assertEqual(Box().add(2), 1)

        def test_fixed(self):
            self.assertEqual(Box().add(datetime.date(2024, 2, 29)), 1)
    """
    soon = time.time() + CLOCK_STEP / 2
    seeds = seeds_of(runner, tests.replace("%s", str(soon)))
    assert list(lines(seeds)) == ["test_fixed"]
    others = "at another time, its calls are others"
    assert seeds.lost == {f"BoxTestAdd.{name}": others for name in ("test_today", "test_clock", "test_this_century")}
