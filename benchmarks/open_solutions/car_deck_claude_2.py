class CarDeck:
    def __init__(self, levels: list[int], hour: int, day: int):
        self.levels = levels
        self.hour = hour
        self.day = day
        self.now = 0
        self.holders = {}
        self.cars = {}
        self.yard = {}

    def fee(self, minutes: int) -> int:
        if minutes <= 15:
            return 0
        days, rest = divmod(minutes, 1440)
        return days * self.day + min(self.day, -(-rest // 60) * self.hour)

    def _check_time(self, minute):
        if minute < self.now:
            raise ValueError("time runs back")

    def _check_place(self, level, number):
        if not 1 <= level <= len(self.levels) or not 1 <= number <= self.levels[level - 1]:
            raise ValueError("no such place")

    def _own_place(self, plate):
        """Whether a car stands on a place reserved for it."""
        return plate in self.cars and self.holders.get(self.cars[plate][0]) == plate

    def _reserved(self, plate):
        for place, holder in self.holders.items():
            if holder == plate:
                return place
        return None

    def _minutes(self, plate):
        """The minutes of a car on a place that count until now."""
        _, since, minutes = self.cars[plate]
        return minutes if self._own_place(plate) else minutes + self.now - since

    def reserve(self, level: int, number: int, plate: str, minute: int) -> str:
        self._check_time(minute)
        self._check_place(level, number)
        self.now = minute
        place = (level, number)
        before = self.holders.get(place, "")
        cars = {
            car: (self._own_place(car), self._minutes(car))
            for car in (before, plate)
            if car and car in self.cars
        }
        if plate:
            old = self._reserved(plate)
            if old is not None:
                del self.holders[old]
            self.holders[place] = plate
        else:
            self.holders.pop(place, None)
        for car, (own, minutes) in cars.items():
            if self._own_place(car) != own:
                self.cars[car] = (self.cars[car][0], minute, minutes)
        return before

    def enter(self, plate: str, minute: int) -> tuple[int, int]:
        self._check_time(minute)
        if plate in self.yard:
            raise ValueError("in the yard")
        if plate in self.cars:
            raise ValueError("already in")
        taken = {entry[0] for entry in self.cars.values()}
        place = self._reserved(plate)
        if place is None or place in taken:
            place = None
            most = 0
            for level, size in enumerate(self.levels, 1):
                free = [
                    number
                    for number in range(1, size + 1)
                    if (level, number) not in taken and (level, number) not in self.holders
                ]
                if len(free) > most:
                    most = len(free)
                    place = (level, free[0])
        if place is None:
            raise ValueError("full")
        self.now = minute
        self.cars[plate] = (place, minute, 0)
        return place

    def shift(self, plate: str, level: int, number: int, minute: int) -> bool:
        self._check_time(minute)
        if plate not in self.cars:
            raise ValueError("not in")
        self._check_place(level, number)
        place = (level, number)
        if any(entry[0] == place for entry in self.cars.values()):
            raise ValueError("taken")
        self.now = minute
        self.cars[plate] = (place, minute, self._minutes(plate))
        return self.holders.get(place, plate) != plate

    def tow(self, patience: int, minute: int) -> list[str]:
        self._check_time(minute)
        self.now = minute
        towed = sorted(
            (place, plate)
            for plate, (place, since, _) in self.cars.items()
            if self.holders.get(place, plate) != plate and minute - since > patience
        )
        for _, plate in towed:
            self.yard[plate] = (minute, self.fee(self._minutes(plate)))
            del self.cars[plate]
        return [plate for _, plate in towed]

    def leave(self, plate: str, minute: int) -> int:
        self._check_time(minute)
        if plate in self.cars:
            self.now = minute
            price = self.fee(self._minutes(plate))
            del self.cars[plate]
            return price
        if plate in self.yard:
            self.now = minute
            towed, debt = self.yard.pop(plate)
            return debt + 5 * self.hour + self.day * max(1, -(-(minute - towed) // 1440))
        raise ValueError("not in")
