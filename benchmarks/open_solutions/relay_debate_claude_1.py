class RelayDebate:
    def __init__(self, sides: dict[str, list[str]], budget: int, longest: int, fee: int):
        self.longest = longest
        self.fee = fee
        self.second = 0
        self.order = {side: list(speakers) for side, speakers in sides.items()}
        self.left = dict.fromkeys(sides, budget)
        self.spoken = {speaker: 0 for speakers in sides.values() for speaker in speakers}
        self.floor = []

    def _next(self, side):
        speaker = self.order[side].pop(0)
        self.order[side].append(speaker)
        return speaker

    def go_on(self, now: int) -> list[tuple[int, str]]:
        if now < self.second:
            raise ValueError(f"past second: {now}")
        ended = []
        while self.floor and self.second < now:
            side, speaker, go = self.floor[-1]
            step = min(now - self.second, self.left[side], max(1, self.longest - go))
            self.second += step
            self.left[side] -= step
            self.spoken[speaker] += step
            go += step
            if self.left[side] <= 0:
                ended.append((self.second, speaker))
                self.floor.pop()
            elif go >= self.longest:
                ended.append((self.second, speaker))
                self.floor[-1] = (side, self._next(side), 0)
            else:
                self.floor[-1] = (side, speaker, go)
        self.second = now
        return ended

    def take_floor(self, now: int, side: str) -> str:
        if side not in self.order:
            raise KeyError(side)
        self.go_on(now)
        if self.floor:
            raise ValueError("floor is taken")
        if self.left[side] < 1:
            raise ValueError("no time left")
        speaker = self._next(side)
        self.floor.append((side, speaker, 0))
        return speaker

    def interrupt(self, now: int, side: str) -> str:
        if side not in self.order:
            raise KeyError(side)
        self.go_on(now)
        if not self.floor:
            raise ValueError("nobody speaks")
        if any(entry[0] == side for entry in self.floor):
            raise ValueError("on the floor")
        if self.left[side] - self.fee < 1:
            raise ValueError("no time left")
        self.left[side] -= self.fee
        self.left[self.floor[-1][0]] += self.fee
        speaker = self._next(side)
        self.floor.append((side, speaker, 0))
        return speaker

    def hand_over(self, now: int) -> str:
        self.go_on(now)
        if not self.floor:
            raise ValueError("nobody speaks")
        side = self.floor[-1][0]
        speaker = self._next(side)
        self.floor[-1] = (side, speaker, 0)
        return speaker

    def give_way(self, now: int) -> str:
        self.go_on(now)
        if not self.floor:
            raise ValueError("nobody speaks")
        self.floor.pop()
        return self.floor[-1][1] if self.floor else ""

    def standings(self) -> list[str]:
        on_floor = {}
        for i, (side, speaker, _) in enumerate(self.floor):
            on_floor[side] = speaker + (" speaks" if i == len(self.floor) - 1 else " waits")
        rows = []
        for side, speakers in self.order.items():
            total = sum(self.spoken[s] for s in speakers)
            line = f"{side}: {total} spoken, {self.left[side]} left"
            if side in on_floor:
                line += ", " + on_floor[side]
            rows.append((-total, -self.left[side], side, line))
        rows.sort()
        return [row[3] for row in rows]
