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

    def grade(self, student: str) -> str:
        points = self.points[student]
        if points:
            points += self.lift
        return next(grade for least, grade in self.bounds if least <= points)

    def enter(self, student: str, points: int) -> int:
        if not 0 <= points <= self.maximum:
            raise ValueError("bad points")
        if student in self.struck:
            raise ValueError("struck")
        if self.versions and student in self.versions[-1]:
            raise ValueError("published")
        self.points[student] = points
        return len(self.points)

    def ease(self, percent: int) -> int:
        if not 0 <= percent <= 100:
            raise ValueError("bad percent")
        if self.versions:
            raise ValueError("published")
        points = sorted((points for points in self.points.values() if points), reverse=True)
        bound = next(least for least, grade in self.bounds if grade == self.passing)
        wanted = -(-percent * len(points) // 100)
        self.lift = max(0, bound - points[wanted - 1]) if wanted else 0
        return self.lift

    def publish(self) -> list[tuple[str, str, str]]:
        latest = self.versions[-1] if self.versions else {}
        order = [grade for _, grade in self.bounds]
        version = {}
        for student in self.points:
            grades = [self.grade(student)]
            if student in self.struck:
                grades = order[-1:]
            elif student in self.open:
                grades = [latest[student]]
            elif student in latest:
                grades.append(latest[student])
            version[student] = min(grades, key=order.index)
        changes = [
            (student, latest.get(student, ""), grade)
            for student, grade in sorted(version.items())
            if latest.get(student) != grade
        ]
        if changes:
            self.versions.append(version)
        return changes

    def appeal(self, student: str) -> int:
        if not self.versions or student not in self.versions[-1]:
            raise KeyError(student)
        if student in self.struck:
            raise ValueError("struck")
        if student in self.open:
            raise ValueError("appeal is open")
        left = 1 - self.used.get(student, 0)
        if left < 0:
            raise ValueError("no appeal left")
        self.open.add(student)
        return left

    def decide(self, student: str, change: int) -> str:
        self.open.remove(student)
        self.used[student] = self.used.get(student, 0) + 1
        self.points[student] = min(max(self.points[student] + change, 0), self.maximum)
        return self.grade(student)

    def strike(self, student: str) -> bool:
        if student not in self.points:
            raise KeyError(student)
        ended = student in self.open
        self.points[student] = 0
        self.struck.add(student)
        self.open.discard(student)
        return ended
