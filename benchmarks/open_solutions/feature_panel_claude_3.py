# canary: classeval-hf open feature_panel e07ca8ab-6403-4e07-bf7e-45a3ce00f11e

import hashlib


def _group_of(entry):
    name = entry.removeprefix("-")
    return name[1:] if name.startswith("@") else None


class FeaturePanel:
    def __init__(self):
        self.areas = {}
        self.slots = {}
        self.groups = {}
        self.rules = {}

    def slot_of(self, area: str, user: str) -> int:
        return int(hashlib.sha256(f"{area}:{user}".encode()).hexdigest(), 16) % 100

    def _free(self, area):
        taken = set()
        for feature, other in self.areas.items():
            if other == area:
                taken.update(self.slots[feature])
        return [slot for slot in range(100) if slot not in taken]

    def _check_share(self, area, share, has):
        if not 0 <= share <= 100:
            raise ValueError("bad share")
        if share - has > len(self._free(area)):
            raise ValueError("area is full")

    def add_feature(self, feature: str, area: str, share: int) -> list[int]:
        if feature in self.areas:
            raise ValueError("known feature")
        self._check_share(area, share, 0)
        self.slots[feature] = self._free(area)[:share]
        self.areas[feature] = area
        self.rules[feature] = []
        return list(self.slots[feature])

    def set_share(self, feature: str, share: int) -> list[int]:
        if feature not in self.areas:
            raise KeyError(feature)
        area = self.areas[feature]
        slots = self.slots[feature]
        self._check_share(area, share, len(slots))
        if share >= len(slots):
            changed = self._free(area)[: share - len(slots)]
            slots.extend(changed)
        else:
            changed = slots[share:][::-1]
            del slots[share:]
        return changed

    def set_group(self, group: str, entries: list[str]) -> bool:
        named = [name for name in map(_group_of, entries) if name is not None]
        for name in named:
            if name != group and name not in self.groups:
                raise KeyError(name)
        seen = set()
        stack = list(named)
        while stack:
            name = stack.pop()
            if name == group:
                raise ValueError("circle")
            if name in seen:
                continue
            seen.add(name)
            stack.extend(inner for inner in map(_group_of, self.groups[name]) if inner is not None)
        known = group in self.groups
        self.groups[group] = list(entries)
        return known

    def contains(self, group: str, user: str) -> bool:
        if group not in self.groups:
            raise KeyError(group)
        return self._contains(group, user, {})

    def _contains(self, group, user, memo):
        if group not in memo:
            result = False
            for entry in reversed(self.groups[group]):
                inner = _group_of(entry)
                if inner is None:
                    applies = entry.removeprefix("-") == user
                else:
                    applies = self._contains(inner, user, memo)
                if applies:
                    result = not entry.startswith("-")
                    break
            memo[group] = result
        return memo[group]

    def add_rule(self, feature: str, group: str, verdict: bool) -> int:
        if feature not in self.areas:
            raise KeyError(feature)
        if group not in self.groups:
            raise KeyError(group)
        rules = [rule for rule in self.rules[feature] if rule[0] != group]
        rules.append((group, verdict))
        self.rules[feature] = rules
        return len(rules)

    def feature_of(self, area: str, user: str) -> str:
        slot = self.slot_of(area, user)
        found = ""
        for feature, other in self.areas.items():
            if other != area:
                continue
            verdict = None
            for group, value in self.rules[feature]:
                if self.contains(group, user):
                    verdict = value
                    break
            if verdict:
                return feature
            if verdict is None and slot in self.slots[feature]:
                found = feature
        return found
