class CanalLock:
    def __init__(self, lower: int, chambers: list[tuple[int, int, int]], upper: int):
        self.chambers = list(chambers)
        self.levels = [lower, *(chamber[0] for chamber in chambers), upper]
        self.open = set()
        self.boats = {}
        self.drawn = 0
        self.given = 0

    def _last(self):
        return len(self.levels) - 1

    def _is_chamber(self, stage):
        return 0 < stage < self._last()

    def arrive(self, name: str, length: int, up: bool) -> int:
        if length < 1:
            raise ValueError(f"bad length: {length}")
        if name in self.boats:
            raise ValueError("boat is here: " + name)
        stage = 0 if up else self._last()
        self.boats[name] = (stage, length, up)
        return sum(boat[0] == stage and boat[2] == up for boat in self.boats.values())

    def _check_gate(self, gate):
        if not 0 <= gate < self._last():
            raise ValueError(f"no gate: {gate}")

    def _check_closed(self, gate):
        self._check_gate(gate)
        for near in (gate - 1, gate, gate + 1):
            if near in self.open:
                raise ValueError(f"gate is open: {near}")

    def equalise(self, gate: int) -> int:
        self._check_closed(gate)
        levels = self.levels
        flowed = 0
        if levels[gate] == levels[gate + 1]:
            return 0
        source, sink = (gate + 1, gate) if levels[gate + 1] > levels[gate] else (gate, gate + 1)
        while levels[source] > levels[sink]:
            new_source = levels[source] - self._is_chamber(source)
            new_sink = levels[sink] + self._is_chamber(sink)
            if abs(new_source - new_sink) >= levels[source] - levels[sink]:
                break
            if self._is_chamber(source) and new_source < self.chambers[source - 1][0]:
                break
            if self._is_chamber(sink) and new_sink > self.chambers[sink - 1][1]:
                break
            levels[source] = new_source
            levels[sink] = new_sink
            flowed += 1
        if source == self._last():
            self.drawn += flowed
        elif sink == self._last():
            self.drawn -= flowed
        if sink == 0:
            self.given += flowed
        elif source == 0:
            self.given -= flowed
        return flowed if source == gate + 1 else -flowed

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
        """The gate before a boat and the next stage, if the boat finds room there."""
        if name not in self.boats:
            raise KeyError(name)
        stage, length, up = self.boats[name]
        goal = stage + 1 if up else stage - 1
        if not 0 <= goal <= self._last():
            raise ValueError("at the end: " + name)
        if self._is_chamber(goal):
            used = sum(boat[1] for boat in self.boats.values() if boat[0] == goal)
            if used + length > self.chambers[goal - 1][2]:
                raise ValueError(f"no room: {goal}")
        return min(stage, goal), goal

    def move(self, name: str) -> int:
        gate, goal = self._way(name)
        if gate not in self.open:
            raise ValueError(f"gate is closed: {gate}")
        _, length, up = self.boats[name]
        self.boats[name] = (goal, length, up)
        return goal

    def work(self, name: str) -> int:
        gate, _ = self._way(name)
        flowed = 0
        if gate not in self.open:
            self.open.discard(gate - 1)
            self.open.discard(gate + 1)
            flowed = self.equalise(gate)
            self.open_gate(gate)
        self.move(name)
        return flowed

    def leave(self, name: str) -> list[str]:
        if name not in self.boats:
            raise KeyError(name)
        stage, _, up = self.boats[name]
        if stage != (self._last() if up else 0):
            raise ValueError("not at the end: " + name)
        del self.boats[name]
        return sorted(boat for boat, entry in self.boats.items() if self._is_chamber(entry[0]))

    def report(self) -> list[str]:
        lines = []
        for stage in range(self._last(), -1, -1):
            line = f"{stage}: level {self.levels[stage]}"
            for name in sorted(self.boats):
                place, _, up = self.boats[name]
                if place == stage:
                    line += f", {name} " + ("up" if up else "down")
            lines.append(line)
            if stage:
                lines.append(f"gate {stage - 1} " + ("open" if stage - 1 in self.open else "closed"))
        return lines
