"""Encoding, withholding and judging, against what `unittest` itself says."""

import builtins
import datetime
import decimal
import enum
import json
import math
import sys
import textwrap
import traceback
import unittest
import warnings
from collections import Counter, OrderedDict, UserDict, UserList, UserString, defaultdict, deque, namedtuple
from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from slow_and_full import slow
from withheld_share import coverage

from classeval_hf.classes.runner import observe
from classeval_hf.classes.runner.comparing import make_comparisons
from classeval_hf.classes.runner.decoding import MalformedError, Opaque, decode
from classeval_hf.classes.runner.judging import Check, judge, judge_claim
from classeval_hf.classes.runner.observe import OBSERVER_NAME, encode
from classeval_hf.classes.runner.withholding import HeldTests, withhold
from classeval_hf.core.tasks import ClassTask
from classeval_hf.core.verdicts import CandidateVerdict
from classeval_hf.engine.executor import Executor

Point = namedtuple("Point", "x y")


class Colour(enum.IntEnum):
    RED = 1


class Stack(UserList):  # type: ignore[type-arg]
    pass


class Name(str):
    pass


class Titled(str, enum.Enum):
    ANN = "ann"


def module(*statements: str) -> str:
    body = textwrap.indent("\n".join(statements), " " * 8)
    return f"import unittest\n\nclass BoxTest(unittest.TestCase):\n    def test_1(self):\n{body}\n"


def loaded(source: str, names: dict[str, Any]) -> Callable[..., bool]:
    """Loads a test module; what it gives says whether the test passes as `unittest` would have it."""
    space = dict(names)
    exec(source, space)

    def passes(**more: Any) -> bool:
        space.update(more)
        case = space["BoxTest"]("test_1")
        case._diffThreshold = 0  # no diffs of long texts, which take time
        try:
            case.test_1()
        except Exception:
            return False
        return True

    return passes


def observed(
    held: HeldTests, names: dict[str, Any], run: Callable[..., bool] | None = None
) -> tuple[bool, list[tuple[int, Any]]]:
    """Runs the rewritten test; the encodings make the journey that a report makes."""
    seen: list[tuple[int, Any]] = []
    claims: list[dict[str, Any]] = []

    def observer(check: int, value: object) -> None:
        seen.append((check, json.loads(json.dumps(encode(value)))))

    comparisons = make_comparisons(lambda **event: claims.append(json.loads(json.dumps(event))), names, ())
    hooks = comparisons.hooks
    ended = (run or loaded(held.source, names))(**names, **{OBSERVER_NAME: observer}, **hooks)
    return ended and not any(map(judge_claim, claims)), seen


def judged(held: HeldTests, names: dict[str, Any], run: Callable[..., bool] | None = None) -> bool:
    """Whether a test passes by what was observed."""
    ended, seen = observed(held, names, run)
    required = held.required_checks("BoxTest", "test_1") <= {number for number, _ in seen}
    return ended and required and all(judge(held.checks[number], encoded) is None for number, encoded in seen)


HONEST: list[Any] = [
    *(None, True, False, 0, 1, -1, 3, 2**80, 0.0, 1.0, 3.0, 3.00000001, 3.004, 1e300, math.inf, -math.inf, math.nan),
    *(3 + 0j, 1j, "", "a", "ab", "3", "a\nb", "\ud800", "\ud83d\ude00", "\U0001f600", b"", b"a", bytearray(b"a")),
    *([], [1, 2], [2, 1], [1, 2, 2], [True, 2.0], [[1], 2], [math.nan], (), (1, 2), (1.0, 2)),
    *(Point(1, 2), [Point(1, 2)]),
    *({}, {"a": 1}, {"a": 1.0}, {1: "x"}, Counter("a"), OrderedDict(a=1), defaultdict(int, a=1), {0: 1, 1: 2}),
    *(set(), {1, 2}, {True, 2}, frozenset({1, 2}), range(0), range(1, 3), range(2), deque([1, 2]), deque()),
    *(UserList([1, 2]), UserList(), [UserList([1]), 2], UserDict(a=1), UserDict(), UserString("a"), Stack([1, 2])),
    *({"a": 1}.keys(), {"a": 1}.values(), {"a": 1}.items(), OrderedDict(a=1).keys(), {1: 0, 2: 0}.keys()),
    *(Decimal(3), Decimal("NaN"), Decimal("sNaN"), Decimal("3.00000001"), Fraction(3), Fraction(1, 3)),
    *(datetime.date(2024, 1, 2), datetime.datetime(2024, 1, 2), datetime.time(1), datetime.timedelta(1)),
    *(Colour.RED, [Colour.RED, 2], Name("a"), Titled.ANN, int, str, object(), len, ..., NotImplemented),
]
"""Values of honest code. For none of them may withholding change a verdict."""

ARRAYS: list[Any] = [
    *(np.array(3), np.array(3.0), np.array([3]), np.array([1, 2]), np.array([]), np.array([[3]]), np.array("a")),
    *(np.array(True), [np.array(1), np.array(2)], {"a": np.array(1)}, np.array([1, 2], dtype=np.float32)),
    *(np.array(3, dtype=np.int8), (np.array(1), 2)),
]

NUMPY: list[Any] = [
    *(np.float64(3), np.int64(3), np.int8(1), np.bool_(True), np.str_("a"), np.float32(3), np.uint64(2**63)),
    *(np.complex128(3), np.float64("nan"), [np.int64(1), np.float64(2)], {"a": np.int64(1)}, (np.True_, 2)),
    *(np.float16(3), [np.float32(1)]),
]

SCALARS = ["None", "True", "False", "3", "-1", "1.0", "3 + 0j", "'a'"]
LITERALS = [
    *(*SCALARS, "2 ** 80", "float('inf')", "1e999", "float('nan')", "[float('nan')]", "''", "'3'", "'a' 'b'"),
    *("'a\\nb'", "'\\ud800'", "'\\U0001f600'", "b'a'", "[]", "[1, 2]", "[1, 2, 2]", "[[1], 2]", "()", "(1, 2)", "{}"),
    *("{'a': 1}", "{1: 'x'}", "set()", "{1, 2}", "frozenset([1, 2])", "range(2)", "int", "[(1, 2)]"),
]
KINDS = "Equal NotEqual CountEqual SequenceEqual ListEqual TupleEqual DictEqual SetEqual MultiLineEqual"
EQUALITIES = KINDS.split()
ORDERS = ("Greater", "GreaterEqual", "Less", "LessEqual")
OPTIONS = ("", ", 7", ", 2", ", places=0", ", delta=0.1", ", None, 'm', 1", ", places=1, delta=1")
SCALAR_STATEMENTS = [
    *(f"self.assertEqual(value, {literal})" for literal in SCALARS),
    *(f"self.assertNotEqual({literal}, value)" for literal in SCALARS),
    *(f"self.assertIs(value, {literal})" for literal in ("None", "True", "False", "int")),
    *(f"self.assert{kind}(value)" for kind in ("True", "False", "IsNone", "IsNotNone")),
    *(f"self.assertAlmostEqual(value, 3{options})" for options in OPTIONS),
]
STATEMENTS = [
    *(f"self.assert{kind}(value, {literal})" for kind in EQUALITIES for literal in LITERALS),
    *(f"self.assert{kind}({literal}, value)" for kind in EQUALITIES for literal in LITERALS[::3]),
    *(f"self.assert{kind}(value, {literal})" for kind in ("In", "NotIn") for literal in LITERALS),
    *(f"self.assertAlmostEqual({literal}, value)" for literal in LITERALS),
    *(f"self.assert{kind}(value, 1)" for kind in ORDERS),
    *(f"self.assert{kind}(3.0, value)" for kind in ORDERS),
    "self.assertEqual(first=value, second=3)",
    "self.assertEqual(second=3, first=value, msg='why')",
    "self.assertEqual(value, 3, f'{value!r:.5}')",
    "expected = [1, 2]\nself.assertEqual(value, expected)",
    "for part in [value, value]:\n    self.assertEqual(part, 3)",
    "with self.subTest(value=1):\n    self.assertEqual(value, 3)",
]


def of_python(value: Any) -> Any:
    """
    A value with Python's numbers for numpy's, which equal a list of their number too, and what is near them at their
    precision.
    """
    if isinstance(value, np.number | np.bool_):
        return value.item()
    if isinstance(value, np.ndarray):
        return value.astype(object)
    if type(value) in (list, tuple):
        return type(value)(map(of_python, value))
    return {key: of_python(item) for key, item in value.items()} if type(value) is dict else value


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::RuntimeWarning")
@pytest.mark.parametrize("step", [20, slow(1)])
@pytest.mark.parametrize(
    ("statements", "values"),
    [(STATEMENTS, HONEST), (SCALAR_STATEMENTS, HONEST), (STATEMENTS, NUMPY + ARRAYS), (SCALAR_STATEMENTS, ARRAYS)],
    ids=["all", "scalar", "numpy", "arrays"],
)
def test_verdicts_on_honest_values_are_those_of_unittest(statements: list[str], values: list[Any], step: int) -> None:
    """Each statement with every twentieth value, each value with every twentieth statement; or all with all."""
    different = []
    for number, statement in enumerate(statements):
        source = module(statement)
        held = withhold(source)
        assert held.checks, statement
        plain, rewritten = loaded(source, {}), loaded(held.source, {})
        for value in values[number % step :: step]:
            passed = plain(value=of_python(value))
            if statement == "self.assertNotIn(value, b'a')" and isinstance(value, np.str_):
                continue  # numpy takes its text for bytes there, and Python does not take its own
            if passed != judged(held, {"value": value}, rewritten):
                different.append((statement, repr(value)[:40], passed))
    assert different == []


def test_what_python_cannot_tell_exactly_is_opaque() -> None:
    for value in (np.longdouble(3), np.array([3], dtype=np.longdouble)):
        assert encode(value) == ["opaque", type(value).__name__]


@pytest.mark.parametrize(
    "value", [*HONEST, *NUMPY, *ARRAYS, np.datetime64("2024-01-02")], ids=lambda value: type(value).__name__
)
def test_round_trip(value: Any) -> None:
    encoded = encode(value)
    assert json.loads(json.dumps(encoded)) == encoded
    decoded = decode(encoded)
    if encoded[0] == "opaque":  # type: ignore[index]
        assert isinstance(decoded, Opaque)
    elif isinstance(value, np.ndarray):
        assert isinstance(decoded, np.ndarray) and (decoded.tolist(), decoded.shape) == (value.tolist(), value.shape)
    elif "nan" not in repr(value).lower():
        assert repr(decoded) == repr(value) or encode(decoded) == encoded or decoded == value
        if type(value).__module__ == "builtins" and not isinstance(value, (list, type({}.values()))):
            assert type(decoded) is type(value) or type(value).__name__.startswith("odict")


def test_round_trip_of_zones() -> None:
    zone = datetime.timezone(datetime.timedelta(hours=5, seconds=1))
    for value in (datetime.datetime(2024, 1, 2, 3, 4, 5, 6, zone, fold=1), datetime.time(1, 2, 3, 4, zone, fold=1)):
        decoded = decode(encode(value))
        assert (decoded, decoded.fold, decoded.utcoffset()) == (value, 1, value.utcoffset())

    class Zone(datetime.tzinfo):
        def utcoffset(self, when: object) -> datetime.timedelta:
            raise AssertionError("asked")

    assert encode(datetime.datetime(2024, 1, 1, tzinfo=Zone())) == ["opaque", "datetime"]


NUMBERS = st.one_of(
    *(st.none(), st.booleans(), st.integers(), st.floats(), st.complex_numbers(), st.decimals(allow_nan=False)),
    st.fractions(),
)
HASHABLE = NUMBERS | st.text(st.characters(), max_size=5) | st.binary(max_size=5) | st.dates() | st.timedeltas()
KEYS = st.recursive(
    HASHABLE.filter(lambda value: value == value),
    lambda keys: st.tuples(keys, keys) | st.frozensets(keys, max_size=3),
    max_leaves=5,
)


def nested(leaves: Any, keys: Any, size: int, max_leaves: int) -> Any:
    """Lists of at most `size` values, pairs, and smaller dicts with these keys."""

    def around(values: Any) -> Any:
        dicts = st.dictionaries(keys, values, max_size=size - 1)
        return st.lists(values, max_size=size) | st.tuples(values, values) | dicts

    return st.recursive(leaves, around, max_leaves=max_leaves)


VALUES = nested(HASHABLE | st.sets(KEYS, max_size=3), KEYS, 4, 12)
FLOATS = st.floats(allow_nan=False, allow_infinity=False)
SMALL = st.none() | st.booleans() | st.integers(-2, 2) | FLOATS | st.text("ab\ud800", max_size=2)
LITERAL_VALUES = nested(SMALL, st.sampled_from("abc"), 3, 6)


@settings(deadline=None)
@given(LITERAL_VALUES, LITERAL_VALUES)
def test_withheld_equality_is_equality(actual: Any, expected: Any) -> None:
    held = withhold(module(f"self.assertEqual(value, {expected!r})"))
    assert held.checks[0].expected == expected
    for value in (actual, expected):
        assert judged(held, {"value": value}) == (value == expected)


@settings(deadline=None)
@given(VALUES, VALUES)
def test_judged_equality_is_equality(actual: Any, expected: Any) -> None:
    check = Check("BoxTest", "test_1", "assertEqual", expected)
    for value in (actual, expected):
        try:
            # Decoded values are others: what has a NaN in it is not equal to its copy.
            same = value == decode(encode(expected))
        except decimal.InvalidOperation:
            same = False
        assert (judge(check, encode(value)) is None) == same


LOG: list[str] = []


def logging_methods() -> dict[str, Any]:
    def make(name: str) -> Any:
        def method(self: Any, *arguments: Any, **keywords: Any) -> Any:
            LOG.append(name)
            return True

        return method

    names = "eq ne lt le gt ge bool len iter next contains getitem getattribute repr str format int float index"
    plain = "items keys values copy union hex encode isoformat as_tuple utcoffset real imag item __class__"
    return {name: make(name) for name in (*(f"__{name}__" for name in f"{names} hash abs".split()), *plain.split())}


BASES = (int, float, complex, str, bytes, bytearray, list, tuple, dict, set, frozenset, deque, OrderedDict, Decimal)


@pytest.mark.parametrize("base", (*BASES, Fraction), ids=lambda base: base.__name__)
def test_no_method_of_a_subclass_is_called(base: Any) -> None:
    methods = {**logging_methods(), "__class__": property(lambda self: LOG.append("class") or int)}
    hostile = type("Hostile", (base,), methods)
    value = base.__new__(hostile) if base is not Fraction else Fraction.__new__(hostile, 1, 3)
    expected = decode(encode(base() if base is not Fraction else Fraction(1, 3)))
    LOG.clear()
    encoded = encode(value), encode([value]), encode((value,)), encode(deque([value])), encode({1: value})
    assert LOG == []
    assert decode(encoded[0]) == expected and decode(encoded[1]) == [expected]


def yes(*_: Any) -> bool:
    return True


def made(base: Any, *arguments: Any, **methods: Any) -> Any:
    """An object of a class with these methods, and, if nothing else is said, an equality that holds for all."""
    return type("A", (base,), {"__eq__": yes, **methods})(*arguments)


def hostile_values() -> Iterator[tuple[str, Any]]:
    """Objects that want to pass for others."""
    orders = dict.fromkeys(("__bool__", "__ge__", "__le__", "__gt__", "__lt__"), yes)
    zeros = dict.fromkeys(("__hash__", "__sub__", "__rsub__", "__len__"), lambda *_: 0)
    yield "always equal", made(object, **orders, **zeros, __ne__=lambda *_: False)
    asked = type("M", (type,), {"__eq__": yes, "__instancecheck__": yes, "__hash__": lambda c: 1})
    yield "metaclass", asked("A", (), {})
    yield "lying class", made(object, __class__=property(lambda _: int))
    yield "int subclass", made(int, 7, __ne__=lambda *_: False)
    yield "str subclass", made(str, "x", __str__=lambda _: "3", __hash__=lambda _: hash("3"))
    yield "list subclass", made(list, [9], __contains__=yes, __iter__=lambda _: iter([1, 2]), __len__=lambda _: 2)
    yield "dict subclass", made(dict, {"b": 2}, items=lambda _: [("a", 1)], __len__=lambda _: 1)
    yield "element", [made(object, __hash__=lambda _: 1), made(object, __hash__=lambda _: 1)]
    yield "float subclass", made(float, 99, __sub__=lambda *_: 0.0, __rsub__=lambda *_: 0.0)
    ordered = type("M", (type,), {"mro": lambda c: [c, int, object], "__mro__": (int,)})
    yield "mro", ordered("A", (int,), {"__eq__": yes})(7)
    numpy_like = type("generic", (), {"__module__": "numpy", "item": lambda _: 3, "__eq__": yes})
    numpy_like.__name__ = "int64"
    yield "fake numpy", numpy_like()
    fraction = Fraction(1, 2)
    fraction._numerator = made(object, __mul__=lambda *_: 3, __rmul__=lambda *_: 3)  # type: ignore[attr-defined]
    yield "fake fraction", fraction
    yield "peeking at attributes", made(object, __getattr__=lambda *_: sys._getframe(1).f_code.co_consts[-1])
    yield "peeking", made(object, __eq__=lambda *_: sys._getframe(1).f_code.co_consts[-1])


HOSTILE = dict(hostile_values())
TARGETS = [
    *(f"self.assertEqual(value, {literal})" for literal in ("3", "'3'", "[1, 2]", "{'a': 1}", "None")),
    *("self.assertAlmostEqual(value, 3)", "self.assertCountEqual(value, [1, 2])", "self.assertIn(value, [1, 2, 3])"),
    *("self.assertListEqual(value, [1, 2])", "self.assertDictEqual({'a': 1}, value)", "self.assertIs(value, True)"),
]


@pytest.mark.parametrize("name", HOSTILE)
def test_no_object_passes_for_what_it_is_not(name: str) -> None:
    for statement in TARGETS:
        assert not judged(withhold(module(statement)), {"value": HOSTILE[name]}), statement


def test_hostile_objects_do_fool_unittest() -> None:
    plain = [loaded(module(statement), {}) for statement in TARGETS]
    fooled = sum(any(passes(value=value) for passes in plain) for value in HOSTILE.values())
    assert fooled >= len(HOSTILE) - 3


def test_assertions_are_not_called(monkeypatch: pytest.MonkeyPatch) -> None:
    held = withhold(module("self.assertEqual(value, 3)", "self.assertTrue(value)"))
    monkeypatch.setattr(unittest.TestCase, "assertEqual", lambda *arguments: None)
    assert judged(held, {"value": 3})
    assert not judged(held, {"value": 4})


def test_patched_builtins_and_module_do_not_matter() -> None:
    value = {"a": [1, 2.5, "x", (None, True), {3}, Decimal(1), Counter("a"), np.int64(3)]}
    expected = encode(value)
    names = "len type id list isinstance str int dict issubclass TypeError Exception set"
    real = {name: getattr(builtins, name) for name in names.split()}
    globals_of = {name: item for name, item in vars(observe).items() if not name.startswith("__") and name != "encode"}
    try:
        for name in globals_of:
            setattr(observe, name, None)
        for name in real:
            setattr(builtins, name, lambda *arguments: None)
        encoded = encode(value)
        opaque = encode(value.__class__.__mro__[1]), encode(value.items)
    finally:
        for name in real:
            setattr(builtins, name, real[name])
        vars(observe).update(globals_of)
    assert encoded == expected
    assert opaque == (["type", "object"], ["opaque", "builtin_function_or_method"])


def test_large_deep_and_cyclic_values_are_opaque() -> None:
    cyclic: list[Any] = []
    cyclic.append(cyclic)
    deep: list[Any] = []
    for _ in range(99):
        deep = [deep]
    broad: Any = [0]
    for _ in range(60):
        broad = [broad, broad]
    assert decode(encode(deep)) == deep
    large = ("x" * 1_000_001, [0] * 100_000, 1 << 10_000_000, bytes(1_000_000))
    for value in (cyclic, [deep], broad, *large, {"x": cyclic}):
        assert encode(value) == ["opaque", type(value).__name__]
    limit = sys.getrecursionlimit()
    try:
        sys.setrecursionlimit(len([*traceback.walk_stack(None)]) + 40)
        assert encode(deep) == ["opaque", "list"]
    finally:
        sys.setrecursionlimit(limit)


MERSENNE = 2**61 - 1
DEEP: list[Any] = ["none"]
for _ in range(5_000):
    DEEP = ["list", [DEEP]]
MALFORMED = [
    *(None, 3, 3.5, True, "int", {}, [], [[]], ["int"], ["int", 3], ["int", "3", "4"], ["int", "0x3"], ["int", " 3"]),
    *(["int", "3_0"], ["bool", "yes"], ["bool"], ["float", "three"], ["float", "0x1p99999999"], ["complex", "0x1p0"]),
    *(["str"], ["str", None], ["what", "3"], ["surrogates", "ff"], ["bytes", "f"], ["Decimal", "1e"], ["none", "x"]),
    *(["Decimal", "1" * 10_000], ["Fraction", "1", "0"], ["Fraction", "1" * 10_000, "3"], ["list"], ["list", "ab"]),
    *(["list", [3]], ["list", [["int", "1"]], []], ["set", [["list", []]]], ["numpy_bool", "1"], ["type", "eval"]),
    *(["set", [["int", "1"], ["float", "0x1p+0"]]], ["dict", [["int", "1"]]], ["dict", [[["list", []], ["none"]]]]),
    *(["dict", [[["int", "1"], ["none"]], [["int", "1"], ["none"]]]], ["range", ["0", "1", "0"]], ["range", "0"]),
    *(["range", ["0", "1"]], ["date", ["0", "1", "1"]], ["timedelta", ["ffffffffff", "0", "0"]], ["opaque"]),
    *(["datetime", ["1", "d", "1", "0", "0", "0", "0", "0"]], ["time", ["1", "0", "0", "0", "0"], ["1", "0", "0"]]),
    *(["opaque", 3], ["int", "f" * 1_000_000], DEEP, ["list", [["int", "1"]] * 200_000]),
    ["set", [["int", f"{number * MERSENNE:x}"] for number in range(10_000)]],
    ["dict", [[["int", f"{number * MERSENNE:x}"], ["none"]] for number in range(10_000)]],
    ["dict_keys", [["tuple", [["int", f"{number * MERSENNE:x}"]]] for number in range(10_000)]],
]
AWKWARD = [
    ["int", "f" * 5_000],
    ["list", [["int", "f" * 5_000]]],
    [
        "set",
        [["int", f"{group + MERSENNE * (part << 19_900):x}"] for group in range(4) for part in range(1, 5)]
        + [["Decimal", f"{group + MERSENNE * part}"] for group in range(4) for part in range(4)],
    ],
    ["range", ["0", "f" * 4_000, "1"]],
    ["Decimal", "1E+999999999"],
    ["Decimal", "sNaN"],
    ["Fraction", "f" * 4_999, "d" * 4_999],
    ["list", [["int", "1"]] * 10_000],
    ["str", "\n" * 1_000_000],
    ["str", "\ud800" * 1_000],
    ["dict_values", [["float", "nan"]] * 10_000],
    ["opaque", "x" * 100_000],
    ["opaque", "\ud800\n"],
    ["float", "nan"],
]
CHECKS = [withhold(module(statement)).checks[0] for statement in STATEMENTS[:: len(STATEMENTS) // 12]]


def test_malformed_encodings_fail_every_check() -> None:
    for encoded in MALFORMED:
        with pytest.raises(MalformedError):
            decode(encoded)
    for check in CHECKS[::4]:
        for encoded in MALFORMED:
            message = judge(check, encoded)
            assert message is not None and len(message) <= 500


@pytest.mark.parametrize("encoded", AWKWARD, ids=lambda encoded: encoded[0])
def test_messages_of_awkward_encodings_are_short(encoded: Any) -> None:
    messages = [judge(check, encoded) for check in CHECKS]
    assert all(message is None or len(message.encode()) <= 500 for message in messages)


@pytest.mark.parametrize(
    ("statement", "value", "message"),
    [
        ("self.assertEqual(value, 1)", 0, "0 != 1"),
        ("self.assertEqual(1, value)", 0, "1 != 0"),
        ("self.assertEqual(value, 1, 'why')", 0, "0 != 1 : why"),
        ("self.assertEqual(value, [1])", object(), "<object object> != [1]"),
        ("self.assertTrue(value)", [], "False is not true"),
        ("self.assertFalse(value)", "x", "True is not false"),
        ("self.assertIsNone(value)", 3, "3 is not None"),
        ("self.assertIsNotNone(value)", None, "unexpectedly None"),
        ("self.assertAlmostEqual(value, 3)", 4, "4 != 3 within 7 places (1 difference)"),
        ("self.assertAlmostEqual(value, 3, delta=0.5)", 4, "4 != 3 within 0.5 delta (1 difference)"),
        ("self.assertIn(value, [1, 2])", 3, "3 not found in [1, 2]"),
        ("self.assertGreater(value, 3)", 3, "3 not greater than 3"),
        ("self.assertEqual(value, 1.5 ** 2)", 2, "2 != 2.25"),
        ("self.assertEqual(value, [0] * 2 + 2 * [1])", [0], "[0] != [0, 0, 1, 1]"),
        ("self.assertEqual(value, 1)", 2**5000, "<int of 5001 bits> != 1"),
    ],
)
def test_messages(statement: str, value: Any, message: str) -> None:
    held = withhold(module(statement))
    ((number, encoded),) = observed(held, {"value": value})[1]
    assert judge(held.checks[number], encoded) == message


CHECK, SAME = "self.assertEqual(value, 3)", "self.assertEqual(value, expected)"


@pytest.mark.parametrize(
    "statement",
    [
        *(f"self.assertEqual({sides})" for sides in ("3, 3", "*pair", "value, 3, **options", "value")),
        *(f"self.assertEqual(value, {expected})" for expected in ("other", "[other]", "...", "1 / 0")),
        *(f"self.assertEqual(value, {large})" for large in ("10 ** 10 ** 10", "[0] * 10 ** 9", "bytes(10 ** 12)")),
        "self.assertEqual(value, '%999999999d' % 1)",
        "self.assertAlmostEqual(value, 3, places=value)",
        "self.assertSequenceEqual(value, [3], seq_type=list)",
        "self.assertIs(value, 3)",
        "self.assertIn(3, value)",
        "self.assertIsInstance(value, int)",
        "other.assertEqual(value, 3)",
        "done = self.assertEqual(value, 3)",
        "check = lambda: self.assertEqual(value, 3)",
        *(f"with self.assertRaises({error}):\n    {CHECK}" for error in ("AssertionError", "Exception", "Whatever")),
        f"with contextlib.suppress(AssertionError):\n    {CHECK}",
        *(f"try:\n    self.assertEqual(value, 3)\nexcept{error}:\n    pass" for error in (" Exception", "")),
        "while True:\n    try:\n        self.assertEqual(value, 3)\n    finally:\n        break",
        "def check():\n    self.assertEqual(value, 3)\nself.assertRaises(AssertionError, check)",
        "def check(self):\n    self.assertEqual(value, 3)",
        "self = other\nself.assertEqual(value, 3)",
        "self.assertEqual = print\nself.assertEqual(value, 3)",
        "self.addTypeEqualityFunc(int, print)\nself.assertEqual(value, 3)",
        "class Inner:\n    def test(self):\n        self.assertEqual(value, 3)",
    ],
)
def test_left_as_it_is(statement: str) -> None:
    source = module(statement)
    assert withhold(source).checks == {}
    compile(withhold(source).source, "tests", "exec")


@pytest.mark.parametrize(
    ("statement", "required"),
    [
        ("self.assertEqual(value, 3)", True),
        (f"with self.subTest('a'):\n    {CHECK}", True),
        ("with open('a') as file:\n    self.assertEqual(file.read(), 3)", True),
        ("with self.assertRaises(ValueError):\n    self.assertEqual(value(), 3)", False),
        ("try:\n    self.assertEqual(value, 3)\nexcept ValueError:\n    raise", False),
        ("try:\n    pass\nfinally:\n    self.assertEqual(value, 3)", False),
        *((f"{head}:\n    self.assertEqual(value, 3)", False) for head in ("with whatever()", "if value")),
        ("for part in value:\n    self.assertEqual(part, 3)", False),
        ("while value:\n    self.assertEqual(value.pop(), 3)", False),
        ("match value:\n    case 3:\n        self.assertEqual(value, 3)", False),
        *((f"{head}:\n    return\nself.assertEqual(value, 3)", False) for head in ("if value", "with value")),
        ("def inner():\n    return 1\nself.assertEqual(inner(), 2)", True),
        ("def inner():\n    self.assertEqual(value, 3)\ninner()", False),
        ("self.assertEqual(value, 3)\nyield", False),
        ("if not value:\n    raise ValueError\nself.assertEqual(value, 3)", True),
    ],
)
def test_required(statement: str, required: bool) -> None:
    held = withhold(module(statement))
    assert [check.required for check in held.checks.values()] == [required]
    assert held.required_checks("BoxTest", "test_1") == ({0} if required else set())
    compile(held.source, "tests", "exec")


def test_required_follows_what_names_are_bound_to() -> None:
    source = """
import functools
import unittest
from unittest import TestCase
class Mixin:
    def test_mixed(self): self.assertEqual(value, 1)
class BaseTest(Mixin, TestCase):
    def test_1(self): self.assertEqual(value, 2)
    def test_1(self): self.assertEqual(value, 3)
    def test_2(self): self.assertEqual(value, 4)
    def helper(self): self.assertEqual(value, 5)
    @unittest.skipIf(False, "")
    def test_3(self): self.assertEqual(value, 6)
    @functools.cache
    def test_4(self): self.assertEqual(value, 7)
    async def test_5(self): self.assertEqual(value, 8)
class DerivedTest(BaseTest):
    def test_2(self): self.assertEqual(value, 9)
    test_3 = None
class Other:
    def test_1(self): self.assertEqual(value, 10)
class ForeignTest(TestCase, other.Base):
    def test_1(self): self.assertEqual(value, 11)
"""
    held = withhold(source)
    assert [check.expected for check in held.checks.values()] == list(range(1, 10))

    def required(test_class: str, test: str) -> list[object]:
        return [held.checks[number].expected for number in held.required_checks(test_class, test)]

    assert [required("BaseTest", f"test_{name}") for name in ("mixed", 1, 2, 3, 4, 5)] == [[1], [3], [4], [6], [], [8]]
    assert [required("DerivedTest", f"test_{name}") for name in ("mixed", 1, 2, 3)] == [[1], [3], [9], []]
    assert required("Other", "test_1") == required("ForeignTest", "test_1") == []


def test_expected_values_are_nowhere_in_the_module() -> None:
    source = """
import unittest
class BoxTest(unittest.TestCase):
    '''It holds "secret".'''
    def test_1(self):
        '''Secret.'''  # secret
        expected = {"secret": [1, 2]}
        self.assertEqual(value, expected)
        expected = "secret"
        with self.subTest(): self.assertEqual(other, expected, "the secret")
        self.assertNotEqual(value, expected)
    def test_2(self):
        '''Secret.'''
"""
    held = withhold(source)
    assert "secret" not in held.source.lower()
    assert [check.expected for check in held.checks.values()] == [{"secret": [1, 2]}, "secret", "secret"]
    assert [check.required for check in held.checks.values()] == [True] * 3
    assert judged(held, {"value": {"secret": [1, 2]}, "other": "secret"})


@pytest.mark.parametrize(
    "statements",
    [
        *(f"expected = {given}\n{SAME}" for given in ("[1]\nuse(expected)", "[1]\nexpected.append(2)", "value")),
        *(
            f"expected = 3\n{change}\n{SAME}"
            for change in ("del expected", "use(locals())", "if value:\n    expected = 4")
        ),
        "expected = [1]\nfor expected in value:\n    self.assertEqual(value, expected)",
        "expected = [1]\nself.assertEqual(use(lambda: expected), expected)",
        "self.assertEqual(value, expected)\nexpected = 3",
        "expected = 3\ndef check():\n    self.assertEqual(value, expected)\nexpected = 4\ncheck()",
    ],
)
def test_variables_that_are_more_than_the_expected_value_stay(statements: str) -> None:
    held = withhold(module(statements))
    assert held.checks == {}
    assert "expected" in held.source


def test_known_constructors() -> None:
    value = datetime.datetime(2024, 1, 2)
    statement = "self.assertEqual(value, [datetime(2024, 1, 2)])"
    held = withhold("from datetime import datetime\n" + module(statement))
    assert held.checks[0].expected == [value]
    assert judged(held, {"value": [value]}) and not judged(held, {"value": [value.date()]})
    assert withhold("import datetime as d\n" + module("self.assertEqual(value, d.timedelta(days=1))")).checks
    imported = "from datetime import datetime\n"
    for unsure in ("", "from box import datetime\n", f"{imported}datetime = print\n", "from datetime import *\n"):
        assert withhold(unsure + module(statement)).checks == {}
    assert withhold(f"{imported}from unittest import mock\n{module(statement)}").checks == {}
    assert withhold("set = print\n" + module("self.assertEqual(value, set())")).checks == {}


def test_the_rest_of_the_module_means_what_it_meant() -> None:
    source = """
from __future__ import annotations
import unittest
def helper(n): return n * 2
class BoxTest(unittest.TestCase):
    LIMIT = 3
    def setUp(self): self.value = helper(2)
    def check(self, value, *, note=""): self.assertEqual(value, 4, note + f"{value}")
    def test_1(self):
        for _ in range(self.LIMIT): self.check(self.value)
        self.assertEqual(note("evaluated"), None)
        self.assertIsNone(seen.append("after"))
"""
    held = withhold(source)
    seen: list[str] = []
    calls: list[tuple[int, object]] = []
    space: dict[str, Any] = {OBSERVER_NAME: lambda *call: calls.append(call), "seen": seen, "note": seen.append}
    exec(held.source, space)
    case = space["BoxTest"]("test_1")
    case.setUp()
    case.test_1()
    assert calls == [(0, 4)] * 3 + [(1, None), (2, None)]
    assert seen == ["evaluated", "after"]
    found = [(check.method, check.required) for check in held.checks.values()]
    assert found == [("check", False), ("test_1", True), ("test_1", True)]


def test_truth_is_that_of_the_test() -> None:
    held = withhold(module("self.assertTrue(value)"))
    assert judged(held, {"value": object()})
    assert judged(held, {"value": np.array([3])})
    assert not judged(held, {"value": np.array([1, 2])})  # no truth value
    assert held.checks[0].guessable
    assert not withhold(module("self.assertEqual(value, 3)")).checks[0].guessable


def test_coverage_counts_all_assertions() -> None:
    statements = "self.assertEqual(a, 3)", "self.assertEqual(a, b)", "with self.assertRaises(E):\n    f()"
    source = module(*statements, "mock.assert_called()")
    assert coverage(source) == (1, 4)
    with pytest.raises(SyntaxError):
        coverage("def")


TESTS_OF_BOX = "import unittest\nclass BoxTest(unittest.TestCase):\n    def test_size(self):\n        {check}\n"
RETURNS = "import numpy as np\nclass Box:\n    def size(self): return {}\n"
Run = Callable[[str, str], CandidateVerdict]


@pytest.fixture(scope="module")
def run_box() -> Iterator[Run]:
    """Runs a sample against the test class `BoxTest`; with one executor for all."""
    with Executor() as executor:
        yield lambda test, source: executor.run(ClassTask("box", "Box", test, ("BoxTest",)), source).verdict


@pytest.mark.parametrize(
    "value",
    ["map(int, ['1', '2'])", "(n for n in (2, 1))", "zip([1], [2])", "np.array([1, 2])", "Own()", "{1: 0, 2: 0}"],
)
def test_elements_are_counted_of_whatever_gives_them(run_box: Run, value: str) -> None:
    expected = "[(1, 2)]" if value.startswith("zip") else "[1, 2]"
    source = f"class Own:\n    def __iter__(self): return iter((2, 1))\n{RETURNS.format(value)}"
    test = TESTS_OF_BOX.format(check=f"self.assertCountEqual(Box().size(), {expected})")
    assert run_box(test, source).passed(["BoxTest"])
    assert not run_box(test.replace("[1, 2]", "[1, 1]").replace("(1, 2)", "(1, 1)"), source).passed(["BoxTest"])


def met(kind: str, value: Any, expected: object, **options: object) -> bool:
    """Whether a value that a test observes meets a check."""
    return judge(Check("BoxTest", "test_1", kind, expected, options), encode(value)) is None


SCALAR_TYPES = (
    *(np.bool_, np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32, np.uint64),
    *(np.float16, np.float32, np.float64, np.complex64, np.complex128),
)


@pytest.mark.parametrize("kind", SCALAR_TYPES)
@pytest.mark.parametrize("shape", ["scalar", "array", "list", "dict", "array of one"])
def test_of_each_type_of_numpy_the_exact_literal_is_accepted(kind: Any, shape: str) -> None:

    def around(value: Any, is_literal: bool = False) -> Any:
        if shape == "array of one":
            return [value] if is_literal else np.array([value])
        value = np.array(value) if shape == "array" and not is_literal else value
        return {"list": [value], "dict": {"a": value}}.get(shape, value)

    for number in (0, 1):
        assert met("assertEqual", around(kind(number)), around(number, is_literal=True))
        assert met("assertEqual", around(kind(number)), around(float(number), is_literal=True))
    for literal in (1e-8, 65520, 70_000, 1e300, 0.1, 2**63, -1e9, 16_777_217, 2049, 1e400):
        with np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("error", DeprecationWarning)  # of numpy 1, where numpy 2 raises an `OverflowError`
            try:
                nearest = kind(literal)
            except (OverflowError, DeprecationWarning):
                continue
        exact = nearest.item() == literal
        assert met("assertEqual", around(nearest), around(literal, is_literal=True)) is exact, literal
        assert met("assertNotEqual", around(nearest), around(literal, is_literal=True)) is not exact, literal


INFINITE = (np.float16("inf"), np.array(np.float16("inf")), np.array([np.float16("inf")])[0])
OTHER_TYPES = (
    *(np.longdouble(3), np.clongdouble(3), np.array(b"a"), np.timedelta64(1)),
    *(np.datetime64("2024-01-02"), np.array([(3,)], dtype=[("a", "i4")]), np.array([[3]]).view(np.matrix)),
    *(np.ma.masked_array([3]), np.rec.array([(3,)])),
)
NO_MATCHES: list[tuple[Any, str, Any, dict[str, object]]] = [
    *((value, "assertAlmostEqual", 70_000, {}) for value in INFINITE),
    *((value, "assertAlmostEqual", 1e9, options) for value in INFINITE for options in ({"places": 3}, {"delta": 5})),
    *((value, "assertLessEqual", 1e9, {}) for value in INFINITE),
    *((value, "assertIn", expected, {}) for value in INFINITE for expected in ((1e9, 70_000), {70_000: 1})),
    *(([value], f"assert{kind}Equal", [70_000], {}) for value in INFINITE for kind in ("Count", "Sequence")),
    (np.int8(-128), "assertAlmostEqual", 0, {"delta": 5}),  # whose absolute value is itself
    (np.uint8(3), "assertAlmostEqual", 5, {"delta": 1}),  # the difference wraps around
    (np.array(np.int8(-128)), "assertAlmostEqual", 0, {"delta": 5}),
    (np.float16(0), "assertEqual", 1e-8, {}),
    (np.array(2**53 + 1), "assertEqual", float(2**53), {}),
    (np.array(2**63, "u8"), "assertEqual", float(2**63 + 2048), {}),
    (np.float32(16_777_216), "assertEqual", 16_777_217, {}),
    (np.complex64(1e-50), "assertEqual", 1e-50, {}),
    *((value, "assertEqual", 3, {}) for value in OTHER_TYPES),
    *(([value], "assertEqual", [3], {}) for value in OTHER_TYPES),
]


def test_what_is_infinite_lost_or_of_another_type_in_numpy_is_no_match() -> None:
    for value, kind, expected, options in NO_MATCHES:
        assert not met(kind, value, expected, **options), (value, kind, expected)
    assert all(met("assertEqual", value, math.inf) for value in INFINITE)


@pytest.mark.parametrize("expected", ["a\0", ["a\0"], {"b": ["a\0"]}])
def test_a_text_that_ends_in_nul_is_no_other(expected: Any, run_box: Run) -> None:
    """numpy strips NULs from the ends of its texts, and of those that it compares these with."""
    texts = np.array(["a"])
    actual = {"b": texts} if isinstance(expected, dict) else texts
    assert not met("assertEqual", actual, expected) and not met("assertIn", actual, [expected])
    assert met("assertEqual", "a\0", "a\0") and met("assertEqual", texts, ["a"])
    source = RETURNS.format("np.array(['a'])")
    check = "want = {}\n        print(want)\n        assert (Box().size() == want).all()"
    assert not run_box(TESTS_OF_BOX.format(check=check.format(["a\0"])), source).passed(["BoxTest"])
    assert run_box(TESTS_OF_BOX.format(check=check.format(["a"])), source).passed(["BoxTest"])


def claim(**event: Any) -> dict[str, Any]:
    return {"kind": "==", "sides": [["int", "1"], ["int", "1"]], "options": {}, "holds": ["bool", "True"], **event}


@pytest.mark.parametrize(
    "event",
    [
        {},
        *(claim(kind=kind) for kind in (None, "=", "assertRaises", "is not", "<", "in")),
        *(claim(holds=holds) for holds in (["bool", "False"], ["int", "1"], None)),
        *(claim(sides=sides) for sides in ([["int", "1"]], {}, [["int", "1"], ["int", "x"]])),
        claim(sides=[["int", "1"], ["opaque", "A", "1", "2"]]),
        claim(options=[]),
        claim(kind="assertIsNone", sides=[["none"]]),
        claim(kind="assertAlmostEqual", sides=[["int", "1"], ["int", "2"]], options={"delta": ["opaque", "A"]}),
        claim(kind="assert_allclose", sides=[]),
        claim(kind="assert_allclose", sides=[["opaque", "A"], ["int", "1"]]),
        claim(kind="array_equal", sides=[["int", "1"], ["int", "2"]]),
        *(claim(sides=[["int", "1"], encoded]) for encoded in MALFORMED),
    ],
)
def test_claims_that_data_do_not_bear_out(event: dict[str, Any]) -> None:
    assert judge_claim(claim()) is None
    message = judge_claim(event)
    assert message is not None and 0 < len(message) <= 500


def test_an_infinite_number_of_a_sample_equals_no_other(run_box: Run) -> None:
    for made in ("np.float16('inf')", "np.array(np.inf, 'f2')"):
        source = RETURNS.format(made)
        for check in ("assertEqual(Box().size(), 86400)", "assertAlmostEqual(Box().size(), 1e9, places=3)"):
            assert not run_box(TESTS_OF_BOX.format(check=f"self.{check}"), source).passed(["BoxTest"])
        right = TESTS_OF_BOX.format(check="self.assertEqual(Box().size(), float('inf'))")
        assert run_box(right, source).passed(["BoxTest"])


_CHAINS: dict[str, Callable[[int], tuple[str, list[str]]]] = {
    "observed": lambda size: ("", ["self.assertEqual(x" + " + 1" * size + ", 5)"]),
    "message": lambda size: ("", ["self.assertEqual(x, 5, x" + " if y else 1" * size + ")"]),
    "variables": lambda size: (
        "",
        [f"v{number} = {number}" for number in range(size)]
        + ["print(v0)"]
        + [f"self.assertEqual(x, v{number} + v{number + 1})" for number in range(size - 1)],
    ),
    "constants": lambda size: (
        "print(C0)\n" + "".join(f"C{number} = {number}\n" for number in range(size)),
        [f"self.assertEqual(C{number}, C{number + 1})" for number in range(size - 1)],
    ),
}


@pytest.mark.parametrize("kind", _CHAINS)
def test_twice_as_long_a_chain_takes_about_twice_as_many_steps(kind: str) -> None:
    def steps(size: int) -> int:
        constants, statements = _CHAINS[kind](size)
        methods = [f"    def test_{number}(self):\n        {one}\n" for number, one in enumerate(statements)]
        if kind == "variables":
            methods = ["    def test(self):\n", *(f"        {one}\n" for one in statements)]
        counted = Counter[str]()
        sys.setprofile(lambda frame, event, argument: counted.update((event,)))
        try:
            withhold(f"import unittest\n{constants}class T(unittest.TestCase):\n{''.join(methods)}")
        finally:
            sys.setprofile(None)
        return counted.total()

    assert steps(240) < 3 * steps(120)
