# canary: classeval-hf open road_closures f31b5fdb-4bb2-41b4-8279-fd4aa3fc81df

from bisect import bisect_right


class RoadClosures:
    def __init__(self):
        self.closures = {}

    @staticmethod
    def tidy(pieces: list[tuple[int, int, int]]) -> list[tuple[int, int, int]]:
        bounds = sorted({bound for piece in pieces for bound in piece[:2]})
        result = []
        for start, end in zip(bounds, bounds[1:]):
            level = max((piece[2] for piece in pieces if piece[0] <= start and end <= piece[1]), default=0)
            if level and result and result[-1][1:] == (start, level):
                result[-1] = (result[-1][0], end, level)
            elif level:
                result.append((start, end, level))
        return result

    def level_at(self, road: str, metre: int) -> int:
        if metre < 0:
            raise ValueError(f"bad metre: {metre}")
        closures = self.closures.get(road, [])
        index = bisect_right(closures, (metre, float("inf"), 0)) - 1
        return closures[index][2] if index >= 0 and metre < closures[index][1] else 0

    def open_stretches(self, road: str, start: int, end: int, level: int = 1) -> list[tuple[int, int]]:
        if start < 0 or end <= start:
            raise ValueError(f"bad stretch: {start}-{end}")
        if level not in (1, 2, 3):
            raise ValueError(f"bad level: {level}")
        result = []
        position = start
        for first, last, height in self.closures.get(road, []):
            if height >= level and first < end and last > start:
                if first > position:
                    result.append((position, first))
                position = last
        if position < end:
            result.append((position, end))
        return result

    def close(self, road: str, start: int, end: int, level: int) -> int:
        changed = sum(last - first for first, last in self.open_stretches(road, start, end, level))
        self.closures[road] = self.tidy([*self.closures.get(road, []), (start, end, level)])
        return changed

    def reopen(self, road: str, start: int, end: int, level: int = 3) -> list[tuple[int, int, int]]:
        self.open_stretches(road, start, end, level)
        kept, opened = [], []
        for first, last, height in self.closures.pop(road, []):
            inside = (max(first, start), min(last, end), height)
            if height <= level and inside[0] < inside[1]:
                opened.append(inside)
                kept += [(first, start, height), (end, last, height)]
            else:
                kept.append((first, last, height))
        kept = self.tidy(kept)
        if kept:
            self.closures[road] = kept
        return opened

    def insert_metres(self, road: str, at: int, length: int) -> int:
        if at < 0:
            raise ValueError(f"bad metre: {at}")
        if length < 1:
            raise ValueError(f"bad length: {length}")
        moved = 0
        closures = self.closures.get(road, [])
        for index, (start, end, level) in enumerate(closures):
            if end > at:
                closures[index] = (start + length if start >= at else start, end + length, level)
                moved += 1
        return moved

    def cut_metres(self, road: str, start: int, end: int) -> list[tuple[int, int, int]]:
        removed = self.reopen(road, start, end)
        closures = self.closures.pop(road, [])
        gap = end - start
        moved = self.tidy(
            [
                (first - gap, last - gap, level) if first >= end else (first, last, level)
                for first, last, level in closures
            ]
        )
        if moved:
            self.closures[road] = moved
        return removed

    def lengths(self, road: str) -> dict[int, int]:
        result = {}
        for start, end, level in self.closures.get(road, []):
            result[level] = result.get(level, 0) + end - start
        return dict(sorted(result.items()))

    def worst(self, count: int) -> list[tuple[str, int]]:
        if count < 0:
            raise ValueError(f"bad count: {count}")
        weights = [
            (road, sum(level * length for level, length in self.lengths(road).items())) for road in self.closures
        ]
        return sorted(weights, key=lambda item: (-item[1], item[0]))[:count]
