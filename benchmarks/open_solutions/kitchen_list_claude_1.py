class KitchenList:
    def __init__(self, device: str):
        self.device = device
        self.seen = {}
        self.entries = {}

    def _edit(self):
        number = self.seen.get(self.device, 0) + 1
        self.seen[self.device] = number
        return number

    def _amount(self, item):
        return max(amount for _, amount in self.entries[item].values())

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
        left = max(0, self._amount(item) - amount)
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
        amount = entries[device][1]
        self.entries[item] = {self.device: (self._edit(), amount)}
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

    @staticmethod
    def _knows_more(first, second):
        return any(number > second.get(device, 0) for device, number in first.items())

    def relation(self, other: dict) -> str:
        ahead = self._knows_more(self.seen, other["seen"])
        behind = self._knows_more(other["seen"], self.seen)
        if ahead:
            return "apart" if behind else "ahead"
        return "behind" if behind else "same"

    def merge(self, other: dict) -> dict[str, int]:
        if other["device"] == self.device:
            raise ValueError("own copy")
        other_seen = other["seen"]
        if other_seen.get(self.device, 0) > self.seen.get(self.device, 0):
            raise ValueError("unknown edits")
        before = self.wanted()
        mine = {
            (item, device, number): amount
            for item, entries in self.entries.items()
            for device, (number, amount) in entries.items()
        }
        theirs = {(item, device, number): amount for item, device, number, amount in other["entries"]}
        result = {}
        for key, amount in mine.items():
            item, device, number = key
            if key in theirs or number > other_seen.get(device, 0):
                result.setdefault(item, {})[device] = (number, amount)
        for key, amount in theirs.items():
            item, device, number = key
            if key not in mine and number > self.seen.get(device, 0):
                result.setdefault(item, {})[device] = (number, amount)
        self.entries = result
        for device, number in other_seen.items():
            self.seen[device] = max(number, self.seen.get(device, 0))
        after = self.wanted()
        return {
            item: after.get(item, 0)
            for item in sorted(before.keys() | after.keys())
            if before.get(item, 0) != after.get(item, 0)
        }
