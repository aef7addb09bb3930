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

    def choose(self, size: int, start: str, end: str, first: bool) -> list[int]:
        if size < 1:
            raise ValueError("bad size")
        begin, stop = self._trip(start, end)
        seats = range(1, self.first + 1) if first else range(self.first + 1, self.first + self.second + 1)
        gaps = {}
        for seat in seats:
            gap = self._gap(seat, begin, stop)
            if gap:
                gaps[seat] = gap
        best = None
        for seat in gaps:
            row = range(seat, seat + size)
            if all(other in gaps for other in row):
                total = sum(gaps[other] for other in row)
                if best is None or total < best[0]:
                    best = (total, list(row))
        if best is not None:
            return best[1]
        if len(gaps) < size:
            return []
        return sorted(sorted(gaps, key=lambda seat: (gaps[seat], seat))[:size])

    def _take(self, number, begin, stop, seats):
        for seat in seats:
            segments = self.taken.setdefault(seat, {})
            for segment in range(begin, stop):
                segments[segment] = number

    def _free_from(self, number, position):
        """Free the seats of a booking from a position on, and return its other legs and how many were freed."""
        legs = []
        freed = 0
        for begin, stop, seats in self.bookings[number]:
            start = max(begin, position)
            for seat in seats:
                for segment in range(start, stop):
                    del self.taken[seat][segment]
                    freed += 1
                if not self.taken[seat]:
                    del self.taken[seat]
            if begin < position:
                legs.append((begin, min(stop, position), seats))
        return legs, freed

    def book(self, size: int, start: str, end: str, first: bool) -> int:
        seats = self.choose(size, start, end, first)
        if not seats:
            raise ValueError("full")
        begin, stop = self._trip(start, end)
        self.count += 1
        self.bookings[self.count] = [(begin, stop, seats)]
        self._take(self.count, begin, stop, seats)
        return self.count

    def _check(self, number):
        if number not in self.bookings:
            raise KeyError(number)

    def cancel(self, number: int) -> int:
        self._check(number)
        _, freed = self._free_from(number, 0)
        del self.bookings[number]
        return freed

    def _position(self, number, station, lowest):
        """The position of a station that is at least so many stations after the begin and before the end of a trip."""
        legs = self.bookings[number]
        if station not in self.stations:
            raise ValueError("bad station")
        position = self.stations.index(station)
        if not legs[0][0] + lowest <= position < legs[-1][1]:
            raise ValueError("bad station")
        return position

    def shorten(self, number: int, station: str) -> int:
        self._check(number)
        position = self._position(number, station, 1)
        self.bookings[number], freed = self._free_from(number, position)
        return freed

    def upgrade(self, number: int, station: str) -> list[int]:
        self._check(number)
        position = self._position(number, station, 0)
        legs = self.bookings[number]
        if any(stop > position and seats[0] <= self.first for _, stop, seats in legs):
            raise ValueError("in first")
        stop = legs[-1][1]
        seats = self.choose(len(legs[0][2]), station, self.stations[stop], True)
        if not seats:
            raise ValueError("full")
        legs, _ = self._free_from(number, position)
        legs.append((position, stop, seats))
        self.bookings[number] = legs
        self._take(number, position, stop, seats)
        return list(seats)
