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

    def cancel(self, name: str, stop: str) -> list[str]:
        if name not in self.trips:
            raise KeyError(name)
        planned = [where for where, _ in self.trips[name]]
        if stop not in planned:
            raise ValueError("not on the way")
        index = planned.index(stop)
        after = index + 1 if index else 0
        before = self.served.get(name, len(planned))
        if after >= before:
            return []
        self.served[name] = after
        return planned[after:before]

    def restore(self, name: str) -> int:
        if name not in self.trips:
            raise KeyError(name)
        planned = len(self.trips[name])
        return planned - self.served.pop(name, planned)

    def _served_stops(self, name):
        return self.trips[name][: self.served.get(name, len(self.trips[name]))]

    def departures(self, stop: str, start: int, end: int) -> list[tuple[int, str, str]]:
        found = []
        for name in self.trips:
            stops = self._served_stops(name)
            for where, time in stops[:-1]:
                if where == stop and start <= time <= end:
                    found.append((time, name, stops[-1][0]))
        return sorted(found)

    def connect(self, origin: str, goal: str, start: int) -> list[tuple[str, str, int, str, int]]:
        if origin == goal:
            raise ValueError("same stop")
        # All departures: from each stop to tuples (time, trip, index in the served stops).
        served = {name: self._served_stops(name) for name in self.trips}
        leaving = {}
        for name, stops in served.items():
            for index, (stop, time) in enumerate(stops[:-1]):
                leaving.setdefault(stop, []).append((time, name, index))

        def can_change(stop, arrival, departure):
            least, most = self._limits(stop)
            return least <= departure - arrival <= most

        # Forwards: the arrivals that can be reached at all.
        reached = {}
        for time, stop, name, index in sorted(
            (time, stop, name, index)
            for stop, entries in leaving.items()
            for time, name, index in entries
        ):
            if (stop == origin and time >= start) or any(
                can_change(stop, arrival, time) for arrival in reached.get(stop, ())
            ):
                for later, arrival in served[name][index + 1:]:
                    reached.setdefault(later, set()).add(arrival)
        if not reached.get(goal):
            return []
        best = min(reached[goal])

        # Backwards: the fewest rides from each arrival to the goal at the best time.
        rides = {(goal, best): 0}

        def fewest(name, index):
            """The fewest rides after boarding a trip, this ride included; None if the goal is not reached."""
            counts = [rides[state] for state in served[name][index + 1:] if state in rides]
            return min(counts) + 1 if counts else None

        states = sorted(
            ((time, stop) for stop, times in reached.items() for time in times if time < best), reverse=True
        )
        for time, stop in states:
            counts = [
                count
                for departure, name, index in leaving.get(stop, [])
                if can_change(stop, time, departure)
                for count in [fewest(name, index)]
                if count is not None
            ]
            if counts:
                rides[stop, time] = min(counts)

        boarding = [entry for entry in leaving[origin] if entry[0] >= start]
        counts = [fewest(name, index) for _, name, index in boarding]
        left = min(count for count in counts if count is not None)
        connection = []
        while left:
            left -= 1
            options = [
                (name, served[name][index][0], departure, stop, arrival)
                for departure, name, index in boarding
                for stop, arrival in served[name][index + 1:]
                if rides.get((stop, arrival)) == left
            ]
            ride = min(options)
            connection.append(ride)
            stop, arrival = ride[3], ride[4]
            boarding = [entry for entry in leaving.get(stop, []) if can_change(stop, arrival, entry[0])]
        return connection
