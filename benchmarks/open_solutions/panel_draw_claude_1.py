import random


class PanelDraw:
    def __init__(self, seed: int):
        self.rng = random.Random(seed)
        self.people = {}
        self.drawn = False
        self.seats = {}
        self.accepted = set()
        self.refused = set()
        self.reserves = {}
        self.vacant = []

    def enroll(self, person: str, stratum: str) -> bool:
        if person in self.people:
            raise ValueError("known person")
        self.people[person] = stratum
        if not self.drawn:
            return False
        reserve = self.reserves.setdefault(stratum, [])
        if self.vacant:
            place = self.vacant.index(stratum) if stratum in self.vacant else 0
            self.seats[person] = self.vacant.pop(place)
            return True
        reserve.insert(self.rng.randint(0, len(reserve)), person)
        return False

    def allot(self, total: int) -> dict[str, int]:
        sizes = {}
        for stratum in self.people.values():
            sizes[stratum] = sizes.get(stratum, 0) + 1
        if total < 1 or total < len(sizes) or total > len(self.people):
            raise ValueError("bad total")
        seats = dict.fromkeys(sizes, 1)
        others = total - len(sizes)
        divisor = len(self.people) - len(sizes)
        if divisor:
            rests = {}
            for stratum, size in sizes.items():
                whole, rests[stratum] = divmod(others * (size - 1), divisor)
                seats[stratum] += whole
            left = total - sum(seats.values())
            ranked = sorted(sizes, key=lambda stratum: (-rests[stratum], -sizes[stratum], stratum))
            for stratum in ranked[:left]:
                seats[stratum] += 1
        return seats

    def draw(self, total: int) -> list[str]:
        if self.drawn:
            raise ValueError("drawn")
        numbers = self.allot(total)
        names = []
        for stratum in sorted(numbers):
            people = sorted(person for person, own in self.people.items() if own == stratum)
            result = self.rng.sample(people, len(people))
            chosen = result[:numbers[stratum]]
            self.seats.update(dict.fromkeys(chosen, stratum))
            self.reserves[stratum] = result[numbers[stratum]:]
            names.extend(chosen)
        self.drawn = True
        return names

    def accept(self, person: str) -> int:
        if person not in self.seats:
            raise KeyError(person)
        if person in self.accepted:
            raise ValueError("accepted")
        self.accepted.add(person)
        return sum(self.seats[other] == self.seats[person] for other in self.accepted)

    def refuse(self, person: str) -> str:
        if person not in self.seats:
            raise KeyError(person)
        if person in self.accepted:
            raise ValueError("accepted")
        stratum = self.seats.pop(person)
        self.refused.add(person)
        source = stratum
        if not self.reserves.get(stratum):
            source = min(self.reserves, key=lambda other: (-len(self.reserves[other]), other))
        if not self.reserves[source]:
            self.vacant.append(stratum)
            return ""
        new = self.reserves[source].pop(0)
        self.seats[new] = stratum
        return new

    def summary(self) -> list[tuple[str, int, int, int, int]]:
        rows = []
        for stratum in sorted(set(self.people.values())):
            holders = [person for person, own in self.seats.items() if own == stratum]
            accepted = sum(person in self.accepted for person in holders)
            foreign = sum(self.people[person] != stratum for person in holders)
            rows.append((stratum, len(holders), accepted, foreign, len(self.reserves.get(stratum, ()))))
        return rows
