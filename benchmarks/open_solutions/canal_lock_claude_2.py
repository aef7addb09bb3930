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
            raise ValueError(f"boat is here: {name}")
        stage = 0 if up else len(self.chambers) + 1
        self.boats[name] = (stage, length, up)
        return sum(1 for where, _, way in self.boats.values() if where == stage and way == up)

    def _check_gate(self, gate):
        if not 0 <= gate <= len(self.chambers):
            raise ValueError(f"no gate: {gate}")

    def _check_shut(self, gate):
        self._check_gate(gate)
        for other in (gate - 1, gate, gate + 1):
            if other in self.open:
                raise ValueError(f"gate is open: {other}")

    def equalise(self, gate: int) -> int:
        self._check_shut(gate)
        source, sink, sign = gate + 1, gate, 1
        if self.levels[sink] > self.levels[source]:
            source, sink, sign = sink, source, -1
        units = self.levels[source] - self.levels[sink]
        if self._is_chamber(source) and self._is_chamber(sink):
            units //= 2
        if self._is_chamber(source):
            units = min(units, self.levels[source] - self.chambers[source - 1][0])
        if self._is_chamber(sink):
            units = min(units, self.chambers[sink - 1][1] - self.levels[sink])
        units = max(units, 0)
        if self._is_chamber(source):
            self.levels[source] -= units
        if self._is_chamber(sink):
            self.levels[sink] += units
        flow = sign * units
        if gate == len(self.chambers):
            self.drawn += flow
        if gate == 0:
            self.given += flow
        return flow

    def open_gate(self, gate: int) -> int:
        self._check_shut(gate)
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
        """The next stage of a boat and the gate before it, if there is room for the boat."""
        if name not in self.boats:
            raise KeyError(name)
        stage, length, up = self.boats[name]
        after = stage + 1 if up else stage - 1
        if not 0 <= after <= len(self.chambers) + 1:
            raise ValueError(f"at the end: {name}")
        if self._is_chamber(after):
            there = sum(other for where, other, _ in self.boats.values() if where == after)
            if there + length > self.chambers[after - 1][2]:
                raise ValueError(f"no room: {after}")
        return after, min(stage, after)

    def move(self, name: str) -> int:
        after, gate = self._way(name)
        if gate not in self.open:
            raise ValueError(f"gate is closed: {gate}")
        _, length, up = self.boats[name]
        self.boats[name] = (after, length, up)
        return after

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
        if stage != (len(self.chambers) + 1 if up else 0):
            raise ValueError(f"not at the end: {name}")
        del self.boats[name]
        return sorted(boat for boat, entry in self.boats.items() if self._is_chamber(entry[0]))

    def report(self) -> list[str]:
        boats = {}
        for name in sorted(self.boats):
            stage, _, up = self.boats[name]
            boats.setdefault(stage, []).append(f", {name} " + ("up" if up else "down"))
        lines = []
        for stage in range(len(self.chambers) + 1, -1, -1):
            lines.append(f"{stage}: level {self.levels[stage]}" + "".join(boats.get(stage, [])))
            if stage:
                gate = stage - 1
                lines.append(f"gate {gate} " + ("open" if gate in self.open else "closed"))
        return lines
