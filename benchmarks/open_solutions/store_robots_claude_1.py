from collections import deque

_HEADINGS = "NESW"
_MOVES = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}
_COSTS = {"F": 2, "L": 1, "R": 1, "W": 0}
_SIGNS = {"N": "^", "E": ">", "S": "v", "W": "<"}


class StoreRobots:
    def __init__(self, floor: list[str], capacity: int, gain: int):
        self.floor = list(floor)
        self.capacity = capacity
        self.gain = gain
        self.robots = {}
        self.charge = {}
        self.plans = {}

    def _open(self, row, column):
        """Whether a cell is on the floor and no shelf."""
        return 0 <= row < len(self.floor) and 0 <= column < len(self.floor[row]) and self.floor[row][column] != "#"

    @staticmethod
    def _ahead(row, column, heading):
        down, right = _MOVES[heading]
        return row + down, column + right

    @staticmethod
    def _turn(heading, command):
        return _HEADINGS[(_HEADINGS.index(heading) + (1 if command == "R" else -1)) % 4]

    def place(self, name: str, row: int, column: int, heading: str) -> int:
        if name in self.robots:
            raise ValueError("robot exists: " + name)
        if heading not in _MOVES:
            raise ValueError("bad heading: " + heading)
        if not self._open(row, column) or any(robot[:2] == (row, column) for robot in self.robots.values()):
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
                raise ValueError("bad command: " + command)
        self.plans[name] += commands
        return self.plans[name]

    def step(self) -> dict[str, str]:
        outcome = {}
        goals = {}
        for name, (row, column, heading) in self.robots.items():
            if not self.plans[name]:
                continue
            command = self.plans[name][0]
            if self.charge[name] < _COSTS[command]:
                outcome[name] = "empty"
            elif command == "W":
                outcome[name] = "waited"
            elif command != "F":
                outcome[name] = "turned"
            else:
                goal = self._ahead(row, column, heading)
                if self._open(*goal):
                    goals[name] = goal
                else:
                    outcome[name] = "bumped"
        cells = {robot[:2]: name for name, robot in self.robots.items()}
        blocked = set()
        for name, goal in goals.items():
            other = cells.get(goal)
            if other in goals and goals[other] == self.robots[name][:2]:
                blocked.add(name)
        rivals = {}
        for name, goal in goals.items():
            if name not in blocked:
                rivals.setdefault(goal, []).append(name)
        for names in rivals.values():
            names.sort(key=lambda name: (-self.charge[name], name))
            blocked.update(names[1:])
        changed = True
        while changed:
            changed = False
            for name, goal in goals.items():
                if name in blocked or goal not in cells:
                    continue
                other = cells[goal]
                if other in blocked or other not in goals:
                    blocked.add(name)
                    changed = True
        for name in goals:
            outcome[name] = "blocked" if name in blocked else "moved"

        paid = set()
        for name, result in outcome.items():
            if result in ("empty", "blocked"):
                continue
            row, column, heading = self.robots[name]
            command = self.plans[name][0]
            self.charge[name] -= _COSTS[command]
            if _COSTS[command]:
                paid.add(name)
            self.plans[name] = "" if result == "bumped" else self.plans[name][1:]
            if result == "turned":
                self.robots[name] = (row, column, self._turn(heading, command))
            elif result == "moved":
                self.robots[name] = (*goals[name], heading)
        for name, (row, column, _) in self.robots.items():
            if name not in paid and self.floor[row][column] == "C":
                self.charge[name] = min(self.capacity, self.charge[name] + self.gain)
        return outcome

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
        seen = {start}
        queue = deque([(start, "")])
        while queue:
            (r, c, heading), commands = queue.popleft()
            if (r, c) == (row, column):
                return commands
            for command in "FLR":
                if command == "F":
                    cell = self._ahead(r, c, heading)
                    if not self._open(*cell) or cell in taken:
                        continue
                    state = (*cell, heading)
                else:
                    state = (r, c, self._turn(heading, command))
                if state not in seen:
                    seen.add(state)
                    queue.append((state, commands + command))
        raise ValueError("no route")

    def picture(self) -> list[str]:
        rows = [list(row) for row in self.floor]
        for row, column, heading in self.robots.values():
            rows[row][column] = _SIGNS[heading]
        return ["".join(row) for row in rows]
