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

    def reserve(self, level: int, number: int, plate: str, minute: int) -> str:
        if minute < self.now:
            raise ValueError("time runs back")
        if not (1 <= level <= len(self.levels) and 1 <= number <= self.levels[level - 1]):
            raise ValueError("no such place")
        self.now = minute
        before = dict(self.holders)
        old = self.holders.pop((level, number), "")
        if plate:
            self.holders = {place: holder for place, holder in self.holders.items() if holder != plate}
            self.holders[level, number] = plate
        for car, (place, since, minutes) in self.cars.items():
            was, is_now = before.get(place) == car, self.holders.get(place) == car
            if was != is_now:
                self.cars[car] = (place, minute, minutes + (0 if was else minute - since))
        return old

    def enter(self, plate: str, minute: int) -> tuple[int, int]:
        if minute < self.now:
            raise ValueError("time runs back")
        if plate in self.yard:
            raise ValueError("in the yard")
        if plate in self.cars:
            raise ValueError("already in")
        taken = {place for place, _, _ in self.cars.values()}
        places = [place for place, holder in self.holders.items() if holder == plate and place not in taken]
        if not places:
            by_level = []
            for level, size in enumerate(self.levels, 1):
                numbers = [
                    number
                    for number in range(1, size + 1)
                    if (level, number) not in taken and (level, number) not in self.holders
                ]
                if numbers:
                    by_level.append((-len(numbers), level, numbers[0]))
            if not by_level:
                raise ValueError("full")
            places = [min(by_level)[1:]]
        self.now = minute
        self.cars[plate] = (places[0], minute, 0)
        return places[0]

    def shift(self, plate: str, level: int, number: int, minute: int) -> bool:
        if minute < self.now:
            raise ValueError("time runs back")
        if plate not in self.cars:
            raise ValueError("not in")
        if not (1 <= level <= len(self.levels) and 1 <= number <= self.levels[level - 1]):
            raise ValueError("no such place")
        if any(place == (level, number) for place, _, _ in self.cars.values()):
            raise ValueError("taken")
        self.now = minute
        place, since, minutes = self.cars[plate]
        if self.holders.get(place) != plate:
            minutes += minute - since
        self.cars[plate] = ((level, number), minute, minutes)
        return self.holders.get((level, number), plate) != plate

    def tow(self, patience: int, minute: int) -> list[str]:
        if minute < self.now:
            raise ValueError("time runs back")
        self.now = minute
        towed = []
        for plate, (place, since, minutes) in sorted(self.cars.items(), key=lambda item: item[1][0]):
            if self.holders.get(place, plate) != plate and minute - since > patience:
                towed.append(plate)
                self.yard[plate] = (minute, self.fee(minutes + minute - since))
                del self.cars[plate]
        return towed

    def leave(self, plate: str, minute: int) -> int:
        if minute < self.now:
            raise ValueError("time runs back")
        if plate in self.yard:
            self.now = minute
            towed, debt = self.yard.pop(plate)
            return debt + 5 * self.hour + max(1, -(-(minute - towed) // 1440)) * self.day
        if plate not in self.cars:
            raise ValueError("not in")
        self.now = minute
        place, since, minutes = self.cars.pop(plate)
        if self.holders.get(place) != plate:
            minutes += minute - since
        return self.fee(minutes)
