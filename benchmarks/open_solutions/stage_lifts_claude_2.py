import heapq


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
        self.heights[name] = max(low, min(high, 0))
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
        self.interlocks[min(one, other), max(one, other)] = gap
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
                reasons.append(f"range {name}")
            if name in self.people and targets[name] != self.heights[name]:
                reasons.append(f"occupied {name}")
        for first, second in sorted(self.interlocks):
            if first in targets or second in targets:
                one = targets.get(first, self.heights[first])
                other = targets.get(second, self.heights[second])
                if abs(one - other) > self.interlocks[first, second]:
                    reasons.append(f"interlock {first}-{second}")
        return reasons

    def drive(self, name: str, target: int) -> list[tuple[str, int]]:
        if name not in self.ranges:
            raise KeyError(name)
        if target == self.heights[name]:
            return []
        sign = 1 if target > self.heights[name] else -1
        links = {}
        for (first, second), gap in self.interlocks.items():
            links.setdefault(first, []).append((second, gap))
            links.setdefault(second, []).append((first, gap))
        moved = {}
        heap = [(-sign * target, name)]
        while heap:
            negative, platform = heapq.heappop(heap)
            if platform in moved:
                continue
            level = -negative
            moved[platform] = sign * level
            for other, gap in links.get(platform, []):
                if other not in moved and level - gap > sign * self.heights[other]:
                    heapq.heappush(heap, (gap - level, other))
        result = sorted(moved.items())
        for platform, height in result:
            low, high = self.ranges[platform]
            if platform in self.people or not low <= height <= high:
                raise ValueError(f"blocked: {platform}")
        self.heights.update(moved)
        return result

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
