class SwapDesk:
    def __init__(self, rest: int):
        self.rest = rest
        self.shifts = {}
        self.offers = {}
        self.agreed = {}

    def _could_have(self, nurse, begin, end, without):
        return all(
            begin - other_end >= self.rest or other_begin - end >= self.rest
            for name, (other_begin, other_end, owner) in self.shifts.items()
            if owner == nurse and name not in without
        )

    def fits(self, nurse: str, takes: str, gives: str = "") -> bool:
        if takes not in self.shifts:
            raise KeyError(takes)
        begin, end, _ = self.shifts[takes]
        return self._could_have(nurse, begin, end, (takes, gives))

    def _bound(self):
        bound = set(self.agreed)
        bound.update(exchange for _, exchange in self.agreed.values() if exchange)
        return bound

    def _proposal_fits(self, shift, nurse, exchange):
        if not self.fits(nurse, shift, exchange):
            return False
        return not exchange or self.fits(self.shifts[shift][2], exchange, shift)

    def _owns(self, nurse, shift):
        return shift in self.shifts and self.shifts[shift][2] == nurse

    def review(self) -> list[tuple[str, str]]:
        dropped = []
        for shift, (nurse, exchange) in list(self.agreed.items()):
            if not self._proposal_fits(shift, nurse, exchange):
                del self.agreed[shift]
                dropped.append((shift, nurse))
        bound = self._bound()
        for shift, proposals in self.offers.items():
            kept = []
            for nurse, exchange in proposals:
                sound = (
                    not self._owns(nurse, shift)
                    and (not exchange or (self._owns(nurse, exchange) and exchange not in bound))
                    and self._proposal_fits(shift, nurse, exchange)
                )
                if sound:
                    kept.append((nurse, exchange))
                else:
                    dropped.append((shift, nurse))
            self.offers[shift] = kept
        return dropped

    def add_shift(self, shift: str, begin: int, end: int, nurse: str) -> list[tuple[str, str]]:
        if end <= begin:
            raise ValueError("bad hours")
        if shift in self.shifts:
            raise ValueError(f"shift exists: {shift}")
        if not self._could_have(nurse, begin, end, ()):
            raise ValueError(f"no rest: {nurse}")
        self.shifts[shift] = (begin, end, nurse)
        return self.review()

    def offer(self, shift: str) -> list[str]:
        if shift not in self.shifts:
            raise KeyError(shift)
        if shift in self.offers:
            raise ValueError(f"offered: {shift}")
        if shift in self._bound():
            raise ValueError(f"bound: {shift}")
        self.offers[shift] = []
        nurses = {owner for _, _, owner in self.shifts.values()} - {self.shifts[shift][2]}
        return sorted(nurse for nurse in nurses if self.fits(nurse, shift))

    def propose(self, shift: str, nurse: str, exchange: str = "") -> int:
        if shift not in self.offers:
            raise KeyError(shift)
        owner = self.shifts[shift][2]
        if owner == nurse:
            raise ValueError("own shift")
        if exchange:
            if not self._owns(nurse, exchange):
                raise ValueError(f"not yours: {exchange}")
            if exchange in self._bound():
                raise ValueError(f"bound: {exchange}")
        if not self.fits(nurse, shift, exchange):
            raise ValueError(f"no rest: {nurse}")
        if exchange and not self.fits(owner, exchange, shift):
            raise ValueError(f"no rest: {owner}")
        proposals = [proposal for proposal in self.offers[shift] if proposal[0] != nurse]
        proposals.append((nurse, exchange))
        self.offers[shift] = proposals
        return len(proposals)

    def accept(self, shift: str, nurse: str) -> list[tuple[str, str]]:
        if shift not in self.offers:
            raise KeyError(shift)
        accepted = next((entry for entry in self.offers[shift] if entry[0] == nurse), None)
        if accepted is None:
            raise ValueError(f"no proposal: {nurse}")
        dropped = [(shift, other) for other, _ in self.offers.pop(shift) if other != nurse]
        exchange = accepted[1]
        if exchange:
            dropped += [(exchange, other) for other, _ in self.offers.pop(exchange, [])]
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
