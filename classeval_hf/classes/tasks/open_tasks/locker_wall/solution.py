# canary: classeval-hf open locker_wall 4ff43a82-fc9c-42ed-980c-9336c5adf945


def find(wall, count):
    """The first locker of the run that the class describes, or 0."""
    return min(((length, first) for first, length in wall.gaps() if length >= count), default=(0, 0))[1]


def serve(wall):
    served = []
    for holder, count in list(wall.waiting):
        first = find(wall, count)
        if first:
            wall.waiting.remove((holder, count))
            wall.runs[holder] = (first, count)
            served.append(holder)
    return served


class LockerWall:
    def __init__(self, size: int):
        self.size = size
        self.runs = {}
        self.broken = set()
        self.waiting = []

    def gaps(self) -> list[tuple[int, int]]:
        taken = set(self.broken)
        for first, count in self.runs.values():
            taken.update(range(first, first + count))
        result = []
        for number in range(1, self.size + 1):
            if number not in taken:
                if result and sum(result[-1]) == number:
                    result[-1] = (result[-1][0], result[-1][1] + 1)
                else:
                    result.append((number, 1))
        return result

    def give(self, holder: str, count: int) -> int:
        if not 1 <= count <= self.size:
            raise ValueError("bad number")
        if holder in self.runs or holder in dict(self.waiting):
            raise ValueError("known holder")
        first = find(self, count)
        if first:
            self.runs[holder] = (first, count)
        else:
            self.waiting.append((holder, count))
        return first

    def leave(self, holder: str) -> list[str]:
        counts = dict(self.waiting)
        if holder in counts:
            self.waiting.remove((holder, counts[holder]))
            return []
        del self.runs[holder]
        return serve(self)

    def extend(self, holder: str, more: int) -> int:
        first, count = self.runs[holder]
        if more < 1:
            raise ValueError("bad number")
        gaps = self.gaps()
        above = dict(gaps).get(first + count, 0)
        below = max((length for start, length in gaps if start + length == first), default=0)
        if above >= more:
            self.runs[holder] = (first, count + more)
        elif below >= more:
            self.runs[holder] = (first - more, count + more)
        else:
            del self.runs[holder]
            place = find(self, count + more)
            self.runs[holder] = (place, count + more) if place else (first, count)
            serve(self)
            return place
        return self.runs[holder][0]

    def break_locker(self, number: int) -> str:
        if not 1 <= number <= self.size:
            raise ValueError("no locker")
        if number in self.broken:
            raise ValueError("is broken")
        self.broken.add(number)
        for holder, (first, count) in self.runs.items():
            if first <= number < first + count:
                del self.runs[holder]
                place = find(self, count)
                if place:
                    self.runs[holder] = (place, count)
                else:
                    self.waiting.insert(0, (holder, count))
                serve(self)
                return holder
        return ""

    def repair(self, number: int) -> list[str]:
        if number not in self.broken:
            raise ValueError("not broken")
        self.broken.remove(number)
        return serve(self)

    def compact(self) -> list[tuple[str, int, int]]:
        moves = []
        start = 1
        for holder, (first, count) in sorted(self.runs.items(), key=lambda item: item[1]):
            while self.broken.intersection(range(start, start + count)):
                start += 1
            if start != first:
                moves.append((holder, first, start))
                self.runs[holder] = (start, count)
            start += count
        serve(self)
        return moves

    def plan(self) -> str:
        signs = ["#" if number in self.broken else "." for number in range(1, self.size + 1)]
        for holder, (first, count) in self.runs.items():
            signs[first - 1 : first - 1 + count] = [holder[0].upper(), *[holder[0].lower()] * (count - 1)]
        return "".join(signs)
