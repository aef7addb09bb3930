# canary: classeval-hf open locker_wall 4ff43a82-fc9c-42ed-980c-9336c5adf945


class LockerWall:
    def __init__(self, size: int):
        self.size = size
        self.runs = {}
        self.broken = set()
        self.waiting = []

    def _taken(self):
        taken = set(self.broken)
        for first, count in self.runs.values():
            taken.update(range(first, first + count))
        return taken

    def gaps(self) -> list[tuple[int, int]]:
        taken = self._taken()
        result = []
        first = 1
        for number in range(1, self.size + 2):
            if number in taken or number > self.size:
                if number > first:
                    result.append((first, number - first))
                first = number + 1
        return result

    def _find(self, count):
        places = [(length, first) for first, length in self.gaps() if length >= count]
        return min(places)[1] if places else 0

    def _serve(self):
        served = []
        left = []
        for holder, count in self.waiting:
            first = self._find(count)
            if first:
                self.runs[holder] = (first, count)
                served.append(holder)
            else:
                left.append((holder, count))
        self.waiting = left
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
        for index, (name, _) in enumerate(self.waiting):
            if name == holder:
                del self.waiting[index]
                return []
        raise KeyError(holder)

    def extend(self, holder: str, more: int) -> int:
        if holder not in self.runs:
            raise KeyError(holder)
        if more < 1:
            raise ValueError("bad number")
        first, count = self.runs[holder]
        taken = self._taken()

        def is_free(start):
            if start < 1 or start + more - 1 > self.size:
                return False
            return not any(number in taken for number in range(start, start + more))

        if is_free(first + count):
            self.runs[holder] = (first, count + more)
            return first
        if is_free(first - more):
            self.runs[holder] = (first - more, count + more)
            return first - more
        del self.runs[holder]
        place = self._find(count + more)
        if not place:
            self.runs[holder] = (first, count)
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
        for holder, (first, count) in sorted(self.runs.items(), key=lambda item: item[1]):
            while True:
                blocking = [number for number in range(start, start + count) if number in self.broken]
                if not blocking:
                    break
                start = blocking[-1] + 1
            if start != first:
                self.runs[holder] = (start, count)
                moves.append((holder, first, start))
            start += count
        self._serve()
        return moves

    def plan(self) -> str:
        signs = ["."] * self.size
        for number in self.broken:
            signs[number - 1] = "#"
        for holder, (first, count) in self.runs.items():
            signs[first - 1] = holder[0].upper()
            for number in range(first + 1, first + count):
                signs[number - 1] = holder[0].lower()
        return "".join(signs)
