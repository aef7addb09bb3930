"""The input of contract inference: values given to parameters, and hints from names and docstrings."""

import json
import re
from dataclasses import dataclass, replace
from pathlib import Path

from classeval_hf.strengthening.record.values import Value

# Words in names of parameters, by their kind. Only values in the tests are legal for a `choice` from a small set, and
# for a `structure` with a grammar or environment of its own. A `place` is a number that points into something and
# stays in the range seen; an `identity` is a key; `pointing` numbers stay below another number or a length, `in_text`
# ones that of a text; `naming` numbers are names. `adding` are words in names of methods that create something.
NAMED: dict[str, list[str]] = json.loads(Path(__file__).with_name("parameter_names.json").read_text(encoding="utf-8"))


def words_of(name: str) -> frozenset[str]:
    """The words of a name in small letters, also without digits and plural `s`: `from_units2` has `unit`."""
    parted = re.sub(r"([a-z])([A-Z])", r"\1_\2", name.strip("*"))
    words = {word for word in re.split(r"_+", parted.lower()) if word}
    words |= {word.rstrip("0123456789") for word in words}
    return frozenset((words | {word.removesuffix("s") for word in words}) - {""})


@dataclass(frozen=True)
class Occurrence:
    value: Value
    mentioned: frozenset[str] = frozenset()  # all values in arguments of earlier steps, as written
    failed: bool = False  # whether the call raised an exception
    example: bool = False  # whether it comes from an example in a docstring, not from a test


@dataclass(frozen=True)
class Hints:
    name: str  # name of the parameter; for an element, name of its container
    text: str = ""  # the parameter's text in the docstring
    types: tuple[str, ...] = ()  # types that docstring or annotation name
    types_source: str = "docstring"
    method: str = ""  # name of the method
    unknown_allowed: bool = False  # whether the docstring describes an unknown key
    repeat_allowed: bool = False  # whether the docstring describes a key that is already there
    may_be_empty: bool = False  # whether the docstring describes an empty value
    is_part: bool = False  # whether it is a part of an argument
    # Values of parameters that the class describes in the same words, and words that the docstring says to note.
    alike: tuple[str, ...] = ()

    def part(self, name: str = "") -> "Hints":
        """Hints for a part: the value under a key, or an element."""
        return replace(self, name=name or self.name, text="", types=(), is_part=True, alike=())

    def is_a(self, what: str) -> bool:
        """Whether the name is of a kind in [`NAMED`]."""
        return not words_of(self.name).isdisjoint(NAMED[what])
