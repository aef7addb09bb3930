class HarbourBoard:
    def __init__(self, sill: int, tide: list[int], berths: dict[str, tuple[int, int]]):
        self.sill = sill
        self.tide = tide
        self.berths = berths
        self.hour = 0
        self.passed = False
        self.moored = {}
        self.waiting = []

    def _open(self, draught, hour):
        return self.sill + self.tide[hour % len(self.tide)] >= draught

    def opening(self, draught: int, hour: int) -> int:
        for h in range(hour, hour + len(self.tide)):
            if self._open(draught, h):
                return h
        return -1

    def free_berth(self, length: int, draught: int) -> str:
        fitting = [
            (size, depth, name)
            for name, (size, depth) in self.berths.items()
            if name not in self.moored and size >= length and depth >= draught
        ]
        return min(fitting)[2] if fitting else ""

    def pass_sill(self) -> tuple[str, str]:
        if self.passed:
            return ("", "")
        leaving = [
            (due, ship, berth)
            for berth, (ship, _, draught, due) in self.moored.items()
            if due <= self.hour and self._open(draught, self.hour)
        ]
        if leaving:
            _, ship, berth = min(leaving)
            del self.moored[berth]
            self.passed = True
            return (ship, berth)
        for i, (ship, length, draught, stay) in enumerate(self.waiting):
            if not self._open(draught, self.hour):
                continue
            berth = self.free_berth(length, draught)
            if berth:
                del self.waiting[i]
                self.moored[berth] = (ship, length, draught, self.hour + stay)
                self.passed = True
                return (ship, berth)
        return ("", "")

    def _berth_of(self, ship):
        for berth, entry in self.moored.items():
            if entry[0] == ship:
                return berth
        return None

    def arrive(self, ship: str, length: int, draught: int, stay: int) -> str:
        if length < 1 or draught < 1 or stay < 1:
            raise ValueError("bad number")
        if self._berth_of(ship) is not None or any(w[0] == ship for w in self.waiting):
            raise ValueError("known ship")
        if self.opening(draught, self.hour) < 0 or not any(
            size >= length and depth >= draught for size, depth in self.berths.values()
        ):
            raise ValueError("too big")
        self.waiting.append((ship, length, draught, stay))
        passed, berth = self.pass_sill()
        return berth if passed == ship else ""

    def advance(self, hours: int) -> list[tuple[int, str, str]]:
        log = []
        for _ in range(hours):
            self.hour += 1
            self.passed = False
            ship, berth = self.pass_sill()
            if self.passed:
                log.append((self.hour, ship, berth))
        return log

    def shift(self, ship: str, berth: str) -> str:
        old = self._berth_of(ship)
        if old is None:
            raise KeyError(ship)
        if berth not in self.berths:
            raise KeyError(berth)
        if berth in self.moored:
            raise ValueError("taken")
        entry = self.moored[old]
        size, depth = self.berths[berth]
        if size < entry[1] or depth < entry[2]:
            raise ValueError("too small")
        del self.moored[old]
        self.moored[berth] = entry
        return self.pass_sill()[0]

    def extend(self, ship: str, hours: int) -> int:
        if hours < 1:
            raise ValueError("bad number")
        berth = self._berth_of(ship)
        if berth is None:
            raise KeyError(ship)
        name, length, draught, due = self.moored[berth]
        due = max(due, self.hour) + hours
        self.moored[berth] = (name, length, draught, due)
        return self.opening(draught, due)
