# canary: classeval-hf open coast_train 13d22380-0422-4e90-8350-07c358ac25de


class CoastTrain:
    def __init__(self, stations: list[str], first: int, second: int):
        self.stations = stations
        self.first = first
        self.second = second
        self.taken = {}
        self.bookings = {}
        self.count = 0

    def gap(self, seat: int, start: str, end: str) -> int:
        if start not in self.stations or end not in self.stations:
            raise ValueError("bad trip")
        low, high = self.stations.index(start), self.stations.index(end)
        if low >= high:
            raise ValueError("bad trip")
        taken = self.taken.get(seat, {})
        if any(segment in taken for segment in range(low, high)):
            return 0
        while low > 0 and low - 1 not in taken:
            low -= 1
        while high < len(self.stations) - 1 and high not in taken:
            high += 1
        return high - low

    def choose(self, size: int, start: str, end: str, first: bool) -> list[int]:
        if size < 1:
            raise ValueError("bad size")
        seats = range(1, self.first + 1) if first else range(self.first + 1, self.first + self.second + 1)
        gaps = {seat: self.gap(seat, start, end) for seat in seats}
        if not gaps:
            self.gap(0, start, end)
        free = [seat for seat in seats if gaps[seat]]
        runs = [list(range(seat, seat + size)) for seat in free if all(gaps.get(seat + more) for more in range(size))]
        if runs:
            return min(runs, key=lambda run: sum(gaps[seat] for seat in run))
        if len(free) < size:
            return []
        return sorted(sorted(free, key=lambda seat: gaps[seat])[:size])

    def book(self, size: int, start: str, end: str, first: bool) -> int:
        seats = self.choose(size, start, end, first)
        if not seats:
            raise ValueError("full")
        self.count += 1
        low, high = self.stations.index(start), self.stations.index(end)
        self.bookings[self.count] = [(low, high, seats)]
        for seat in seats:
            self.taken.setdefault(seat, {}).update(dict.fromkeys(range(low, high), self.count))
        return self.count

    def cancel(self, number: int) -> int:
        freed = 0
        for low, high, seats in self.bookings.pop(number):
            for seat in seats:
                for segment in range(low, high):
                    del self.taken[seat][segment]
                    freed += 1
                if not self.taken[seat]:
                    del self.taken[seat]
        return freed

    def shorten(self, number: int, station: str) -> int:
        legs = self.bookings[number]
        if station not in self.stations[legs[0][0] + 1 : legs[-1][1]]:
            raise ValueError("bad station")
        place = self.stations.index(station)
        freed, kept = 0, []
        for low, high, seats in legs:
            if low < place:
                kept.append((low, min(high, place), seats))
            for seat in seats:
                for segment in range(max(low, place), high):
                    del self.taken[seat][segment]
                    freed += 1
                if not self.taken[seat]:
                    del self.taken[seat]
        self.bookings[number] = kept
        return freed

    def upgrade(self, number: int, station: str) -> list[int]:
        legs = self.bookings[number]
        start, end = legs[0][0], legs[-1][1]
        if station not in self.stations[start:end]:
            raise ValueError("bad station")
        if legs[-1][2][0] <= self.first:
            raise ValueError("in first")
        new = self.choose(len(legs[0][2]), station, self.stations[end], True)
        if not new:
            raise ValueError("full")
        place = self.stations.index(station)
        if place > start:
            self.shorten(number, station)
        else:
            self.cancel(number)
            self.bookings[number] = []
        self.bookings[number].append((place, end, new))
        for seat in new:
            self.taken.setdefault(seat, {}).update(dict.fromkeys(range(place, end), number))
        return new
