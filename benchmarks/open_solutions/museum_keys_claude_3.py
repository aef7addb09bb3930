class MuseumKeys:
    def __init__(self, museum: str, director: str):
        self.director = director
        self.parents = {museum: ""}
        self.grants = []
        self.bars = []

    def _check(self, area):
        if area not in self.parents:
            raise ValueError("unknown area: " + area)

    def _way_up(self, area):
        while area:
            yield area
            area = self.parents[area]

    def _may(self, person, area, granted, barred):
        if person == self.director:
            return True
        for place in self._way_up(area):
            if (person, place) in barred:
                return False
            if (person, place) in granted:
                return True
        return False

    def add_area(self, area: str, parent: str) -> list[str]:
        if area in self.parents:
            raise ValueError("area exists: " + area)
        self._check(parent)
        self.parents[area] = parent
        return list(self._way_up(area))[::-1]

    def may_open(self, person: str, area: str) -> bool:
        self._check(area)
        granted = {(got, place) for _, got, place in self.grants}
        return self._may(person, area, granted, set(self.bars))

    def sweep(self) -> list[tuple[str, str, str]]:
        barred = set(self.bars)
        granted = set()
        open_ones = list(self.grants)
        while True:
            new = [item for item in open_ones if self._may(item[0], item[2], granted, barred)]
            if not new:
                break
            granted.update((person, area) for _, person, area in new)
            found = set(new)
            open_ones = [item for item in open_ones if item not in found]
        lost = set(open_ones)
        self.grants[:] = [item for item in self.grants if item not in lost]
        return open_ones

    def grant(self, giver: str, person: str, area: str) -> bool:
        self._check(area)
        if person == giver or person == self.director:
            raise ValueError("needless grant")
        if not self.may_open(giver, area):
            raise ValueError("no authority: " + giver)
        if (giver, person, area) in self.grants:
            return False
        self.grants.append((giver, person, area))
        return True

    def revoke(self, giver: str, person: str, area: str) -> list[tuple[str, str, str]]:
        item = (giver, person, area)
        if item not in self.grants:
            raise ValueError("no such grant")
        self.grants.remove(item)
        return [item] + self.sweep()

    def bar(self, person: str, area: str) -> list[tuple[str, str, str]]:
        self._check(area)
        if person == self.director:
            raise ValueError("cannot bar the director")
        if (person, area) in self.bars:
            return []
        self.bars.append((person, area))
        return self.sweep()

    def unbar(self, person: str, area: str) -> int:
        if (person, area) not in self.bars:
            raise ValueError("not barred")
        self.bars.remove((person, area))
        return sum(1 for barred, _ in self.bars if barred == person)

    def move_area(self, area: str, parent: str) -> list[tuple[str, str, str]]:
        self._check(area)
        self._check(parent)
        if area in self._way_up(parent):
            raise ValueError("inside itself: " + area)
        self.parents[area] = parent
        return self.sweep()

    def openers(self, area: str) -> list[str]:
        self._check(area)
        people = {person for _, person, _ in self.grants} | {self.director}
        return sorted(person for person in people if self.may_open(person, area))
