# canary: classeval-hf open panel_draw a9834264-dd60-42f3-8812-d7a2d70b20c2

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
            seat = stratum if stratum in self.vacant else self.vacant[0]
            self.vacant.remove(seat)
            self.seats[person] = seat
            return True
        reserve.insert(self.rng.randint(0, len(reserve)), person)
        return False

    def allot(self, total: int) -> dict[str, int]:
        sizes = {}
        for stratum in self.people.values():
            sizes[stratum] = sizes.get(stratum, 0) + 1
        if not max(1, len(sizes)) <= total <= len(self.people):
            raise ValueError("bad total")
        rest, divisor = total - len(sizes), len(self.people) - len(sizes)
        seats = {stratum: 1 + rest * (size - 1) // max(divisor, 1) for stratum, size in sizes.items()}
        left = total - sum(seats.values())

        def place(stratum):
            return -(rest * (sizes[stratum] - 1) % max(divisor, 1)), -sizes[stratum], stratum

        for stratum in sorted(sizes, key=place)[:left]:
            seats[stratum] += 1
        return seats

    def draw(self, total: int) -> list[str]:
        if self.drawn:
            raise ValueError("drawn")
        seats = self.allot(total)
        invited = []
        for stratum in sorted(seats):
            names = sorted(name for name, place in self.people.items() if place == stratum)
            names = self.rng.sample(names, len(names))
            self.reserves[stratum] = names[seats[stratum] :]
            for name in names[: seats[stratum]]:
                self.seats[name] = stratum
                invited.append(name)
        self.drawn = True
        return invited

    def accept(self, person: str) -> int:
        stratum = self.seats[person]
        if person in self.accepted:
            raise ValueError("accepted")
        self.accepted.add(person)
        return sum(self.seats[name] == stratum for name in self.accepted)

    def refuse(self, person: str) -> str:
        stratum = self.seats[person]
        if person in self.accepted:
            raise ValueError("accepted")
        del self.seats[person]
        self.refused.add(person)
        source = stratum
        if not self.reserves[source]:
            source = min(self.reserves, key=lambda name: (-len(self.reserves[name]), name))
        if not self.reserves[source]:
            self.vacant.append(stratum)
            return ""
        substitute = self.reserves[source].pop(0)
        self.seats[substitute] = stratum
        return substitute

    def summary(self) -> list[tuple[str, int, int, int, int]]:
        rows = []
        for stratum in sorted(set(self.people.values())):
            names = [name for name, seat in self.seats.items() if seat == stratum]
            accepted = sum(name in self.accepted for name in names)
            foreign = sum(self.people[name] != stratum for name in names)
            rows.append((stratum, len(names), accepted, foreign, len(self.reserves.get(stratum, []))))
        return rows
