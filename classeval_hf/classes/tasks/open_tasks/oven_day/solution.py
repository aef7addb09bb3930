# canary: classeval-hf open oven_day 3c0fb3d6-8f99-44c9-b4d6-27f94fc5ae98


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

    def advance(self, now: int) -> list[str]:
        if now < self.minute:
            raise ValueError(f"past minute: {now}")
        done = []
        while self.minute < now:
            done += bake(self.trays, self.degrees)
            self.degrees = next_degrees(self.degrees, self.target, self.rate)
            self.minute += 1
        return done

    def aim(self, now: int, degrees: int) -> int:
        if degrees < 20:
            raise ValueError(f"bad target: {degrees}")
        self.advance(now)
        self.target = degrees
        if degrees < self.degrees:
            return now + self.degrees - degrees
        return now + -(-(degrees - self.degrees) // self.rate)

    def load(self, now: int, name: str, heat: int, minutes: int) -> int:
        if minutes < 1:
            raise ValueError(f"bad minutes: {minutes}")
        if any(tray[0] == name for tray in self.trays.values()):
            raise ValueError(f"tray is in: {name}")
        free = [slot for slot in range(self.slots) if slot not in self.trays]
        if not free:
            raise ValueError("oven is full")
        self.advance(now)
        if self.opened != now:
            self.opened = now
            self.degrees = max(20, self.degrees - self.loss)
        self.trays[free[0]] = (name, heat, minutes)
        return free[0]

    def unload(self, now: int, name: str) -> int:
        slots = [slot for slot, tray in self.trays.items() if tray[0] == name]
        if not slots:
            raise KeyError(name)
        self.advance(now)
        if self.opened != now:
            self.opened = now
            self.degrees = max(20, self.degrees - self.loss)
        return self.trays.pop(slots[0])[2]

    def ready_at(self, name: str) -> int:
        found = [tray for tray in self.trays.values() if tray[0] == name]
        if not found:
            raise KeyError(name)
        _, heat, lacking = found[0]
        minute, degrees = self.minute, self.degrees
        while lacking > 0:
            if degrees < heat and degrees >= self.target:
                return -1
            lacking -= degrees >= heat
            degrees = next_degrees(degrees, self.target, self.rate)
            minute += 1
        return minute

    def unloading_plan(self) -> list[tuple[int, list[str]]]:
        plan = []
        trays, degrees, minute, opened = dict(self.trays), self.degrees, self.minute, self.opened
        while trays:
            done = [slot for slot in sorted(trays) if trays[slot][2] <= 0]
            if done:
                plan.append((minute, [trays.pop(slot)[0] for slot in done]))
                if opened != minute:
                    degrees = max(20, degrees - self.loss)
            elif degrees >= self.target and all(tray[1] > degrees for tray in trays.values()):
                break
            bake(trays, degrees)
            degrees = next_degrees(degrees, self.target, self.rate)
            minute += 1
        return plan


def bake(trays, degrees):
    done = []
    for slot in sorted(trays):
        name, heat, lacking = trays[slot]
        if heat <= degrees:
            trays[slot] = (name, heat, lacking - 1)
            if lacking == 1:
                done.append(name)
    return done


def next_degrees(degrees, target, rate):
    return min(degrees + rate, target) if degrees < target else max(degrees - 1, target)
