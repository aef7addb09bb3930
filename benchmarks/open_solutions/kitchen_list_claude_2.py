class KitchenList:
    def __init__(self, device: str):
        self.device = device
        self.seen = {}
        self.entries = {}

    def _edit(self):
        number = self.seen.get(self.device, 0) + 1
        self.seen[self.device] = number
        return number

    def put(self, item: str, amount: int) -> int:
        if amount < 1:
            raise ValueError("bad amount")
        number = self._edit()
        self.entries[item] = {self.device: (number, amount)}
        return number

    def _amount(self, item):
        return max(amount for _, amount in self.entries[item].values())

    def buy(self, item: str, amount: int) -> int:
        if item not in self.entries:
            raise KeyError(item)
        if amount < 1:
            raise ValueError("bad amount")
        rest = max(0, self._amount(item) - amount)
        number = self._edit()
        if rest:
            self.entries[item] = {self.device: (number, rest)}
        else:
            del self.entries[item]
        return rest

    def settle(self, item: str, device: str) -> bool:
        if item not in self.entries:
            raise KeyError(item)
        entries = self.entries[item]
        if device not in entries:
            raise ValueError(f"no entry of {device}")
        if len(entries) == 1:
            return False
        self.put(item, entries[device][1])
        return True

    def wanted(self) -> dict[str, int]:
        return {item: self._amount(item) for item in sorted(self.entries)}

    def export(self) -> dict:
        return {
            "device": self.device,
            "seen": dict(self.seen),
            "entries": [
                [item, device, *self.entries[item][device]]
                for item in sorted(self.entries)
                for device in sorted(self.entries[item])
            ],
        }

    def relation(self, other: dict) -> str:
        devices = set(self.seen) | set(other["seen"])
        pairs = [(self.seen.get(device, 0), other["seen"].get(device, 0)) for device in devices]
        more = any(own > their for own, their in pairs)
        less = any(own < their for own, their in pairs)
        if more and less:
            return "apart"
        if more:
            return "ahead"
        return "behind" if less else "same"

    def merge(self, other: dict) -> dict[str, int]:
        if other["device"] == self.device:
            raise ValueError("own copy")
        seen = other["seen"]
        if seen.get(self.device, 0) > self.seen.get(self.device, 0):
            raise ValueError("unknown edits")
        before = self.wanted()
        theirs = {(item, device, number) for item, device, number, _ in other["entries"]}
        merged = {}
        for item, entries in self.entries.items():
            for device, (number, amount) in entries.items():
                if (item, device, number) in theirs or number > seen.get(device, 0):
                    merged.setdefault(item, {})[device] = (number, amount)
        for item, device, number, amount in other["entries"]:
            if number > self.seen.get(device, 0):
                merged.setdefault(item, {})[device] = (number, amount)
        self.entries = merged
        for device, number in seen.items():
            self.seen[device] = max(number, self.seen.get(device, 0))
        after = self.wanted()
        return {
            item: after.get(item, 0)
            for item in sorted(set(before) | set(after))
            if before.get(item, 0) != after.get(item, 0)
        }
