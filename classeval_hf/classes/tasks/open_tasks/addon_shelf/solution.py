# canary: classeval-hf open addon_shelf 34bb2aea-1e8d-42e4-877a-1924f1d55d30


class AddonShelf:
    def __init__(self):
        self.addons = {}
        self.off = set()
        self.order = []

    def arrange(self) -> list[str]:
        active = set()
        for _ in self.addons:
            active |= {
                name
                for name, (_, needs) in self.addons.items()
                if name not in self.off and all(need in active for need in needs)
            }
        urgency = {name: self.addons[name][0] for name in active}
        for _ in active:
            for name in active:
                for need in self.addons[name][1]:
                    urgency[need] = max(urgency[need], urgency[name])
        self.order = []
        waiting = [name for name in self.addons if name in active]
        while waiting:
            ready = [name for name in waiting if all(need in self.order for need in self.addons[name][1])]
            first = max(ready, key=urgency.get)
            waiting.remove(first)
            self.order.append(first)
        return list(self.order)

    def install(self, name: str, priority: int, needs: list[str]) -> list[str]:
        if name in self.addons:
            raise ValueError(f"installed: {name}")
        seen, stack = set(), list(needs)
        while stack:
            need = stack.pop()
            if need == name:
                raise ValueError(f"circle: {name}")
            if need not in seen:
                seen.add(need)
                stack.extend(self.addons.get(need, (0, ()))[1])
        before = set(self.order)
        self.addons[name] = (priority, tuple(dict.fromkeys(needs)))
        return [other for other in self.arrange() if other not in before]

    def remove(self, name: str, force: bool = False) -> list[str]:
        if name not in self.addons:
            raise KeyError(name)
        users = sorted(other for other, (_, needs) in self.addons.items() if name in needs)
        if users and not force:
            raise ValueError(f"needed by: {', '.join(users)}")
        gone = {name}
        for _ in self.addons:
            gone |= {other for other, (_, needs) in self.addons.items() if gone.intersection(needs)}
        removed = [other for other in self.addons if other in gone]
        for other in removed:
            del self.addons[other]
        self.off -= gone
        self.arrange()
        return removed

    def switch_off(self, name: str) -> list[str]:
        if name not in self.addons:
            raise KeyError(name)
        before = self.order
        self.off.add(name)
        after = self.arrange()
        return [other for other in reversed(before) if other not in after]

    def switch_on(self, name: str) -> list[str]:
        if name not in self.addons:
            raise KeyError(name)
        before = set(self.order)
        stack = [name]
        while stack:
            one = stack.pop()
            self.off.discard(one)
            stack.extend(self.addons.get(one, (0, ()))[1])
        return [other for other in self.arrange() if other not in before]

    def blockers(self, name: str) -> dict[str, str]:
        if name not in self.addons:
            raise KeyError(name)
        found, stack = {}, [name]
        while stack:
            one = stack.pop()
            if one not in self.addons:
                found[one] = "missing"
            elif one in self.off:
                found[one] = "off"
            stack.extend(self.addons.get(one, (0, ()))[1])
        return dict(sorted(found.items()))
