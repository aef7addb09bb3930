# canary: classeval-hf open kitchen_list eb26a3d7-11b3-4638-b59e-342f75db4020


class KitchenList:
    def __init__(self, device: str):
        self.device = device
        self.seen = {}
        self.entries = {}

    def _edit(self):
        self.seen[self.device] = self.seen.get(self.device, 0) + 1
        return self.seen[self.device]

    def put(self, item: str, amount: int) -> int:
        if amount < 1:
            raise ValueError("bad amount")
        number = self._edit()
        self.entries[item] = {self.device: (number, amount)}
        return number

    def buy(self, item: str, amount: int) -> int:
        if item not in self.entries:
            raise KeyError(item)
        if amount < 1:
            raise ValueError("bad amount")
        left = max(0, self.wanted()[item] - amount)
        number = self._edit()
        if left:
            self.entries[item] = {self.device: (number, left)}
        else:
            del self.entries[item]
        return left

    def settle(self, item: str, device: str) -> bool:
        if item not in self.entries:
            raise KeyError(item)
        entries = self.entries[item]
        if device not in entries:
            raise ValueError("no entry of " + device)
        if len(entries) == 1:
            return False
        self.entries[item] = {self.device: (self._edit(), entries[device][1])}
        return True

    def wanted(self) -> dict[str, int]:
        return {item: max(amount for _, amount in self.entries[item].values()) for item in sorted(self.entries)}

    def export(self) -> dict:
        entries = [
            [item, device, *self.entries[item][device]]
            for item in sorted(self.entries)
            for device in sorted(self.entries[item])
        ]
        return {"device": self.device, "seen": dict(self.seen), "entries": entries}

    def relation(self, other: dict) -> str:
        devices = set(self.seen) | set(other["seen"])
        more = any(self.seen.get(device, 0) > other["seen"].get(device, 0) for device in devices)
        less = any(self.seen.get(device, 0) < other["seen"].get(device, 0) for device in devices)
        if more:
            return "apart" if less else "ahead"
        return "behind" if less else "same"

    def merge(self, other: dict) -> dict[str, int]:
        if other["device"] == self.device:
            raise ValueError("own copy")
        seen = other["seen"]
        if seen.get(self.device, 0) > self.seen.get(self.device, 0):
            raise ValueError("unknown edits")
        before = self.wanted()
        theirs = {(item, device, number): amount for item, device, number, amount in other["entries"]}
        mine = {
            (item, device, number): amount
            for item, entries in self.entries.items()
            for device, (number, amount) in entries.items()
        }
        merged = {}
        for entry, amount in mine.items():
            if entry in theirs or seen.get(entry[1], 0) < entry[2]:
                merged[entry] = amount
        for entry, amount in theirs.items():
            if entry not in mine and self.seen.get(entry[1], 0) < entry[2]:
                merged[entry] = amount
        self.entries = {}
        for (item, device, number), amount in merged.items():
            self.entries.setdefault(item, {})[device] = (number, amount)
        for device, number in seen.items():
            self.seen[device] = max(number, self.seen.get(device, 0))
        after = self.wanted()
        return {
            item: after.get(item, 0)
            for item in sorted(set(before) | set(after))
            if before.get(item, 0) != after.get(item, 0)
        }
