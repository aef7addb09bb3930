# canary: classeval-hf open store_robots 8f847bd3-5439-4f3b-a88a-ddb8ee83fdaa

from collections import deque


class StoreRobots:
    def __init__(self, floor: list[str], capacity: int, gain: int):
        self.floor = list(floor)
        self.capacity = capacity
        self.gain = gain
        self.robots = {}
        self.charge = {}
        self.plans = {}

    def place(self, name: str, row: int, column: int, heading: str) -> int:
        if name in self.robots:
            raise ValueError(f"robot exists: {name}")
        if heading not in ("N", "E", "S", "W"):
            raise ValueError(f"bad heading: {heading}")
        inside = 0 <= row < len(self.floor) and 0 <= column < len(self.floor[row])
        if not inside or self.floor[row][column] == "#" or (row, column) in [at[:2] for at in self.robots.values()]:
            raise ValueError("not free")
        self.robots[name] = (row, column, heading)
        self.charge[name] = self.capacity
        self.plans[name] = ""
        return len(self.robots)

    def remove(self, name: str) -> tuple[int, int]:
        del self.robots[name]
        return self.charge.pop(name), len(self.plans.pop(name))

    def order(self, name: str, commands: str) -> str:
        plan = self.plans[name]
        for command in commands:
            if command not in "FLRW":
                raise ValueError(f"bad command: {command}")
        self.plans[name] = plan + commands
        return plan + commands

    def step(self) -> dict[str, str]:
        cost = {"F": 2, "L": 1, "R": 1, "W": 0}
        outcomes, targets = {}, {}
        for name, plan in self.plans.items():
            if not plan:
                continue
            row, column, heading = self.robots[name]
            if self.charge[name] < cost[plan[0]]:
                outcomes[name] = "empty"
            elif plan[0] != "F":
                outcomes[name] = "waited" if plan[0] == "W" else "turned"
            else:
                down, right = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}[heading]
                row, column = row + down, column + right
                inside = 0 <= row < len(self.floor) and 0 <= column < len(self.floor[row])
                if inside and self.floor[row][column] != "#":
                    targets[name] = (row, column)
                else:
                    outcomes[name] = "bumped"
        cells = {at[:2]: name for name, at in self.robots.items()}
        movers = {name for name, target in targets.items() if targets.get(cells.get(target)) != self.robots[name][:2]}
        winners = {}
        for name in sorted(movers, key=lambda name: (-self.charge[name], name)):
            winners.setdefault(targets[name], name)
        movers = set(winners.values())
        while True:
            stuck = {name for name in movers if targets[name] in cells and cells[targets[name]] not in movers}
            if not stuck:
                break
            movers -= stuck
        for name in targets:
            outcomes[name] = "moved" if name in movers else "blocked"
        paid = set()
        for name, outcome in outcomes.items():
            if outcome in ("empty", "blocked"):
                continue
            command, rest = self.plans[name][0], self.plans[name][1:]
            row, column, heading = self.robots[name]
            if outcome == "moved":
                self.robots[name] = (*targets[name], heading)
            elif outcome == "turned":
                turned = "NESW"[("NESW".index(heading) + (1 if command == "R" else 3)) % 4]
                self.robots[name] = (row, column, turned)
            self.plans[name] = "" if outcome == "bumped" else rest
            self.charge[name] -= cost[command]
            if cost[command]:
                paid.add(name)
        for name, (row, column, _) in self.robots.items():
            if self.floor[row][column] == "C" and name not in paid:
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
        taken = {at[:2] for other, at in self.robots.items() if other != name}
        start = self.robots[name]
        ways, queue = {start: ""}, deque([start])
        while queue:
            place = queue.popleft()
            if place[:2] == (row, column):
                return ways[place]
            down, right = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}[place[2]]
            ahead = (place[0] + down, place[1] + right)
            inside = 0 <= ahead[0] < len(self.floor) and 0 <= ahead[1] < len(self.floor[0])
            turn = "NESW".index(place[2])
            nexts = [("L", (*place[:2], "NESW"[turn - 1])), ("R", (*place[:2], "NESW"[(turn + 1) % 4]))]
            if inside and self.floor[ahead[0]][ahead[1]] != "#" and ahead not in taken:
                nexts.insert(0, ("F", (*ahead, place[2])))
            for command, new in nexts:
                if new not in ways:
                    ways[new] = ways[place] + command
                    queue.append(new)
        raise ValueError("no route")

    def picture(self) -> list[str]:
        rows = [list(row) for row in self.floor]
        for row, column, heading in self.robots.values():
            rows[row][column] = {"N": "^", "E": ">", "S": "v", "W": "<"}[heading]
        return ["".join(row) for row in rows]
