# canary: classeval-hf open kennel_boarding 06a161f3-d430-44a7-ab54-c7604bcf3a25

from decimal import ROUND_HALF_UP, Decimal


class KennelBoarding:
    def __init__(self, stalls: dict[str, str]):
        """
        Open the kennel with empty stalls.
        :param stalls: dict, from the name of each stall to its size, "small", "medium" or "large".
        self.stalls: dict, from the name of each stall to its size.
        self.stays: list of tuple, the booked stays as (dog, stall, arrival, departure), in ascending order of the
            arrival day, stays with the same arrival day in the order in which they were booked.
        """
        self.stalls = dict(stalls)
        self.stays = []

    def find_stall(self, size: str, arrival: int, departure: int) -> str:
        sizes = ["small", "medium", "large"]
        if size not in sizes:
            raise ValueError("unknown size")
        best = None
        for stall, stall_size in self.stalls.items():
            rank = sizes.index(stall_size)
            times = [(since, until) for _, name, since, until in self.stays if name == stall]
            if rank < sizes.index(size) or any(since < departure and arrival < until for since, until in times):
                continue
            gap = min((arrival - until for _, until in times if until <= arrival), default=float("inf"))
            if best is None or (rank, gap, stall) < best:
                best = (rank, gap, stall)
        return best[2] if best else ""

    def book(self, dog: str, size: str, arrival: int, departure: int) -> str:
        if departure <= arrival:
            raise ValueError("departure must be after arrival")
        for name, _, since, until in self.stays:
            if name == dog and since < departure and arrival < until:
                raise ValueError("dog already booked")
        stall = self.find_stall(size, arrival, departure)
        if stall:
            self.stays.append((dog, stall, arrival, departure))
            self.stays.sort(key=lambda stay: stay[2])
        return stall

    def occupancy(self, first: int, last: int) -> dict[str, float]:
        if last < first:
            raise ValueError("bad period")
        total, taken = {}, {}
        for size in self.stalls.values():
            total[size] = total.get(size, 0) + last - first + 1
            taken[size] = 0
        for _, stall, arrival, departure in self.stays:
            taken[self.stalls[stall]] += max(0, min(departure, last + 1) - max(arrival, first))
        return {size: round(100 * taken[size] / total[size], 1) for size in total}

    @staticmethod
    def bill(rate: str, arrival: int, departure: int) -> str:
        if departure <= arrival:
            raise ValueError("departure must be after arrival")
        price = Decimal(0)
        for day in range(arrival, departure):
            if (day - arrival) % 7 != 6:
                price += Decimal(rate) * (Decimal("1.2") if day % 7 in (4, 5) else 1)
        if departure - arrival >= 10:
            price *= Decimal("0.9")
        return str(price.quantize(Decimal("0.01"), rounding=ROUND_HALF_UP))

    @staticmethod
    def family_bill(stays: list[tuple[str, int, int]]) -> str:
        prices = sorted((Decimal(KennelBoarding.bill(*stay)) for stay in stays), reverse=True)
        total = Decimal("0.00")
        for place, price in enumerate(prices):
            if place > 0:
                price = (price * Decimal("0.85")).quantize(Decimal("0.01"), rounding=ROUND_HALF_UP)
            total += price
        return str(total)
