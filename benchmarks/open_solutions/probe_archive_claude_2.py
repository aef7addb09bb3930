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
        old = buckets.get(start)
        if old is not None:
            entry = (
                old[0] + entry[0],
                old[1] + entry[1],
                min(old[2], entry[2]),
                max(old[3], entry[3]),
            )
        buckets[start] = entry

    def _add(self, probe, time, value):
        buckets = self.buckets.setdefault(probe, {})
        self._merge(buckets, self._start(time), (1, value, value, value))

    def _take_before(self, probe, time):
        """Take the readings in full of a probe before a time out of the archive."""
        readings = self.recent[probe]
        index = bisect_left(readings, time, key=lambda reading: reading[0])
        taken = readings[:index]
        if index == len(readings):
            del self.recent[probe]
        elif index:
            del readings[:index]
        return taken

    def advance(self, time: int) -> int:
        if time < self.now:
            raise ValueError("time runs back")
        self.now = time
        edge = self._start(time - self.keep)
        if edge <= self.edge:
            return 0
        self.edge = edge
        moved = 0
        for probe in list(self.recent):
            for when, value in self._take_before(probe, edge):
                self._add(probe, when, value)
                moved += 1
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
        index = bisect_left(readings, time, key=lambda reading: reading[0])
        if index < len(readings) and readings[index][0] == time:
            readings[index] = (time, value)
            return "again"
        readings.insert(index, (time, value))
        return "full"

    def summary(self, probe: str, start: int, end: int) -> tuple[int, int, int | None, int | None, int]:
        sums = {}
        doubtful = 0
        if end > start:
            for first, entry in self.buckets.get(probe, {}).items():
                after = first + self.width
                if start <= first and after <= end:
                    self._merge(sums, 0, entry)
                elif first < end and after > start:
                    doubtful += entry[0]
            for time, value in self.recent.get(probe, []):
                if start <= time < end:
                    self._merge(sums, 0, (1, value, value, value))
        return sums.get(0, (0, 0, None, None)) + (doubtful,)

    def forget(self, time: int) -> int:
        if time > self.now:
            raise ValueError(f"not yet: {time}")
        self.floor = max(self.floor, self._start(time))
        removed = 0
        for probe in list(self.recent):
            removed += len(self._take_before(probe, self.floor))
        for probe in list(self.buckets):
            buckets = self.buckets[probe]
            for start in [start for start in buckets if start < self.floor]:
                removed += buckets.pop(start)[0]
            if not buckets:
                del self.buckets[probe]
        return removed

    def coarsen(self, factor: int) -> int:
        if factor < 2:
            raise ValueError("bad factor")
        self.width *= factor
        number = 0
        for probe, buckets in list(self.buckets.items()):
            merged = {}
            for start, entry in buckets.items():
                self._merge(merged, self._start(start), entry)
            self.buckets[probe] = merged
            number += len(merged)
        return number
