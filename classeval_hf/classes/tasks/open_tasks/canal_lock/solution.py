# canary: classeval-hf open canal_lock a70d98c7-fb0d-44fc-89ba-097d03d8f7dc


class CanalLock:
    def __init__(self, lower: int, chambers: list[tuple[int, int, int]], upper: int):
        self.chambers = list(chambers)
        self.levels = [lower, *(chamber[0] for chamber in chambers), upper]
        self.open = set()
        self.boats = {}
        self.drawn = 0
        self.given = 0

    def arrive(self, name: str, length: int, up: bool) -> int:
        if length < 1:
            raise ValueError(f"bad length: {length}")
        if name in self.boats:
            raise ValueError(f"boat is here: {name}")
        stage = 0 if up else len(self.levels) - 1
        self.boats[name] = (stage, length, up)
        return sum((at, upwards) == (stage, up) for at, _, upwards in self.boats.values())

    def equalise(self, gate: int) -> int:
        need_gate(gate, self.levels)
        need_closed(self.open, gate)
        upper, last = gate + 1, len(self.levels) - 1
        flowed = 0
        while True:
            difference = self.levels[upper] - self.levels[gate]
            source, target = (upper, gate) if difference > 0 else (gate, upper)
            loss, gain = int(0 < source < last), int(0 < target < last)
            if abs(abs(difference) - loss - gain) >= abs(difference):
                break
            if loss and self.levels[source] == self.chambers[source - 1][0]:
                break
            if gain and self.levels[target] == self.chambers[target - 1][1]:
                break
            self.levels[source] -= loss
            self.levels[target] += gain
            step = 1 if source == upper else -1
            flowed += step
            self.drawn += step * (upper == last)
            self.given += step * (gate == 0)
        return flowed

    def open_gate(self, gate: int) -> int:
        need_gate(gate, self.levels)
        need_closed(self.open, gate)
        difference = self.levels[gate + 1] - self.levels[gate]
        if abs(difference) > 1:
            raise ValueError(f"level differs by {difference}")
        self.open.add(gate)
        return difference

    def close_gate(self, gate: int) -> list[int]:
        need_gate(gate, self.levels)
        if gate not in self.open:
            raise ValueError(f"gate is closed: {gate}")
        self.open.remove(gate)
        return sorted(self.open)

    def move(self, name: str) -> int:
        stage, length, up = self.boats[name]
        target = next_stage(self.boats, name, self.chambers)
        gate = min(stage, target)
        if gate not in self.open:
            raise ValueError(f"gate is closed: {gate}")
        self.boats[name] = (target, length, up)
        return target

    def work(self, name: str) -> int:
        stage = self.boats[name][0]
        target = next_stage(self.boats, name, self.chambers)
        gate = min(stage, target)
        flowed = 0
        if gate not in self.open:
            self.open -= {gate - 1, gate + 1}
            flowed = self.equalise(gate)
            self.open_gate(gate)
        self.move(name)
        return flowed

    def leave(self, name: str) -> list[str]:
        stage, _, up = self.boats[name]
        last = len(self.levels) - 1
        if stage != (last if up else 0):
            raise ValueError(f"not at the end: {name}")
        del self.boats[name]
        return sorted(boat for boat, (at, _, _) in self.boats.items() if 0 < at < last)

    def report(self) -> list[str]:
        lines = []
        for stage, level in enumerate(self.levels):
            boats = [
                f", {name} {'up' if boat[2] else 'down'}"
                for name, boat in sorted(self.boats.items())
                if boat[0] == stage
            ]
            if stage:
                lines.append(f"gate {stage - 1} {'open' if stage - 1 in self.open else 'closed'}")
            lines.append(f"{stage}: level {level}{''.join(boats)}")
        return lines[::-1]


def need_gate(gate, levels):
    if not 0 <= gate < len(levels) - 1:
        raise ValueError(f"no gate: {gate}")


def need_closed(open_gates, gate):
    for other in (gate - 1, gate, gate + 1):
        if other in open_gates:
            raise ValueError(f"gate is open: {other}")


def next_stage(boats, name, chambers):
    stage, length, up = boats[name]
    target = stage + 1 if up else stage - 1
    if not 0 <= target <= len(chambers) + 1:
        raise ValueError(f"at the end: {name}")
    if 0 < target <= len(chambers):
        length += sum(other for at, other, _ in boats.values() if at == target)
        if length > chambers[target - 1][2]:
            raise ValueError(f"no room: {target}")
    return target
