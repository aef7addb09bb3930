# canary: classeval-hf open kennel_boarding 06a161f3-d430-44a7-ab54-c7604bcf3a25

from fractions import Fraction

_SIZES = ("small", "medium", "large")


def _round(amount):
    """Round to a whole number, halves upwards."""
    return (amount + Fraction(1, 2)).__floor__()


def _show(cents):
    return f"{cents // 100}.{cents % 100:02d}"


def _price(rate, arrival, departure):
    """The price of a stay in cents."""
    if departure <= arrival:
        raise ValueError("departure must be after arrival")
    tenths = 0
    for night in range(1, departure - arrival + 1):
        if night % 7:
            tenths += 12 if (arrival + night - 1) % 7 in (4, 5) else 10
    total = Fraction(rate) * tenths / 10
    if departure - arrival >= 10:
        total *= Fraction(9, 10)
    return _round(total * 100)


class KennelBoarding:
    def __init__(self, stalls: dict[str, str]):
        self.stalls = dict(stalls)
        self.stays = []

    def find_stall(self, size: str, arrival: int, departure: int) -> str:
        if size not in _SIZES:
            raise ValueError("unknown size")
        candidates = []
        for stall, room in self.stalls.items():
            rank = _SIZES.index(room)
            if rank < _SIZES.index(size):
                continue
            stays = [stay for stay in self.stays if stay[1] == stall]
            if any(stay[2] < departure and arrival < stay[3] for stay in stays):
                continue
            gaps = [arrival - stay[3] for stay in stays if stay[3] <= arrival]
            candidates.append((rank, not gaps, min(gaps, default=0), stall))
        return min(candidates)[3] if candidates else ""

    def book(self, dog: str, size: str, arrival: int, departure: int) -> str:
        if departure <= arrival:
            raise ValueError("departure must be after arrival")
        if any(stay[0] == dog and stay[2] < departure and arrival < stay[3] for stay in self.stays):
            raise ValueError("dog already booked")
        stall = self.find_stall(size, arrival, departure)
        if stall:
            place = sum(1 for stay in self.stays if stay[2] <= arrival)
            self.stays.insert(place, (dog, stall, arrival, departure))
        return stall

    def occupancy(self, first: int, last: int) -> dict[str, float]:
        if last < first:
            raise ValueError("bad period")
        nights = {}
        for size in self.stalls.values():
            nights[size] = nights.get(size, 0) + last - first + 1
        taken = dict.fromkeys(nights, 0)
        for _, stall, arrival, departure in self.stays:
            taken[self.stalls[stall]] += max(0, min(departure, last + 1) - max(arrival, first))
        return {size: round(100 * taken[size] / nights[size], 1) for size in nights}

    @staticmethod
    def bill(rate: str, arrival: int, departure: int) -> str:
        return _show(_price(rate, arrival, departure))

    @staticmethod
    def family_bill(stays: list[tuple[str, int, int]]) -> str:
        prices = sorted(_price(*stay) for stay in stays)
        if not prices:
            return "0.00"
        return _show(prices[-1] + sum(_round(Fraction(price * 85, 100)) for price in prices[:-1]))
