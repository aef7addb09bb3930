import re

KEY = re.compile(r"(0|[1-9][0-9]*)/(0|[1-9][0-9]*)/(0|[1-9][0-9]*)")


class TileShelf:
    def __init__(self, budget: int):
        self.budget = budget
        self.tiles = {}
        self.pins = {}
        self.weight = 0

    @staticmethod
    def parent(key: str) -> str:
        match = KEY.fullmatch(key)
        if not match:
            raise ValueError("bad tile: " + key)
        zoom, x, y = map(int, match.groups())
        if x.bit_length() > zoom or y.bit_length() > zoom:
            raise ValueError("bad tile: " + key)
        if zoom == 0:
            return ""
        return f"{zoom - 1}/{x // 2}/{y // 2}"

    def _rank(self, key):
        parent = self.parent(key)
        if parent in self.tiles:
            return 0
        while parent:
            parent = self.parent(parent)
            if parent in self.tiles:
                return 1
        return 2

    def _take_off(self, keep=None):
        gone = []
        while self.weight > self.budget:
            candidates = [key for key in self.tiles if key not in self.pins and key != keep]
            if not candidates:
                break
            key = min(candidates, key=self._rank)
            self.weight -= self.tiles.pop(key)
            gone.append(key)
        return gone

    def trim(self, budget: int) -> list[str]:
        self.budget = budget
        return self._take_off()

    def store(self, key: str, weight: int) -> list[str]:
        self.parent(key)
        if weight + sum(self.tiles[other] for other in self.pins if other != key) > self.budget:
            raise OverflowError("no room")
        self.weight += weight - self.tiles.pop(key, 0)
        self.tiles[key] = weight
        return self._take_off(key)

    def fetch(self, key: str) -> str:
        parent = self.parent(key)
        found = key
        while found not in self.tiles:
            if not parent:
                return ""
            found = parent
            parent = self.parent(found)
        self.tiles[found] = self.tiles.pop(found)
        return found

    def pin(self, key: str) -> int:
        if key not in self.tiles:
            raise KeyError(key)
        self.pins[key] = self.pins.get(key, 0) + 1
        return self.pins[key]

    def unpin(self, key: str) -> list[str]:
        if key not in self.pins:
            raise KeyError(key)
        if self.pins[key] > 1:
            self.pins[key] -= 1
            return []
        del self.pins[key]
        return self._take_off()
