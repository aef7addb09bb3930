class TutorBoard:
    def __init__(self, places: dict[str, int]):
        self.places = dict(places)
        self.urgency = {}
        self.wishes = {}
        self.groups = {tutor: [] for tutor in places}

    def _rank(self, pupil):
        return -self.urgency[pupil], pupil

    def _check(self, pupil):
        if pupil not in self.urgency:
            raise KeyError(pupil)

    def _join(self, pupil, tutor):
        self.groups[tutor].append(pupil)
        self.groups[tutor].sort(key=self._rank)

    def tutor_of(self, pupil: str) -> str:
        self._check(pupil)
        return next((tutor for tutor, group in self.groups.items() if pupil in group), "")

    def seek(self, pupil: str, start: int) -> list[tuple[str, str]]:
        moves = []
        position = start
        while position < len(self.wishes[pupil]):
            tutor = self.wishes[pupil][position]
            group = self.groups[tutor]
            if len(group) < self.places[tutor]:
                self._join(pupil, tutor)
                moves.append((pupil, tutor))
                return moves
            if group and self._rank(pupil) < self._rank(group[-1]):
                out = group.pop()
                self._join(pupil, tutor)
                moves.append((pupil, tutor))
                pupil = out
                position = self.wishes[pupil].index(tutor)
            position += 1
        moves.append((pupil, ""))
        return moves

    def _fill(self, tutor, without=None):
        moves = []
        while len(self.groups[tutor]) < self.places[tutor]:
            tutors = {pupil: other for other, group in self.groups.items() for pupil in group}
            candidates = []
            for pupil, wishes in self.wishes.items():
                if pupil == without or tutor not in wishes:
                    continue
                present = tutors.get(pupil)
                if present is None or wishes.index(present) > wishes.index(tutor):
                    candidates.append(pupil)
            if not candidates:
                break
            pupil = min(candidates, key=self._rank)
            present = tutors.get(pupil)
            if present is not None:
                self.groups[present].remove(pupil)
            self._join(pupil, tutor)
            moves.append((pupil, tutor))
            if present is not None:
                moves += self._fill(present, without)
        return moves

    def fill(self, tutor: str) -> list[tuple[str, str]]:
        return self._fill(tutor)

    def enter(self, pupil: str, urgency: int, wishes: list[str]) -> list[tuple[str, str]]:
        if pupil in self.urgency:
            raise ValueError("already on the board")
        for tutor in wishes:
            if tutor not in self.places:
                raise ValueError("unknown tutor: " + tutor)
        if len(set(wishes)) != len(wishes):
            raise ValueError("repeated wish")
        self.urgency[pupil] = urgency
        self.wishes[pupil] = list(wishes)
        return self.seek(pupil, 0)

    def leave(self, pupil: str) -> list[tuple[str, str]]:
        tutor = self.tutor_of(pupil)
        del self.urgency[pupil]
        del self.wishes[pupil]
        if not tutor:
            return []
        self.groups[tutor].remove(pupil)
        return self._fill(tutor)

    def change(self, pupil: str, urgency: int, wishes: list[str]) -> list[tuple[str, str]]:
        tutor = self.tutor_of(pupil)
        moves = []
        if tutor:
            self.groups[tutor].remove(pupil)
            moves = self._fill(tutor, pupil)
        self.urgency[pupil] = urgency
        self.wishes[pupil] = list(wishes)
        return moves + self.seek(pupil, 0)

    def set_places(self, tutor: str, count: int) -> list[tuple[str, str]]:
        if tutor not in self.places:
            raise KeyError(tutor)
        self.places[tutor] = count
        out = self.groups[tutor][count:]
        del self.groups[tutor][count:]
        moves = []
        for pupil in out:
            moves += self.seek(pupil, self.wishes[pupil].index(tutor) + 1)
        return moves + self._fill(tutor)
