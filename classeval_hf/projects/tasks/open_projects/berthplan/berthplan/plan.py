"""Who lies where and when."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from .berths import Harbour
from .errors import ConflictError, SpanError, UnknownNameError
from .registry import close_names
from .timespan import Span, format_minute, subtract_spans
from .vessels import Call


@dataclass(frozen=True)
class Assignment:
    """A ship at a berth."""

    call: Call
    berth: str
    span: Span

    @property
    def name(self) -> str:
        """Name of the ship."""
        return self.call.name

    @property
    def wait(self) -> int:
        """How long the ship waits for the berth, in minutes."""
        return self.call.wait(self.span.start)


class BerthPlan:
    """A plan for a harbour: at most one stay of each ship, and at most one ship at a berth at a time."""

    def __init__(self, harbour: Harbour):
        self.harbour = harbour
        self._stays: dict[str, Assignment] = {}

    def __len__(self) -> int:
        return len(self._stays)

    def __contains__(self, vessel: object) -> bool:
        return vessel in self._stays

    def __iter__(self) -> Iterator[Assignment]:
        places = {name: place for place, name in enumerate(self.harbour.berths)}
        return iter(sorted(self._stays.values(), key=lambda stay: (stay.span.start, places[stay.berth])))

    def stays(self, berth: str) -> list[Assignment]:
        """The stays at a berth, in order of time."""
        name = self.harbour.berth(berth).name
        return [stay for stay in self if stay.berth == name]

    def blocking(self, berth: str, span: Span) -> list[Assignment]:
        """The stays at a berth that leave no room for a stay in this span."""
        gap = self.harbour.settings.turnaround
        return [stay for stay in self.stays(berth) if stay.span.padded(gap, gap).overlaps(span)]

    def assign(self, call: Call, berth: str, start: int) -> Assignment:
        """Enters a stay of the ship that begins at that minute."""
        if start < call.eta:
            raise SpanError(f"{call.name!r} arrives at {format_minute(call.eta)}, after {format_minute(start)}")
        if call.name in self:
            raise ConflictError(self._stays[call.name].berth, [call.name])
        span = call.stay(start)
        blocking = self.blocking(berth, span)
        if blocking:
            raise ConflictError(berth, [stay.name for stay in blocking])
        self._stays[call.name] = Assignment(call, berth, span)
        return self._stays[call.name]

    def release(self, vessel: str) -> Assignment:
        """Takes the stay of a ship out of the plan."""
        if vessel not in self._stays:
            raise UnknownNameError("vessel", vessel, close_names(vessel, self._stays))
        return self._stays.pop(vessel)

    def free_spans(self, berth: str, length: int = 1) -> list[Span]:
        """The spans, of at least that length, in which a new stay at a berth could lie."""
        gap = self.harbour.settings.turnaround
        taken = [stay.span.padded(gap, gap) for stay in self.stays(berth)]
        free = subtract_spans(self.harbour.open_spans(berth), taken)
        return [span for span in free if span.length >= length]

    def utilisation(self, berth: str) -> Fraction:
        """Which part of the time in which a berth is open a ship lies there."""
        opened = self.harbour.open_spans(berth)
        used = 0
        for stay in self.stays(berth):
            shared = [span.common(stay.span) for span in opened]
            used += sum(span.length for span in shared if span is not None)
        total = sum(span.length for span in opened)
        return Fraction(used, total) if total else Fraction(0)
