class OvenDay:
    def __init__(self, slots: int, rate: int, loss: int):
        self.slots = slots
        self.rate = rate
        self.loss = loss
        self.minute = 0
        self.degrees = 20
        self.target = 20
        self.opened = -1
        self.trays = {}

    def _next_degrees(self, degrees):
        if degrees < self.target:
            return min(self.target, degrees + self.rate)
        if degrees > self.target:
            return degrees - 1
        return degrees

    def _check_time(self, now):
        if now < self.minute:
            raise ValueError("past minute: " + str(now))

    def _open_door(self):
        if self.opened != self.minute:
            self.degrees = max(20, self.degrees - self.loss)
            self.opened = self.minute

    def _slot_of(self, name):
        for slot, tray in self.trays.items():
            if tray[0] == name:
                return slot
        return None

    def advance(self, now: int) -> list[str]:
        self._check_time(now)
        ready = []
        while self.minute < now:
            for slot in sorted(self.trays):
                name, heat, lacking = self.trays[slot]
                if heat <= self.degrees:
                    self.trays[slot] = (name, heat, lacking - 1)
                    if lacking == 1:
                        ready.append(name)
            self.degrees = self._next_degrees(self.degrees)
            self.minute += 1
        return ready

    def aim(self, now: int, degrees: int) -> int:
        if degrees < 20:
            raise ValueError("bad target: " + str(degrees))
        self.advance(now)
        self.target = degrees
        if self.degrees < degrees:
            return now + -(-(degrees - self.degrees) // self.rate)
        return now + self.degrees - degrees

    def load(self, now: int, name: str, heat: int, minutes: int) -> int:
        if minutes < 1:
            raise ValueError("bad minutes: " + str(minutes))
        if self._slot_of(name) is not None:
            raise ValueError("tray is in: " + name)
        free = [slot for slot in range(self.slots) if slot not in self.trays]
        if not free:
            raise ValueError("oven is full")
        self.advance(now)
        self._open_door()
        self.trays[free[0]] = (name, heat, minutes)
        return free[0]

    def unload(self, now: int, name: str) -> int:
        slot = self._slot_of(name)
        if slot is None:
            raise KeyError(name)
        self.advance(now)
        self._open_door()
        return self.trays.pop(slot)[2]

    def ready_at(self, name: str) -> int:
        slot = self._slot_of(name)
        if slot is None:
            raise KeyError(name)
        _, heat, lacking = self.trays[slot]
        minute = self.minute
        degrees = self.degrees
        while lacking > 0:
            if degrees == self.target:
                return minute + lacking if heat <= degrees else -1
            if heat <= degrees:
                lacking -= 1
            degrees = self._next_degrees(degrees)
            minute += 1
        return minute

    def unloading_plan(self) -> list[tuple[int, list[str]]]:
        trays = {slot: self.trays[slot] for slot in sorted(self.trays)}
        minute = self.minute
        degrees = self.degrees
        opened = self.opened
        plan = []
        while trays:
            ready = [slot for slot, tray in trays.items() if tray[2] <= 0]
            if ready:
                plan.append((minute, [trays.pop(slot)[0] for slot in ready]))
                if opened != minute:
                    degrees = max(20, degrees - self.loss)
                    opened = minute
            if degrees == self.target and all(tray[1] > degrees for tray in trays.values()):
                break
            for slot, (name, heat, lacking) in trays.items():
                if heat <= degrees:
                    trays[slot] = (name, heat, lacking - 1)
            degrees = self._next_degrees(degrees)
            minute += 1
        return plan
