# canary: classeval-hf open kitchen_list eb26a3d7-11b3-4638-b59e-342f75db4020


class KitchenList:
    def __init__(self, device: str):
        self.device = device
        self.seen = {}
        self.entries = {}

    def put(self, item: str, amount: int) -> int:
        if amount < 1:
            raise ValueError("bad amount")
        number = self.seen.get(self.device, 0) + 1
        self.seen[self.device] = number
        self.entries[item] = {self.device: (number, amount)}
        return number

    def buy(self, item: str, amount: int) -> int:
        left = max(amount for _, amount in self.entries[item].values()) - amount
        if amount < 1:
            raise ValueError("bad amount")
        number = self.seen.get(self.device, 0) + 1
        self.seen[self.device] = number
        if left > 0:
            self.entries[item] = {self.device: (number, left)}
        else:
            del self.entries[item]
        return max(left, 0)

    def settle(self, item: str, device: str) -> bool:
        entries = self.entries[item]
        if device not in entries:
            raise ValueError(f"no entry of {device}")
        if len(entries) == 1:
            return False
        number = self.seen.get(self.device, 0) + 1
        self.seen[self.device] = number
        self.entries[item] = {self.device: (number, entries[device][1])}
        return True

    def wanted(self) -> dict[str, int]:
        return {item: max(amount for _, amount in self.entries[item].values()) for item in sorted(self.entries)}

    def export(self) -> dict:
        lines = [
            [item, device, number, amount]
            for item, entries in self.entries.items()
            for device, (number, amount) in entries.items()
        ]
        return {"device": self.device, "seen": dict(self.seen), "entries": sorted(lines)}

    def relation(self, other: dict) -> str:
        theirs = other["seen"]
        more = any(number > theirs.get(device, 0) for device, number in self.seen.items())
        less = any(number > self.seen.get(device, 0) for device, number in theirs.items())
        return {(False, False): "same", (True, False): "ahead", (False, True): "behind", (True, True): "apart"}[
            more, less
        ]

    def merge(self, other: dict) -> dict[str, int]:
        if other["device"] == self.device:
            raise ValueError("own copy")
        if other["seen"].get(self.device, 0) > self.seen.get(self.device, 0):
            raise ValueError("unknown edits")
        before = self.wanted()
        mine = {(item, device, *entry) for item, entries in self.entries.items() for device, entry in entries.items()}
        theirs = {tuple(line) for line in other["entries"]}
        kept = mine & theirs
        kept |= {line for line in mine - theirs if line[2] > other["seen"].get(line[1], 0)}
        kept |= {line for line in theirs - mine if line[2] > self.seen.get(line[1], 0)}
        self.entries = {}
        for item, device, number, amount in kept:
            self.entries.setdefault(item, {})[device] = (number, amount)
        for device, number in other["seen"].items():
            self.seen[device] = max(number, self.seen.get(device, 0))
        after = self.wanted()
        return {
            item: after.get(item, 0) for item in sorted({*before, *after}) if before.get(item, 0) != after.get(item, 0)
        }
