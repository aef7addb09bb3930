# canary: classeval-hf open probe_archive 27a53dda-5d96-48b7-988a-201bec71beb0


def _merged(one, two):
    return one[0] + two[0], one[1] + two[1], min(one[2], two[2]), max(one[3], two[3])


class ProbeArchive:
    def __init__(self, keep: int, width: int):
        self.keep = keep
        self.width = width
        self.now = 0
        self.edge = 0
        self.floor = 0
        self.recent = {}
        self.buckets = {}

    def advance(self, time: int) -> int:
        if time < self.now:
            raise ValueError("time runs back")
        self.now = time
        self.edge = max(self.edge, (time - self.keep) // self.width * self.width)
        moved = 0
        for probe, readings in list(self.recent.items()):
            old = [reading for reading in readings if reading[0] < self.edge]
            moved += len(old)
            if len(old) == len(readings):
                del self.recent[probe]
            else:
                self.recent[probe] = readings[len(old) :]
            for moment, value in old:
                start = moment // self.width * self.width
                buckets = self.buckets.setdefault(probe, {})
                single = (1, value, value, value)
                buckets[start] = _merged(buckets[start], single) if start in buckets else single
        return moved

    def record(self, probe: str, time: int, value: int) -> str:
        if time < self.floor:
            raise ValueError(f"too old: {time}")
        if time > self.now:
            self.advance(time)
        if time < self.edge:
            start = time // self.width * self.width
            buckets = self.buckets.setdefault(probe, {})
            single = (1, value, value, value)
            buckets[start] = _merged(buckets[start], single) if start in buckets else single
            return "bucket"
        readings = dict(self.recent.get(probe, ()))
        outcome = "again" if time in readings else "full"
        readings[time] = value
        self.recent[probe] = sorted(readings.items())
        return outcome

    def summary(self, probe: str, start: int, end: int) -> tuple[int, int, int | None, int | None, int]:
        doubtful = 0
        parts = [(1, value, value, value) for time, value in self.recent.get(probe, ()) if start <= time < end]
        for first, bucket in self.buckets.get(probe, {}).items():
            if start <= first and first + self.width <= end:
                parts.append(bucket)
            elif max(start, first) < min(end, first + self.width):
                doubtful += bucket[0]
        if not parts:
            return 0, 0, None, None, doubtful
        result = parts[0]
        for part in parts[1:]:
            result = _merged(result, part)
        return (*result, doubtful)

    def forget(self, time: int) -> int:
        if time > self.now:
            raise ValueError(f"not yet: {time}")
        self.floor = max(self.floor, time // self.width * self.width)
        removed = 0
        for probe, readings in list(self.recent.items()):
            rest = [reading for reading in readings if reading[0] >= self.floor]
            removed += len(readings) - len(rest)
            self.recent[probe] = rest
            if not rest:
                del self.recent[probe]
        for probe, buckets in list(self.buckets.items()):
            removed += sum(bucket[0] for start, bucket in buckets.items() if start < self.floor)
            self.buckets[probe] = {start: bucket for start, bucket in buckets.items() if start >= self.floor}
            if not self.buckets[probe]:
                del self.buckets[probe]
        return removed

    def coarsen(self, factor: int) -> int:
        if factor < 2:
            raise ValueError("bad factor")
        self.width *= factor
        for probe, buckets in self.buckets.items():
            wide = {}
            for first, bucket in buckets.items():
                start = first // self.width * self.width
                wide[start] = _merged(wide[start], bucket) if start in wide else bucket
            self.buckets[probe] = wide
        return sum(len(buckets) for buckets in self.buckets.values())
