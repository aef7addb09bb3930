"""What contracts are inferred from: values that parameters were given, and what names and docstrings say of them."""

import re
from dataclasses import dataclass, replace

from classeval_hf.strengthening.record.values import Value

_NAMED = {
    # What is chosen from a small set: the values in the tests are taken to be all.
    "choice": {
        *("mode", "type", "kind", "unit", "currency", "operator", "operation", "op", "status", "state", "direction"),
        *("level", "category", "alignment", "align", "sex", "gender", "suit", "card", "cards", "hand", "symbol"),
        *("method", "option", "choice", "language", "lang", "encoding", "codec", "color", "colour", "role"),
        *("algorithm", "strategy", "priority", "severity", "action", "event", "major", "promotion", "move", "icon"),
        *("icons", "instance", "label"),
    },
    # What has a grammar or an environment of its own: only values of the tests are legal.
    "structure": {
        *("expression", "expr", "formula", "equation", "command", "query", "sql", "html", "xml", "json", "pattern"),
        *("regex", "regexp", "format", "fmt", "template", "board", "maze", "grid", "map", "table", "schema", "jwt"),
        *("puzzle", "markup", "selector", "xpath", "cron", "rule", "rules", "tone", "chord", "roman", "token"),
        *("tokens", "syntax", "script", "program", "url", "uri", "path", "file", "filename", "filepath", "db"),
        *("database", "tree", "ip", "host", "hostname", "condition", "clause", "where", "root", "folder"),
        *("directory", "dir", "manifest"),
    },
    # Numbers that point into something: they stay within the span that was seen.
    "place": {
        *("index", "idx", "row", "col", "column", "x", "y", "z", "pos", "position", "month", "day", "hour"),
        *("minute", "second", "year", "port", "k", "n", "m", "i", "j", "seat", "seats", "floor", "level", "player"),
        *("page", "line", "start", "end", "center", "rank", "place", "step", "steps", "limit", "dimension", "dim"),
        *("base", "depth", "rails", "shift", "offset", "pos1", "pos2", "x1", "x2", "y1", "y2", "coordinate"),
        *("coordinates", "magnitude", "size", "capacity", "moves", "dice", "die", "roll", "point", "angle"),
        *("latitude", "longitude", "degree", "weekday"),
    },
    # What something is found by.
    "identity": {
        *("id", "ids", "name", "title", "key", "username", "user", "isbn", "email", "sku", "account", "product"),
        *("item", "song", "ticket", "book", "movie", "course", "student", "dish", "contact", "customer", "order"),
        *("skill", "number", "no", "event", "sender", "receiver", "node", "tag", "label", "currency", "task"),
        *("player", "team"),
    },
}  # words in names of parameters, by what they are names of

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
        return not _NAMED[what].isdisjoint(words_of(self.name))

    @property
    def is_added(self) -> bool:
        return self.method.strip("_").split("_")[0].lower() in _ADDING
