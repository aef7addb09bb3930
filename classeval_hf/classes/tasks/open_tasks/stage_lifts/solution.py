# canary: classeval-hf open stage_lifts a68fe1af-61a1-4bda-93ef-807148526f09


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
            if name not in self.heights:
                raise KeyError(name)
        if one == other:
            raise ValueError("same platform")
        if gap < 0:
            raise ValueError("bad gap")
        spare = gap - abs(self.heights[one] - self.heights[other])
        if spare < 0:
            raise ValueError("too far apart")
        self.interlocks[min(one, other), max(one, other)] = gap
        return spare

    def occupy(self, name: str, change: int) -> int:
        if name not in self.heights:
            raise KeyError(name)
        number = self.people.get(name, 0) + change
        if number < 0:
            raise ValueError("too few people")
        self.people[name] = number
        if not number:
            del self.people[name]
        return number

    def blockers(self, targets: dict[str, int]) -> list[str]:
        reasons = []
        for name in sorted(targets):
            if name not in self.heights:
                raise KeyError(name)
        for name in sorted(targets):
            low, high = self.ranges[name]
            if not low <= targets[name] <= high:
                reasons.append(f"range {name}")
            if name in self.people and targets[name] != self.heights[name]:
                reasons.append(f"occupied {name}")
        ends = {**self.heights, **targets}
        for (one, other), gap in sorted(self.interlocks.items()):
            if (one in targets or other in targets) and abs(ends[one] - ends[other]) > gap:
                reasons.append(f"interlock {one}-{other}")
        return reasons

    def drive(self, name: str, target: int) -> list[tuple[str, int]]:
        if name not in self.heights:
            raise KeyError(name)
        way = 1 if target > self.heights[name] else -1
        ends = {**self.heights, name: target}
        waiting = [name]
        while waiting:
            leader = waiting.pop()
            for pair, gap in self.interlocks.items():
                if leader in pair:
                    follower = pair[0] if leader == pair[1] else pair[1]
                    needed = ends[leader] - way * gap
                    if (needed - ends[follower]) * way > 0:
                        ends[follower] = needed
                        waiting.append(follower)
        moved = sorted(item for item in ends.items() if item[1] != self.heights[item[0]])
        for platform, height in moved:
            low, high = self.ranges[platform]
            if platform in self.people or not low <= height <= high:
                raise ValueError(f"blocked: {platform}")
        self.heights.update(moved)
        return moved

    def set_cue(self, number: int, targets: dict[str, int]) -> list[int]:
        if number < 1:
            raise ValueError("bad number")
        for name in sorted(targets):
            if name not in self.heights:
                raise KeyError(name)
        self.cues[number] = dict(targets)
        if not targets:
            del self.cues[number]
        return sorted(self.cues)

    def go(self) -> int:
        later = [number for number in self.cues if number > self.last]
        if not later:
            raise ValueError("no more cues")
        number = min(later)
        reasons = self.blockers(self.cues[number])
        if reasons:
            raise ValueError(f"cue {number}: {', '.join(reasons)}")
        self.heights.update(self.cues[number])
        self.last = number
        return number

    def jump(self, number: int) -> dict[str, int]:
        if number not in self.cues:
            raise KeyError(number)
        targets = {}
        for earlier in sorted(self.cues):
            if earlier <= number:
                targets.update(self.cues[earlier])
        reasons = self.blockers(targets)
        if reasons:
            raise ValueError(f"cue {number}: {', '.join(reasons)}")
        self.heights.update(targets)
        self.last = number
        return targets
