# canary: classeval-hf open tile_shelf b444b257-c9aa-4a92-8c49-ba5a0099898b


class TileShelf:
    def __init__(self, budget: int):
        self.budget = budget
        self.tiles = {}
        self.pins = {}
        self.weight = 0

    @staticmethod
    def parent(key: str) -> str:
        parts = key.split("/")
        if len(parts) == 3 and all(part.isascii() and part.isdigit() and str(int(part)) == part for part in parts):
            zoom, x, y = map(int, parts)
            if max(x, y) < 2**zoom:
                return f"{zoom - 1}/{x // 2}/{y // 2}" if zoom else ""
        raise ValueError(f"bad tile: {key}")

    def trim(self, budget: int) -> list[str]:
        self.budget = budget
        gone = []
        while self.weight > budget:
            best = None
            for key in self.tiles:
                if key in self.pins:
                    continue
                steps, above = 1, self.parent(key)
                while above and above not in self.tiles:
                    steps, above = 2, self.parent(above)
                rank = steps if above else 3
                if best is None or rank < best[0]:
                    best = (rank, key)
            if best is None:
                break
            self.weight -= self.tiles.pop(best[1])
            gone.append(best[1])
        return gone

    def store(self, key: str, weight: int) -> list[str]:
        self.parent(key)
        if weight + sum(self.tiles[other] for other in self.pins if other != key) > self.budget:
            raise OverflowError("no room")
        self.weight += weight - self.tiles.pop(key, 0)
        self.tiles[key] = weight
        pins = self.pins.get(key, 0)
        self.pins[key] = pins + 1
        gone = self.trim(self.budget)
        if pins:
            self.pins[key] = pins
        else:
            del self.pins[key]
        return gone

    def fetch(self, key: str) -> str:
        above = self.parent(key)
        while key not in self.tiles:
            if not above:
                return ""
            key, above = above, self.parent(above)
        self.tiles[key] = self.tiles.pop(key)
        return key

    def pin(self, key: str) -> int:
        if key not in self.tiles:
            raise KeyError(key)
        self.pins[key] = self.pins.get(key, 0) + 1
        return self.pins[key]

    def unpin(self, key: str) -> list[str]:
        if key not in self.pins:
            raise KeyError(key)
        self.pins[key] -= 1
        if self.pins[key]:
            return []
        del self.pins[key]
        return self.trim(self.budget)
