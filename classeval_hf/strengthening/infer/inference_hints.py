"""What contracts are inferred from: values that parameters were given, and what names and docstrings say of them."""

import json
import re
from dataclasses import dataclass, replace
from pathlib import Path

from classeval_hf.strengthening.record.values import Value

# Words in names of parameters, by what they are names of: `choice`, what is chosen from a small set, so that values
# in the tests are all; `structure`, what has a grammar or an environment of its own, so that only values of the tests
# are legal; `place`, numbers that point into something, and stay within the span that was seen; `identity`, what
# something is found by.
_NAMED: dict[str, list[str]] = json.loads(Path(__file__).with_name("parameter_names.json").read_text(encoding="utf-8"))

_ADDING = frozenset({"add", "create", "register", "insert", "new", "book", "open", "sign", "put", "store", "enroll"})
"""First words in names of methods that bring something into being."""


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

    def is_a(self, what: str) -> bool:
        """Whether the name is one of a `choice`, a `structure`, a `place` or an `identity`."""
        return not words_of(self.name).isdisjoint(_NAMED[what])

    @property
    def is_added(self) -> bool:
        return self.method.strip("_").split("_")[0].lower() in _ADDING
