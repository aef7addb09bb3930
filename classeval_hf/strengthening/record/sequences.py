"""Call sequences: what a test does with objects of the class, step by step, without what it expects."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from classeval_hf.strengthening.record.values import Ref, UnwritableError, Value, references, write_value

ACTIONS = ("new", "call", "get", "set")  # makes an object, calls a method, reads an attribute, or sets one
CLASS = -1  # target of a step that is done on the class itself
Refusals = frozenset[tuple[str, str]]  # methods, each with an exception that it raises without changing anything
MAX_STEPS = 40  # steps of a sequence beyond which nobody would read it
HASH_CHARS = 16  # hexadecimal digits of a hash that is kept


@dataclass(frozen=True)
class Step:
    action: str  # one of `ACTIONS`
    target: int = CLASS  # number of the step that returned the object, or `CLASS`
    name: str = ""  # the method or attribute; empty where an object is made
    arguments: tuple[Value, ...] = ()  # positional arguments; what an attribute is set to
    keywords: tuple[tuple[str, Value], ...] = ()  # keyword arguments in their order

    @property
    def values(self) -> tuple[Value, ...]:
        return (*self.arguments, *(value for _, value in self.keywords))

    @property
    def needs(self) -> frozenset[int]:
        """Numbers of the steps whose results it uses."""
        targets = {self.target} - {CLASS}
        return frozenset(targets.union(*(references(value) for value in self.values)))

    def with_values(self, values: Sequence[Value]) -> "Step":
        """The same step with other arguments, as many as it has."""
        count = len(self.arguments)
        names = (name for name, _ in self.keywords)
        return replace(self, arguments=tuple(values[:count]), keywords=tuple(zip(names, values[count:], strict=True)))


@dataclass(frozen=True)
class StepResult:
    value: Value = None  # what it returned, or read. What cannot be told by value is `Opaque`
    error: str = ""  # name of the exception's type, if it raised one
    changed: bool = False  # whether the object may be another than before, where that was looked at


@dataclass(frozen=True)
class CallSequence:
    steps: tuple[Step, ...]
    method: str = ""  # the method of the class that it is a test of; empty for one of the class as a whole
    origin: str = ""  # test that it was recovered from, as `Class.test`; or the hash of the sequence it is made from
    mutations: tuple[str, ...] = ()  # names of the mutations that made it, in their order; none for a seed
    goes_on: Refusals = frozenset()  # exceptions after which it goes on; no part of the hash

    @property
    def hash(self) -> str:
        """Identity by content: the first hexadecimal digits of the SHA-256 of all steps."""
        return hashlib.sha256(repr((self.method, self.lines("C"))).encode()).hexdigest()[:HASH_CHARS]

    def lines(self, class_name: str) -> list[str]:
        """The steps as expressions and statements, one each; results are called `v0`, `v1`, and so on."""
        return [write_step(step, class_name) for step in self.steps]

    def passed_over(self) -> list[list[str]]:
        """Per step the exceptions after which it goes on; none where a later step uses what the step returns."""
        used = frozenset[int]().union(*(step.needs for step in self.steps))
        return [
            sorted(error for name, error in self.goes_on if name == step.name and number not in used)
            for number, step in enumerate(self.steps)
        ]

    def is_sound(self) -> bool:
        """Whether each step uses results of earlier steps alone, and all values can be written."""
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
    """The steps without some, and without those that use what these returned, with their numbers put right."""
    gone = set(dropped)
    for number, step in enumerate(steps):
        if step.needs & gone:
            gone.add(number)
    kept = [number for number in range(len(steps)) if number not in gone]
    return renumbered([steps[number] for number in kept], {old: new for new, old in enumerate(kept)})


def renumbered(steps: Iterable[Step], numbers: Mapping[int, int]) -> tuple[Step, ...]:
    """The steps with what they refer to renamed by a map of step numbers."""

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
