"""What a stay must keep to: each rule is a class, known by its name."""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from .berths import Berth, Harbour
from .errors import TideError
from .registry import Registry
from .timespan import Span, format_minute
from .units import format_length, round_up
from .vessels import Call


@dataclass(frozen=True)
class Finding:
    """What a rule has against a stay."""

    rule: str
    message: str


class Rule(ABC):
    """One rule. A subclass has a `name` and says in `check` what speaks against a stay."""

    name: ClassVar[str]

    def __init__(self, harbour: Harbour):
        self.harbour = harbour

    @abstractmethod
    def check(self, call: Call, berth: Berth, span: Span) -> Finding | None:
        """What speaks against the ship being at the berth in that span; `None` if nothing does."""

    def finding(self, message: str) -> Finding:
        """A finding of this rule."""
        return Finding(self.name, message)


RULES: Registry[type[Rule]] = Registry("rule")


@RULES.register("length")
class LengthRule(Rule):
    """A ship must not be longer than its berth."""

    name = "length"

    def check(self, call: Call, berth: Berth, span: Span) -> Finding | None:
        spare = berth.spare(call)
        return None if spare >= 0 else self.finding(f"{format_length(-spare)} too long")


@RULES.register("cargo")
class CargoRule(Rule):
    """A berth must take the cargo of its ship."""

    name = "cargo"

    def check(self, call: Call, berth: Berth, span: Span) -> Finding | None:
        cargo = call.vessel.cargo
        return None if berth.takes(cargo) else self.finding(f"does not take {cargo}")


@RULES.register("closure")
class ClosureRule(Rule):
    """A stay must lie in the time that is planned, and its berth must be open all the while."""

    name = "closure"

    def check(self, call: Call, berth: Berth, span: Span) -> Finding | None:
        planned = self.harbour.settings.span
        if not planned.covers(span):
            return self.finding(f"not within the plan, which is {planned}")
        opened = self.harbour.open_spans(berth.name)
        if any(part.covers(span) for part in opened):
            return None
        first = min(closure for closure in berth.closures if closure.overlaps(span))
        fitting = [part.start for part in opened if part.start >= first.end and part.length >= span.length]
        again = f"open long enough from {format_minute(fitting[0])}" if fitting else "not open long enough later"
        return self.finding(f"closed {first}, {again}")


@RULES.register("draught")
class DraughtRule(Rule):
    """A ship must have enough water under its keel: all the while, or on a soft bottom when it comes and goes."""

    name = "draught"

    def required_tide(self, call: Call, berth: Berth) -> int:
        """Height of the tide in centimetres at which the ship can just lie afloat at the berth."""
        return call.vessel.draught + self.harbour.settings.clearance - berth.depth

    def shortfall(self, call: Call, berth: Berth, span: Span) -> Fraction:
        """Centimetres of water that are missing in the stay, 0 if none are."""
        tides = self.harbour.tides
        ends = (tides.height_at(span.start), tides.height_at(span.end))
        lowest = min(ends) if berth.soft else tides.lowest_in(span)
        return max(self.required_tide(call, berth) - lowest, Fraction(0))

    def check(self, call: Call, berth: Berth, span: Span) -> Finding | None:
        try:
            missing = self.shortfall(call, berth, span)
        except TideError:
            return self.finding(f"no tide is known for all of {span}")
        return self.finding(f"{format_length(round_up(missing))} of water are missing") if missing else None

    def earliest_start(self, call: Call, berth: Berth, not_before: int) -> int | None:
        """The first step at which the ship can be berthed as far as the water goes."""
        settings = self.harbour.settings
        tides = self.harbour.tides
        for start in range(settings.next_step(not_before), settings.horizon - call.service + 1, settings.step):
            span = call.stay(start)
            if not tides.span.contains(span.start) or not tides.span.contains(span.end):
                continue
            if not self.shortfall(call, berth, span):
                return start
        return None


class RuleSet:
    """The rules that the settings of a harbour name, in their order."""

    def __init__(self, harbour: Harbour, names: Iterable[str] | None = None):
        chosen = harbour.settings.rules if names is None else names
        self.rules = [RULES.get(name)(harbour) for name in chosen]

    def findings(self, call: Call, berth: Berth, span: Span) -> list[Finding]:
        """What the rules have against a stay."""
        found = (rule.check(call, berth, span) for rule in self.rules)
        return [finding for finding in found if finding is not None]

    def allow(self, call: Call, berth: Berth, span: Span) -> bool:
        """Whether no rule has anything against a stay."""
        return not self.findings(call, berth, span)
