from bisect import bisect_left


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
    def _merge(buckets, start, entry):
        if start in buckets:
            count, total, low, high = buckets[start]
            entry = (count + entry[0], total + entry[1], min(low, entry[2]), max(high, entry[3]))
        buckets[start] = entry

    def _add_to_bucket(self, probe, time, value):
        self._merge(self.buckets.setdefault(probe, {}), self._start(time), (1, value, value, value))

    def _keep_recent(self, probe, readings):
        if readings:
            self.recent[probe] = readings
        else:
            self.recent.pop(probe, None)

    def advance(self, time: int) -> int:
        if time < self.now:
            raise ValueError("time runs back")
        self.now = time
        self.edge = max(self.edge, self._start(time - self.keep))
        moved = 0
        for probe, readings in list(self.recent.items()):
            rest = []
            for moment, value in readings:
                if moment < self.edge:
                    self._add_to_bucket(probe, moment, value)
                    moved += 1
                else:
                    rest.append((moment, value))
            self._keep_recent(probe, rest)
        return moved

    def record(self, probe: str, time: int, value: int) -> str:
        if time < self.floor:
            raise ValueError(f"too old: {time}")
        if time > self.now:
            self.advance(time)
        if time < self.edge:
            self._add_to_bucket(probe, time, value)
            return "bucket"
        readings = self.recent.setdefault(probe, [])
        place = bisect_left([moment for moment, _ in readings], time)
        if place < len(readings) and readings[place][0] == time:
            readings[place] = (time, value)
            return "again"
        readings.insert(place, (time, value))
        return "full"

    def summary(self, probe: str, start: int, end: int) -> tuple[int, int, int | None, int | None, int]:
        if end <= start:
            return 0, 0, None, None, 0
        entries = []
        doubtful = 0
        for time, value in self.recent.get(probe, []):
            if start <= time < end:
                entries.append((1, value, value, value))
        for first, entry in self.buckets.get(probe, {}).items():
            after = first + self.width
            if start <= first and after <= end:
                entries.append(entry)
            elif first < end and after > start:
                doubtful += entry[0]
        if not entries:
            return 0, 0, None, None, doubtful
        return (
            sum(entry[0] for entry in entries),
            sum(entry[1] for entry in entries),
            min(entry[2] for entry in entries),
            max(entry[3] for entry in entries),
            doubtful,
        )

    def forget(self, time: int) -> int:
        if time > self.now:
            raise ValueError(f"not yet: {time}")
        self.floor = max(self.floor, self._start(time))
        removed = 0
        for probe, readings in list(self.recent.items()):
            rest = [reading for reading in readings if reading[0] >= self.floor]
            removed += len(readings) - len(rest)
            self._keep_recent(probe, rest)
        for probe, buckets in list(self.buckets.items()):
            for first in [first for first in buckets if first < self.floor]:
                removed += buckets.pop(first)[0]
            if not buckets:
                del self.buckets[probe]
        return removed

    def coarsen(self, factor: int) -> int:
        if factor < 2:
            raise ValueError("bad factor")
        self.width *= factor
        for probe, buckets in self.buckets.items():
            merged = {}
            for first, entry in sorted(buckets.items()):
                self._merge(merged, self._start(first), entry)
            self.buckets[probe] = merged
        return sum(len(buckets) for buckets in self.buckets.values())
