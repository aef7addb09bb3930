# canary: classeval-hf open bus_timetable 59680e0e-81f1-4a4d-b291-717a5b803720


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
        if any(after <= before for (_, before), (_, after) in zip(stops, stops[1:])):
            raise ValueError("bad times")
        self.trips[name] = list(stops)
        return stops[-1][1] - stops[0][1]

    def set_limits(self, stop: str, least: int, most: int) -> tuple[int, int]:
        if not 0 <= least <= most:
            raise ValueError("bad limits")
        before = self.limits.pop(stop, (self.least, self.most))
        if (least, most) != (self.least, self.most):
            self.limits[stop] = (least, most)
        return before

    def cancel(self, name: str, stop: str) -> list[str]:
        if name not in self.trips:
            raise KeyError(name)
        stops = [planned for planned, _ in self.trips[name]]
        if stop not in stops:
            raise ValueError("not on the way")
        before = self.served.get(name, len(stops))
        after = stops.index(stop) + 1
        if after == 1:
            after = 0
        if after < before:
            self.served[name] = after
        return stops[after:before]

    def restore(self, name: str) -> int:
        stops = len(self.trips[name])
        return stops - self.served.pop(name, stops)

    def departures(self, stop: str, start: int, end: int) -> list[tuple[int, str, str]]:
        result = []
        for name, stops in self.trips.items():
            ride = stops[: self.served.get(name, len(stops))]
            for place, time in ride[:-1]:
                if place == stop and start <= time <= end:
                    result.append((time, name, ride[-1][0]))
        return sorted(result)

    def connect(self, origin: str, goal: str, start: int) -> list[tuple[str, str, int, str, int]]:
        if origin == goal:
            raise ValueError("same stop")
        found = {}
        layer = {(origin, start): []}
        while layer:
            following = {}
            for (stop, time), rides in layer.items():
                least, most = self.limits.get(stop, (self.least, self.most))
                for name, stops in self.trips.items():
                    ride = stops[: self.served.get(name, len(stops))]
                    for index, (place, leave) in enumerate(ride):
                        if place != stop or leave < time:
                            continue
                        if rides and not least <= leave - time <= most:
                            continue
                        for end, arrival in ride[index + 1 :]:
                            way = [*rides, (name, stop, leave, end, arrival)]
                            if (end, arrival) not in found:
                                following[end, arrival] = min(way, following.get((end, arrival), way))
            found.update(following)
            layer = following
        arrivals = [arrival for end, arrival in found if end == goal]
        return found[goal, min(arrivals)] if arrivals else []
