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
        others = total - len(sizes)
        divisor = len(self.people) - len(sizes)
        result = {stratum: 1 for stratum in sorted(sizes)}
        if divisor == 0:
            return result
        fractions = {}
        left = others
        for stratum in result:
            whole, fractions[stratum] = divmod(others * (sizes[stratum] - 1), divisor)
            result[stratum] += whole
            left -= whole
        ranking = sorted(result, key=lambda stratum: (-fractions[stratum], -sizes[stratum], stratum))
        for stratum in ranking[:left]:
            result[stratum] += 1
        return result

    def draw(self, total: int) -> list[str]:
        if self.drawn:
            raise ValueError("drawn")
        seats = self.allot(total)
        chosen = []
        for stratum in sorted(seats):
            names = sorted(person for person, own in self.people.items() if own == stratum)
            result = self.rng.sample(names, len(names))
            for person in result[: seats[stratum]]:
                self.seats[person] = stratum
                chosen.append(person)
            self.reserves[stratum] = result[seats[stratum]:]
        self.drawn = True
        return chosen

    def accept(self, person: str) -> int:
        if person not in self.seats:
            raise KeyError(person)
        if person in self.accepted:
            raise ValueError("accepted")
        self.accepted.add(person)
        return sum(1 for other in self.accepted if self.seats[other] == self.seats[person])

    def refuse(self, person: str) -> str:
        if person not in self.seats:
            raise KeyError(person)
        if person in self.accepted:
            raise ValueError("accepted")
        seat = self.seats.pop(person)
        self.refused.add(person)
        reserve = self.reserves.get(seat)
        if not reserve:
            filled = [stratum for stratum, names in self.reserves.items() if names]
            if not filled:
                self.vacant.append(seat)
                return ""
            reserve = self.reserves[min(filled, key=lambda stratum: (-len(self.reserves[stratum]), stratum))]
        successor = reserve.pop(0)
        self.seats[successor] = seat
        return successor

    def summary(self) -> list[tuple[str, int, int, int, int]]:
        lines = []
        for stratum in sorted(set(self.people.values())):
            holders = [person for person, seat in self.seats.items() if seat == stratum]
            lines.append(
                (
                    stratum,
                    len(holders),
                    sum(1 for person in holders if person in self.accepted),
                    sum(1 for person in holders if self.people[person] != stratum),
                    len(self.reserves.get(stratum, [])),
                )
            )
        return lines
