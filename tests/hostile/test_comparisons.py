"""
Objects that decide comparisons of tests themselves: each passes plain unittest, and none passes here.

The expected values of these tests are no literal arguments of assertions. Most are withheld all the same; of the
others both sides are sent as data.
"""

import json
import textwrap
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hostile_samples import details, outcome
from programs import run_python

from classeval_hf.core.tasks import ClassTask
from classeval_hf.core.verdicts import Outcome
from classeval_hf.engine.executor import Executor

RIGHT = (
    "class Box:\n    def get(self, *_): return 7\n    def all(self): return [7, 8]\n    def name(self): return 'ann'"
)

YES = """
class Yes:
    def yes(self, *_): return True
    def no(self, *_): return False
    __eq__ = __lt__ = __le__ = __gt__ = __ge__ = __contains__ = __bool__ = yes
    __ne__ = no
    def __hash__(self): return hash(7)
    def __len__(self): return 2
    def __iter__(self): return iter([Yes(), Yes()])
    def __sub__(self, other): return 0
    __rsub__ = __sub__
"""


def box(get: str, all: str = "") -> str:
    """A class whose methods return this."""
    methods = {"get(self, *_)": get, "all(self)": all or get, "name(self)": get}
    return "\nclass Box:\n" + "".join(f"    def {name}: return {value}\n" for name, value in methods.items())


OBJECT = YES + box("Yes()")
ITSELF = YES.replace("class Yes", "class Box").replace("Yes()", "Box()")
ITSELF += "    def get(self, *_): return self\n    all = name = get\n"
INSIDE = YES + box("Yes()", "[Yes(), Yes()]")
DEEP = YES + box("{'a': [(1, Yes())]}")
NEVER = """
class Never(int):
    def __eq__(self, other): return False
    def __ne__(self, other): return True
    __hash__ = int.__hash__
""" + box("Never(6)", "[Never(6)]")
LYING_CLASS = YES.replace("class Yes:", "class Yes:\n    __class__ = property(lambda self: int)") + box("Yes()")
BOOLEAN = """
class Truth:
    def __bool__(self): return True
    def __invert__(self): return self
    def all(self): return self
class Yes:
    def __eq__(self, other): return Truth()
    def __ne__(self, other): return Falsehood()
    __hash__ = None
class Falsehood(Truth):
    def __bool__(self): return False
""" + box("Yes()")
METACLASS = """
class Meta(type):
    def __eq__(cls, other): return True
    def __hash__(cls): return hash(int)
class Yes(metaclass=Meta):
    def __eq__(self, other): return True
    __hash__ = None
""" + box("Yes()")
ANY = "from unittest.mock import ANY\n" + box("ANY")
MOCK = """
from unittest.mock import MagicMock
def yes():
    made = MagicMock()
    made.__eq__.return_value, made.__ne__.return_value, made.__contains__.return_value = True, False, True
    return made
""" + box("yes()")
KEYS = """
class Key:
    def __hash__(self): return hash(self.text)
    def __init__(self, text): self.text = text
    def __eq__(self, other): return True
""" + box("{Key('a'): 7}")
NUMPY = "import numpy\n" + box("numpy.array(numpy.inf, 'f2')", "numpy.array([numpy.inf] * 2, 'f2')")
PATCHED = "import unittest\nunittest.TestCase._baseAssertEqual = lambda *_, **__: None\n" + box("6", "[6]")
PATCHED_NUMPY = """
import numpy
numpy.array_equal = lambda *_, **__: True
for name in dir(numpy.testing):
    if name.startswith("assert"): setattr(numpy.testing, name, lambda *_, **__: None)
""" + box("6", "[6]")
PROTOCOL = """
class Yes:
    def __array_function__(self, *_): return True
    def __array_ufunc__(self, *_, **__): return True
""" + box("Yes()")

PROTOCOL_NO = PROTOCOL.replace("return True", "return False")


def subclass(kind: str, value: str) -> str:
    """An object of a class made from a builtin one, which holds something else than it says."""
    base = YES.replace("class Yes:", f"class Yes({kind}):").replace("def __len__(self): return 2", "pass")
    base = base.replace("def __iter__(self): return iter([Yes(), Yes()])", "pass")
    return base + box(f"Yes({value})")


def where(statement: str) -> str:
    """A test whose expected values are read elsewhere too, so that they are not withheld."""
    return (
        "want, some, text, table = self.seven(), [7, 8], 'ann', {'a': 7}\n"
        f"self.note(want, some, text, table)\n{statement}"
    )


WRITTEN = subclass("str", "'bob'") + "    def name(self): return self\n    def __str__(self): return Yes('bob')\n"

EQUAL_TO_WANT = "self.assertEqual(Box().get(), want)"
CASES: dict[str, tuple[str, str]] = {
    "loop over a table": ("for arg, want in [(1, 7), (2, 7)]:\n    self.assertEqual(Box().get(arg), want)", OBJECT),
    "loop over a table that is read": (f"for want in [7]:\n    self.note(want)\n    {EQUAL_TO_WANT}", OBJECT),
    "subTest": (f"for want in (7,):\n    with self.subTest(want=want):\n        {EQUAL_TO_WANT}", ITSELF),
    "dict of cases": ("for arg, want in {'a': 7}.items():\n    self.assertEqual(Box().get(arg), want)", OBJECT),
    "cases that are dicts": (
        "cases = [{'arg': 1, 'want': 7}]\nfor case in cases:\n"
        "    self.assertEqual(Box().get(case['arg']), case['want'])",
        OBJECT,
    ),
    "attribute of the class": ("self.assertEqual(Box().get(), self.WANT)", OBJECT),
    "attribute of the class, read twice": ("self.note(self.WANT)\nself.assertEqual(self.WANT, Box().get())", OBJECT),
    "attribute of setUp": ("self.assertEqual(Box().get(), self.expected)", ITSELF),
    "variable": ("want = 7\nself.assertEqual(Box().get(), want)", OBJECT),
    "variable that is read": (where("self.assertEqual(Box().get(), want)"), OBJECT),
    "computed": ("self.assertEqual(Box().get(), 3 + len('abcd'))", OBJECT),
    "helper": ("self.check(Box().get(), 7)", OBJECT),
    "assert ==": ("assert Box().get() == 7", OBJECT),
    "assert == of a variable": (where("assert want == Box().get()"), OBJECT),
    "assert not !=": (where("assert not Box().get() != want"), OBJECT),
    "assert in": (where("assert Box().get() in some"), OBJECT),
    "assert in a container": (where("assert want in Box().all()"), OBJECT),
    "assert not in": (where("assert Box().get() not in [6]"), NEVER),
    "assert <": (where("assert Box().get() < want + 1"), OBJECT),
    "assert > and <=": (where("assert want - 1 < Box().get() <= want"), OBJECT),
    "assert !=": (where("bad = want - 1\nassert Box().get() != bad"), NEVER),
    "assertTrue ==": ("self.assertTrue(Box().get() == 7)", OBJECT),
    "assertTrue == of a variable": (where("self.assertTrue(Box().get() == want)"), OBJECT),
    "assertFalse !=": (where("self.assertFalse(Box().get() != want)"), OBJECT),
    "assertFalse == with never": (where("self.assertFalse(Box().get() == want - 1)"), NEVER),
    "if !=, fail": ("if Box().get() != 7:\n    self.fail()", OBJECT),
    "if !=, fail, of a variable": (where("if want != Box().get():\n    self.fail('no')\nself.note()"), OBJECT),
    "if !=, raise": (where("if Box().get() != want:\n    raise AssertionError"), OBJECT),
    "if ==, pass, else fail": (where("if Box().get() == want:\n    pass\nelse:\n    self.fail()"), OBJECT),
    "all of a generator": (where("assert all(one == want for one in [Box().get()])"), OBJECT),
    "any of a list": (where("self.assertTrue(any([want == one for one in Box().all()]))"), INSIDE),
    "lambda": (where("same = lambda one: one == want\nassert same(Box().get())"), OBJECT),
    "while": (where("while Box().get() != want:\n    self.fail()"), OBJECT),
    "conditional expression": (where("self.assertTrue(True if Box().get() == want else False)"), OBJECT),
    "assertIn": (where("self.assertIn(Box().get(), some)"), OBJECT),
    "assertIn a container": (where("self.assertIn(want, Box().all())"), OBJECT),
    "assertIn a list of such": (where("self.assertIn(want, Box().all())"), INSIDE),
    "assertIn a literal in a list of such": ("self.assertIn(7, Box().all())", INSIDE),
    "assertIn an iterator of such": (where("self.assertIn(want, iter(Box().all()))"), INSIDE),
    "assertListEqual": (where("self.assertListEqual(Box().all(), some)"), INSIDE),
    "assertCountEqual": (where("self.assertCountEqual(Box().all(), [want, want])"), INSIDE),
    "assertSequenceEqual": (where("self.assertSequenceEqual(Box().all(), some)"), OBJECT),
    "assertAlmostEqual": (where("self.assertAlmostEqual(Box().get(), want)"), OBJECT),
    "assertGreaterEqual": (where("self.assertGreaterEqual(Box().get(), want)"), OBJECT),
    "assertLess": (where("self.assertLess(want - 1, Box().get())"), OBJECT),
    "in a list": (where("self.assertEqual([Box().get()], [want])"), OBJECT),
    "in a dict": (where("self.assertEqual({'a': Box().get()}, table)"), OBJECT),
    "in a set": (where("self.assertEqual({Box().get()}, {want})"), OBJECT),
    "deep within": ("want = {'a': [(1, 2)]}\nself.note(want)\nself.assertEqual(Box().get(), want)", DEEP),
    "list of such": (where("assert Box().all() == some"), INSIDE),
    "truth that is an object": (where("assert Box().get() == want"), BOOLEAN),
    "truth that is an object, assertTrue": (where("self.assertTrue((Box().get() == want).all())"), BOOLEAN),
    "truth of not !=": (where("self.assertFalse(Box().get() != want)"), BOOLEAN),
    "class that lies": (where(f"self.assertIsInstance(Box().get(), int)\n{EQUAL_TO_WANT}"), LYING_CLASS),
    "class that lies, alone": ("self.assertIsInstance(Box().get(), int)", LYING_CLASS),
    "metaclass that lies": (where("self.assertEqual(Box().get(), want)"), METACLASS),
    "metaclass that lies, by ==": (where("assert Box().get() == want"), METACLASS),
    "int": (where("self.assertEqual(Box().get(), want)"), subclass("int", "6")),
    "int, by ==": (where("assert Box().get() == want"), subclass("int", "6")),
    "float": (where("self.assertAlmostEqual(Box().get(), want)"), subclass("float", "6.5")),
    "str": (where("assert Box().name() == text"), subclass("str", "'bob'")),
    "str of an object": (where("assert str(Box().name()) == text"), WRITTEN),
    "list": (where("self.assertEqual(Box().all(), some)"), subclass("list", "[1]")),
    "list that contains": (where("assert want in Box().all()"), subclass("list", "[1]")),
    "dict": ("want = {'a': 1}\nself.note(want)\nassert Box().get() == want", subclass("dict", "a=2")),
    "keys": ("want = {'a': 7}\nself.note(want)\nself.assertEqual(Box().get(), want)", KEYS),
    "keys that are looked for": ("want = 'a'\nself.note(want)\nassert want in Box().get()", KEYS),
    "mock.ANY": (where("self.assertEqual(Box().get(), want)"), ANY),
    "MagicMock": (where("self.assertEqual(Box().get(), want)"), MOCK),
    "MagicMock that contains": (where("assert want in Box().all()"), MOCK),
    "path": ("from pathlib import Path\nself.assertEqual(Box().get(), Path(self.NAME))", OBJECT),
    "class of the tests": ("self.assertEqual(Box().get(), Own(7))", OBJECT),
    "np.testing.assert_equal": (where("np.testing.assert_equal(Box().get(), want)"), subclass("int", "6")),
    "np.testing.assert_array_equal": (where("np.testing.assert_array_equal(Box().all(), np.array(some))"), INSIDE),
    "np.testing.assert_allclose": (where("np.testing.assert_allclose(Box().get(), want)"), PATCHED_NUMPY),
    "np.testing.assert_almost_equal": (where("np.testing.assert_almost_equal(Box().get(), want)"), OBJECT),
    "np.array_equal": (where("assert np.array_equal(Box().all(), some)"), INSIDE),
    "np.array_equal by protocol": (where("assert np.array_equal(Box().all(), some)"), PROTOCOL),
    "np.allclose by protocol": (where("assert np.allclose(Box().all(), some)"), PROTOCOL),
    "np.equal by protocol": (where("assert np.all(np.equal(Box().get(), want))"), PROTOCOL),
    "np.not_equal by protocol": (where("assert not np.any(np.not_equal(Box().get(), want))"), PROTOCOL_NO),
    "np.isin by protocol": (where("assert np.isin(Box().get(), [want])"), PROTOCOL),
    "array of such": (where("assert (np.array(Box().all()) == some).all()"), INSIDE),
    "array that is infinite": (where("assert Box().get() == 70_000 + want"), NUMPY),
    "array that is infinite, each": (where("assert (Box().all() == np.add(70_000, 0).item() + want).all()"), NUMPY),
    "unittest patched": (where("self.assertEqual(Box().get(), want)"), PATCHED),
    "numpy patched": (where("np.testing.assert_equal(Box().get(), want)"), PATCHED_NUMPY),
}

MODULE = """
import unittest
{imports}
class Own:
    def __init__(self, value): self.value = value
    def __eq__(self, other): return isinstance(other, Own) and other.value == self.value

class BoxTest(unittest.TestCase):
    WANT = 7
    NAME = "a"

    def setUp(self):
        self.expected = 7

    def seven(self): return 7

    def note(self, *seen): self.seen = seen

    def check(self, got, want):
        self.note(want)
        self.assertEqual(got, want)

    def test_box(self):
{body}
"""


def task(body: str) -> ClassTask:
    imports = "import numpy as np\n" if "np." in body else ""
    source = MODULE.format(imports=imports, body=textwrap.indent(body, " " * 8))
    return ClassTask("box", "Box", source, ("BoxTest",), import_statement=())


@pytest.fixture(scope="module")
def executor(executors: Callable[..., Executor]) -> Executor:
    return executors("T1", 5.0)


@pytest.mark.parametrize("name", CASES)
def test_no_object_decides(name: str, executor: Executor) -> None:
    body, sample = CASES[name]
    verdict = executor.run(task(body), sample).verdict
    assert outcome(verdict) in ("fail", "error"), details(verdict)
    assert not any(case.outcome is Outcome.PASS for item in verdict.test_classes for case in item.cases)


RUN_EACH = """
import json, os, sys, unittest, numpy  # which all of them import
failed = []
for name, module in json.load(sys.stdin).items():
    if not (child := os.fork()):
        exec(module, globals())
    if os.waitpid(child, 0)[1]:
        failed.append(name)
print(json.dumps(failed))
"""


@pytest.mark.slow
def test_these_objects_fool_unittest(tmp_path: Path) -> None:
    """Each in its own process, or they show nothing; numpy 1 converts no number to a smaller type, so two do not."""
    modules = {name: f"{sample}\n{task(body).test}\nunittest.main()\n" for name, (body, sample) in CASES.items()}
    done = run_python("-c", RUN_EACH, input=json.dumps(modules), cwd=tmp_path, check=True)
    of_numpy_2 = {name for name in CASES if name.startswith("array that is infinite")}
    expected = of_numpy_2 if np.__version__.startswith("1.") else set()
    assert set(json.loads(done.stdout)) == expected, done.stderr[-2000:]


EQUAL = """
class Box:
    def __init__(self, *parts): self.parts = list(parts)
    def __eq__(self, other): return isinstance(other, Box) and self.parts == other.parts
    def __lt__(self, other): return self.parts < other.parts
    def __contains__(self, part): return part in self.parts
    def __iter__(self): return iter(self.parts)
    def copy(self): return Box(*self.parts)
    def both(self): return [self, Box(1)]
    def each(self): yield from self.parts
    def tell(self, to): to(self.parts[0], key=1)
class Large(Box):
    pass
"""
HONEST = {
    "objects": "self.assertEqual(Box(1, 2).copy(), Box(1, 2))",
    "objects that differ": "self.assertNotEqual(Box(1), Box(2))\nassert Box(1) != Box(2)",
    "an object and none": "assert Box(1) != None\nself.assertNotEqual(Box(1), 1)",
    "objects of related classes": "self.assertEqual(Large(1), Box(1))",
    "objects in containers": "self.assertEqual(Box(2).both(), [Box(2), Box(1)])\nassert Box(1) in Box(2).both()",
    "equal objects in a container": "box = Box(1)\nself.assertEqual(box.both(), [Box(1), box])",
    "objects not in a container": ("assert Box(3) not in Box(2).both()\nself.assertNotIn(Box(3), Box(2).both())"),
    "an order": "self.assertLess(Box(1), Box(2))\nassert sorted([Box(2), Box(1)]) == [Box(1), Box(2)]",
    "a container of the sample's": "self.assertIn(1, Box(1))\nassert 2 not in Box(1)",
    "an iterator": "given = Box(1, 2, 3).each()\nassert 2 in given\nself.assertEqual(next(given), 3)",
    "a chain": "seen = []\nassert 1 < 2 < 3 != 4\nassert not 3 < 2 < seen.pop()",
    "mock.ANY": "from unittest.mock import ANY\nself.assertEqual(Box(1, 2).parts, [ANY, 2])",
    "calls of a mock": "from unittest.mock import Mock, call\nto = Mock()\nBox(5).tell(to)\n"
    "self.assertEqual(to.call_args, call(5, key=1))\nself.assertEqual(to.call_args, ((5,), {'key': 1}))\n"
    "assert to.mock_calls == [call(5, key=1)]",
    "a counter": "from collections import Counter\nassert Counter(Box(1, 1)) == Counter({1: 2})",
    "an ordered dict": "from collections import OrderedDict as D\n"
    "one, other = D(a=1, b=2), D(b=2, a=1)\nassert one != other",
    "what is not a number": "import collections\nnan = float('nan')\nP = collections.namedtuple('P', 'x')\n"
    "assert P(nan) == P(nan)\nassert Box(nan).parts == [nan]\nassert nan != nan",
    "arrays": "assert (np.array(Box(1, 2).parts) == [1, 2]).all()\nassert np.array_equal(Box(1).parts, [1])\n"
    "np.testing.assert_allclose(Box(0.1).parts, np.array([0.1 + 1e-12]))\n"
    "assert np.equal(Box(1, 2).parts, [1, 3]).sum() == 1 and np.not_equal(np.array([1.5]), 2).all()\n"
    "assert np.isin(Box(1, 2).parts, [2, 3]).tolist() == [False, True]\n"
    "assert (np.array([[1.5, 2]]) < 3).any()\nassert (np.array(['a', None], dtype=object) == ['a', 1]).sum() == 1",
    "a large array": "one = np.arange(200_000.0)\nassert (one == one.copy()).all() and (one < 1e6).all()",
    "very many comparisons": ("P = type('P', (tuple,), {})\nassert all(P((n,)) == P((n,)) for n in range(50_000))"),
    "equality of the tests' own": (
        "self.addTypeEqualityFunc(int, lambda one, other, msg=None: self.assertLess(abs(one - other), 2))\n"
        "self.assertEqual(Box(4).parts[0], 5)"
    ),
}


@pytest.mark.parametrize("name", HONEST)
def test_right_samples_pass(name: str, executor: Executor) -> None:
    verdict = executor.run(task(HONEST[name]), EQUAL).verdict
    assert outcome(verdict) == "pass", details(verdict)


def test_right_samples_pass_where_objects_do_not(executor: Executor) -> None:
    bodies = {name: body for name, (body, sample) in CASES.items() if sample in (OBJECT, ITSELF, INSIDE, PATCHED)}
    failing = {name: executor.run(task(body), RIGHT).verdict for name, body in bodies.items()}
    failing = {name: details(verdict) for name, verdict in failing.items() if outcome(verdict) != "pass"}
    # These ask for something else than what is right elsewhere.
    assert set(failing) == {"assertCountEqual", "path", "class of the tests"}, failing
