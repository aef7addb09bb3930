import hashlib


class FeaturePanel:
    def __init__(self):
        self.areas = {}
        self.slots = {}
        self.groups = {}
        self.rules = {}

    def slot_of(self, area: str, user: str) -> int:
        return int(hashlib.sha256(f"{area}:{user}".encode("utf-8")).hexdigest(), 16) % 100

    def _free(self, area):
        taken = {
            slot for feature, own in self.slots.items() if self.areas[feature] == area for slot in own
        }
        return [slot for slot in range(100) if slot not in taken]

    def add_feature(self, feature: str, area: str, share: int) -> list[int]:
        if feature in self.areas:
            raise ValueError("known feature")
        if not 0 <= share <= 100:
            raise ValueError("bad share")
        free = self._free(area)
        if share > len(free):
            raise ValueError("area is full")
        self.areas[feature] = area
        self.slots[feature] = free[:share]
        self.rules[feature] = []
        return free[:share]

    def set_share(self, feature: str, share: int) -> list[int]:
        if feature not in self.areas:
            raise KeyError(feature)
        if not 0 <= share <= 100:
            raise ValueError("bad share")
        own = self.slots[feature]
        if share <= len(own):
            lost = own[share:]
            self.slots[feature] = own[:share]
            return lost[::-1]
        free = self._free(self.areas[feature])
        missing = share - len(own)
        if missing > len(free):
            raise ValueError("area is full")
        self.slots[feature] = own + free[:missing]
        return free[:missing]

    @staticmethod
    def _split(entry):
        """An entry as (excludes, is_group, name)."""
        excludes = entry.startswith("-")
        name = entry[1:] if excludes else entry
        return (excludes, True, name[1:]) if name.startswith("@") else (excludes, False, name)

    def _inner(self, entries):
        return [name for _, is_group, name in map(self._split, entries) if is_group]

    def set_group(self, group: str, entries: list[str]) -> bool:
        for name in self._inner(entries):
            if name not in self.groups and name != group:
                raise KeyError(name)
        seen = set()
        stack = self._inner(entries)
        while stack:
            name = stack.pop()
            if name == group:
                raise ValueError("circle")
            if name not in seen:
                seen.add(name)
                stack.extend(self._inner(self.groups[name]))
        known = group in self.groups
        self.groups[group] = list(entries)
        return known

    def contains(self, group: str, user: str) -> bool:
        if group not in self.groups:
            raise KeyError(group)
        known = {}

        def check(name):
            if name not in known:
                result = False
                for excludes, is_group, other in map(self._split, self.groups[name]):
                    if check(other) if is_group else other == user:
                        result = not excludes
                known[name] = result
            return known[name]

        return check(group)

    def add_rule(self, feature: str, group: str, verdict: bool) -> int:
        if feature not in self.areas:
            raise KeyError(feature)
        if group not in self.groups:
            raise KeyError(group)
        rules = [rule for rule in self.rules[feature] if rule[0] != group]
        rules.append((group, verdict))
        self.rules[feature] = rules
        return len(rules)

    def _verdict(self, feature, user):
        for group, verdict in self.rules[feature]:
            if self.contains(group, user):
                return verdict
        return None

    def feature_of(self, area: str, user: str) -> str:
        features = [feature for feature, own in self.areas.items() if own == area]
        verdicts = {feature: self._verdict(feature, user) for feature in features}
        for feature in features:
            if verdicts[feature] is True:
                return feature
        slot = self.slot_of(area, user)
        for feature in features:
            if slot in self.slots[feature]:
                return "" if verdicts[feature] is False else feature
        return ""
