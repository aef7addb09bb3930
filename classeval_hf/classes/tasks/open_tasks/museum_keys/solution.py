# canary: classeval-hf open museum_keys 3827271a-82fb-4167-ac3a-a688967bfba0


class MuseumKeys:
    def __init__(self, museum: str, director: str):
        self.director = director
        self.parents = {museum: ""}
        self.grants = []
        self.bars = []

    def add_area(self, area: str, parent: str) -> list[str]:
        if area in self.parents:
            raise ValueError(f"area exists: {area}")
        if parent not in self.parents:
            raise ValueError(f"unknown area: {parent}")
        self.parents[area] = parent
        path = [area]
        while self.parents[path[0]]:
            path.insert(0, self.parents[path[0]])
        return path

    def may_open(self, person: str, area: str) -> bool:
        if area not in self.parents:
            raise ValueError(f"unknown area: {area}")
        if person == self.director:
            return True
        while area:
            if (person, area) in self.bars:
                return False
            if any(grant[1:] == (person, area) for grant in self.grants):
                return True
            area = self.parents[area]
        return False

    def sweep(self) -> list[tuple[str, str, str]]:
        before = self.grants
        waiting = list(before)
        self.grants = []
        while True:
            supported = [grant for grant in waiting if self.may_open(grant[0], grant[2])]
            if not supported:
                break
            self.grants += supported
            waiting = [grant for grant in waiting if grant not in supported]
        self.grants = [grant for grant in before if grant not in waiting]
        return waiting

    def grant(self, giver: str, person: str, area: str) -> bool:
        authority = self.may_open(giver, area)
        if person in (giver, self.director):
            raise ValueError("needless grant")
        if not authority:
            raise ValueError(f"no authority: {giver}")
        if (giver, person, area) in self.grants:
            return False
        self.grants.append((giver, person, area))
        return True

    def revoke(self, giver: str, person: str, area: str) -> list[tuple[str, str, str]]:
        taken = (giver, person, area)
        if taken not in self.grants:
            raise ValueError("no such grant")
        self.grants.remove(taken)
        return [taken] + self.sweep()

    def bar(self, person: str, area: str) -> list[tuple[str, str, str]]:
        if area not in self.parents:
            raise ValueError(f"unknown area: {area}")
        if person == self.director:
            raise ValueError("cannot bar the director")
        if (person, area) not in self.bars:
            self.bars.append((person, area))
        return self.sweep()

    def unbar(self, person: str, area: str) -> int:
        if (person, area) not in self.bars:
            raise ValueError("not barred")
        self.bars.remove((person, area))
        return sum(other == person for other, _ in self.bars)

    def move_area(self, area: str, parent: str) -> list[tuple[str, str, str]]:
        for name in (area, parent):
            if name not in self.parents:
                raise ValueError(f"unknown area: {name}")
        above = parent
        while above:
            if above == area:
                raise ValueError(f"inside itself: {area}")
            above = self.parents[above]
        self.parents[area] = parent
        return self.sweep()

    def openers(self, area: str) -> list[str]:
        people = {self.director, *(grant[1] for grant in self.grants)}
        return sorted(person for person in people if self.may_open(person, area))
