class HarbourBoard:
    def __init__(self, sill: int, tide: list[int], berths: dict[str, tuple[int, int]]):
        self.sill = sill
        self.tide = tide
        self.berths = berths
        self.hour = 0
        self.passed = False
        self.moored = {}
        self.waiting = []

    def _depth(self, hour):
        return self.sill + self.tide[hour % len(self.tide)]

    def _suits(self, berth, length, draught):
        return self.berths[berth][0] >= length and self.berths[berth][1] >= draught

    def _berth_of(self, ship):
        for berth, entry in self.moored.items():
            if entry[0] == ship:
                return berth
        return None

    def opening(self, draught: int, hour: int) -> int:
        for candidate in range(hour, hour + len(self.tide)):
            if self._depth(candidate) >= draught:
                return candidate
        return -1

    def free_berth(self, length: int, draught: int) -> str:
        free = [
            (size, depth, berth)
            for berth, (size, depth) in self.berths.items()
            if berth not in self.moored and self._suits(berth, length, draught)
        ]
        return min(free)[2] if free else ""

    def pass_sill(self) -> tuple[str, str]:
        if self.passed:
            return "", ""
        depth = self._depth(self.hour)
        leaving = [
            (due, ship, berth)
            for berth, (ship, _, draught, due) in self.moored.items()
            if due <= self.hour and draught <= depth
        ]
        if leaving:
            _, ship, berth = min(leaving)
            del self.moored[berth]
            self.passed = True
            return ship, berth
        for index, (ship, length, draught, stay) in enumerate(self.waiting):
            if draught > depth:
                continue
            berth = self.free_berth(length, draught)
            if berth:
                del self.waiting[index]
                self.moored[berth] = (ship, length, draught, self.hour + stay)
                self.passed = True
                return ship, berth
        return "", ""

    def arrive(self, ship: str, length: int, draught: int, stay: int) -> str:
        if min(length, draught, stay) < 1:
            raise ValueError("bad number")
        if self._berth_of(ship) is not None or any(entry[0] == ship for entry in self.waiting):
            raise ValueError("known ship")
        if self.opening(draught, self.hour) < 0 or not any(
            self._suits(berth, length, draught) for berth in self.berths
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
        if not self._suits(berth, entry[1], entry[2]):
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
