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

    def free_berth(self, length: int, draught: int) -> str:
        suitable = [
            (room, depth, name)
            for name, (room, depth) in self.berths.items()
            if name not in self.moored and room >= length and depth >= draught
        ]
        return min(suitable)[2] if suitable else ""

    def pass_sill(self) -> tuple[str, str]:
        if self.passed:
            return "", ""
        leaving = [
            (due, ship, berth)
            for berth, (ship, _, draught, due) in self.moored.items()
            if due <= self.hour and self.opening(draught, self.hour) == self.hour
        ]
        if leaving:
            _, ship, berth = min(leaving)
            del self.moored[berth]
            self.passed = True
            return ship, berth
        for index, (ship, length, draught, stay) in enumerate(self.waiting):
            berth = self.free_berth(length, draught)
            if berth and self.opening(draught, self.hour) == self.hour:
                del self.waiting[index]
                self.moored[berth] = (ship, length, draught, self.hour + stay)
                self.passed = True
                return ship, berth
        return "", ""

    def arrive(self, ship: str, length: int, draught: int, stay: int) -> str:
        if min(length, draught, stay) < 1:
            raise ValueError("bad number")
        if ship in [entry[0] for entry in (*self.moored.values(), *self.waiting)]:
            raise ValueError("known ship")
        fits = any(room >= length and depth >= draught for room, depth in self.berths.values())
        if not fits or self.opening(draught, 0) < 0:
            raise ValueError("too big")
        self.waiting.append((ship, length, draught, stay))
        passed, berth = self.pass_sill()
        return berth if passed == ship else ""

    def advance(self, hours: int) -> list[tuple[int, str, str]]:
        movements = []
        for _ in range(hours):
            self.hour += 1
            self.passed = False
            ship, berth = self.pass_sill()
            if ship:
                movements.append((self.hour, ship, berth))
        return movements

    def shift(self, ship: str, berth: str) -> str:
        places = {entry[0]: place for place, entry in self.moored.items()}
        if ship not in places:
            raise KeyError(ship)
        room, depth = self.berths[berth]
        if berth in self.moored:
            raise ValueError("taken")
        entry = self.moored[places[ship]]
        if room < entry[1] or depth < entry[2]:
            raise ValueError("too small")
        del self.moored[places[ship]]
        self.moored[berth] = entry
        return self.pass_sill()[0]

    def extend(self, ship: str, hours: int) -> int:
        if hours < 1:
            raise ValueError("bad number")
        for berth, (name, length, draught, due) in self.moored.items():
            if name == ship:
                later = max(due, self.hour) + hours
                self.moored[berth] = (name, length, draught, later)
                return self.opening(draught, later)
        raise KeyError(ship)
