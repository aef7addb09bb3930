# canary: classeval-hf open coast_train 13d22380-0422-4e90-8350-07c358ac25de


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
        if first:
            seats = range(1, self.first + 1)
        else:
            seats = range(self.first + 1, self.first + self.second + 1)
        gaps = {}
        for seat in seats:
            gap = self._gap(seat, begin, stop)
            if gap:
                gaps[seat] = gap
        if len(gaps) < size:
            return []
        windows = []
        for seat in gaps:
            block = range(seat, seat + size)
            if all(other in gaps for other in block):
                windows.append((sum(gaps[other] for other in block), seat))
        if windows:
            seat = min(windows)[1]
            return list(range(seat, seat + size))
        return sorted(sorted(gaps, key=lambda seat: (gaps[seat], seat))[:size])

    def _take(self, number, begin, stop, seats):
        for seat in seats:
            for segment in range(begin, stop):
                self.taken.setdefault(seat, {})[segment] = number

    def _cut(self, number, position):
        """Free the booking's seats from a position on; return the number of segments freed."""
        freed = 0
        kept = []
        for begin, stop, seats in self.bookings[number]:
            for seat in seats:
                for segment in range(max(begin, position), stop):
                    del self.taken[seat][segment]
                    freed += 1
                if seat in self.taken and not self.taken[seat]:
                    del self.taken[seat]
            if begin < position:
                kept.append((begin, min(stop, position), seats))
        self.bookings[number] = kept
        return freed

    def book(self, size: int, start: str, end: str, first: bool) -> int:
        seats = self.choose(size, start, end, first)
        if not seats:
            raise ValueError("full")
        begin, stop = self._trip(start, end)
        self.count += 1
        self._take(self.count, begin, stop, seats)
        self.bookings[self.count] = [(begin, stop, seats)]
        return self.count

    def cancel(self, number: int) -> int:
        if number not in self.bookings:
            raise KeyError(number)
        freed = self._cut(number, 0)
        del self.bookings[number]
        return freed

    def shorten(self, number: int, station: str) -> int:
        if number not in self.bookings:
            raise KeyError(number)
        legs = self.bookings[number]
        position = self.stations.index(station) if station in self.stations else -1
        if not legs[0][0] < position < legs[-1][1]:
            raise ValueError("bad station")
        return self._cut(number, position)

    def upgrade(self, number: int, station: str) -> list[int]:
        if number not in self.bookings:
            raise KeyError(number)
        legs = self.bookings[number]
        position = self.stations.index(station) if station in self.stations else -1
        if not legs[0][0] <= position < legs[-1][1]:
            raise ValueError("bad station")
        for _, stop, seats in legs:
            if stop > position and any(seat <= self.first for seat in seats):
                raise ValueError("in first")
        end = legs[-1][1]
        chosen = self.choose(len(legs[0][2]), station, self.stations[end], True)
        if not chosen:
            raise ValueError("full")
        self._cut(number, position)
        self._take(number, position, end, chosen)
        self.bookings[number].append((position, end, chosen))
        return list(chosen)
