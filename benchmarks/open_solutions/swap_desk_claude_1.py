class SwapDesk:
    def __init__(self, rest: int):
        self.rest = rest
        self.shifts = {}
        self.offers = {}
        self.agreed = {}

    def _room(self, nurse, begin, end, without):
        for name, (other_begin, other_end, owner) in self.shifts.items():
            if owner != nurse or name in without:
                continue
            if not (other_end + self.rest <= begin or end + self.rest <= other_begin):
                return False
        return True

    def fits(self, nurse: str, takes: str, gives: str = "") -> bool:
        if takes not in self.shifts:
            raise KeyError(takes)
        begin, end, _ = self.shifts[takes]
        return self._room(nurse, begin, end, (takes, gives))

    def _bound(self):
        bound = set(self.agreed)
        bound.update(exchange for _, exchange in self.agreed.values() if exchange)
        return bound

    def _swap_fits(self, shift, nurse, exchange):
        if not self.fits(nurse, shift, exchange):
            return False
        return not exchange or self.fits(self.shifts[shift][2], exchange, shift)

    def review(self) -> list[tuple[str, str]]:
        dropped = []
        for shift, (nurse, exchange) in list(self.agreed.items()):
            if not self._swap_fits(shift, nurse, exchange):
                del self.agreed[shift]
                dropped.append((shift, nurse))
        bound = self._bound()
        for shift, proposals in self.offers.items():
            kept = []
            for nurse, exchange in proposals:
                sound = self.shifts[shift][2] != nurse
                if sound and exchange:
                    sound = (
                        exchange in self.shifts
                        and self.shifts[exchange][2] == nurse
                        and exchange not in bound
                    )
                if sound and self._swap_fits(shift, nurse, exchange):
                    kept.append((nurse, exchange))
                else:
                    dropped.append((shift, nurse))
            self.offers[shift] = kept
        return dropped

    def add_shift(self, shift: str, begin: int, end: int, nurse: str) -> list[tuple[str, str]]:
        if end <= begin:
            raise ValueError("bad hours")
        if shift in self.shifts:
            raise ValueError("shift exists: " + shift)
        if not self._room(nurse, begin, end, ()):
            raise ValueError("no rest: " + nurse)
        self.shifts[shift] = (begin, end, nurse)
        return self.review()

    def offer(self, shift: str) -> list[str]:
        if shift not in self.shifts:
            raise KeyError(shift)
        if shift in self.offers:
            raise ValueError("offered: " + shift)
        if shift in self._bound():
            raise ValueError("bound: " + shift)
        self.offers[shift] = []
        nurses = {entry[2] for entry in self.shifts.values()}
        nurses.discard(self.shifts[shift][2])
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
            if exchange in self._bound():
                raise ValueError("bound: " + exchange)
        if not self.fits(nurse, shift, exchange):
            raise ValueError("no rest: " + nurse)
        if exchange and not self.fits(owner, exchange, shift):
            raise ValueError("no rest: " + owner)
        proposals = [p for p in self.offers[shift] if p[0] != nurse]
        proposals.append((nurse, exchange))
        self.offers[shift] = proposals
        return len(proposals)

    def accept(self, shift: str, nurse: str) -> list[tuple[str, str]]:
        if shift not in self.offers:
            raise KeyError(shift)
        proposal = next((p for p in self.offers[shift] if p[0] == nurse), None)
        if proposal is None:
            raise ValueError("no proposal: " + nurse)
        dropped = [(shift, p[0]) for p in self.offers.pop(shift) if p[0] != nurse]
        self.agreed[shift] = proposal
        exchange = proposal[1]
        if exchange and exchange in self.offers:
            dropped.extend((exchange, p[0]) for p in self.offers.pop(exchange))
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
