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
        points = self.points[student]
        if points:
            points += self.lift
        for least, grade in self.bounds:
            if points >= least:
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
        bound = next(least for least, grade in self.bounds if grade == self.passing)
        points = sorted((p for p in self.points.values() if p > 0), reverse=True)
        needed = -(-percent * len(points) // 100)
        self.lift = max(0, bound - points[needed - 1]) if needed else 0
        return self.lift

    def publish(self) -> list[tuple[str, str, str]]:
        latest = self._latest()
        rank = {grade: i for i, (_, grade) in enumerate(self.bounds)}
        version = {}
        for student in self.points:
            if student in self.struck:
                grade = self.bounds[-1][1]
            elif student not in latest:
                grade = self.grade(student)
            elif student in self.open:
                grade = latest[student]
            else:
                grade = min(self.grade(student), latest[student], key=rank.__getitem__)
            version[student] = grade
        changes = [
            (student, latest.get(student, ""), version[student])
            for student in sorted(version)
            if latest.get(student) != version[student]
        ]
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
        if student in self.open:
            self.open.remove(student)
            return True
        return False
