# canary: classeval-hf open ski_lift cd9d51d4-0c5e-465b-b6ba-7531444c15e7


class SkiLift:
    def __init__(self, seats: int, length: int, patience: int):
        self.seats = seats
        self.length = length
        self.patience = patience
        self.clock = 0
        self.halt = 0
        self.queue = []
        self.passed = {}
        self.chairs = [[] for _ in range(length)]

    def join(self, name: str, size: int) -> int:
        if size < 1:
            raise ValueError("bad size")
        if name in self.passed:
            raise ValueError("already waiting")
        ahead = sum(people for _, people in self.queue)
        self.queue.append((name, size))
        self.passed[name] = 0
        return ahead

    def leave(self, name: str) -> int:
        del self.passed[name]
        size = dict(self.queue)[name]
        self.queue.remove((name, size))
        return size

    def load(self) -> list[tuple[str, int]]:
        if self.queue and self.queue[0][1] > self.seats:
            name, size = self.queue[0]
            self.queue[0] = (name, size - self.seats)
            return [(name, self.seats)]
        free = self.seats
        boarded = []
        stayed = []
        for number, (name, size) in enumerate(self.queue):
            if size <= free:
                free -= size
                boarded.append((name, size))
                last = number
            elif self.passed[name] < self.patience:
                stayed.append((number, name))
            else:
                break
        for number, name in stayed:
            if number < last:
                self.passed[name] += 1
        for name, size in boarded:
            self.queue.remove((name, size))
            del self.passed[name]
        return boarded

    def stop(self, steps: int) -> int:
        if steps < 1:
            raise ValueError("bad stop")
        self.halt = max(self.halt, steps)
        return sum(riders for chair in self.chairs for _, riders in chair)

    def step(self) -> list[tuple[str, int]]:
        self.clock += 1
        if self.halt:
            self.halt -= 1
            return []
        arrived = self.chairs.pop()
        self.chairs.insert(0, self.load())
        return arrived

    def forecast(self, name: str) -> int:
        copy = SkiLift(self.seats, self.length, self.patience)
        copy.halt = self.halt
        copy.queue = list(self.queue)
        copy.passed = dict(self.passed)
        copy.chairs = [list(chair) for chair in self.chairs]
        steps = 0
        while name in dict(copy.queue) or any(name in dict(chair) for chair in copy.chairs):
            copy.step()
            steps += 1
        if not steps:
            raise KeyError(name)
        return steps
