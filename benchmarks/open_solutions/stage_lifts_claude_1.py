class StageLifts:
    def __init__(self):
        self.ranges = {}
        self.heights = {}
        self.interlocks = {}
        self.people = {}
        self.cues = {}
        self.last = 0

    def add_platform(self, name: str, low: int, high: int) -> int:
        if low > high:
            raise ValueError("bad range")
        if name in self.ranges:
            raise ValueError("platform exists")
        self.ranges[name] = (low, high)
        self.heights[name] = min(max(0, low), high)
        return self.heights[name]

    def interlock(self, one: str, other: str, gap: int) -> int:
        for name in (one, other):
            if name not in self.ranges:
                raise KeyError(name)
        if one == other:
            raise ValueError("same platform")
        if gap < 0:
            raise ValueError("bad gap")
        difference = abs(self.heights[one] - self.heights[other])
        if difference > gap:
            raise ValueError("too far apart")
        self.interlocks[(min(one, other), max(one, other))] = gap
        return gap - difference

    def occupy(self, name: str, change: int) -> int:
        if name not in self.ranges:
            raise KeyError(name)
        number = self.people.get(name, 0) + change
        if number < 0:
            raise ValueError("too few people")
        if number:
            self.people[name] = number
        else:
            self.people.pop(name, None)
        return number

    def _check_names(self, targets):
        for name in sorted(targets):
            if name not in self.ranges:
                raise KeyError(name)

    def blockers(self, targets: dict[str, int]) -> list[str]:
        self._check_names(targets)
        reasons = []
        for name in sorted(targets):
            low, high = self.ranges[name]
            if not low <= targets[name] <= high:
                reasons.append("range " + name)
            if name in self.people and targets[name] != self.heights[name]:
                reasons.append("occupied " + name)
        after = {**self.heights, **targets}
        for first, second in sorted(self.interlocks):
            if first in targets or second in targets:
                if abs(after[first] - after[second]) > self.interlocks[(first, second)]:
                    reasons.append(f"interlock {first}-{second}")
        return reasons

    def drive(self, name: str, target: int) -> list[tuple[str, int]]:
        if name not in self.ranges:
            raise KeyError(name)
        if target == self.heights[name]:
            return []
        sign = 1 if target > self.heights[name] else -1
        neighbours = {}
        for (first, second), gap in self.interlocks.items():
            neighbours.setdefault(first, []).append((second, gap))
            neighbours.setdefault(second, []).append((first, gap))
        moved = {name: target}
        work = [name]
        while work:
            current = work.pop()
            for other, gap in neighbours.get(current, ()):
                needed = moved[current] - sign * gap
                if sign * needed > sign * moved.get(other, self.heights[other]):
                    moved[other] = needed
                    work.append(other)
        for other in sorted(moved):
            low, high = self.ranges[other]
            if not low <= moved[other] <= high or other in self.people:
                raise ValueError("blocked: " + other)
        self.heights.update(moved)
        return sorted(moved.items())

    def set_cue(self, number: int, targets: dict[str, int]) -> list[int]:
        if number < 1:
            raise ValueError("bad number")
        self._check_names(targets)
        if targets:
            self.cues[number] = dict(targets)
        else:
            self.cues.pop(number, None)
        return sorted(self.cues)

    def _run(self, number, targets):
        reasons = self.blockers(targets)
        if reasons:
            raise ValueError(f"cue {number}: " + ", ".join(reasons))
        self.heights.update(targets)
        self.last = number

    def go(self) -> int:
        number = min((n for n in self.cues if n > self.last), default=None)
        if number is None:
            raise ValueError("no more cues")
        self._run(number, self.cues[number])
        return number

    def jump(self, number: int) -> dict[str, int]:
        if number not in self.cues:
            raise KeyError(number)
        targets = {}
        for n in sorted(self.cues):
            if n <= number:
                targets.update(self.cues[n])
        self._run(number, targets)
        return targets
