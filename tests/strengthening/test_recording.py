"""Seeds: what is recovered from tests, what is lost and why, and that nothing else is noted."""

import ast
import time
from dataclasses import replace

import pytest
from account_task import class_task

from classeval_hf.classes.tasks.task_rows import complete_task
from classeval_hf.core.tasks import ClassTask
from classeval_hf.strengthening.running import CLOCK_STEP, ReferenceRunner, Seeds, record_seeds

BOX = """
class Box:
    def __init__(self, items=(), *more, kind="plain", **options):
        if kind is None: raise ValueError("no kind")
        self.items, self.kind, self._secret, self.options = [*items, *more], kind, 0, options
    def add(self, item, *others, front=False):
        for one in (item, *others):
            self.items.insert(0 if front else len(self.items), one)
        return self.count()
    def count(self): return len(self.items)
    def take(self): return self.items.pop()
    def top(self): return max(self.items)
    def twin(self): return type(self)(self.items)
    def put_into(self, boxes): return [box.add(self.count()) for box in boxes]
    def apply(self, function): return [function(item) for item in self.items]
    def use(self, thing): return self.count()
    def each(self):
        for item in self.items:
            yield self.doubled(item)
    def __iter__(self): yield from (self.doubled(item) for item in self.items)
    def __len__(self): return self.count()
    def __eq__(self, other): return self.items == other.items
    @staticmethod
    def doubled(item): return item * 2
    @classmethod
    def of(cls, *items): return cls(items)
    @property
    def lid(self):
        if self.kind == "open": raise LookupError("no lid")
        return self.doubled(self.kind)
    @lid.setter
    def lid(self, kind):
        if not kind: raise ValueError("no kind")
        self.kind = kind
    def _hidden(self): return self._secret
    def _made(self): return object()
"""
# The docstring of each test has the calls that are recovered from it, or why they are lost.
KEPT = '''
def test_arguments(self):
    """Box([1], 2, kind='open', far=True); v0.add(3, 4, front=True); v0.options"""
    box = Box([1], 2, kind="open", far=True); self.assertEqual(box.add(3, 4, front=True), 4)
    self.assertEqual(box.options, {"far": True})
def test_static_and_class_methods(self):
    """Box.doubled(3); Box(); Box.doubled('a'); Box.of(1, 2); v3.count()"""
    self.assertEqual(Box.doubled(3), 6); self.assertEqual(Box().doubled("a"), "aa")
    self.assertEqual(Box.of(1, 2).count(), 2)
def test_objects(self):
    """Box(); Box([7]); v0.put_into([v1, v0]); v1.twin(); v3.take()"""
    first, second = Box(), Box([7]); self.assertEqual(first.put_into([second, first]), [2, 1])
    self.assertEqual(second.twin().take(), 0)
def test_property(self):
    """Box(); v0.lid; v0.lid = 'a'; v0.lid"""
    box = Box(); self.assertEqual(box.lid, "plainplain"); box.lid = "a"; self.assertEqual(box.lid, "aa")
def test_generators(self):  # what its own code calls and reads is no call of the test
    """Box([1, 2]); v0.each()"""
    box = Box([1, 2]); self.assertEqual(list(box.each()), [2, 4]); self.assertEqual(list(box), [2, 4])
def test_operators(self):
    """Box([1, 2]); Box([1, 2]); v0.add(3)"""
    box = Box([1, 2]); self.assertEqual(len(box), 2); self.assertEqual(box, Box([1, 2]))
    self.assertEqual(box.add(3), 3)
def test_private(self):
    """Box([1]); v0.add(2)"""
    box = Box([1]); self.assertEqual(box._hidden(), 0); self.assertEqual(box._secret, 0)
    self.assertEqual(box.add(2), 2)
def test_constructor_raises(self):  # a sequence goes to the first exception
    """Box(kind=None)"""
    with self.assertRaises(ValueError):
        Box(kind=None)
    Box().count()
def test_method_raises(self):
    """Box(); v0.take()"""
    box = Box(); self.assertRaises(IndexError, box.take); self.assertEqual(box.add(1), 1)
def test_reading_raises(self):
    """Box(kind='open'); v0.lid"""
    box = Box(kind="open")
    with self.assertRaises(LookupError):
        box.lid
def test_setting_raises(self):
    """Box(); v0.lid = ''"""
    box = Box()
    with self.assertRaises(ValueError):
        box.lid = ""
def test_hasattr(self):
    """Box([5])"""
    self.assertFalse(hasattr(Box([5]), "missing"))
def test_changed_by_the_class(self):  # what a test alone changes in a container that it read is set again
    """Box(); v0.items; v0.add(1); v0.items; v0.add(2); v0.count()"""
    box = Box(); self.assertEqual(box.items, []); box.add(1); self.assertEqual(box.items, [1]); box.add(2)
    self.assertEqual(box.count(), 2)
def test_changed_by_the_test(self):
    """Box(); v0.items; v0.items = [5]; v0.items; v0.items = [5, 6]; v0.options; v0.options = {'a': 1}; v0.add(7)"""
    box = Box(); box.items.append(5); box.items.append(6); box.options["a"] = 1; self.assertEqual(box.add(7), 3)
def test_changed_by_both(self):
    """Box(); v0.items; v0.add(1); v0.items = [1, 2]; v0.add(3); v0.count()"""
    box = Box(); items = box.items; box.add(1); items.append(2); box.add(3); self.assertEqual(box.count(), 3)
def test_changed_at_the_end(self):
    """Box([0]); v0.items"""
    Box([0]).items.append(5)
def test_in_a_list(self):
    """Box(); Box.doubled([v0]); v0.count()"""
    boxes = [Box.doubled([Box()])]; boxes[0][0].count()
'''
LOST = '''
import tempfile
from unittest import mock

class Helper: pass
class SmallBox(Box): pass

class BoxTest(unittest.TestCase):
    def test_lambda(self):
        """lost: apply is called with a value of the type function"""
        Box().apply(lambda item: item)
    def test_mock(self):
        """lost: use is called with a value of the type MagicMock"""
        Box().use(mock.MagicMock())
    def test_file(self):
        """lost: use is called with a value of the type BufferedRandom"""
        with tempfile.TemporaryFile() as file:
            Box().use(file)
    def test_helper(self):
        """lost: use is called with a value of the type Helper"""
        Box().use(thing=Helper())
    def test_long(self):
        """lost: use is called with a value of 5002 characters"""
        Box().use("x" * 5000)
    def test_patched(self):
        """lost: without the test, its calls return something else"""
        with mock.patch("builtins.max", return_value=9):
            self.assertEqual(Box([1]).top(), 9)
    def test_private_alone(self):
        """lost: it calls nothing of the class"""
        Box._hidden; self.assertEqual(len("a"), 1)
    def test_uses_private(self):
        """lost: it uses what a private method returned"""
        box = Box(); box.use(box._made())
    def test_subclass(self):
        """lost: it calls nothing of the class"""
        self.assertEqual(SmallBox([1]).count(), 1)
    def test_fails(self):
        """lost: the reference does not pass it"""
        self.assertEqual(Box().count(), 1)
    @unittest.skip("not today")
    def test_skipped(self):
        """lost: it calls nothing of the class"""
        Box().count()

class BoxUnpreparedTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls): raise OSError
    def test_never(self):
        """lost: the reference does not pass it"""
        Box()

class BoxOtherTest(unittest.TestCase):
    def test_count(self):
        """Box(); v0.count()"""
        self.assertEqual(Box().count(), 0)
'''
TREE = """
class Tree:
    def __init__(self): self.leaves = []
    def grow(self): self.leaves.append(Tree())
    def height(self): return 1 + max([leaf.height() for leaf in self.leaves], default=0)
"""
TREE_TESTS = '''
def test_leaf(self):
    """lost: it calls an object that was made where the recorder does not look"""
    tree = Tree(); tree.grow(); self.assertEqual(tree.leaves[0].height(), 1)
def test_tree(self):
    """Tree(); v0.grow(); v0.height()"""
    tree = Tree(); tree.grow(); self.assertEqual(tree.height(), 2)
'''
PUMP = """
class Pump:
    def __init__(self): self.litres = 0
    async def fill(self): self.litres += await self.step()
    async def step(self): return 1
    def level(self): return self.litres
"""
PUMP_TESTS = '''
class PumpTest(unittest.IsolatedAsyncioTestCase):
    async def test_filled(self):
        """lost: without the test, its calls return something else"""
        pump = Pump(); await pump.fill(); self.assertEqual(pump.level(), 1)
    async def test_empty(self):
        """Pump(); v0.level()"""
        self.assertEqual(Pump().level(), 0)
'''
HOLDS_N = "    def __init__(self, n): self.n = n\n    def get(self): return self.n"
SOURCES = {
    "kept": (BOX, KEPT),
    "lost": (BOX, LOST),
    "objects in a list": (TREE, TREE_TESTS),
    "coroutines": (PUMP, PUMP_TESTS),
    "a class that cannot be loaded": ("x = 1 / 0\nclass C: pass", "'lost: the reference does not pass it'\nC()"),
    "slots": (
        f"class C:\n    __slots__ = ('n',)\n{HOLDS_N}",
        "'C(3); v0.n = 4; v0.get()'\nc = C(3)\nc.n = 4\nself.assertEqual(c.get(), 4)",
    ),
    "dataclass": (
        "from dataclasses import dataclass, field\n@dataclass(order=True)\nclass C:\n    n: int\n"
        "    tags: list = field(default_factory=list)\n    def get(self): return self.n",
        "\"C(3); C(n=3); C(1); C(2); C(3, ['a']); v4.get()\"\n"
        "self.assertEqual(C(3), C(n=3))\nself.assertLess(C(1), C(2))\nself.assertEqual(C(3, ['a']).get(), 3)",
    ),
    "frozen": (
        "from dataclasses import dataclass\n@dataclass(frozen=True)\nclass C:\n    n: int",
        "'C(3); v0.n; v0.n = 4'\nc = C(3)\nself.assertEqual(c.n, 3)\nwith self.assertRaises(AttributeError): c.n = 4",
    ),
    "inheritance": (
        "class Base:\n    def __init__(self, n): self.n = n\n    def up(self, by=1): self.n += by; return self.n\n"
        "class C(Base):\n    def up(self, by=1): return super().up(2 * by)\n"
        "    def twice(self): self.up(); return self.up()",
        "'C(1); v0.up(by=3); v0.twice()'\nc = C(1)\nself.assertEqual(c.up(by=3), 7)\nself.assertEqual(c.twice(), 11)",
    ),
    "list": (
        "class C(list):\n    def total(self): return sum(self)\n    def push(self, n): self.append(n); return self",
        "'C([1]); v0.push(2); v0.total()'\nself.assertEqual(C([1]).push(2).total(), 3)",
    ),
    "new": (
        "class C:\n    def __new__(cls, n): self = super().__new__(cls); self.n = n; return self\n"
        "    def get(self): return self.n",
        "'C(4); v0.get()'\nself.assertEqual(C(4).get(), 4)",
    ),
    "singleton": (
        "class C:\n    one = None\n    def __new__(cls): cls.one = cls.one or super().__new__(cls); return cls.one\n"
        "    def get(self): return 1",
        "'C(); C(); C(); v0.get()'\nself.assertIs(C(), C())\nself.assertEqual(C().get(), 1)",
    ),
    "names": (
        "class C:\n    def list(self): return [1]\n    def print(self, new): return new\n    def new(self): return 7\n"
        "    def call(self, action=1): return action",
        "\"C(); v0.list(); v0.print('= x'); v0.new(); v0.call(action=' = ')\"\nc = C()\n"
        "self.assertEqual(c.list(), [1])\nc.print('= x')\nc.new()\nself.assertEqual(c.call(action=' = '), ' = ')",
    ),
    "unicode": (
        "class Zähler:\n    def __init__(self): self.größe = 0\n"
        "    def größer(self, é=1): self.größe += é; return self.größe",
        "'Zähler(); v0.größer(é=2); v0.größe'\n"
        "z = Zähler()\nself.assertEqual(z.größer(é=2), 2)\nself.assertEqual(z.größe, 2)",
    ),
    **{
        name: (f"class {name}:\n{HOLDS_N}", f"'{name}(4); v0.get()'\nself.assertEqual({name}(4).get(), 4)")
        for name in ("Decimal", "datetime")
    },
    "defaults": (
        "class C:\n    def add(self, n, found=[]): found.append(n); return list(found)",
        "'C(); v0.add(1); C(); v2.add(2)'\nself.assertEqual(C().add(1), [1])\nself.assertEqual(C().add(2), [1, 2])",
    ),
    "attributes": (
        "class C:\n    made = 0\n    def __init__(self): C.made += 1\n    def count(self): return C.made\n"
        "    def __getattr__(self, name): return name.upper()",
        "'C(); v0.count()'\nc = C()\nself.assertEqual(c.count(), 1)\nself.assertEqual(c.other, 'OTHER')",
    ),
}


def in_a_test(body: str) -> str:
    return "def test_it(self):\n" + "".join(f"    {line}\n" for line in body.splitlines())


def seeds_of(runner: ReferenceRunner, tests: str, reference: str = BOX) -> Seeds:
    return record_seeds(class_task(reference, tests), runner)


def lines(seeds: Seeds, class_name: str = "Box") -> dict[str, str]:
    """The lines of each seed, by the name of its test."""
    named = [(seed.sequence.origin.partition(".")[2], seed.sequence) for seed in seeds.seeds]
    return {name: "; ".join(sequence.lines(class_name)) for name, sequence in named}


@pytest.mark.parametrize("name", SOURCES)
def test_recovered_and_lost(runner: ReferenceRunner, name: str) -> None:
    reference, tests = SOURCES[name]
    task = class_task(reference, tests if "def test_" in tests else in_a_test(tests))
    seeds = record_seeds(task, runner)
    found = lines(seeds, task.class_name)
    assert len(found) == len(seeds.seeds) == seeds.tests - len(seeds.lost)
    assert found | {test.partition(".")[2]: f"lost: {reason}" for test, reason in seeds.lost.items()} == {
        node.name: ast.get_docstring(node)
        for node in ast.walk(ast.parse(task.test))
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.name.startswith("test_")
    }
    if name == "kept":
        errors = {seed.sequence.origin.partition(".")[2]: seed.results[-1].error for seed in seeds.seeds}
        assert {test: error for test, error in errors.items() if error} == {
            "test_constructor_raises": "ValueError",
            "test_method_raises": "IndexError",
            "test_reading_raises": "LookupError",
            "test_setting_raises": "ValueError",
        }


def test_account(account: ClassTask, account_seeds: Seeds) -> None:
    assert account_seeds.lost == {} and account_seeds.tests == 9
    assert lines(account_seeds, "Account") == {
        "test_code": "Account.is_code('AB12')",
        "test_no_code": "Account.is_code('ab12'); Account.is_code('AB123')",
        "test_deposit": "Account('Ann', balance=10); v0.deposit(5); v0.deposit(20); v0.entries",
        "test_not_positive": "Account('Ann', balance=10); v0.deposit(0); v0.balance",
        "test_withdraw": "Account('Ann', 30); v0.withdraw(12); v0.balance",
        "test_too_much": "Account('Ann', 30); v0.withdraw(31)",
        "test_interest": "Account('Bob', 200); v0.interest(0.05); v0.balance = 50; v0.interest(0.3)",
        "test_summary": "Account('Bob', 7); v0.deposit(3); v0.withdraw(4); v0.summary()",
        "test_entries_of_the_test": "Account('Bob'); v0.entries; v0.entries = [8]; v0.summary()",
    }
    seeds = account_seeds.seeds
    results = {seed.sequence.origin: [(item.value, item.error) for item in seed.results[1:]] for seed in seeds}
    assert results["AccountTestDeposit.test_deposit"] == [(15, ""), (35, ""), ([5, 20], "")]
    assert results["AccountTestDeposit.test_not_positive"] == [(None, "ValueError"), (10, "")]
    assert results["AccountTestSummary.test_summary"][-1] == ({"in": 3, "out": 4, "count": 2}, "")
    methods = "is_code is_code deposit deposit withdraw withdraw interest summary summary"
    assert [seed.sequence.method for seed in seeds] == methods.split()


def test_sequence_of_several_tests(runner: ReferenceRunner) -> None:
    """Equal sequences of one method count once; those of setUp and setUpClass belong to each of their tests."""
    tests = """
    class BoxTest(unittest.TestCase):
        @classmethod
        def setUpClass(cls): cls.shared = Box([1, 2])
        def setUp(self): self.box = Box()
        def test_first(self): self.assertEqual(self.shared.count(), 2)
        def test_same(self): self.assertEqual(self.shared.count() - 2, 0)
        def test_own(self): self.assertEqual(self.box.add(self.shared.count()), 1)
    """
    seeds = seeds_of(runner, tests)
    assert seeds.lost == {}
    assert lines(seeds) == {
        "test_first": "Box([1, 2]); Box(); v0.count()",
        "test_own": "Box([1, 2]); Box(); v0.count(); v1.add(2)",
    }
    assert seeds.tests == 3


def test_values_and_methods_that_there_are_not(runner: ReferenceRunner) -> None:
    reference = """
    from fractions import Fraction
    class Big:
        def power(self, n): return 2 ** n
        def nothing(self): return float("nan")
        def fraction(self): return Fraction(1, 2 ** 16000)
    """
    body = "self.assertGreater(Big().power(16000), 1)\nBig().nothing()\nBig().fraction()"
    seeds = seeds_of(runner, in_a_test(body), reference)
    assert seeds.lost == {} and [len(seed.results) for seed in seeds.seeds] == [6]
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
        def test_today(self): self.assertEqual(Box().add(datetime.date.today().isoformat()), 1)
        def test_clock(self): self.assertEqual(Box().add(time.time()), 1)
        def test_this_century(self):
            self.assertLess(datetime.datetime.now().timestamp(), %s)
            self.assertEqual(Box().add(2), 1)
        def test_fixed(self): self.assertEqual(Box().add(datetime.date(2024, 2, 29)), 1)
    """
    seeds = seeds_of(runner, tests.replace("%s", str(time.time() + CLOCK_STEP / 2)))
    assert list(lines(seeds)) == ["test_fixed"]
    others = "at another time, it makes other calls"
    assert seeds.lost == {f"BoxTestAdd.{name}": others for name in ("test_today", "test_clock", "test_this_century")}


def test_array_as_first_argument_of_a_static_method(runner: ReferenceRunner) -> None:
    reference = "import numpy\nclass C:\n    @staticmethod\n    def total(row): return int(row.sum())"
    test = "def test_total(self):\n    self.assertEqual(C.total(numpy.array([1, 2])), 3)"
    seeds = record_seeds(class_task(reference, test), runner)
    assert seeds.lost == {} and [seed.results[0].value for seed in seeds.seeds] == [3]
