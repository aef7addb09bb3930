# canary: classeval-hf open orchid_house af6db55f-26ba-4d47-9786-0ad289590b91


class OrchidHouse:
    def __init__(self, patience: int):
        self.patience = patience
        self.now = 0
        self.devices = {}
        self.readings = {}
        self.silent = set()
        self.wish = set()
        self.overrides = {}
        self.log = []

    def adjust(self, device: str) -> bool:
        wanted = self.overrides[device][0] if device in self.overrides else device in self.wish
        state = False
        for _, name, switched in self.log:
            if name == device:
                state = switched
        if state != wanted:
            self.log.append((self.now, device, wanted))
        return state != wanted

    def advance(self, minute: int) -> list[tuple[int, str, bool]]:
        if minute < self.now:
            raise ValueError("time runs back")
        known = len(self.log)
        events = [
            (read + self.patience, 0, sensor)
            for sensor, (read, _) in self.readings.items()
            if sensor not in self.silent
        ]
        events += [(end, 1, device) for device, (_, end) in self.overrides.items()]
        for due, kind, name in sorted(events):
            if due > minute:
                break
            self.now = due
            if kind == 0:
                self.silent.add(name)
                for device, (sensor, *_) in self.devices.items():
                    if sensor == name:
                        self.wish.discard(device)
                        self.adjust(device)
            else:
                del self.overrides[name]
                self.adjust(name)
        self.now = minute
        return self.log[known:]

    def add_device(self, device: str, sensor: str, low: int, high: int, cools: bool) -> bool:
        if device in self.devices:
            raise ValueError(f"device exists: {device}")
        if low >= high:
            raise ValueError("bad band")
        self.devices[device] = (sensor, low, high, cools)
        if sensor in self.readings and sensor not in self.silent:
            value = self.readings[sensor][1]
            if (value >= high) if cools else (value <= low):
                self.wish.add(device)
        return self.adjust(device)

    def read(self, minute: int, sensor: str, value: int) -> list[tuple[int, str, bool]]:
        entries = self.advance(minute)
        known = len(self.log)
        self.readings[sensor] = (minute, value)
        self.silent.discard(sensor)
        for device, (source, low, high, cools) in self.devices.items():
            if source == sensor:
                if (value >= high) if cools else (value <= low):
                    self.wish.add(device)
                elif (value <= low) if cools else (value >= high):
                    self.wish.discard(device)
                self.adjust(device)
        return entries + self.log[known:]

    def override(self, minute: int, device: str, state: bool, duration: int) -> list[tuple[int, str, bool]]:
        if device not in self.devices:
            raise KeyError(device)
        if duration < 0:
            raise ValueError("bad duration")
        entries = self.advance(minute)
        known = len(self.log)
        self.overrides.pop(device, None)
        if duration:
            self.overrides[device] = (state, minute + duration)
        self.adjust(device)
        return entries + self.log[known:]

    def runtime(self, device: str, begin: int, end: int) -> int:
        if device not in self.devices:
            raise KeyError(device)
        if begin > end or end > self.now:
            raise ValueError("bad span")
        total, start = 0, None
        for minute, name, state in [*self.log, (end, device, False)]:
            if name == device:
                if state:
                    start = minute
                elif start is not None:
                    total += max(0, min(minute, end) - max(start, begin))
                    start = None
        return total
