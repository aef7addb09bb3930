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

    def _step(self, degrees):
        """The degrees one minute later with the door closed."""
        if degrees < self.target:
            return min(self.target, degrees + self.rate)
        if degrees > self.target:
            return degrees - 1
        return degrees

    def _check(self, now):
        if now < self.minute:
            raise ValueError(f"past minute: {now}")

    def _slot_of(self, name):
        for slot, tray in self.trays.items():
            if tray[0] == name:
                return slot
        return None

    def _open(self):
        if self.opened != self.minute:
            self.degrees = max(20, self.degrees - self.loss)
            self.opened = self.minute

    def advance(self, now: int) -> list[str]:
        self._check(now)
        done = []
        while self.minute < now:
            # With the target reached nothing but the baking goes on.
            step = now - self.minute if self.degrees == self.target else 1
            for slot, (name, heat, lacking) in list(self.trays.items()):
                if heat <= self.degrees:
                    self.trays[slot] = (name, heat, lacking - step)
                    if 0 < lacking <= step:
                        done.append((self.minute + lacking, slot, name))
            self.degrees = self._step(self.degrees)
            self.minute += step
        return [name for _, _, name in sorted(done)]

    def aim(self, now: int, degrees: int) -> int:
        if degrees < 20:
            raise ValueError(f"bad target: {degrees}")
        self.advance(now)
        self.target = degrees
        if self.degrees < degrees:
            return now + -((self.degrees - degrees) // self.rate)
        return now + self.degrees - degrees

    def load(self, now: int, name: str, heat: int, minutes: int) -> int:
        if minutes < 1:
            raise ValueError(f"bad minutes: {minutes}")
        if self._slot_of(name) is not None:
            raise ValueError(f"tray is in: {name}")
        slot = next((slot for slot in range(self.slots) if slot not in self.trays), None)
        if slot is None:
            raise ValueError("oven is full")
        self.advance(now)
        self._open()
        self.trays[slot] = (name, heat, minutes)
        return slot

    def unload(self, now: int, name: str) -> int:
        slot = self._slot_of(name)
        if slot is None:
            raise KeyError(name)
        self.advance(now)
        self._open()
        return self.trays.pop(slot)[2]

    def ready_at(self, name: str) -> int:
        slot = self._slot_of(name)
        if slot is None:
            raise KeyError(name)
        _, heat, lacking = self.trays[slot]
        minute, degrees = self.minute, self.degrees
        while lacking > 0:
            if degrees == self.target:
                return minute + lacking if heat <= degrees else -1
            if heat <= degrees:
                lacking -= 1
            degrees = self._step(degrees)
            minute += 1
        return minute

    def unloading_plan(self) -> list[tuple[int, list[str]]]:
        minute, degrees, opened = self.minute, self.degrees, self.opened
        trays = {slot: self.trays[slot] for slot in sorted(self.trays)}
        plan = []
        while trays:
            ready = [slot for slot, tray in trays.items() if tray[2] <= 0]
            if ready:
                plan.append((minute, [trays.pop(slot)[0] for slot in ready]))
                if opened != minute:
                    degrees = max(20, degrees - self.loss)
                    opened = minute
                continue
            step = 1
            if degrees == self.target:
                lacks = [lacking for _, heat, lacking in trays.values() if heat <= degrees]
                if not lacks:
                    break
                step = min(lacks)
            for slot, (name, heat, lacking) in trays.items():
                if heat <= degrees:
                    trays[slot] = (name, heat, lacking - step)
            degrees = self._step(degrees)
            minute += step
        return plan
