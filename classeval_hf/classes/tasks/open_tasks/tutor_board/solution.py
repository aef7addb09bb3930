# canary: classeval-hf open tutor_board cb836a1c-79fe-4a61-8531-2871d8ce3a76


class TutorBoard:
    def __init__(self, places: dict[str, int]):
        self.places = dict(places)
        self.urgency = {}
        self.wishes = {}
        self.groups = {tutor: [] for tutor in places}

    def tutor_of(self, pupil: str) -> str:
        if pupil not in self.wishes:
            raise KeyError(pupil)
        for tutor, group in self.groups.items():
            if pupil in group:
                return tutor
        return ""

    def seek(self, pupil: str, start: int) -> list[tuple[str, str]]:
        moves = []
        while start < len(self.wishes[pupil]):
            tutor = self.wishes[pupil][start]
            group = self.groups[tutor]
            group.append(pupil)
            group.sort(key=lambda name: (-self.urgency[name], name))
            out = group.pop() if len(group) > self.places[tutor] else ""
            if out != pupil:
                moves.append((pupil, tutor))
                if not out:
                    return moves
                pupil, start = out, self.wishes[out].index(tutor)
            start += 1
        return [*moves, (pupil, "")]

    def fill(self, tutor: str) -> list[tuple[str, str]]:
        moves = []
        while len(self.groups[tutor]) < self.places[tutor]:
            wanting = []
            for pupil, wishes in self.wishes.items():
                before = [name for name in wishes if pupil in self.groups[name]]
                better = wishes[: wishes.index(before[0])] if before else wishes
                if tutor in better:
                    wanting.append((-self.urgency[pupil], pupil, before))
            if not wanting:
                break
            _, pupil, before = min(wanting)
            self.groups[tutor].append(pupil)
            self.groups[tutor].sort(key=lambda name: (-self.urgency[name], name))
            moves.append((pupil, tutor))
            for left in before:
                self.groups[left].remove(pupil)
                moves += self.fill(left)
        return moves

    def enter(self, pupil: str, urgency: int, wishes: list[str]) -> list[tuple[str, str]]:
        if pupil in self.wishes:
            raise ValueError("already on the board")
        for tutor in wishes:
            if tutor not in self.places:
                raise ValueError(f"unknown tutor: {tutor}")
        if len(set(wishes)) < len(wishes):
            raise ValueError("repeated wish")
        self.urgency[pupil] = urgency
        self.wishes[pupil] = list(wishes)
        return self.seek(pupil, 0)

    def leave(self, pupil: str) -> list[tuple[str, str]]:
        tutor = self.tutor_of(pupil)
        del self.wishes[pupil], self.urgency[pupil]
        if not tutor:
            return []
        self.groups[tutor].remove(pupil)
        return self.fill(tutor)

    def change(self, pupil: str, urgency: int, wishes: list[str]) -> list[tuple[str, str]]:
        moves = self.leave(pupil)
        return moves + self.enter(pupil, urgency, wishes)

    def set_places(self, tutor: str, count: int) -> list[tuple[str, str]]:
        if tutor not in self.places:
            raise KeyError(tutor)
        self.places[tutor] = count
        out = self.groups[tutor][count:]
        del self.groups[tutor][count:]
        moves = []
        for pupil in out:
            moves += self.seek(pupil, self.wishes[pupil].index(tutor) + 1)
        return moves + self.fill(tutor)
