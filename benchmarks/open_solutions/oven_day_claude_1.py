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

    def _warm(self, degrees):
        """The degrees one minute later."""
        if degrees < self.target:
            return min(self.target, degrees + self.rate)
        if degrees > self.target:
            return degrees - 1
        return degrees

    def _check(self, now):
        if now < self.minute:
            raise ValueError(f"past minute: {now}")

    def _open(self):
        if self.opened != self.minute:
            self.opened = self.minute
            self.degrees = max(20, self.degrees - self.loss)

    def _slot_of(self, name):
        for slot, tray in self.trays.items():
            if tray[0] == name:
                return slot
        raise KeyError(name)

    def advance(self, now: int) -> list[str]:
        self._check(now)
        done = []
        while self.minute < now:
            for slot in sorted(self.trays):
                name, heat, lacking = self.trays[slot]
                if heat <= self.degrees:
                    self.trays[slot] = (name, heat, lacking - 1)
                    if lacking == 1:
                        done.append(name)
            self.degrees = self._warm(self.degrees)
            self.minute += 1
        return done

    def aim(self, now: int, degrees: int) -> int:
        if degrees < 20:
            raise ValueError(f"bad target: {degrees}")
        self.advance(now)
        self.target = degrees
        if self.degrees < degrees:
            return now + -(-(degrees - self.degrees) // self.rate)
        return now + self.degrees - degrees

    def load(self, now: int, name: str, heat: int, minutes: int) -> int:
        if minutes < 1:
            raise ValueError(f"bad minutes: {minutes}")
        if any(tray[0] == name for tray in self.trays.values()):
            raise ValueError("tray is in: " + name)
        free = [slot for slot in range(self.slots) if slot not in self.trays]
        if not free:
            raise ValueError("oven is full")
        self.advance(now)
        self._open()
        self.trays[free[0]] = (name, heat, minutes)
        return free[0]

    def unload(self, now: int, name: str) -> int:
        slot = self._slot_of(name)
        self.advance(now)
        self._open()
        return self.trays.pop(slot)[2]

    def ready_at(self, name: str) -> int:
        _, heat, lacking = self.trays[self._slot_of(name)]
        minute = self.minute
        degrees = self.degrees
        while lacking > 0:
            if degrees == self.target:
                return minute + lacking if heat <= degrees else -1
            if heat <= degrees:
                lacking -= 1
            degrees = self._warm(degrees)
            minute += 1
        return minute

    def unloading_plan(self) -> list[tuple[int, list[str]]]:
        trays = dict(self.trays)
        minute, degrees, opened = self.minute, self.degrees, self.opened
        plan = []
        while True:
            ready = sorted(slot for slot, tray in trays.items() if tray[2] <= 0)
            if ready:
                plan.append((minute, [trays.pop(slot)[0] for slot in ready]))
                if opened != minute:
                    opened = minute
                    degrees = max(20, degrees - self.loss)
            if degrees == self.target and all(tray[1] > degrees for tray in trays.values()):
                return plan
            for slot, (name, heat, lacking) in trays.items():
                if heat <= degrees:
                    trays[slot] = (name, heat, lacking - 1)
            degrees = self._warm(degrees)
            minute += 1
