class RelayDebate:
    def __init__(self, sides: dict[str, list[str]], budget: int, longest: int, fee: int):
        self.longest = longest
        self.fee = fee
        self.second = 0
        self.order = {side: list(speakers) for side, speakers in sides.items()}
        self.left = dict.fromkeys(sides, budget)
        self.spoken = {speaker: 0 for speakers in sides.values() for speaker in speakers}
        self.floor = []

    def _next_speaker(self, side):
        order = self.order[side]
        speaker = order.pop(0)
        order.append(speaker)
        return speaker

    def _check_side(self, side):
        if side not in self.order:
            raise KeyError(side)

    def go_on(self, now: int) -> list[tuple[int, str]]:
        if now < self.second:
            raise ValueError("past second: " + str(now))
        ended = []
        while self.second < now and self.floor:
            side, speaker, go = self.floor[-1]
            self.second += 1
            self.left[side] -= 1
            self.spoken[speaker] += 1
            go += 1
            if self.left[side] <= 0:
                self.floor.pop()
                ended.append((self.second, speaker))
            elif go >= self.longest:
                self.floor[-1] = (side, self._next_speaker(side), 0)
                ended.append((self.second, speaker))
            else:
                self.floor[-1] = (side, speaker, go)
        self.second = now
        return ended

    def take_floor(self, now: int, side: str) -> str:
        self._check_side(side)
        self.go_on(now)
        if self.floor:
            raise ValueError("floor is taken")
        if self.left[side] < 1:
            raise ValueError("no time left")
        speaker = self._next_speaker(side)
        self.floor.append((side, speaker, 0))
        return speaker

    def interrupt(self, now: int, side: str) -> str:
        self._check_side(side)
        self.go_on(now)
        if not self.floor:
            raise ValueError("nobody speaks")
        if any(entry[0] == side for entry in self.floor):
            raise ValueError("on the floor")
        if self.left[side] - self.fee < 1:
            raise ValueError("no time left")
        self.left[side] -= self.fee
        self.left[self.floor[-1][0]] += self.fee
        speaker = self._next_speaker(side)
        self.floor.append((side, speaker, 0))
        return speaker

    def hand_over(self, now: int) -> str:
        self.go_on(now)
        if not self.floor:
            raise ValueError("nobody speaks")
        side = self.floor[-1][0]
        speaker = self._next_speaker(side)
        self.floor[-1] = (side, speaker, 0)
        return speaker

    def give_way(self, now: int) -> str:
        self.go_on(now)
        if not self.floor:
            raise ValueError("nobody speaks")
        self.floor.pop()
        return self.floor[-1][1] if self.floor else ""

    def standings(self) -> list[str]:
        sums = {side: sum(self.spoken[speaker] for speaker in order) for side, order in self.order.items()}
        lines = []
        for side in sorted(sums, key=lambda name: (-sums[name], -self.left[name], name)):
            line = f"{side}: {sums[side]} spoken, {self.left[side]} left"
            for place, (other, speaker, _) in enumerate(self.floor, 1):
                if other == side:
                    line += ", " + speaker + (" speaks" if place == len(self.floor) else " waits")
            lines.append(line)
        return lines
