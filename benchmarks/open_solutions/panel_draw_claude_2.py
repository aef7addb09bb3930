import random
from fractions import Fraction


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
            index = self.vacant.index(stratum) if stratum in self.vacant else 0
            self.seats[person] = self.vacant.pop(index)
            return True
        reserve.insert(self.rng.randint(0, len(reserve)), person)
        return False

    def _strata(self):
        """From each stratum, in ascending order, to its people in ascending order."""
        strata = {stratum: [] for stratum in sorted(set(self.people.values()))}
        for person in sorted(self.people):
            strata[self.people[person]].append(person)
        return strata

    def allot(self, total: int) -> dict[str, int]:
        strata = self._strata()
        if total < 1 or total < len(strata) or total > len(self.people):
            raise ValueError("bad total")
        seats = dict.fromkeys(strata, 1)
        others = total - len(strata)
        divisor = len(self.people) - len(strata)
        if divisor:
            left = others
            ranked = []
            for stratum, people in strata.items():
                claim = Fraction(others * (len(people) - 1), divisor)
                whole = int(claim)
                seats[stratum] += whole
                left -= whole
                ranked.append((whole - claim, -len(people), stratum))
            for _, _, stratum in sorted(ranked)[:left]:
                seats[stratum] += 1
        return seats

    def draw(self, total: int) -> list[str]:
        if self.drawn:
            raise ValueError("drawn")
        seats = self.allot(total)
        self.drawn = True
        chosen = []
        for stratum, people in self._strata().items():
            result = self.rng.sample(people, len(people))
            number = seats[stratum]
            for person in result[:number]:
                self.seats[person] = stratum
            chosen += result[:number]
            self.reserves[stratum] = result[number:]
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
        stratum = self.seats.pop(person)
        self.refused.add(person)
        source = stratum
        if not self.reserves.get(source):
            source = min(self.reserves, key=lambda name: (-len(self.reserves[name]), name), default=stratum)
        if not self.reserves.get(source):
            self.vacant.append(stratum)
            return ""
        successor = self.reserves[source].pop(0)
        self.seats[successor] = stratum
        return successor

    def summary(self) -> list[tuple[str, int, int, int, int]]:
        rows = []
        for stratum in sorted(set(self.people.values())):
            holders = [person for person, its in self.seats.items() if its == stratum]
            rows.append(
                (
                    stratum,
                    len(holders),
                    sum(1 for person in holders if person in self.accepted),
                    sum(1 for person in holders if self.people[person] != stratum),
                    len(self.reserves.get(stratum, [])),
                )
            )
        return rows
