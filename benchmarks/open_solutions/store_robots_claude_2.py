from collections import deque

_HEADINGS = ("N", "E", "S", "W")
_MOVES = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}
_COSTS = {"F": 2, "L": 1, "R": 1, "W": 0}


class StoreRobots:
    def __init__(self, floor: list[str], capacity: int, gain: int):
        self.floor = list(floor)
        self.capacity = capacity
        self.gain = gain
        self.robots = {}
        self.charge = {}
        self.plans = {}

    def _open(self, cell):
        """Whether there is such a cell without a shelf."""
        row, column = cell
        return 0 <= row < len(self.floor) and 0 <= column < len(self.floor[row]) and self.floor[row][column] != "#"

    @staticmethod
    def _turn(heading, command):
        return _HEADINGS[(_HEADINGS.index(heading) + (1 if command == "R" else -1)) % 4]

    @staticmethod
    def _ahead(row, column, heading):
        return row + _MOVES[heading][0], column + _MOVES[heading][1]

    def place(self, name: str, row: int, column: int, heading: str) -> int:
        if name in self.robots:
            raise ValueError(f"robot exists: {name}")
        if heading not in _HEADINGS:
            raise ValueError(f"bad heading: {heading}")
        cell = (row, column)
        if not self._open(cell) or any(robot[:2] == cell for robot in self.robots.values()):
            raise ValueError("not free")
        self.robots[name] = (row, column, heading)
        self.charge[name] = self.capacity
        self.plans[name] = ""
        return len(self.robots)

    def remove(self, name: str) -> tuple[int, int]:
        if name not in self.robots:
            raise KeyError(name)
        del self.robots[name]
        return self.charge.pop(name), len(self.plans.pop(name))

    def order(self, name: str, commands: str) -> str:
        if name not in self.robots:
            raise KeyError(name)
        for command in commands:
            if command not in _COSTS:
                raise ValueError(f"bad command: {command}")
        self.plans[name] += commands
        return self.plans[name]

    def _blocked(self, targets):
        """Which of the robots that want to move are blocked."""
        cells = {robot[:2]: name for name, robot in self.robots.items()}
        blocked = set()
        for name, target in targets.items():
            other = cells.get(target)
            if other in targets and targets[other] == self.robots[name][:2]:
                blocked.add(name)
        rivals = {}
        for name, target in targets.items():
            if name not in blocked:
                rivals.setdefault(target, []).append(name)
        for names in rivals.values():
            names.sort(key=lambda name: (-self.charge[name], name))
            blocked.update(names[1:])
        changed = True
        while changed:
            changed = False
            for name, target in targets.items():
                if name not in blocked and target in cells:
                    other = cells[target]
                    if other in blocked or other not in targets:
                        blocked.add(name)
                        changed = True
        return blocked

    def step(self) -> dict[str, str]:
        outcomes = {}
        targets = {}
        for name, plan in self.plans.items():
            if not plan:
                continue
            command = plan[0]
            if self.charge[name] < _COSTS[command]:
                outcomes[name] = "empty"
            elif command == "W":
                outcomes[name] = "waited"
            elif command in "LR":
                outcomes[name] = "turned"
            else:
                target = self._ahead(*self.robots[name])
                outcomes[name] = "moved" if self._open(target) else "bumped"
                if self._open(target):
                    targets[name] = target
        for name in self._blocked(targets):
            outcomes[name] = "blocked"
        paid = set()
        for name, outcome in outcomes.items():
            if outcome in ("empty", "blocked"):
                continue
            command = self.plans[name][0]
            row, column, heading = self.robots[name]
            self.plans[name] = "" if outcome == "bumped" else self.plans[name][1:]
            if _COSTS[command]:
                self.charge[name] -= _COSTS[command]
                paid.add(name)
            if outcome == "turned":
                self.robots[name] = (row, column, self._turn(heading, command))
            elif outcome == "moved":
                self.robots[name] = (*targets[name], heading)
        for name, (row, column, _) in self.robots.items():
            if name not in paid and self.floor[row][column] == "C":
                self.charge[name] = min(self.capacity, self.charge[name] + self.gain)
        return outcomes

    def run(self, limit: int) -> int:
        steps = 0
        while steps < limit and any(self.plans.values()):
            before = (dict(self.robots), dict(self.charge), dict(self.plans))
            self.step()
            steps += 1
            if before == (self.robots, self.charge, self.plans):
                break
        return steps

    def route(self, name: str, row: int, column: int) -> str:
        if name not in self.robots:
            raise KeyError(name)
        taken = {robot[:2] for other, robot in self.robots.items() if other != name}
        start = self.robots[name]
        came = {start: None}
        queue = deque([start])
        while queue:
            state = queue.popleft()
            if state[:2] == (row, column):
                commands = []
                while came[state] is not None:
                    command, state = came[state]
                    commands.append(command)
                return "".join(reversed(commands))
            ahead = self._ahead(*state)
            options = [
                ("L", (*state[:2], self._turn(state[2], "L"))),
                ("R", (*state[:2], self._turn(state[2], "R"))),
            ]
            if self._open(ahead) and ahead not in taken:
                options.insert(0, ("F", (*ahead, state[2])))
            for command, after in options:
                if after not in came:
                    came[after] = (command, state)
                    queue.append(after)
        raise ValueError("no route")

    def picture(self) -> list[str]:
        rows = [list(row) for row in self.floor]
        for row, column, heading in self.robots.values():
            rows[row][column] = dict(zip(_HEADINGS, "^>v<"))[heading]
        return ["".join(row) for row in rows]
