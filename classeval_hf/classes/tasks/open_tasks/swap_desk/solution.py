# canary: classeval-hf open swap_desk 54fbc1ab-cbe8-4208-aa15-27d0115fd14c


class SwapDesk:
    def __init__(self, rest: int):
        self.rest = rest
        self.shifts = {}
        self.offers = {}
        self.agreed = {}

    def fits(self, nurse: str, takes: str, gives: str = "") -> bool:
        begin, end, _ = self.shifts[takes]
        return all(
            other_end + self.rest <= begin or end + self.rest <= other_begin
            for shift, (other_begin, other_end, other) in self.shifts.items()
            if other == nurse and shift not in (takes, gives)
        )

    def review(self) -> list[tuple[str, str]]:

        def fitting(shift, nurse, exchange):
            holder = self.shifts[shift][2]
            return self.fits(nurse, shift, exchange) and (not exchange or self.fits(holder, exchange, shift))

        dropped = []
        for shift, (nurse, exchange) in list(self.agreed.items()):
            if not fitting(shift, nurse, exchange):
                del self.agreed[shift]
                dropped.append((shift, nurse))
        bound = {*self.agreed, *(exchange for _, exchange in self.agreed.values())} - {""}
        for shift, proposals in self.offers.items():
            for nurse, exchange in list(proposals):
                owned = not exchange or self.shifts[exchange][2] == nurse
                if (
                    self.shifts[shift][2] == nurse
                    or not owned
                    or exchange in bound
                    or not fitting(shift, nurse, exchange)
                ):
                    proposals.remove((nurse, exchange))
                    dropped.append((shift, nurse))
        return dropped

    def add_shift(self, shift: str, begin: int, end: int, nurse: str) -> list[tuple[str, str]]:
        if begin >= end:
            raise ValueError("bad hours")
        if shift in self.shifts:
            raise ValueError(f"shift exists: {shift}")
        self.shifts[shift] = (begin, end, nurse)
        if not self.fits(nurse, shift):
            del self.shifts[shift]
            raise ValueError(f"no rest: {nurse}")
        return self.review()

    def offer(self, shift: str) -> list[str]:
        holder = self.shifts[shift][2]
        if shift in self.offers:
            raise ValueError(f"offered: {shift}")
        if shift in self.agreed or shift in [exchange for _, exchange in self.agreed.values()]:
            raise ValueError(f"bound: {shift}")
        self.offers[shift] = []
        nurses = {nurse for _, _, nurse in self.shifts.values()} - {holder}
        return [nurse for nurse in sorted(nurses) if self.fits(nurse, shift)]

    def propose(self, shift: str, nurse: str, exchange: str = "") -> int:
        proposals = self.offers[shift]
        holder = self.shifts[shift][2]
        if nurse == holder:
            raise ValueError("own shift")
        if exchange and (exchange not in self.shifts or self.shifts[exchange][2] != nurse):
            raise ValueError(f"not yours: {exchange}")
        if exchange and (exchange in self.agreed or exchange in [given for _, given in self.agreed.values()]):
            raise ValueError(f"bound: {exchange}")
        if not self.fits(nurse, shift, exchange):
            raise ValueError(f"no rest: {nurse}")
        if exchange and not self.fits(holder, exchange, shift):
            raise ValueError(f"no rest: {holder}")
        proposals[:] = [proposal for proposal in proposals if proposal[0] != nurse] + [(nurse, exchange)]
        return len(proposals)

    def accept(self, shift: str, nurse: str) -> list[tuple[str, str]]:
        proposals = self.offers[shift]
        if nurse not in [name for name, _ in proposals]:
            raise ValueError(f"no proposal: {nurse}")
        exchange = dict(proposals)[nurse]
        self.agreed[shift] = (nurse, exchange)
        dropped = [(shift, name) for name, _ in self.offers.pop(shift) if name != nurse]
        dropped += [(exchange, name) for name, _ in self.offers.pop(exchange, [])]
        return dropped + self.review()

    def decide(self, shift: str, approve: bool) -> list[tuple[str, str]]:
        nurse, exchange = self.agreed.pop(shift)
        if not approve:
            return []
        begin, end, holder = self.shifts[shift]
        self.shifts[shift] = (begin, end, nurse)
        if exchange:
            self.shifts[exchange] = (*self.shifts[exchange][:2], holder)
        return self.review()
