class SwapDesk:
    def __init__(self, rest: int):
        self.rest = rest
        self.shifts = {}
        self.offers = {}
        self.agreed = {}

    def _rested(self, nurse, begin, end, without):
        return all(
            first - end >= self.rest or begin - last >= self.rest
            for shift, (first, last, owner) in self.shifts.items()
            if owner == nurse and shift not in without
        )

    def fits(self, nurse: str, takes: str, gives: str = "") -> bool:
        if takes not in self.shifts:
            raise KeyError(takes)
        begin, end, _ = self.shifts[takes]
        return self._rested(nurse, begin, end, (takes, gives))

    def _is_bound(self, shift):
        return shift in self.agreed or any(exchange == shift for _, exchange in self.agreed.values())

    def _proposal_fits(self, shift, nurse, exchange):
        if not self.fits(nurse, shift, exchange):
            return False
        return not exchange or self.fits(self.shifts[shift][2], exchange, shift)

    def _is_sound(self, shift, nurse, exchange):
        if self.shifts[shift][2] == nurse:
            return False
        if exchange:
            if exchange not in self.shifts or self.shifts[exchange][2] != nurse or self._is_bound(exchange):
                return False
        return self._proposal_fits(shift, nurse, exchange)

    def review(self) -> list[tuple[str, str]]:
        dropped = []
        for shift, (nurse, exchange) in list(self.agreed.items()):
            if not self._proposal_fits(shift, nurse, exchange):
                del self.agreed[shift]
                dropped.append((shift, nurse))
        for shift, proposals in self.offers.items():
            sound = []
            for nurse, exchange in proposals:
                if self._is_sound(shift, nurse, exchange):
                    sound.append((nurse, exchange))
                else:
                    dropped.append((shift, nurse))
            self.offers[shift] = sound
        return dropped

    def add_shift(self, shift: str, begin: int, end: int, nurse: str) -> list[tuple[str, str]]:
        if end <= begin:
            raise ValueError("bad hours")
        if shift in self.shifts:
            raise ValueError("shift exists: " + shift)
        if not self._rested(nurse, begin, end, ()):
            raise ValueError("no rest: " + nurse)
        self.shifts[shift] = (begin, end, nurse)
        return self.review()

    def offer(self, shift: str) -> list[str]:
        if shift not in self.shifts:
            raise KeyError(shift)
        if shift in self.offers:
            raise ValueError("offered: " + shift)
        if self._is_bound(shift):
            raise ValueError("bound: " + shift)
        self.offers[shift] = []
        owner = self.shifts[shift][2]
        nurses = {entry[2] for entry in self.shifts.values()} - {owner}
        return sorted(nurse for nurse in nurses if self.fits(nurse, shift))

    def propose(self, shift: str, nurse: str, exchange: str = "") -> int:
        if shift not in self.offers:
            raise KeyError(shift)
        owner = self.shifts[shift][2]
        if owner == nurse:
            raise ValueError("own shift")
        if exchange:
            if exchange not in self.shifts or self.shifts[exchange][2] != nurse:
                raise ValueError("not yours: " + exchange)
            if self._is_bound(exchange):
                raise ValueError("bound: " + exchange)
        if not self.fits(nurse, shift, exchange):
            raise ValueError("no rest: " + nurse)
        if exchange and not self.fits(owner, exchange, shift):
            raise ValueError("no rest: " + owner)
        proposals = [proposal for proposal in self.offers[shift] if proposal[0] != nurse]
        proposals.append((nurse, exchange))
        self.offers[shift] = proposals
        return len(proposals)

    def accept(self, shift: str, nurse: str) -> list[tuple[str, str]]:
        if shift not in self.offers:
            raise KeyError(shift)
        accepted = next((proposal for proposal in self.offers[shift] if proposal[0] == nurse), None)
        if accepted is None:
            raise ValueError("no proposal: " + nurse)
        dropped = [(shift, other) for other, _ in self.offers.pop(shift) if other != nurse]
        exchange = accepted[1]
        if exchange in self.offers:
            dropped += [(exchange, other) for other, _ in self.offers.pop(exchange)]
        self.agreed[shift] = accepted
        return dropped + self.review()

    def decide(self, shift: str, approve: bool) -> list[tuple[str, str]]:
        if shift not in self.agreed:
            raise KeyError(shift)
        nurse, exchange = self.agreed.pop(shift)
        if not approve:
            return []
        begin, end, owner = self.shifts[shift]
        self.shifts[shift] = (begin, end, nurse)
        if exchange:
            begin, end, _ = self.shifts[exchange]
            self.shifts[exchange] = (begin, end, owner)
        return self.review()
