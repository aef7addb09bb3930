class CarDeck:
    def __init__(self, levels: list[int], hour: int, day: int):
        self.levels = levels
        self.hour = hour
        self.day = day
        self.now = 0
        self.holders = {}
        self.cars = {}
        self.yard = {}

    def _check_time(self, minute):
        if minute < self.now:
            raise ValueError("time runs back")

    def _check_place(self, level, number):
        if not (1 <= level <= len(self.levels) and 1 <= number <= self.levels[level - 1]):
            raise ValueError("no such place")

    def _counted(self, plate, minute):
        """The minutes of a car on a place that count until a minute."""
        place, since, minutes = self.cars[plate]
        return minutes if self.holders.get(place) == plate else minutes + minute - since

    def fee(self, minutes: int) -> int:
        if minutes <= 15:
            return 0
        days, rest = divmod(minutes, 24 * 60)
        return days * self.day + min(self.day, -(-rest // 60) * self.hour)

    def reserve(self, level: int, number: int, plate: str, minute: int) -> str:
        self._check_time(minute)
        self._check_place(level, number)
        self.now = minute
        place = (level, number)
        counted = {car: self._counted(car, minute) for car in self.cars}
        own = {car: self.holders.get(entry[0]) == car for car, entry in self.cars.items()}
        before = self.holders.get(place, "")
        if plate:
            for other in [p for p, holder in self.holders.items() if holder == plate and p != place]:
                del self.holders[other]
            self.holders[place] = plate
        else:
            self.holders.pop(place, None)
        for car, entry in self.cars.items():
            if own[car] != (self.holders.get(entry[0]) == car):
                self.cars[car] = (entry[0], minute, counted[car])
        return before

    def enter(self, plate: str, minute: int) -> tuple[int, int]:
        self._check_time(minute)
        if plate in self.yard:
            raise ValueError("in the yard")
        if plate in self.cars:
            raise ValueError("already in")
        taken = {entry[0] for entry in self.cars.values()}
        goal = next((p for p, holder in self.holders.items() if holder == plate and p not in taken), None)
        if goal is None:
            best = []
            for level, size in enumerate(self.levels, 1):
                places = [
                    (level, number)
                    for number in range(1, size + 1)
                    if (level, number) not in taken and (level, number) not in self.holders
                ]
                if len(places) > len(best):
                    best = places
            if not best:
                raise ValueError("full")
            goal = best[0]
        self.now = minute
        self.cars[plate] = (goal, minute, 0)
        return goal

    def shift(self, plate: str, level: int, number: int, minute: int) -> bool:
        self._check_time(minute)
        if plate not in self.cars:
            raise ValueError("not in")
        self._check_place(level, number)
        place = (level, number)
        if any(entry[0] == place for entry in self.cars.values()):
            raise ValueError("taken")
        self.now = minute
        self.cars[plate] = (place, minute, self._counted(plate, minute))
        return self.holders.get(place, plate) != plate

    def tow(self, patience: int, minute: int) -> list[str]:
        self._check_time(minute)
        self.now = minute
        towed = []
        for plate, (place, since, _) in sorted(self.cars.items(), key=lambda item: item[1][0]):
            if self.holders.get(place, plate) != plate and minute - since > patience:
                towed.append(plate)
        for plate in towed:
            self.yard[plate] = (minute, self.fee(self._counted(plate, minute)))
            del self.cars[plate]
        return towed

    def leave(self, plate: str, minute: int) -> int:
        self._check_time(minute)
        if plate in self.yard:
            since, debt = self.yard.pop(plate)
            days = max(1, -(-(minute - since) // (24 * 60)))
            price = debt + 5 * self.hour + days * self.day
        elif plate in self.cars:
            price = self.fee(self._counted(plate, minute))
            del self.cars[plate]
        else:
            raise ValueError("not in")
        self.now = minute
        return price
