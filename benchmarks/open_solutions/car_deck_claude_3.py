# canary: classeval-hf open car_deck 68bf5947-f38d-41fe-b1b2-c46bd609ebc6


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

    def _exists(self, level, number):
        return 1 <= level <= len(self.levels) and 1 <= number <= self.levels[level - 1]

    def _counted(self, plate, minute):
        place, since, minutes = self.cars[plate]
        if self.holders.get(place) == plate:
            return minutes
        return minutes + minute - since

    def _occupied(self):
        return {place for place, _, _ in self.cars.values()}

    def reserve(self, level: int, number: int, plate: str, minute: int) -> str:
        self._check_time(minute)
        if not self._exists(level, number):
            raise ValueError("no such place")
        place = (level, number)
        before = self.holders.get(place, "")
        holders = {spot: who for spot, who in self.holders.items() if spot != place and who != plate}
        if plate:
            holders[place] = plate
        for car, (spot, _, _) in list(self.cars.items()):
            if (self.holders.get(spot) == car) != (holders.get(spot) == car):
                self.cars[car] = (spot, minute, self._counted(car, minute))
        self.holders = holders
        self.now = minute
        return before

    def enter(self, plate: str, minute: int) -> tuple[int, int]:
        self._check_time(minute)
        if plate in self.yard:
            raise ValueError("in the yard")
        if plate in self.cars:
            raise ValueError("already in")
        occupied = self._occupied()
        place = None
        for spot, who in self.holders.items():
            if who == plate and spot not in occupied:
                place = spot
        if place is None:
            most = 0
            for level, size in enumerate(self.levels, 1):
                free = [
                    (level, number)
                    for number in range(1, size + 1)
                    if (level, number) not in occupied and (level, number) not in self.holders
                ]
                if len(free) > most:
                    most = len(free)
                    place = free[0]
        if place is None:
            raise ValueError("full")
        self.cars[plate] = (place, minute, 0)
        self.now = minute
        return place

    def shift(self, plate: str, level: int, number: int, minute: int) -> bool:
        self._check_time(minute)
        if plate not in self.cars:
            raise ValueError("not in")
        if not self._exists(level, number):
            raise ValueError("no such place")
        place = (level, number)
        if place in self._occupied():
            raise ValueError("taken")
        self.cars[plate] = (place, minute, self._counted(plate, minute))
        self.now = minute
        return self.holders.get(place, plate) != plate

    def tow(self, patience: int, minute: int) -> list[str]:
        self._check_time(minute)
        towed = []
        for plate, (place, since, _) in sorted(self.cars.items(), key=lambda item: item[1][0]):
            if self.holders.get(place, plate) != plate and minute - since > patience:
                towed.append(plate)
        for plate in towed:
            self.yard[plate] = (minute, self.fee(self._counted(plate, minute)))
            del self.cars[plate]
        self.now = minute
        return towed

    def leave(self, plate: str, minute: int) -> int:
        self._check_time(minute)
        if plate in self.cars:
            pay = self.fee(self._counted(plate, minute))
            del self.cars[plate]
        elif plate in self.yard:
            since, debt = self.yard.pop(plate)
            pay = debt + 5 * self.hour + self.day * max(1, -(-(minute - since) // 1440))
        else:
            raise ValueError("not in")
        self.now = minute
        return pay
