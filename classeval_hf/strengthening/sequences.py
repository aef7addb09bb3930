"""Call sequences: the calls of a test, without expectations; and the values in them."""

import builtins
import datetime
import hashlib
import math
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from typing import Any

from classeval_hf.classes.runner.decoding import MalformedError, Opaque, decode
from classeval_hf.classes.runner.observe import MAX_DEPTH, encode

IMPORTS = {
    **{"datetime.": "import datetime", "Decimal(": "from decimal import Decimal"},
    **{"Fraction(": "from fractions import Fraction", "numpy.": "import numpy"},
}  # imports that written values need, by the beginning of such a value
CLASS = -1  # target of a step on the class itself
MAX_STEPS = 40  # nobody would read a longer sequence
HASH_CHARS = 16  # length of a shortened hash, in hexadecimal digits
_MAX_CHARS, _MAX_EXPECTED_CHARS = 4_000, 400  # length of a written value, and of one that a test expects
Refusals = frozenset[tuple[str, str]]  # pairs of a method and an exception that it raises without changing anything
Value = Any  # a value of a builtin type, of `datetime`, `Decimal` or `Fraction`, a numpy array, or a `Ref`


class UnwritableError(ValueError):
    """A value cannot be written as an expression."""


@dataclass(frozen=True)
class Ref:
    """Stands for the result of an earlier step of a sequence, usually an instance of the class."""

    step: int  # number of the step, from 0


_WRITTEN_BY_REPR = {
    *(type(None), bool, int, str, bytes, bytearray, range, Decimal, Fraction, datetime.date, datetime.timedelta),
    *(datetime.datetime, datetime.time),
}
_TYPES = {type, type(Fraction)}  # types of types
_EXPECTED = (_WRITTEN_BY_REPR - {range}) | _TYPES | {float, complex, list, tuple, set, frozenset, dict}


def write_value(value: Value, name_of: Callable[[int], str] = "v{}".format) -> str:
    """Writes a value as an expression, equal values alike; it needs [`IMPORTS`]."""
    try:
        text = _write(value, name_of)
    except UnwritableError:
        raise
    except ValueError as error:  # Python does not write integers of more than 4,300 digits
        raise UnwritableError("a number of thousands of digits") from error
    if len(text) > _MAX_CHARS:
        raise UnwritableError(f"a value of {len(text)} characters")
    return text


def _write(value: Value, name_of: Callable[[int], str]) -> str:
    kind = type(value)
    if kind is Ref:
        return name_of(value.step)
    if kind in (datetime.datetime, datetime.time) and value.tzinfo is not None:
        raise UnwritableError("a time with a time zone")
    if kind in _WRITTEN_BY_REPR:
        return repr(value)
    if kind is float:
        return repr(value) if math.isfinite(value) else f"float({str(value)!r})"
    if kind is complex:
        return f"complex({_write(value.real, name_of)}, {_write(value.imag, name_of)})"
    if kind in _TYPES:
        if value not in (Decimal, Fraction) and getattr(builtins, value.__name__, None) is not value:
            if value.__module__ != "datetime":
                raise UnwritableError(f"the type {value.__name__}")
            return f"datetime.{value.__name__}"
        return str(value.__name__)
    if kind is dict:
        pairs = (f"{_write(key, name_of)}: {_write(item, name_of)}" for key, item in value.items())
        return f"{{{', '.join(pairs)}}}"
    if kind in (list, tuple, set, frozenset):
        items = [_write(item, name_of) for item in value]
        if kind in (list, tuple):
            return f"[{', '.join(items)}]" if kind is list else f"({', '.join(items)}{',' * (len(items) == 1)})"
        shown = f"{{{', '.join(sorted(items))}}}" if items else ""
        return shown if kind is set and shown else f"{kind.__name__}({shown})"
    if kind.__module__ == "numpy" and kind.__name__ == "ndarray":
        shape = f".reshape({value.shape})" if not value.size else ""  # lists do not tell (0, 3) from (0,)
        return f"numpy.array({_write(value.tolist(), name_of)}, dtype={str(value.dtype)!r}){shape}"
    raise UnwritableError(f"a value of the type {getattr(value, 'type_name', kind.__name__)}")


def parts_of(value: Value) -> Iterator[Value]:
    """A value and all values in it, containers first; keys of a `dict` before their values."""
    yield value
    if isinstance(value, (list, tuple, set, frozenset, dict)):
        for item in value:
            yield from parts_of(item)
            if isinstance(value, dict):
                yield from parts_of(value[item])


def with_references(value: Value, of: Callable[[int], Value]) -> Value:
    """The value with each reference replaced by the result of `of` for the number of its step."""
    if isinstance(value, Ref):
        return of(value.step)
    if isinstance(value, (list, tuple)):
        return type(value)(with_references(item, of) for item in value)
    if isinstance(value, dict):
        return {with_references(key, of): with_references(item, of) for key, item in value.items()}
    return value


def encoded(value: Value) -> list[Any]:
    """A value as JSON for processes that run references: as `encode`, with references, and sets in a fixed order."""
    kind = type(value)
    if kind is Ref:
        return ["ref", value.step]
    if kind is dict:
        return ["dict", [[encoded(key), encoded(item)] for key, item in value.items()]]
    if kind in (list, tuple, set, frozenset):
        items = value if kind in (list, tuple) else sorted(value, key=write_value)
        return [kind.__name__, [encoded(item) for item in items]]
    return encode(value)  # type: ignore[return-value]


def decoded(row: Any, depth: int = 0) -> Value:
    """The value of an encoding, which may be forged; an opaque value if the encoding is invalid."""
    tag, *parts = row
    with suppress(MalformedError):
        if tag == "ref":
            return Ref(parts[0])
        if tag in ("list", "tuple") and depth < MAX_DEPTH:
            items = [decoded(item, depth + 1) for item in parts[0]]
            return items if tag == "list" else tuple(items)
        if tag == "dict" and depth < MAX_DEPTH:
            keys = decode(["dict", [[key, ["none"]] for key, _ in parts[0]]])
            return dict(zip(keys, [decoded(item, depth + 1) for _, item in parts[0]], strict=True))
        return decode(row)
    return Opaque("object")


def has_floats(value: Value) -> bool:
    """Whether a value is or holds a float or complex number, which tests compare with a tolerance."""
    return any(isinstance(part, (float, complex)) for part in parts_of(value))


def is_comparable(value: Value) -> bool:
    """Whether a test may expect a value: it is short, equals itself, and holds no array."""
    for part in parts_of(value):
        is_nan = part.is_nan() if isinstance(part, Decimal) else isinstance(part, (float, complex)) and part != part
        if type(part) not in _EXPECTED or is_nan:
            return False
    with suppress(UnwritableError):
        return len(write_value(value)) <= _MAX_EXPECTED_CHARS
    return False


def described(value: Value) -> str:
    """Describes a value of any length, `nan` as `nan`; elements of sets are sorted by their descriptions."""
    kind = type(value)
    if kind.__name__ == "ndarray":
        return f"{value.dtype} {value.shape} {described(value.tolist())}"
    if isinstance(value, (set, frozenset)):
        return f"{kind.__name__} {sorted(map(described, value))}"
    if isinstance(value, (list, tuple, deque)):
        return f"{kind.__name__} {list(map(described, value))}"
    if isinstance(value, dict):
        return f"{kind.__name__} {[(described(key), described(item)) for key, item in value.items()]}"
    if isinstance(value, Fraction):
        return f"{kind.__name__} {value.numerator:x} {value.denominator:x}"
    return f"{kind.__name__} {value:x}" if kind is int else f"{kind.__name__} {value!r}"


@dataclass(frozen=True)
class Step:
    action: str  # `new` creates an object, `call` calls a method, `get` and `set` access an attribute
    target: int = CLASS  # number of the step that returned the object, or `CLASS`
    name: str = ""  # the method or attribute; empty for `new`
    arguments: tuple[Value, ...] = ()  # positional arguments; for `set`, the attribute's new value
    keywords: tuple[tuple[str, Value], ...] = ()  # keyword arguments in their order

    @classmethod
    def from_row(cls, row: Mapping[str, Any]) -> "Step":
        """Reads the output of [`Step.to_row`], or the notes of a recorder."""
        keywords = tuple((name, decoded(value)) for name, value in row["keywords"])
        return cls(row["action"], row["target"], row["name"], tuple(map(decoded, row["arguments"])), keywords)

    def to_row(self) -> dict[str, Any]:
        """As JSON-able data, with encoded values."""
        keywords = [[name, encoded(value)] for name, value in self.keywords]
        return {**vars(self), "arguments": list(map(encoded, self.arguments)), "keywords": keywords}

    @property
    def values(self) -> tuple[Value, ...]:
        return (*self.arguments, *(value for _, value in self.keywords))

    @property
    def needs(self) -> frozenset[int]:
        """Numbers of the steps whose results it uses."""
        parts = (part for value in self.values for part in parts_of(value))
        return frozenset({self.target} - {CLASS}).union(part.step for part in parts if isinstance(part, Ref))

    def with_values(self, values: Sequence[Value]) -> "Step":
        """The same step with other values for its arguments."""
        count = len(self.arguments)
        names = (name for name, _ in self.keywords)
        return replace(self, arguments=tuple(values[:count]), keywords=tuple(zip(names, values[count:], strict=True)))


@dataclass(frozen=True)
class StepResult:
    value: Value = None  # the value returned or read; `Opaque` if it cannot be compared by value
    error: str = ""  # name of the exception's type, if it raised one
    changed: bool = False  # whether the step may have changed the object, if that was checked


@dataclass(frozen=True)
class CallSequence:
    steps: tuple[Step, ...]
    method: str = ""  # the method that it tests; empty for the class as a whole
    origin: str = ""  # the recorded test, as `Class.test`, or the hash of the sequence before mutation
    mutations: tuple[str, ...] = ()  # names of the mutations that made it, in order; empty for a seed
    goes_on: Refusals = frozenset()  # exceptions after which it continues; not part of the hash
    number: int = -1  # number of the mutation of a seed

    @property
    def hash(self) -> str:
        """The first hexadecimal digits of the SHA-256 of method and steps."""
        return hashlib.sha256(repr((self.method, self.lines("C"))).encode()).hexdigest()[:HASH_CHARS]

    def lines(self, class_name: str) -> list[str]:
        """Each step as an expression or statement; results are called `v0`, `v1`, and so on."""
        return [write_step(step, class_name) for step in self.steps]

    def passed_over(self) -> list[list[str]]:
        """The exceptions of each step after which it continues; none if a later step uses the step's result."""
        used = frozenset[int]().union(*(step.needs for step in self.steps))
        return [
            sorted(error for name, error in self.goes_on if name == step.name and number not in used)
            for number, step in enumerate(self.steps)
        ]

    def is_sound(self) -> bool:
        """Whether each step uses only results of earlier steps, and all values can be written."""
        with suppress(UnwritableError):
            self.lines("C")
            return all(max(step.needs, default=CLASS) < number for number, step in enumerate(self.steps))
        return False


@dataclass(frozen=True)
class Seed:
    """A sequence that starts a search."""

    sequence: CallSequence
    results: tuple[StepResult, ...] = ()  # a result per step, up to the first exception that ends the sequence


def write_step(step: Step, class_name: str, names: Mapping[int, str] | None = None) -> str:
    """Writes a step as an expression or assignment; `names` are variables by step, by default `v0`, `v1`, ..."""
    name_of = "v{}".format if names is None else names.__getitem__
    target = class_name if step.target == CLASS else name_of(step.target)
    arguments = [write_value(value, name_of) for value in step.arguments]
    if step.action == "get":
        return f"{target}.{step.name}"
    if step.action == "set":
        return f"{target}.{step.name} = {arguments[0]}"
    arguments += [f"{name}={write_value(value, name_of)}" for name, value in step.keywords]
    return f"{target}{'.' * bool(step.name)}{step.name}({', '.join(arguments)})"


def cut(steps: Sequence[Step], dropped: Iterable[int]) -> tuple[Step, ...]:
    """The steps without some, and without those that use their results; references are renumbered."""
    gone = set(dropped)
    for number, step in enumerate(steps):
        if step.needs & gone:
            gone.add(number)
    kept = [number for number in range(len(steps)) if number not in gone]
    return renumbered([steps[number] for number in kept], {old: new for new, old in enumerate(kept)})


def renumbered(steps: Iterable[Step], numbers: Mapping[int, int]) -> tuple[Step, ...]:
    """The steps with references renumbered by a map of step numbers."""
    return tuple(
        replace(step, target=numbers.get(step.target, CLASS)).with_values(
            [with_references(value, lambda number: Ref(numbers[number])) for value in step.values]
        )
        for step in steps
    )
