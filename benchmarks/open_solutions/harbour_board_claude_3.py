# canary: classeval-hf open harbour_board d9f9b0a1-8198-4f26-9dba-ba73c240da47


class HarbourBoard:
    def __init__(self, sill: int, tide: list[int], berths: dict[str, tuple[int, int]]):
        self.sill = sill
        self.tide = tide
        self.berths = berths
        self.hour = 0
        self.passed = False
        self.moored = {}
        self.waiting = []

    def opening(self, draught: int, hour: int) -> int:
        for later in range(hour, hour + len(self.tide)):
            if self.sill + self.tide[later % len(self.tide)] >= draught:
                return later
        return -1

    def _can_pass(self, draught):
        return self.opening(draught, self.hour) == self.hour

    def _suits(self, berth, length, draught):
        return self.berths[berth][0] >= length and self.berths[berth][1] >= draught

    def free_berth(self, length: int, draught: int) -> str:
        free = [
            (*self.berths[berth], berth)
            for berth in self.berths
            if berth not in self.moored and self._suits(berth, length, draught)
        ]
        return min(free)[2] if free else ""

    def pass_sill(self) -> tuple[str, str]:
        if self.passed:
            return ("", "")
        leaving = [
            (due, ship, berth)
            for berth, (ship, _, draught, due) in self.moored.items()
            if due <= self.hour and self._can_pass(draught)
        ]
        if leaving:
            _, ship, berth = min(leaving)
            del self.moored[berth]
            self.passed = True
            return (ship, berth)
        for index, (ship, length, draught, stay) in enumerate(self.waiting):
            if self._can_pass(draught):
                berth = self.free_berth(length, draught)
                if berth:
                    del self.waiting[index]
                    self.moored[berth] = (ship, length, draught, self.hour + stay)
                    self.passed = True
                    return (ship, berth)
        return ("", "")

    def _find(self, ship):
        for berth, entry in self.moored.items():
            if entry[0] == ship:
                return berth
        return None

    def arrive(self, ship: str, length: int, draught: int, stay: int) -> str:
        if length < 1 or draught < 1 or stay < 1:
            raise ValueError("bad number")
        if self._find(ship) is not None or any(entry[0] == ship for entry in self.waiting):
            raise ValueError("known ship")
        if self.opening(draught, self.hour) < 0 or not any(
            self._suits(berth, length, draught) for berth in self.berths
        ):
            raise ValueError("too big")
        self.waiting.append((ship, length, draught, stay))
        passed, berth = self.pass_sill()
        return berth if passed == ship else ""

    def advance(self, hours: int) -> list[tuple[int, str, str]]:
        result = []
        for _ in range(hours):
            self.hour += 1
            self.passed = False
            ship, berth = self.pass_sill()
            if self.passed:
                result.append((self.hour, ship, berth))
        return result

    def shift(self, ship: str, berth: str) -> str:
        old = self._find(ship)
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
        berth = self._find(ship)
        if berth is None:
            raise KeyError(ship)
        _, length, draught, due = self.moored[berth]
        due = max(due, self.hour) + hours
        self.moored[berth] = (ship, length, draught, due)
        return self.opening(draught, due)
