# canary: classeval-hf open feature_panel e07ca8ab-6403-4e07-bf7e-45a3ce00f11e

import hashlib


class FeaturePanel:
    def __init__(self):
        self.areas = {}
        self.slots = {}
        self.groups = {}
        self.rules = {}

    def slot_of(self, area: str, user: str) -> int:
        return int(hashlib.sha256(f"{area}:{user}".encode()).hexdigest(), 16) % 100

    def add_feature(self, feature: str, area: str, share: int) -> list[int]:
        if feature in self.areas:
            raise ValueError("known feature")
        self.areas[feature] = area
        self.slots[feature] = []
        self.rules[feature] = []
        try:
            return self.set_share(feature, share)
        except ValueError:
            del self.areas[feature], self.slots[feature], self.rules[feature]
            raise

    def set_share(self, feature: str, share: int) -> list[int]:
        slots = self.slots[feature]
        if not 0 <= share <= 100:
            raise ValueError("bad share")
        if share <= len(slots):
            lost = slots[share:][::-1]
            del slots[share:]
            return lost
        taken = {slot for name, area in self.areas.items() if area == self.areas[feature] for slot in self.slots[name]}
        free = [slot for slot in range(100) if slot not in taken]
        wanted = share - len(slots)
        if wanted > len(free):
            raise ValueError("area is full")
        slots.extend(free[:wanted])
        return free[:wanted]

    def set_group(self, group: str, entries: list[str]) -> bool:
        named = [entry.lstrip("-@") for entry in entries if entry.lstrip("-").startswith("@")]
        for name in named:
            if name != group and name not in self.groups:
                raise KeyError(name)
        for name in named:
            if name == group:
                raise ValueError("circle")
            inner = [entry.lstrip("-@") for entry in self.groups[name] if entry.lstrip("-").startswith("@")]
            named.extend(inner)
        known = group in self.groups
        self.groups[group] = list(entries)
        return known

    def contains(self, group: str, user: str) -> bool:
        for entry in reversed(self.groups[group]):
            name = entry.removeprefix("-")
            if name == user or (name.startswith("@") and self.contains(name[1:], user)):
                return not entry.startswith("-")
        return False

    def add_rule(self, feature: str, group: str, verdict: bool) -> int:
        rules = self.rules[feature]
        if group not in self.groups:
            raise KeyError(group)
        self.rules[feature] = [rule for rule in rules if rule[0] != group] + [(group, verdict)]
        return len(self.rules[feature])

    def feature_of(self, area: str, user: str) -> str:
        by_slot = ""
        for feature, place in self.areas.items():
            if place != area:
                continue
            verdicts = [verdict for group, verdict in self.rules[feature] if self.contains(group, user)]
            if verdicts and verdicts[0]:
                return feature
            if not verdicts and self.slot_of(area, user) in self.slots[feature]:
                by_slot = feature
        return by_slot
