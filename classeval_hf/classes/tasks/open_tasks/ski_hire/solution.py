# canary: classeval-hf open ski_hire d1a2a027-42dd-4411-98f8-da9bf1236a81


class SkiHire:
    def __init__(self, slack: int):
        self.slack = slack
        self.today = 0
        self.lengths = {}
        self.bookings = {}
        self.promised = {}
        self.out = set()
        self.count = 0

    def free_pairs(self, first: int, last: int, length: int) -> list[str]:
        busy = set()
        for number, pair in self.promised.items():
            start, end, _ = self.bookings[number]
            if number in self.out:
                end = max(end, self.today)
            if start <= last and first <= end:
                busy.add(pair)
        suiting = [
            (-size, pair)
            for pair, size in self.lengths.items()
            if length - self.slack <= size <= length and pair not in busy
        ]
        return [pair for _, pair in sorted(suiting)]

    def add_pair(self, name: str, length: int) -> list[int]:
        if length < 1:
            raise ValueError("bad length")
        if name in self.lengths:
            raise ValueError("pair exists")
        self.lengths[name] = length
        helped = []
        for number in sorted(self.bookings.keys() - self.promised.keys()):
            free = self.free_pairs(*self.bookings[number])
            if free:
                self.promised[number] = free[0]
                helped.append(number)
        return helped

    def book(self, first: int, last: int, length: int) -> tuple[int, str]:
        if first < self.today or last < first:
            raise ValueError("bad days")
        free = self.free_pairs(first, last, length)
        self.count += 1
        self.bookings[self.count] = (first, last, length)
        if free:
            self.promised[self.count] = free[0]
        return self.count, free[0] if free else ""

    def hand_out(self, number: int) -> str:
        first, last, _ = self.bookings[number]
        if number in self.out:
            raise ValueError("already out")
        if not first <= self.today <= last:
            raise ValueError("wrong day")
        if number not in self.promised:
            raise ValueError("no pair")
        self.out.add(number)
        return self.promised[number]

    def close_booking(self, number: int) -> int:
        _, last, _ = self.bookings.pop(number)
        self.promised.pop(number, None)
        late = max(0, self.today - last) if number in self.out else 0
        self.out.discard(number)
        return late

    def go_to(self, day: int) -> list[tuple[int, str]]:
        if day < self.today:
            raise ValueError("bad day")
        self.today = day
        for number, (_, last, _) in list(self.bookings.items()):
            if last < day and number not in self.out:
                del self.bookings[number]
                self.promised.pop(number, None)
        away = {self.promised[number] for number in self.out}
        losers = []
        for number, pair in self.promised.items():
            if number not in self.out and pair in away and self.bookings[number][0] <= day:
                losers.append((self.bookings[number][0], number))
        losers.sort()
        for _, number in losers:
            del self.promised[number]
        result = []
        for _, number in losers:
            free = self.free_pairs(*self.bookings[number])
            if free:
                self.promised[number] = free[0]
            result.append((number, free[0] if free else ""))
        return result
