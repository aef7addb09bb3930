"""Berths, and the harbour that they make up."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from .errors import TideError
from .registry import Registry
from .settings import Settings
from .tides import TideTable
from .timespan import Span, merge_spans, subtract_spans
from .vessels import Call


@dataclass(frozen=True)
class Berth:
    """
    A place where one ship can lie: its length, and its depth at chart datum, are in centimetres.

    A berth takes all cargoes if `cargoes` is empty. In the spans of `closures` it takes no ship. On a `soft` bottom a
    ship may sit on the ground between its arrival and its departure.
    """

    name: str
    length: int
    depth: int
    cargoes: frozenset[str] = frozenset()
    closures: tuple[Span, ...] = ()
    soft: bool = False

    def takes(self, cargo: str) -> bool:
        """Whether the berth takes this cargo."""
        return not self.cargoes or cargo in self.cargoes

    def spare(self, call: Call) -> int:
        """Length that the ship leaves empty; below 0 if it is too long."""
        return self.length - call.vessel.length


class Harbour:
    """The berths of a harbour in their order along the quay, its tide and its settings."""

    def __init__(self, berths: Iterable[Berth], tides: TideTable, settings: Settings | None = None):
        self.settings = settings or Settings()
        self.tides = tides
        self.berths: Registry[Berth] = Registry("berth")
        for berth in berths:
            self.berths.add(berth.name, berth)

    def __iter__(self) -> Iterator[Berth]:
        return (self.berths.get(name) for name in self.berths)

    def berth(self, name: str) -> Berth:
        """The berth of that name."""
        return self.berths.get(name)

    def open_spans(self, name: str) -> list[Span]:
        """When the berth takes ships, within the time that is planned."""
        return subtract_spans([self.settings.span], merge_spans(self.berth(name).closures))

    def candidates(self, call: Call) -> list[Berth]:
        """The berths that could take the ship at some time, the best first."""
        planned = self.settings.span
        heights = [reading.height for reading in self.tides.readings if planned.contains(reading.minute)]
        if not heights:
            raise TideError(f"neither high nor low water is known in {planned}")
        fitting = []
        for berth in self:
            if berth.spare(call) < 0 or not berth.takes(call.vessel.cargo):
                continue
            if not any(span.length >= call.service for span in self.open_spans(berth.name)):
                continue
            if berth.depth + max(heights) >= call.vessel.draught + self.settings.clearance:
                fitting.append(berth)
        return sorted(fitting, key=lambda berth: (len(berth.cargoes) == 0, berth.soft, berth.spare(call)))
