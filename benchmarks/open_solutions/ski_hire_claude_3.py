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
        taken = set()
        for number, pair in self.promised.items():
            begin, end, _ = self.bookings[number]
            if number in self.out:
                end = max(end, self.today)
            if begin <= last and first <= end:
                taken.add(pair)
        free = [
            pair
            for pair, own in self.lengths.items()
            if length - self.slack <= own <= length and pair not in taken
        ]
        return sorted(free, key=lambda pair: (-self.lengths[pair], pair))

    def _promise(self, number):
        free = self.free_pairs(*self.bookings[number])
        if not free:
            return ""
        self.promised[number] = free[0]
        return free[0]

    def add_pair(self, name: str, length: int) -> list[int]:
        if length < 1:
            raise ValueError("bad length")
        if name in self.lengths:
            raise ValueError("pair exists")
        self.lengths[name] = length
        return [
            number for number in sorted(self.bookings) if number not in self.promised and self._promise(number)
        ]

    def book(self, first: int, last: int, length: int) -> tuple[int, str]:
        if first < self.today or last < first:
            raise ValueError("bad days")
        self.count += 1
        self.bookings[self.count] = (first, last, length)
        return self.count, self._promise(self.count)

    def hand_out(self, number: int) -> str:
        if number not in self.bookings:
            raise KeyError(number)
        if number in self.out:
            raise ValueError("already out")
        first, last, _ = self.bookings[number]
        if not first <= self.today <= last:
            raise ValueError("wrong day")
        if number not in self.promised:
            raise ValueError("no pair")
        self.out.add(number)
        return self.promised[number]

    def _drop(self, number):
        del self.bookings[number]
        self.promised.pop(number, None)
        self.out.discard(number)

    def close_booking(self, number: int) -> int:
        if number not in self.bookings:
            raise KeyError(number)
        late = max(0, self.today - self.bookings[number][1]) if number in self.out else 0
        self._drop(number)
        return late

    def go_to(self, day: int) -> list[tuple[int, str]]:
        if day < self.today:
            raise ValueError("bad day")
        self.today = day
        for number, (_, last, _) in list(self.bookings.items()):
            if last < day and number not in self.out:
                self._drop(number)
        away = {self.promised[number] for number in self.out}
        lost = [
            number
            for number, pair in self.promised.items()
            if number not in self.out and pair in away and self.bookings[number][0] <= day
        ]
        for number in lost:
            del self.promised[number]
        lost.sort(key=lambda number: (self.bookings[number][0], number))
        return [(number, self._promise(number)) for number in lost]
