import copy


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
        if any(other == name for other, _ in self.queue):
            raise ValueError("already waiting")
        before = sum(people for _, people in self.queue)
        self.queue.append((name, size))
        self.passed[name] = 0
        return before

    def leave(self, name: str) -> int:
        for place, (other, size) in enumerate(self.queue):
            if other == name:
                del self.queue[place]
                self.passed.pop(name, None)
                return size
        raise KeyError(name)

    def load(self) -> list[tuple[str, int]]:
        if not self.queue:
            return []
        name, size = self.queue[0]
        if size > self.seats:
            self.queue[0] = (name, size - self.seats)
            return [(name, self.seats)]
        free = self.seats
        boarded = []
        stayed = []
        ended = False
        for name, size in self.queue:
            if not ended and size <= free:
                free -= size
                boarded.append((name, size))
                stayed.append(None)
                continue
            if self.passed[name] >= self.patience:
                ended = True
            stayed.append((name, size))
        last = max(place for place, party in enumerate(stayed) if party is None)
        for party in stayed[:last]:
            if party is not None:
                self.passed[party[0]] += 1
        for name, _ in boarded:
            del self.passed[name]
        self.queue = [party for party in stayed if party is not None]
        return boarded

    def stop(self, steps: int) -> int:
        if steps < 1:
            raise ValueError("bad stop")
        self.halt = max(self.halt, steps)
        return sum(riders for chair in self.chairs for _, riders in chair)

    def step(self) -> list[tuple[str, int]]:
        self.clock += 1
        if self.halt > 0:
            self.halt -= 1
            return []
        arrived = self.chairs.pop()
        self.chairs.insert(0, self.load())
        return arrived

    def _has(self, name):
        return any(other == name for party in [self.queue, *self.chairs] for other, _ in party)

    def forecast(self, name: str) -> int:
        if not self._has(name):
            raise KeyError(name)
        future = copy.deepcopy(self)
        steps = future.halt
        future.halt = 0
        while future._has(name):
            future.step()
            steps += 1
        return steps
