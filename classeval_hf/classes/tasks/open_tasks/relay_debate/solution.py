# canary: classeval-hf open relay_debate cb9529a2-83ff-47a0-bad3-9ff798c8808a


class RelayDebate:
    def __init__(self, sides: dict[str, list[str]], budget: int, longest: int, fee: int):
        self.longest = longest
        self.fee = fee
        self.second = 0
        self.order = {side: list(speakers) for side, speakers in sides.items()}
        self.left = dict.fromkeys(sides, budget)
        self.spoken = {speaker: 0 for speakers in sides.values() for speaker in speakers}
        self.floor = []

    def go_on(self, now: int) -> list[tuple[int, str]]:
        if now < self.second:
            raise ValueError(f"past second: {now}")
        ended = []
        while self.second < now:
            self.second += 1
            if not self.floor:
                continue
            side, speaker, go = self.floor.pop()
            self.left[side] -= 1
            self.spoken[speaker] += 1
            if self.left[side] == 0:
                ended.append((self.second, speaker))
            elif go + 1 == self.longest:
                ended.append((self.second, speaker))
                self.floor.append((side, next_speaker(self.order[side]), 0))
            else:
                self.floor.append((side, speaker, go + 1))
        return ended

    def take_floor(self, now: int, side: str) -> str:
        if side not in self.order:
            raise KeyError(side)
        self.go_on(now)
        if self.floor:
            raise ValueError("floor is taken")
        if self.left[side] == 0:
            raise ValueError("no time left")
        self.floor.append((side, next_speaker(self.order[side]), 0))
        return self.floor[-1][1]

    def interrupt(self, now: int, side: str) -> str:
        if side not in self.order:
            raise KeyError(side)
        self.go_on(now)
        if not self.floor:
            raise ValueError("nobody speaks")
        if any(side == other for other, _, _ in self.floor):
            raise ValueError("on the floor")
        if self.left[side] <= self.fee:
            raise ValueError("no time left")
        self.left[side] -= self.fee
        self.left[self.floor[-1][0]] += self.fee
        self.floor.append((side, next_speaker(self.order[side]), 0))
        return self.floor[-1][1]

    def hand_over(self, now: int) -> str:
        self.go_on(now)
        if not self.floor:
            raise ValueError("nobody speaks")
        side = self.floor.pop()[0]
        self.floor.append((side, next_speaker(self.order[side]), 0))
        return self.floor[-1][1]

    def give_way(self, now: int) -> str:
        self.go_on(now)
        if not self.floor:
            raise ValueError("nobody speaks")
        self.floor.pop()
        return self.floor[-1][1] if self.floor else ""

    def standings(self) -> list[str]:
        sums = {side: sum(self.spoken[speaker] for speaker in speakers) for side, speakers in self.order.items()}
        doing = {side: f", {speaker} waits" for side, speaker, _ in self.floor}
        if self.floor:
            doing[self.floor[-1][0]] = f", {self.floor[-1][1]} speaks"
        return [
            f"{side}: {sums[side]} spoken, {self.left[side]} left{doing.get(side, '')}"
            for side in sorted(sums, key=lambda side: (-sums[side], -self.left[side], side))
        ]


def next_speaker(order):
    order.append(order.pop(0))
    return order[-1]
