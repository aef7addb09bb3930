class StageLifts:
    def __init__(self):
        self.ranges = {}
        self.heights = {}
        self.interlocks = {}
        self.people = {}
        self.cues = {}
        self.last = 0

    def _check(self, name):
        if name not in self.ranges:
            raise KeyError(name)

    def add_platform(self, name: str, low: int, high: int) -> int:
        if low > high:
            raise ValueError("bad range")
        if name in self.ranges:
            raise ValueError("platform exists")
        self.ranges[name] = (low, high)
        self.heights[name] = max(low, min(high, 0))
        return self.heights[name]

    def interlock(self, one: str, other: str, gap: int) -> int:
        self._check(one)
        self._check(other)
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
        self._check(name)
        number = self.people.get(name, 0) + change
        if number < 0:
            raise ValueError("too few people")
        if number:
            self.people[name] = number
        else:
            self.people.pop(name, None)
        return number

    def blockers(self, targets: dict[str, int]) -> list[str]:
        for name in sorted(targets):
            self._check(name)
        reasons = []
        for name in sorted(targets):
            low, high = self.ranges[name]
            if not low <= targets[name] <= high:
                reasons.append("range " + name)
            if name in self.people and targets[name] != self.heights[name]:
                reasons.append("occupied " + name)
        heights = {**self.heights, **targets}
        for (first, second), gap in sorted(self.interlocks.items()):
            if (first in targets or second in targets) and abs(heights[first] - heights[second]) > gap:
                reasons.append(f"interlock {first}-{second}")
        return reasons

    def drive(self, name: str, target: int) -> list[tuple[str, int]]:
        self._check(name)
        if target == self.heights[name]:
            return []
        sign = 1 if target > self.heights[name] else -1
        neighbours = {}
        for (first, second), gap in self.interlocks.items():
            neighbours.setdefault(first, []).append((second, gap))
            neighbours.setdefault(second, []).append((first, gap))
        # heights counted in the direction of the movement
        heights = {platform: sign * height for platform, height in self.heights.items()}
        heights[name] = sign * target
        todo = [name]
        while todo:
            one = todo.pop()
            for other, gap in neighbours.get(one, []):
                if heights[other] < heights[one] - gap:
                    heights[other] = heights[one] - gap
                    todo.append(other)
        moved = [
            (platform, sign * height)
            for platform, height in sorted(heights.items())
            if sign * height != self.heights[platform]
        ]
        for platform, height in moved:
            low, high = self.ranges[platform]
            if not low <= height <= high or platform in self.people:
                raise ValueError("blocked: " + platform)
        self.heights.update(moved)
        return moved

    def set_cue(self, number: int, targets: dict[str, int]) -> list[int]:
        if number < 1:
            raise ValueError("bad number")
        for name in sorted(targets):
            self._check(name)
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
        later = [number for number in self.cues if number > self.last]
        if not later:
            raise ValueError("no more cues")
        number = min(later)
        self._run(number, self.cues[number])
        return number

    def jump(self, number: int) -> dict[str, int]:
        if number not in self.cues:
            raise KeyError(number)
        targets = {}
        for cue in sorted(self.cues):
            if cue <= number:
                targets.update(self.cues[cue])
        self._run(number, targets)
        return targets
