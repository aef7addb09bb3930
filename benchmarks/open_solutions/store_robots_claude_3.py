from collections import deque

HEADINGS = "NESW"
MOVES = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}
COSTS = {"F": 2, "L": 1, "R": 1, "W": 0}


class StoreRobots:
    def __init__(self, floor: list[str], capacity: int, gain: int):
        self.floor = list(floor)
        self.capacity = capacity
        self.gain = gain
        self.robots = {}
        self.charge = {}
        self.plans = {}

    def _drivable(self, row, column):
        return 0 <= row < len(self.floor) and 0 <= column < len(self.floor[row]) and self.floor[row][column] != "#"

    def _check(self, name):
        if name not in self.robots:
            raise KeyError(name)

    @staticmethod
    def _turned(heading, command):
        return HEADINGS[(HEADINGS.index(heading) + (1 if command == "R" else -1)) % 4]

    def place(self, name: str, row: int, column: int, heading: str) -> int:
        if name in self.robots:
            raise ValueError("robot exists: " + name)
        if heading not in MOVES:
            raise ValueError("bad heading: " + heading)
        if not self._drivable(row, column) or any(robot[:2] == (row, column) for robot in self.robots.values()):
            raise ValueError("not free")
        self.robots[name] = (row, column, heading)
        self.charge[name] = self.capacity
        self.plans[name] = ""
        return len(self.robots)

    def remove(self, name: str) -> tuple[int, int]:
        self._check(name)
        del self.robots[name]
        return self.charge.pop(name), len(self.plans.pop(name))

    def order(self, name: str, commands: str) -> str:
        self._check(name)
        for command in commands:
            if command not in COSTS:
                raise ValueError("bad command: " + command)
        self.plans[name] += commands
        return self.plans[name]

    def step(self) -> dict[str, str]:
        outcomes = {}
        targets = {}
        for name, plan in self.plans.items():
            if not plan:
                continue
            command = plan[0]
            row, column, heading = self.robots[name]
            if self.charge[name] < COSTS[command]:
                outcomes[name] = "empty"
            elif command == "W":
                outcomes[name] = "waited"
            elif command in "LR":
                outcomes[name] = "turned"
            else:
                down, right = MOVES[heading]
                target = (row + down, column + right)
                outcomes[name] = "moved"
                if self._drivable(*target):
                    targets[name] = target
                else:
                    outcomes[name] = "bumped"
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
                if name in blocked:
                    continue
                other = cells.get(target)
                if other is not None and (other not in targets or other in blocked):
                    blocked.add(name)
                    changed = True
        for name in blocked:
            outcomes[name] = "blocked"

        paid = set()
        for name, outcome in outcomes.items():
            if outcome in ("empty", "blocked"):
                continue
            command = self.plans[name][0]
            if COSTS[command]:
                paid.add(name)
                self.charge[name] -= COSTS[command]
            self.plans[name] = "" if outcome == "bumped" else self.plans[name][1:]
            row, column, heading = self.robots[name]
            if outcome == "turned":
                self.robots[name] = (row, column, self._turned(heading, command))
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
        self._check(name)
        others = {robot[:2] for other, robot in self.robots.items() if other != name}
        start = self.robots[name]
        ways = {start: ""}
        todo = deque([start])
        while todo:
            state = todo.popleft()
            if state[:2] == (row, column):
                return ways[state]
            here_row, here_column, heading = state
            down, right = MOVES[heading]
            ahead = (here_row + down, here_column + right)
            following = []
            if self._drivable(*ahead) and ahead not in others:
                following.append(("F", (*ahead, heading)))
            for command in "LR":
                following.append((command, (here_row, here_column, self._turned(heading, command))))
            for command, new in following:
                if new not in ways:
                    ways[new] = ways[state] + command
                    todo.append(new)
        raise ValueError("no route")

    def picture(self) -> list[str]:
        rows = [list(row) for row in self.floor]
        for row, column, heading in self.robots.values():
            rows[row][column] = "^>v<"[HEADINGS.index(heading)]
        return ["".join(row) for row in rows]
