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
        state = self.overrides[device][0] if device in self.overrides else device in self.wish
        if self._is_on(device) == state:
            return False
        self.log.append((self.now, device, state))
        return True

    def _apply(self, device, value):
        _, low, high, cools = self.devices[device]
        if value >= high:
            wanted = cools
        elif value <= low:
            wanted = not cools
        else:
            return
        if wanted:
            self.wish.add(device)
        else:
            self.wish.discard(device)

    def _devices_of(self, sensor):
        return [device for device, data in self.devices.items() if data[0] == sensor]

    def advance(self, minute: int) -> list[tuple[int, str, bool]]:
        if minute < self.now:
            raise ValueError("time runs back")
        before = len(self.log)
        events = []
        for sensor, (read, _) in self.readings.items():
            if sensor not in self.silent and read + self.patience <= minute:
                events.append((read + self.patience, 0, sensor))
        for device, (_, end) in self.overrides.items():
            if end <= minute:
                events.append((end, 1, device))
        for time, kind, name in sorted(events):
            self.now = time
            if kind == 0:
                self.silent.add(name)
                devices = self._devices_of(name)
                self.wish.difference_update(devices)
                for device in devices:
                    self.adjust(device)
            else:
                del self.overrides[name]
                self.adjust(name)
        self.now = minute
        return self.log[before:]

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
        before = len(self.log)
        self.advance(minute)
        self.readings[sensor] = (minute, value)
        self.silent.discard(sensor)
        devices = self._devices_of(sensor)
        for device in devices:
            self._apply(device, value)
        for device in devices:
            self.adjust(device)
        return self.log[before:]

    def override(self, minute: int, device: str, state: bool, duration: int) -> list[tuple[int, str, bool]]:
        if device not in self.devices:
            raise KeyError(device)
        if duration < 0:
            raise ValueError("bad duration")
        before = len(self.log)
        self.advance(minute)
        if duration == 0:
            self.overrides.pop(device, None)
        else:
            self.overrides[device] = (state, minute + duration)
        self.adjust(device)
        return self.log[before:]

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
            if state:
                since = minute
            elif since is not None:
                total += max(0, min(minute, end) - max(since, begin))
                since = None
        if since is not None:
            total += max(0, end - max(since, begin))
        return total
