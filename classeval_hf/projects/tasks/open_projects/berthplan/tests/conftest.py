from collections.abc import Callable

import pytest

from berthplan.berths import Berth, Harbour
from berthplan.settings import Settings
from berthplan.tides import Reading, TideTable
from berthplan.timespan import Span
from berthplan.vessels import Call, Vessel

MakeCall = Callable[..., Call]
MakeHarbour = Callable[..., Harbour]


@pytest.fixture
def tides() -> TideTable:
    """Six hours from each low water of 1 m to the next high water of 5 m, and back."""
    return TideTable(Reading(hour * 60, 100 if hour % 12 == 0 else 500) for hour in range(0, 37, 6))


@pytest.fixture
def make_harbour(tides: TideTable) -> MakeHarbour:
    """Makes a harbour of three berths; settings can be given."""

    def make(**settings: object) -> Harbour:
        berths = [
            Berth("North", 9000, 400),
            Berth("Middle", 6000, 200, frozenset({"fish", "ice"}), (Span(600, 720),)),
            Berth("South", 6000, 100, soft=True),
        ]
        return Harbour(berths, tides, Settings(**{"horizon": 2160, **settings}))

    return make


@pytest.fixture
def harbour(make_harbour: MakeHarbour) -> Harbour:
    return make_harbour()


@pytest.fixture
def make_call() -> MakeCall:
    """Makes a call; lengths in centimetres."""

    def make(
        name: str = "Alk",
        length: int = 5000,
        draught: int = 350,
        cargo: str = "general",
        eta: int = 0,
        service: int = 120,
        priority: int = 0,
    ) -> Call:
        return Call(Vessel(name, length, draught, cargo), eta, service, priority)

    return make
