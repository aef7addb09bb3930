class LockerWall:
    def __init__(self, size: int):
        self.size = size
        self.runs = {}
        self.broken = set()
        self.waiting = []

    def _free(self):
        taken = set(self.broken)
        for first, count in self.runs.values():
            taken.update(range(first, first + count))
        return [number not in taken for number in range(1, self.size + 1)]

    def gaps(self) -> list[tuple[int, int]]:
        result = []
        length = 0
        for number, free in enumerate(self._free() + [False], 1):
            if free:
                length += 1
            elif length:
                result.append((number - length, length))
                length = 0
        return result

    def _find(self, count):
        fitting = [(length, first) for first, length in self.gaps() if length >= count]
        return min(fitting)[1] if fitting else 0

    def _serve(self):
        served = []
        waiting = []
        for holder, count in self.waiting:
            first = self._find(count)
            if first:
                self.runs[holder] = (first, count)
                served.append(holder)
            else:
                waiting.append((holder, count))
        self.waiting = waiting
        return served

    def give(self, holder: str, count: int) -> int:
        if not 1 <= count <= self.size:
            raise ValueError("bad number")
        if holder in self.runs or any(name == holder for name, _ in self.waiting):
            raise ValueError("known holder")
        first = self._find(count)
        if first:
            self.runs[holder] = (first, count)
        else:
            self.waiting.append((holder, count))
        return first

    def leave(self, holder: str) -> list[str]:
        if holder in self.runs:
            del self.runs[holder]
            return self._serve()
        waiting = [entry for entry in self.waiting if entry[0] != holder]
        if len(waiting) == len(self.waiting):
            raise KeyError(holder)
        self.waiting = waiting
        return []

    def extend(self, holder: str, more: int) -> int:
        if holder not in self.runs:
            raise KeyError(holder)
        if more < 1:
            raise ValueError("bad number")
        first, count = self.runs[holder]
        free = self._free()
        above = first + count - 1
        if above + more <= self.size and all(free[above:above + more]):
            self.runs[holder] = (first, count + more)
            return first
        below = first - more
        if below >= 1 and all(free[below - 1:first - 1]):
            self.runs[holder] = (below, count + more)
            return below
        runs = dict(self.runs)
        del self.runs[holder]
        place = self._find(count + more)
        if not place:
            self.runs = runs
            return 0
        self.runs[holder] = (place, count + more)
        self._serve()
        return place

    def break_locker(self, number: int) -> str:
        if not 1 <= number <= self.size:
            raise ValueError("no locker")
        if number in self.broken:
            raise ValueError("is broken")
        self.broken.add(number)
        for holder, (first, count) in self.runs.items():
            if first <= number < first + count:
                break
        else:
            return ""
        del self.runs[holder]
        place = self._find(count)
        if place:
            self.runs[holder] = (place, count)
        else:
            self.waiting.insert(0, (holder, count))
        self._serve()
        return holder

    def repair(self, number: int) -> list[str]:
        if number not in self.broken:
            raise ValueError("not broken")
        self.broken.remove(number)
        return self._serve()

    def compact(self) -> list[tuple[str, int, int]]:
        moves = []
        start = 1
        for holder, (first, count) in sorted(self.runs.items(), key=lambda entry: entry[1]):
            place = start
            number = place
            while number < place + count:
                if number in self.broken:
                    place = number + 1
                number += 1
            if place != first:
                self.runs[holder] = (place, count)
                moves.append((holder, first, place))
            start = place + count
        self._serve()
        return moves

    def plan(self) -> str:
        marks = ["."] * self.size
        for number in self.broken:
            marks[number - 1] = "#"
        for holder, (first, count) in self.runs.items():
            letter = holder[:1]
            marks[first - 1] = letter.upper()
            for index in range(first, first + count - 1):
                marks[index] = letter.lower()
        return "".join(marks)
