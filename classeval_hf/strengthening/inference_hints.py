"""What contracts are inferred from: values that parameters were given, and what names and docstrings say of them."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import msgspec

from classeval_hf.strengthening.values import Value

WORDS = msgspec.json.decode(Path(__file__).with_name("words.json").read_bytes(), type=dict[str, frozenset[str]])
"""
Words in names of parameters, by what they tell: see the properties of [`Hints`]; numbers that are `pointing` stay
below another number or a length, `in a text` they point into one, and `naming` ones are names.
"""


def words_of(name: str) -> frozenset[str]:
    """The words of a name in small letters, also without digits and plural: `from_units2` has `unit` too."""
    parted = re.sub(r"([a-z])([A-Z])", r"\1_\2", name.strip("*"))
    words = {word for word in re.split(r"_+", parted.lower()) if word}
    words |= {word.rstrip("0123456789") for word in words}
    return frozenset((words | {word.removesuffix("s") for word in words}) - {""})


@dataclass(frozen=True)
class Occurrence:
    value: Value
    mentioned: frozenset[str] = frozenset()  # all values in arguments of earlier steps, as they are written
    failed: bool = False  # whether the call raised an exception
    example: bool = False  # whether it stands in an example of a docstring, not in a test


@dataclass(frozen=True)
class Hints:
    name: str  # its name; of an element, that of what it is in
    text: str = ""  # what the docstring says of it
    types: tuple[str, ...] = ()  # types that the docstring or annotation names
    types_source: str = "docstring"
    method: str = ""  # name of the method
    unknown_allowed: bool = False  # whether the docstring says what is done for something that is not there
    repeat_allowed: bool = False  # whether it says what is done for something that is there already
    may_be_empty: bool = False  # whether it speaks of something empty
    is_part: bool = False  # whether it is a part of an argument
    # Texts of parameters that the class describes in the same words, and words that the docstring says to note.
    alike: tuple[str, ...] = ()

    def part(self, name: str = "") -> "Hints":
        """Hints for a part: the value under a key, or an element."""
        return replace(self, name=name or self.name, text="", types=(), is_part=True, alike=())

    @property
    def is_choice(self) -> bool:
        """It is chosen from a small set: the values in the tests are taken to be all."""
        return bool(words_of(self.name) & WORDS["choice"])

    @property
    def is_structured(self) -> bool:
        """It has a grammar or an environment of its own: only values of the tests are legal."""
        return bool(words_of(self.name) & WORDS["structured"])

    @property
    def is_place(self) -> bool:
        """A number that points into something: it stays within the span that was seen."""
        return bool(words_of(self.name) & WORDS["place"])

    @property
    def is_identity(self) -> bool:
        """Something is found by it."""
        return bool(words_of(self.name) & WORDS["identity"])

    @property
    def is_added(self) -> bool:
        """The method, by its first word, brings something into being."""
        return self.method.strip("_").split("_")[0].lower() in WORDS["adding"]


class Rules:
    def __init__(self) -> None:
        self.values: dict[str, Any] = {}
        self.sources: dict[str, tuple[str, ...]] = {}

    def add(self, name: str, value: Any, sources: Iterable[str] = ("tests",)) -> None:
        self.values[name] = value
        self.sources[name] = tuple(dict.fromkeys(sources))

    def drop(self, name: str) -> None:
        self.values.pop(name, None)
        self.sources.pop(name, None)
