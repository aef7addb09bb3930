class CoastTrain:
    def __init__(self, stations: list[str], first: int, second: int):
        self.stations = stations
        self.first = first
        self.second = second
        self.taken = {}
        self.bookings = {}
        self.count = 0

    def _trip(self, start, end):
        if start not in self.stations or end not in self.stations:
            raise ValueError("bad trip")
        begin, stop = self.stations.index(start), self.stations.index(end)
        if stop <= begin:
            raise ValueError("bad trip")
        return begin, stop

    def _gap(self, seat, begin, stop):
        taken = self.taken.get(seat, {})
        if any(segment in taken for segment in range(begin, stop)):
            return 0
        while begin > 0 and begin - 1 not in taken:
            begin -= 1
        while stop < len(self.stations) - 1 and stop not in taken:
            stop += 1
        return stop - begin

    def gap(self, seat: int, start: str, end: str) -> int:
        return self._gap(seat, *self._trip(start, end))

    def _choose(self, size, begin, stop, first):
        seats = range(1, self.first + 1) if first else range(self.first + 1, self.first + self.second + 1)
        gaps = {seat: self._gap(seat, begin, stop) for seat in seats}
        gaps = {seat: gap for seat, gap in gaps.items() if gap}
        blocks = [
            (sum(gaps[other] for other in range(seat, seat + size)), seat)
            for seat in gaps
            if all(other in gaps for other in range(seat, seat + size))
        ]
        if blocks:
            lowest = min(blocks)[1]
            return list(range(lowest, lowest + size))
        if len(gaps) < size:
            return []
        return sorted(sorted(gaps, key=lambda seat: (gaps[seat], seat))[:size])

    def choose(self, size: int, start: str, end: str, first: bool) -> list[int]:
        if size < 1:
            raise ValueError("bad size")
        return self._choose(size, *self._trip(start, end), first)

    def _take(self, number, begin, stop, seats):
        for seat in seats:
            self.taken.setdefault(seat, {}).update((segment, number) for segment in range(begin, stop))

    def book(self, size: int, start: str, end: str, first: bool) -> int:
        seats = self.choose(size, start, end, first)
        if not seats:
            raise ValueError("full")
        begin, stop = self._trip(start, end)
        self.count += 1
        self.bookings[self.count] = [(begin, stop, seats)]
        self._take(self.count, begin, stop, seats)
        return self.count

    def _free_from(self, number, position):
        """End a booking at a position, and return how many segments were freed."""
        freed = 0
        legs = []
        for begin, stop, seats in self.bookings[number]:
            for seat in seats:
                for segment in range(max(begin, position), stop):
                    del self.taken[seat][segment]
                    freed += 1
                if not self.taken[seat]:
                    del self.taken[seat]
            if begin < position:
                legs.append((begin, min(stop, position), seats))
        self.bookings[number] = legs
        return freed

    def cancel(self, number: int) -> int:
        if number not in self.bookings:
            raise KeyError(number)
        freed = self._free_from(number, 0)
        del self.bookings[number]
        return freed

    def _position(self, number, station, lowest):
        """The position of a station within the trip of a booking."""
        legs = self.bookings[number]
        if station in self.stations:
            position = self.stations.index(station)
            if legs[0][0] + lowest <= position < legs[-1][1]:
                return position
        raise ValueError("bad station")

    def shorten(self, number: int, station: str) -> int:
        if number not in self.bookings:
            raise KeyError(number)
        return self._free_from(number, self._position(number, station, 1))

    def upgrade(self, number: int, station: str) -> list[int]:
        if number not in self.bookings:
            raise KeyError(number)
        position = self._position(number, station, 0)
        legs = self.bookings[number]
        if any(stop > position and seat <= self.first for _, stop, seats in legs for seat in seats):
            raise ValueError("in first")
        end = legs[-1][1]
        seats = self._choose(len(legs[0][2]), position, end, True)
        if not seats:
            raise ValueError("full")
        self._free_from(number, position)
        self.bookings[number].append((position, end, seats))
        self._take(number, position, end, seats)
        return list(seats)
