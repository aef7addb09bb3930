# canary: classeval-hf open exam_sheet 2c1b1ffe-efbc-48e4-b789-bb112d357003


class ExamSheet:
    def __init__(self, maximum: int, bounds: list[tuple[int, str]], passing: str):
        self.maximum = maximum
        self.bounds = bounds
        self.passing = passing
        self.lift = 0
        self.points = {}
        self.versions = []
        self.open = set()
        self.used = {}
        self.struck = set()

    def _latest(self):
        return self.versions[-1] if self.versions else {}

    def grade(self, student: str) -> str:
        if student not in self.points:
            raise KeyError(student)
        points = self.points[student]
        if points:
            points += self.lift
        for least, grade in self.bounds:
            if least <= points:
                return grade
        return self.bounds[-1][1]

    def enter(self, student: str, points: int) -> int:
        if not 0 <= points <= self.maximum:
            raise ValueError("bad points")
        if student in self.struck:
            raise ValueError("struck")
        if student in self._latest():
            raise ValueError("published")
        self.points[student] = points
        return len(self.points)

    def ease(self, percent: int) -> int:
        if not 0 <= percent <= 100:
            raise ValueError("bad percent")
        if self.versions:
            raise ValueError("published")
        scores = sorted((points for points in self.points.values() if points > 0), reverse=True)
        needed = -(-percent * len(scores) // 100)
        self.lift = 0
        if needed:
            bound = next(least for least, grade in self.bounds if grade == self.passing)
            self.lift = max(0, bound - scores[needed - 1])
        return self.lift

    def publish(self) -> list[tuple[str, str, str]]:
        latest = self._latest()
        ranks = {grade: index for index, (_, grade) in enumerate(self.bounds)}
        version = {}
        changes = []
        for student in sorted(self.points):
            old = latest.get(student, "")
            if student in self.struck:
                new = self.bounds[-1][1]
            elif not old:
                new = self.grade(student)
            elif student in self.open:
                new = old
            else:
                new = min(old, self.grade(student), key=ranks.__getitem__)
            version[student] = new
            if student not in latest or new != old:
                changes.append((student, old, new))
        if changes:
            self.versions.append(version)
        return changes

    def appeal(self, student: str) -> int:
        if student not in self._latest():
            raise KeyError(student)
        if student in self.struck:
            raise ValueError("struck")
        if student in self.open:
            raise ValueError("appeal is open")
        used = self.used.get(student, 0)
        if used >= 2:
            raise ValueError("no appeal left")
        self.open.add(student)
        return 1 - used

    def decide(self, student: str, change: int) -> str:
        if student not in self.open:
            raise KeyError(student)
        self.open.remove(student)
        self.used[student] = self.used.get(student, 0) + 1
        self.points[student] = min(self.maximum, max(0, self.points[student] + change))
        return self.grade(student)

    def strike(self, student: str) -> bool:
        if student not in self.points:
            raise KeyError(student)
        self.points[student] = 0
        self.struck.add(student)
        ended = student in self.open
        self.open.discard(student)
        return ended
