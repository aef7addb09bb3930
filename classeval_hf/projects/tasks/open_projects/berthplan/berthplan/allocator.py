"""Finding berths for calls."""

from collections.abc import Iterable
from dataclasses import dataclass

from .berths import Berth, Harbour
from .errors import NoBerthError
from .plan import Assignment, BerthPlan
from .rules import RuleSet
from .vessels import Call


@dataclass(frozen=True)
class Outcome:
    """The plan, and an error for each call that has no place in it."""

    plan: BerthPlan
    refused: tuple[NoBerthError, ...]

    @property
    def total_wait(self) -> int:
        """How long all ships of the plan wait, in minutes."""
        return sum(stay.wait for stay in self.plan)


class Allocator:
    """Gives berths to calls, one call after the other, each where it can start first."""

    def __init__(self, harbour: Harbour, rules: RuleSet | None = None):
        self.harbour = harbour
        self.rules = rules or RuleSet(harbour)

    def starts(self, call: Call) -> range:
        """The minutes at which the ship may come alongside, if there is a berth."""
        settings = self.harbour.settings
        last = min(call.eta + settings.max_wait, settings.horizon - call.service)
        return range(settings.next_step(call.eta), last + 1, settings.step)

    def earliest(self, call: Call, berth: Berth, plan: BerthPlan) -> int | None:
        """The first minute at which the ship can come alongside at a berth."""
        for start in self.starts(call):
            span = call.stay(start)
            if not plan.blocking(berth.name, span) and self.rules.allow(call, berth, span):
                return start
        return None

    def reasons(self, call: Call, plan: BerthPlan) -> dict[str, tuple[str, ...]]:
        """What speaks against each berth at the first minute at which the ship may come alongside."""
        span = call.stay(self.harbour.settings.next_step(call.eta))
        reasons = {}
        for berth in self.harbour:
            messages = [finding.message for finding in self.rules.findings(call, berth, span)]
            messages += [f"taken by {stay.name}" for stay in plan.blocking(berth.name, span)]
            reasons[berth.name] = tuple(messages) or ("not free again in time",)
        return reasons

    def place(self, call: Call, plan: BerthPlan) -> Assignment:
        """Enters a call into a plan, at the berth where it can start first."""
        best: tuple[int, str] | None = None
        for berth in self.harbour.candidates(call):
            start = self.earliest(call, berth, plan)
            if start is not None and (best is None or start < best[0]):
                best = (start, berth.name)
        if best is None:
            raise NoBerthError(call.name, self.reasons(call, plan))
        return plan.assign(call, best[1], best[0])

    def allocate(self, calls: Iterable[Call]) -> Outcome:
        """Makes a plan for calls."""
        plan = BerthPlan(self.harbour)
        refused = []
        for call in sorted(calls, key=lambda call: call.rank):
            try:
                self.place(call, plan)
            except NoBerthError as error:
                refused.append(error)
        return Outcome(plan, tuple(refused))

    def tighten(self, plan: BerthPlan) -> int:
        """Moves ships of a plan to earlier starts for as long as there are any, and says how many moves that took."""
        moves = 0
        moved = True
        while moved:
            moved = False
            for stay in list(plan):
                plan.release(stay.name)
                try:
                    new = self.place(stay.call, plan)
                except NoBerthError:
                    new = None
                if new is not None and new.span.start < stay.span.start:
                    moves += 1
                    moved = True
                    break
                if new is not None:
                    plan.release(stay.name)
                plan.assign(stay.call, stay.berth, stay.span.start)
        return moves
