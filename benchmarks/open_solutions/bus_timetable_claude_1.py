class BusTimetable:
    def __init__(self, least: int, most: int):
        self.least = least
        self.most = most
        self.limits = {}
        self.trips = {}
        self.served = {}

    def add_trip(self, name: str, stops: list[tuple[str, int]]) -> int:
        if name in self.trips:
            raise ValueError("trip exists")
        if len(stops) < 2:
            raise ValueError("too short")
        if len({stop for stop, _ in stops}) < len(stops):
            raise ValueError("stop twice")
        if any(before[1] >= after[1] for before, after in zip(stops, stops[1:])):
            raise ValueError("bad times")
        self.trips[name] = list(stops)
        return stops[-1][1] - stops[0][1]

    def _limits(self, stop):
        return self.limits.get(stop, (self.least, self.most))

    def set_limits(self, stop: str, least: int, most: int) -> tuple[int, int]:
        if least < 0 or least > most:
            raise ValueError("bad limits")
        before = self._limits(stop)
        if (least, most) == (self.least, self.most):
            self.limits.pop(stop, None)
        else:
            self.limits[stop] = (least, most)
        return before

    def _count(self, name):
        return self.served.get(name, len(self.trips[name]))

    def cancel(self, name: str, stop: str) -> list[str]:
        if name not in self.trips:
            raise KeyError(name)
        stops = [planned for planned, _ in self.trips[name]]
        if stop not in stops:
            raise ValueError("not on the way")
        place = stops.index(stop)
        count = place + 1 if place else 0
        before = self._count(name)
        if count >= before:
            return []
        self.served[name] = count
        return stops[count:before]

    def restore(self, name: str) -> int:
        if name not in self.trips:
            raise KeyError(name)
        before = self._count(name)
        self.served.pop(name, None)
        return len(self.trips[name]) - before

    def departures(self, stop: str, start: int, end: int) -> list[tuple[int, str, str]]:
        found = []
        for name, planned in self.trips.items():
            stops = planned[:self._count(name)]
            for place, time in stops[:-1]:
                if place == stop and start <= time <= end:
                    found.append((time, name, stops[-1][0]))
        return sorted(found)

    def connect(self, origin: str, goal: str, start: int) -> list[tuple[str, str, int, str, int]]:
        if origin == goal:
            raise ValueError("same stop")
        trips = {name: planned[:self._count(name)] for name, planned in self.trips.items()}
        events = {}
        for name, stops in trips.items():
            for i, (_, time) in enumerate(stops):
                events.setdefault(time, []).append((name, i))
        arrived = {}  # stop -> {time: (number of rides, rides)}, the best way to be there then
        boarding = {}  # trip -> list of (place in the trip, number of rides before, rides before)
        for time in sorted(events):
            for name, j in events[time]:
                stops = trips[name]
                stop = stops[j][0]
                for i, number, rides in boarding.get(name, ()):
                    way = (number + 1, [*rides, (name, stops[i][0], stops[i][1], stop, time)])
                    times = arrived.setdefault(stop, {})
                    if time not in times or way < times[time]:
                        times[time] = way
            if time in arrived.get(goal, {}):
                return arrived[goal][time][1]
            for name, i in events[time]:
                stop = trips[name][i][0]
                best = (0, []) if stop == origin and time >= start else None
                if best is None:
                    least, most = self._limits(stop)
                    for earlier, way in arrived.get(stop, {}).items():
                        if least <= time - earlier <= most and (best is None or way < best):
                            best = way
                if best is not None:
                    boarding.setdefault(name, []).append((i, *best))
        return []
