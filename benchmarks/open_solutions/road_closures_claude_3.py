from bisect import bisect_right


class RoadClosures:
    def __init__(self):
        self.closures = {}

    @staticmethod
    def tidy(pieces: list[tuple[int, int, int]]) -> list[tuple[int, int, int]]:
        changes = []
        for start, end, level in pieces:
            if level > 0 and start < end:
                changes.append((start, level, 1))
                changes.append((end, level, -1))
        changes.sort()
        counts = {}
        result = []
        before = None
        for position, level, change in changes:
            if before is not None and position > before:
                highest = max((grade for grade, count in counts.items() if count), default=0)
                if highest:
                    if result and result[-1][1] == before and result[-1][2] == highest:
                        result[-1] = (result[-1][0], position, highest)
                    else:
                        result.append((before, position, highest))
            counts[level] = counts.get(level, 0) + change
            before = position
        return result

    @staticmethod
    def _check_stretch(start, end):
        if start < 0 or end <= start:
            raise ValueError(f"bad stretch: {start}-{end}")

    def _check(self, start, end, level):
        self._check_stretch(start, end)
        if not 1 <= level <= 3:
            raise ValueError(f"bad level: {level}")

    def _store(self, road, pieces):
        closures = self.tidy(pieces)
        if closures:
            self.closures[road] = closures
        else:
            self.closures.pop(road, None)

    def level_at(self, road: str, metre: int) -> int:
        if metre < 0:
            raise ValueError(f"bad metre: {metre}")
        closures = self.closures.get(road, [])
        place = bisect_right([start for start, _, _ in closures], metre) - 1
        if place >= 0 and metre < closures[place][1]:
            return closures[place][2]
        return 0

    def open_stretches(self, road: str, start: int, end: int, level: int = 1) -> list[tuple[int, int]]:
        self._check(start, end, level)
        result = []
        position = start
        for first, last, grade in self.closures.get(road, []):
            if grade < level or last <= start or first >= end:
                continue
            if first > position:
                result.append((position, first))
            position = last
        if position < end:
            result.append((position, end))
        return result

    def close(self, road: str, start: int, end: int, level: int) -> int:
        stretches = self.open_stretches(road, start, end, level)
        self._store(road, self.closures.get(road, []) + [(start, end, level)])
        return sum(last - first for first, last in stretches)

    def _cut(self, road, start, end, level):
        """The parts of the closures up to the level that are in the stretch, and all other parts."""
        inside = []
        others = []
        for first, last, grade in self.closures.get(road, []):
            if grade > level or last <= start or first >= end:
                others.append((first, last, grade))
                continue
            inside.append((max(first, start), min(last, end), grade))
            if first < start:
                others.append((first, start, grade))
            if last > end:
                others.append((end, last, grade))
        return inside, others

    def reopen(self, road: str, start: int, end: int, level: int = 3) -> list[tuple[int, int, int]]:
        self._check(start, end, level)
        opened, others = self._cut(road, start, end, level)
        self._store(road, others)
        return opened

    def insert_metres(self, road: str, at: int, length: int) -> int:
        if at < 0:
            raise ValueError(f"bad metre: {at}")
        if length < 1:
            raise ValueError(f"bad length: {length}")
        count = 0
        pieces = []
        for start, end, level in self.closures.get(road, []):
            if end > at:
                count += 1
                end += length
                if start >= at:
                    start += length
            pieces.append((start, end, level))
        self._store(road, pieces)
        return count

    def cut_metres(self, road: str, start: int, end: int) -> list[tuple[int, int, int]]:
        self._check_stretch(start, end)
        inside, others = self._cut(road, start, end, 3)
        length = end - start
        self._store(
            road,
            [
                (first - length, last - length, level) if first >= end else (first, last, level)
                for first, last, level in others
            ],
        )
        return inside

    def lengths(self, road: str) -> dict[int, int]:
        sums = {}
        for start, end, level in self.closures.get(road, []):
            sums[level] = sums.get(level, 0) + end - start
        return dict(sorted(sums.items()))

    def worst(self, count: int) -> list[tuple[str, int]]:
        if count < 0:
            raise ValueError(f"bad count: {count}")
        weights = [
            (road, sum((end - start) * level for start, end, level in closures))
            for road, closures in self.closures.items()
            if closures
        ]
        weights.sort(key=lambda entry: (-entry[1], entry[0]))
        return weights[:count]
