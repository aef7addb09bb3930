"""Errors of the package. What it raises on purpose derives from `BerthplanError`."""

from collections.abc import Iterable, Mapping


class BerthplanError(Exception):
    """Base class of all errors of the package."""


class FormatError(BerthplanError):
    """
    Text or data that cannot be read.

    `message` says what is wrong and `where` names the place, such as `calls[2].eta`; it is empty if it is not known.
    """

    def __init__(self, message: str, where: str = ""):
        super().__init__(f"{where}: {message}" if where else message)
        self.message = message
        self.where = where

    def at(self, where: str) -> "FormatError":
        """The same error, seen from outside: `where` is put before the place."""
        return FormatError(self.message, f"{where}.{self.where}" if self.where else where)


class UnknownNameError(BerthplanError):
    """A name that nothing is known by. `suggestions` are known names that look like it."""

    def __init__(self, kind: str, name: str, suggestions: Iterable[str] = ()):
        self.kind = kind
        self.name = name
        self.suggestions = tuple(suggestions)
        hint = f"; did you mean {' or '.join(map(repr, self.suggestions))}?" if self.suggestions else ""
        super().__init__(f"unknown {kind} {name!r}{hint}")


class SpanError(BerthplanError):
    """A span of time that ends before it has begun."""


class TideError(BerthplanError):
    """Readings that make no tide table, or a question that the table has no answer to."""


class ConflictError(BerthplanError):
    """A berth that is taken. `vessels` are the names of those that are in the way."""

    def __init__(self, berth: str, vessels: Iterable[str]):
        self.berth = berth
        self.vessels = tuple(vessels)
        super().__init__(f"berth {berth!r} is taken by {', '.join(self.vessels)}")


class NoBerthError(BerthplanError):
    """A call that no berth can be found for. `reasons` has, for each berth, what speaks against it."""

    def __init__(self, vessel: str, reasons: Mapping[str, tuple[str, ...]]):
        self.vessel = vessel
        self.reasons = dict(reasons)
        super().__init__(f"no berth for {vessel!r}")
