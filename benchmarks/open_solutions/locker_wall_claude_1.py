class LockerWall:
    def __init__(self, size: int):
        self.size = size
        self.runs = {}
        self.broken = set()
        self.waiting = []

    def _blocked(self, without=None):
        """The numbers of the lockers that are not free, where those of one holder may count as free."""
        blocked = set(self.broken)
        for holder, (first, count) in self.runs.items():
            if holder != without:
                blocked.update(range(first, first + count))
        return blocked

    def _gaps(self, without=None):
        blocked = self._blocked(without)
        gaps = []
        first = 0
        for number in range(1, self.size + 2):
            if number <= self.size and number not in blocked:
                first = first or number
            elif first:
                gaps.append((first, number - first))
                first = 0
        return gaps

    def _place(self, count, without=None):
        """The first locker of the place for so many lockers, 0 if there is none."""
        fitting = [(length, first) for first, length in self._gaps(without) if length >= count]
        return min(fitting)[1] if fitting else 0

    def _serve(self):
        served = []
        waiting = []
        for holder, count in self.waiting:
            first = self._place(count)
            if first:
                self.runs[holder] = (first, count)
                served.append(holder)
            else:
                waiting.append((holder, count))
        self.waiting = waiting
        return served

    def gaps(self) -> list[tuple[int, int]]:
        return self._gaps()

    def give(self, holder: str, count: int) -> int:
        if count < 1 or count > self.size:
            raise ValueError("bad number")
        if holder in self.runs or any(entry[0] == holder for entry in self.waiting):
            raise ValueError("known holder")
        first = self._place(count)
        if first:
            self.runs[holder] = (first, count)
        else:
            self.waiting.append((holder, count))
        return first

    def leave(self, holder: str) -> list[str]:
        if holder in self.runs:
            del self.runs[holder]
            return self._serve()
        for i, entry in enumerate(self.waiting):
            if entry[0] == holder:
                del self.waiting[i]
                return []
        raise KeyError(holder)

    def extend(self, holder: str, more: int) -> int:
        if holder not in self.runs:
            raise KeyError(holder)
        if more < 1:
            raise ValueError("bad number")
        first, count = self.runs[holder]
        blocked = self._blocked()
        end = first + count + more - 1
        if end <= self.size and not any(n in blocked for n in range(first + count, end + 1)):
            self.runs[holder] = (first, count + more)
            return first
        if first - more >= 1 and not any(n in blocked for n in range(first - more, first)):
            self.runs[holder] = (first - more, count + more)
            return first - more
        new = self._place(count + more, holder)
        if new:
            del self.runs[holder]
            self.runs[holder] = (new, count + more)
            self._serve()
        return new

    def break_locker(self, number: int) -> str:
        if number < 1 or number > self.size:
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
        new = self._place(count)
        if new:
            self.runs[holder] = (new, count)
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
        lowest = 1
        for holder, (first, count) in sorted(self.runs.items(), key=lambda item: item[1]):
            new = number = lowest
            while number < new + count:
                if number in self.broken:
                    new = number + 1
                number += 1
            if new != first:
                self.runs[holder] = (new, count)
                moves.append((holder, first, new))
            lowest = new + count
        self._serve()
        return moves

    def plan(self) -> str:
        wall = ["#" if number in self.broken else "." for number in range(1, self.size + 1)]
        for holder, (first, count) in self.runs.items():
            for number in range(first, first + count):
                wall[number - 1] = holder[:1].upper() if number == first else holder[:1].lower()
        return "".join(wall)
