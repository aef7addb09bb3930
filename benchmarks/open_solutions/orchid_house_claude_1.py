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

    def _is_on(self, device):
        for _, name, state in reversed(self.log):
            if name == device:
                return state
        return False

    def adjust(self, device: str) -> bool:
        if device in self.overrides:
            state = self.overrides[device][0]
        else:
            state = device in self.wish
        if self._is_on(device) == state:
            return False
        self.log.append((self.now, device, state))
        return True

    def advance(self, minute: int) -> list[tuple[int, str, bool]]:
        if minute < self.now:
            raise ValueError("time runs back")
        start = len(self.log)
        events = [
            (when + self.patience, 0, sensor)
            for sensor, (when, _) in self.readings.items()
            if sensor not in self.silent and when + self.patience <= minute
        ]
        events.extend((end, 1, device) for device, (_, end) in self.overrides.items() if end <= minute)
        for when, kind, name in sorted(events):
            self.now = when
            if kind == 0:
                self.silent.add(name)
                own = [device for device, entry in self.devices.items() if entry[0] == name]
                self.wish.difference_update(own)
                for device in own:
                    self.adjust(device)
            else:
                del self.overrides[name]
                self.adjust(name)
        self.now = minute
        return self.log[start:]

    def _apply(self, device, value):
        _, low, high, cools = self.devices[device]
        if value >= high:
            state = cools
        elif value <= low:
            state = not cools
        else:
            return
        if state:
            self.wish.add(device)
        else:
            self.wish.discard(device)

    def add_device(self, device: str, sensor: str, low: int, high: int, cools: bool) -> bool:
        if device in self.devices:
            raise ValueError("device exists: " + device)
        if low >= high:
            raise ValueError("bad band")
        self.devices[device] = (sensor, low, high, cools)
        if sensor in self.readings and sensor not in self.silent:
            self._apply(device, self.readings[sensor][1])
            self.adjust(device)
        return self._is_on(device)

    def read(self, minute: int, sensor: str, value: int) -> list[tuple[int, str, bool]]:
        start = len(self.log)
        self.advance(minute)
        self.readings[sensor] = (minute, value)
        self.silent.discard(sensor)
        own = [device for device, entry in self.devices.items() if entry[0] == sensor]
        for device in own:
            self._apply(device, value)
        for device in own:
            self.adjust(device)
        return self.log[start:]

    def override(self, minute: int, device: str, state: bool, duration: int) -> list[tuple[int, str, bool]]:
        if device not in self.devices:
            raise KeyError(device)
        if duration < 0:
            raise ValueError("bad duration")
        start = len(self.log)
        self.advance(minute)
        if duration:
            self.overrides[device] = (state, minute + duration)
        else:
            self.overrides.pop(device, None)
        self.adjust(device)
        return self.log[start:]

    def runtime(self, device: str, begin: int, end: int) -> int:
        if device not in self.devices:
            raise KeyError(device)
        if begin > end or end > self.now:
            raise ValueError("bad span")
        total = 0
        since = None
        for minute, name, state in self.log:
            if name != device:
                continue
            if since is not None:
                total += max(0, min(minute, end) - max(since, begin))
            since = minute if state else None
        if since is not None:
            total += max(0, end - max(since, begin))
        return total
