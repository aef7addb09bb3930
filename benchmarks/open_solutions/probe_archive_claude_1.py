import bisect


class ProbeArchive:
    def __init__(self, keep: int, width: int):
        self.keep = keep
        self.width = width
        self.now = 0
        self.edge = 0
        self.floor = 0
        self.recent = {}
        self.buckets = {}

    def _start(self, time):
        return time // self.width * self.width

    @staticmethod
    def _merge(target, start, entry):
        old = target.get(start)
        if old is None:
            target[start] = entry
        else:
            target[start] = (old[0] + entry[0], old[1] + entry[1], min(old[2], entry[2]), max(old[3], entry[3]))

    def _add(self, probe, time, value):
        self._merge(self.buckets.setdefault(probe, {}), self._start(time), (1, value, value, value))

    def advance(self, time: int) -> int:
        if time < self.now:
            raise ValueError("time runs back")
        self.now = time
        edge = self._start(time - self.keep)
        if edge > self.edge:
            self.edge = edge
        moved = 0
        for probe in list(self.recent):
            readings = self.recent[probe]
            cut = bisect.bisect_left(readings, self.edge, key=lambda r: r[0])
            if not cut:
                continue
            for t, value in readings[:cut]:
                self._add(probe, t, value)
            moved += cut
            if cut == len(readings):
                del self.recent[probe]
            else:
                self.recent[probe] = readings[cut:]
        return moved

    def record(self, probe: str, time: int, value: int) -> str:
        if time < self.floor:
            raise ValueError(f"too old: {time}")
        if time > self.now:
            self.advance(time)
        if time < self.edge:
            self._add(probe, time, value)
            return "bucket"
        readings = self.recent.setdefault(probe, [])
        i = bisect.bisect_left(readings, time, key=lambda r: r[0])
        if i < len(readings) and readings[i][0] == time:
            readings[i] = (time, value)
            return "again"
        readings.insert(i, (time, value))
        return "full"

    def summary(self, probe: str, start: int, end: int) -> tuple[int, int, int | None, int | None, int]:
        count = total = doubtful = 0
        low = high = None
        if end <= start:
            return (0, 0, None, None, 0)
        counted = [(1, v, v, v) for t, v in self.recent.get(probe, ()) if start <= t < end]
        for s, entry in self.buckets.get(probe, {}).items():
            if start <= s and s + self.width <= end:
                counted.append(entry)
            elif s < end and s + self.width > start:
                doubtful += entry[0]
        for c, sm, lo, hi in counted:
            count += c
            total += sm
            low = lo if low is None else min(low, lo)
            high = hi if high is None else max(high, hi)
        return (count, total, low, high, doubtful)

    def forget(self, time: int) -> int:
        if time > self.now:
            raise ValueError(f"not yet: {time}")
        self.floor = max(self.floor, self._start(time))
        removed = 0
        for probe in list(self.recent):
            left = [r for r in self.recent[probe] if r[0] >= self.floor]
            removed += len(self.recent[probe]) - len(left)
            if left:
                self.recent[probe] = left
            else:
                del self.recent[probe]
        for probe in list(self.buckets):
            stored = self.buckets[probe]
            for s in [s for s in stored if s < self.floor]:
                removed += stored.pop(s)[0]
            if not stored:
                del self.buckets[probe]
        return removed

    def coarsen(self, factor: int) -> int:
        if factor < 2:
            raise ValueError("bad factor")
        self.width *= factor
        number = 0
        for probe, stored in self.buckets.items():
            merged = {}
            for s, entry in stored.items():
                self._merge(merged, self._start(s), entry)
            self.buckets[probe] = merged
            number += len(merged)
        return number
