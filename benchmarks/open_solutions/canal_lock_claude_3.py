# canary: classeval-hf open canal_lock a70d98c7-fb0d-44fc-89ba-097d03d8f7dc


class CanalLock:
    def __init__(self, lower: int, chambers: list[tuple[int, int, int]], upper: int):
        self.chambers = list(chambers)
        self.levels = [lower, *(chamber[0] for chamber in chambers), upper]
        self.open = set()
        self.boats = {}
        self.drawn = 0
        self.given = 0

    def _is_chamber(self, stage):
        return 1 <= stage <= len(self.chambers)

    def arrive(self, name: str, length: int, up: bool) -> int:
        if length < 1:
            raise ValueError(f"bad length: {length}")
        if name in self.boats:
            raise ValueError("boat is here: " + name)
        stage = 0 if up else len(self.levels) - 1
        self.boats[name] = (stage, length, up)
        return sum(1 for place, _, direction in self.boats.values() if place == stage and direction == up)

    def _check_gate(self, gate):
        if not 0 <= gate <= len(self.chambers):
            raise ValueError(f"no gate: {gate}")

    def _check_closed(self, gate):
        self._check_gate(gate)
        for other in (gate - 1, gate, gate + 1):
            if other in self.open:
                raise ValueError(f"gate is open: {other}")

    def equalise(self, gate: int) -> int:
        self._check_closed(gate)
        high, low = gate + 1, gate
        if self.levels[gate] > self.levels[gate + 1]:
            high, low = low, high
        units = self.levels[high] - self.levels[low]
        if self._is_chamber(high) and self._is_chamber(low):
            units //= 2
        if self._is_chamber(high):
            units = min(units, self.levels[high] - self.chambers[high - 1][0])
        if self._is_chamber(low):
            units = min(units, self.chambers[low - 1][1] - self.levels[low])
        units = max(units, 0)
        if self._is_chamber(high):
            self.levels[high] -= units
        if self._is_chamber(low):
            self.levels[low] += units
        flow = units if high == gate + 1 else -units
        if gate == len(self.chambers):
            self.drawn += flow
        if gate == 0:
            self.given += flow
        return flow

    def open_gate(self, gate: int) -> int:
        self._check_closed(gate)
        difference = self.levels[gate + 1] - self.levels[gate]
        if abs(difference) > 1:
            raise ValueError(f"level differs by {difference}")
        self.open.add(gate)
        return difference

    def close_gate(self, gate: int) -> list[int]:
        self._check_gate(gate)
        if gate not in self.open:
            raise ValueError(f"gate is closed: {gate}")
        self.open.remove(gate)
        return sorted(self.open)

    def _way(self, name):
        """The next stage of a boat and the gate before it."""
        if name not in self.boats:
            raise KeyError(name)
        stage, length, up = self.boats[name]
        target = stage + 1 if up else stage - 1
        if not 0 <= target < len(self.levels):
            raise ValueError("at the end: " + name)
        if self._is_chamber(target):
            taken = sum(other for place, other, _ in self.boats.values() if place == target)
            if taken + length > self.chambers[target - 1][2]:
                raise ValueError(f"no room: {target}")
        return target, min(stage, target)

    def move(self, name: str) -> int:
        target, gate = self._way(name)
        if gate not in self.open:
            raise ValueError(f"gate is closed: {gate}")
        _, length, up = self.boats[name]
        self.boats[name] = (target, length, up)
        return target

    def work(self, name: str) -> int:
        _, gate = self._way(name)
        flow = 0
        if gate not in self.open:
            self.open -= {gate - 1, gate + 1}
            flow = self.equalise(gate)
            self.open_gate(gate)
        self.move(name)
        return flow

    def leave(self, name: str) -> list[str]:
        if name not in self.boats:
            raise KeyError(name)
        stage, _, up = self.boats[name]
        if stage != (len(self.levels) - 1 if up else 0):
            raise ValueError("not at the end: " + name)
        del self.boats[name]
        return sorted(boat for boat, (place, _, _) in self.boats.items() if self._is_chamber(place))

    def report(self) -> list[str]:
        lines = []
        for stage in range(len(self.levels) - 1, -1, -1):
            line = f"{stage}: level {self.levels[stage]}"
            for name in sorted(self.boats):
                place, _, up = self.boats[name]
                if place == stage:
                    line += f", {name} {'up' if up else 'down'}"
            lines.append(line)
            if stage:
                lines.append(f"gate {stage - 1} {'open' if stage - 1 in self.open else 'closed'}")
        return lines
