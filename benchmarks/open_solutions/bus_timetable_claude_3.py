# canary: classeval-hf open bus_timetable 59680e0e-81f1-4a4d-b291-717a5b803720


class BusTimetable:
    def __init__(self, least: int, most: int):
        self.least = least
        self.most = most
        self.limits = {}
        self.trips = {}
        self.served = {}

    def _stops(self, name):
        stops = self.trips[name]
        return stops[: self.served.get(name, len(stops))]

    def add_trip(self, name: str, stops: list[tuple[str, int]]) -> int:
        if name in self.trips:
            raise ValueError("trip exists")
        if len(stops) < 2:
            raise ValueError("too short")
        if len({stop for stop, _ in stops}) < len(stops):
            raise ValueError("stop twice")
        if any(one[1] >= two[1] for one, two in zip(stops, stops[1:])):
            raise ValueError("bad times")
        self.trips[name] = [tuple(stop) for stop in stops]
        return stops[-1][1] - stops[0][1]

    def set_limits(self, stop: str, least: int, most: int) -> tuple[int, int]:
        if least < 0 or least > most:
            raise ValueError("bad limits")
        before = self.limits.get(stop, (self.least, self.most))
        if (least, most) == (self.least, self.most):
            self.limits.pop(stop, None)
        else:
            self.limits[stop] = (least, most)
        return before

    def cancel(self, name: str, stop: str) -> list[str]:
        if name not in self.trips:
            raise KeyError(name)
        names = [place for place, _ in self.trips[name]]
        if stop not in names:
            raise ValueError("not on the way")
        position = names.index(stop)
        keep = position + 1 if position else 0
        before = self.served.get(name, len(names))
        if keep >= before:
            return []
        self.served[name] = keep
        return names[keep:before]

    def restore(self, name: str) -> int:
        if name not in self.trips:
            raise KeyError(name)
        count = len(self.trips[name])
        return count - self.served.pop(name, count)

    def departures(self, stop: str, start: int, end: int) -> list[tuple[int, str, str]]:
        result = []
        for name in self.trips:
            stops = self._stops(name)
            for place, time in stops[:-1]:
                if place == stop and start <= time <= end:
                    result.append((time, name, stops[-1][0]))
        return sorted(result)

    def connect(self, origin: str, goal: str, start: int) -> list[tuple[str, str, int, str, int]]:
        if origin == goal:
            raise ValueError("same stop")
        rides = {}
        for name in self.trips:
            stops = self._stops(name)
            for i, (board, leave) in enumerate(stops):
                for end, arrive in stops[i + 1:]:
                    rides.setdefault(board, []).append((name, board, leave, end, arrive))
        layer = {}
        for ride in rides.get(origin, ()):
            if ride[2] >= start:
                state = (ride[3], ride[4])
                if state not in layer or [ride] < layer[state]:
                    layer[state] = [ride]
        seen = set()
        best = None
        while layer:
            seen.update(layer)
            following = {}
            for (stop, time), path in layer.items():
                if stop == goal:
                    candidate = (time, len(path), path)
                    if best is None or candidate < best:
                        best = candidate
                    continue
                least, most = self.limits.get(stop, (self.least, self.most))
                for ride in rides.get(stop, ()):
                    if least <= ride[2] - time <= most:
                        state = (ride[3], ride[4])
                        if state in seen:
                            continue
                        longer = path + [ride]
                        if state not in following or longer < following[state]:
                            following[state] = longer
            layer = following
        return best[2] if best else []
