"""Call sequences: the steps of a test with objects of the class, without expectations."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from classeval_hf.strengthening.record.values import Ref, UnwritableError, Value, references, write_value

ACTIONS = ("new", "call", "get", "set")  # make an object, call a method, read an attribute, set an attribute
CLASS = -1  # target of a step on the class itself
Refusals = frozenset[tuple[str, str]]  # pairs of a method and an exception that it raises without changing anything
MAX_STEPS = 40  # maximum of steps: nobody would read a longer sequence
HASH_CHARS = 16  # hexadecimal digits of a hash that are kept


@dataclass(frozen=True)
class Step:
    action: str  # one of `ACTIONS`
    target: int = CLASS  # number of the step that returned the object, or `CLASS`
    name: str = ""  # the method or attribute; empty where an object is made
    arguments: tuple[Value, ...] = ()  # positional arguments; for `set`, the attribute's new value
    keywords: tuple[tuple[str, Value], ...] = ()  # keyword arguments in their order

    @property
    def values(self) -> tuple[Value, ...]:
        return (*self.arguments, *(value for _, value in self.keywords))

    @property
    def needs(self) -> frozenset[int]:
        """Numbers of the steps whose results it uses."""
        return frozenset({self.target} - {CLASS}).union(*map(references, self.values))

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
    goes_on: Refusals = frozenset()  # exceptions after which it goes on; not part of the hash

    @property
    def hash(self) -> str:
        """The first hexadecimal digits of the SHA-256 of method and steps."""
        return hashlib.sha256(repr((self.method, self.lines("C"))).encode()).hexdigest()[:HASH_CHARS]

    def lines(self, class_name: str) -> list[str]:
        """Each step as an expression or statement; results are called `v0`, `v1`, and so on."""
        return [write_step(step, class_name) for step in self.steps]

    def passed_over(self) -> list[list[str]]:
        """The exceptions of each step after which it goes on; empty if a later step uses the step's result."""
        used = frozenset[int]().union(*(step.needs for step in self.steps))
        return [
            sorted(error for name, error in self.goes_on if name == step.name and number not in used)
            for number, step in enumerate(self.steps)
        ]

    def is_sound(self) -> bool:
        """Whether each step uses only results of earlier steps, and all values can be written."""
        try:
            self.lines("C")
        except UnwritableError:
            return False
        return all(max(step.needs, default=CLASS) < number for number, step in enumerate(self.steps))


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

    def rename(value: Value) -> Value:
        if isinstance(value, Ref):
            return Ref(numbers[value.step])
        if isinstance(value, (list, tuple)):
            return type(value)(rename(item) for item in value)
        if isinstance(value, dict):
            return {rename(key): rename(item) for key, item in value.items()}
        return value

    return tuple(
        replace(step, target=numbers.get(step.target, CLASS)).with_values([rename(value) for value in step.values])
        for step in steps
    )
