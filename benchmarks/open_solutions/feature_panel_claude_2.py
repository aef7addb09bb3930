import hashlib


def _split_entry(entry):
    """Whether an entry takes users in, whether it names a group, and the name."""
    inside = not entry.startswith("-")
    name = entry if inside else entry[1:]
    is_group = name.startswith("@")
    return inside, is_group, name[1:] if is_group else name


class FeaturePanel:
    def __init__(self):
        self.areas = {}
        self.slots = {}
        self.groups = {}
        self.rules = {}

    def slot_of(self, area: str, user: str) -> int:
        return int(hashlib.sha256(f"{area}:{user}".encode()).hexdigest(), 16) % 100

    def _gain(self, area, number):
        """The lowest free slots of an area, so many as the number says."""
        taken = {slot for feature, its in self.areas.items() if its == area for slot in self.slots[feature]}
        free = [slot for slot in range(100) if slot not in taken]
        if number > len(free):
            raise ValueError("area is full")
        return free[:number]

    @staticmethod
    def _check_share(share):
        if not 0 <= share <= 100:
            raise ValueError("bad share")

    def add_feature(self, feature: str, area: str, share: int) -> list[int]:
        if feature in self.areas:
            raise ValueError("known feature")
        self._check_share(share)
        gained = self._gain(area, share)
        self.areas[feature] = area
        self.slots[feature] = gained
        self.rules[feature] = []
        return list(gained)

    def set_share(self, feature: str, share: int) -> list[int]:
        if feature not in self.areas:
            raise KeyError(feature)
        self._check_share(share)
        slots = self.slots[feature]
        if share < len(slots):
            lost = slots[share:][::-1]
            del slots[share:]
            return lost
        gained = self._gain(self.areas[feature], share - len(slots))
        slots += gained
        return gained

    def _named_groups(self, entries):
        parts = (_split_entry(entry) for entry in entries)
        return [name for _, is_group, name in parts if is_group]

    def set_group(self, group: str, entries: list[str]) -> bool:
        named = self._named_groups(entries)
        for name in named:
            if name != group and name not in self.groups:
                raise KeyError(name)
        seen = set()
        stack = list(named)
        while stack:
            name = stack.pop()
            if name == group:
                raise ValueError("circle")
            if name not in seen:
                seen.add(name)
                stack += self._named_groups(self.groups[name])
        before = group in self.groups
        self.groups[group] = list(entries)
        return before

    def _contains(self, group, user, known):
        """Whether a user is in a group; known keeps the answers for the groups looked at."""
        stack = [group]
        while stack:
            name = stack[-1]
            if name in known:
                stack.pop()
                continue
            missing = [other for other in self._named_groups(self.groups[name]) if other not in known]
            if missing:
                stack += missing
                continue
            stack.pop()
            known[name] = False
            for inside, is_group, other in map(_split_entry, reversed(self.groups[name])):
                if known[other] if is_group else other == user:
                    known[name] = inside
                    break
        return known[group]

    def contains(self, group: str, user: str) -> bool:
        if group not in self.groups:
            raise KeyError(group)
        return self._contains(group, user, {})

    def add_rule(self, feature: str, group: str, verdict: bool) -> int:
        if feature not in self.areas:
            raise KeyError(feature)
        if group not in self.groups:
            raise KeyError(group)
        self.rules[feature] = [rule for rule in self.rules[feature] if rule[0] != group]
        self.rules[feature].append((group, verdict))
        return len(self.rules[feature])

    def feature_of(self, area: str, user: str) -> str:
        known = {}
        verdicts = {}
        for feature, its in self.areas.items():
            if its != area:
                continue
            verdicts[feature] = None
            for group, verdict in self.rules[feature]:
                if self._contains(group, user, known):
                    verdicts[feature] = verdict
                    break
        for feature, verdict in verdicts.items():
            if verdict:
                return feature
        slot = self.slot_of(area, user)
        for feature, verdict in verdicts.items():
            if slot in self.slots[feature]:
                return "" if verdict is False else feature
        return ""
