"""Ships, and their calls at the harbour."""

from dataclasses import dataclass

from .timespan import Span


@dataclass(frozen=True)
class Vessel:
    """A ship: its length and draught are in centimetres."""

    name: str
    length: int
    draught: int
    cargo: str = "general"


@dataclass(frozen=True)
class Call:
    """
    A call of a ship: it arrives at the minute `eta` and needs `service` minutes alongside.

    Calls of a higher `priority` are served first.
    """

    vessel: Vessel
    eta: int
    service: int
    priority: int = 0

    @property
    def name(self) -> str:
        """Name of the ship."""
        return self.vessel.name

    @property
    def rank(self) -> tuple[int, int, str]:
        """Calls are served in ascending order of this."""
        return (-self.priority, self.eta, self.name)

    def stay(self, start: int) -> Span:
        """The time alongside if the ship is berthed at that minute."""
        return Span(start, start + self.service)

    def wait(self, start: int) -> int:
        """How long the ship has waited if it is berthed at that minute."""
        return start - self.eta
