# canary: classeval-hf open addon_shelf 34bb2aea-1e8d-42e4-877a-1924f1d55d30


class AddonShelf:
    def __init__(self):
        self.addons = {}
        self.off = set()
        self.order = []

    def _closure(self, names):
        """The names and all that they need, directly or through others."""
        seen = set()
        stack = list(names)
        while stack:
            name = stack.pop()
            if name in seen:
                continue
            seen.add(name)
            if name in self.addons:
                stack.extend(self.addons[name][1])
        return seen

    def arrange(self) -> list[str]:
        active = [name for name in self.addons if name not in self.off]
        while True:
            known = set(active)
            left = [name for name in active if all(need in known for need in self.addons[name][1])]
            if len(left) == len(active):
                break
            active = left
        urgency = {}
        for name in active:
            for need in self._closure([name]):
                priority = self.addons[name][0]
                if need not in urgency or priority > urgency[need]:
                    urgency[need] = priority
        order = []
        done = set()
        while active:
            ready = [name for name in active if all(need in done for need in self.addons[name][1])]
            if not ready:
                break
            best = max(ready, key=lambda name: urgency[name])
            order.append(best)
            done.add(best)
            active.remove(best)
        self.order = order
        return list(order)

    def _risen(self, before):
        return [name for name in self.arrange() if name not in before]

    def install(self, name: str, priority: int, needs: list[str]) -> list[str]:
        if name in self.addons:
            raise ValueError("installed: " + name)
        if name in self._closure(needs):
            raise ValueError("circle: " + name)
        before = set(self.order)
        self.addons[name] = (priority, tuple(dict.fromkeys(needs)))
        return self._risen(before)

    def remove(self, name: str, force: bool = False) -> list[str]:
        if name not in self.addons:
            raise KeyError(name)
        if force:
            removed = [other for other in self.addons if name in self._closure([other])]
        else:
            users = sorted(other for other, (_, needs) in self.addons.items() if name in needs)
            if users:
                raise ValueError("needed by: " + ", ".join(users))
            removed = [name]
        for other in removed:
            del self.addons[other]
            self.off.discard(other)
        self.arrange()
        return removed

    def switch_off(self, name: str) -> list[str]:
        if name not in self.addons:
            raise KeyError(name)
        before = self.order
        self.off.add(name)
        after = set(self.arrange())
        return [other for other in reversed(before) if other not in after]

    def switch_on(self, name: str) -> list[str]:
        if name not in self.addons:
            raise KeyError(name)
        before = set(self.order)
        self.off -= self._closure([name])
        return self._risen(before)

    def blockers(self, name: str) -> dict[str, str]:
        if name not in self.addons:
            raise KeyError(name)
        result = {}
        for other in sorted(self._closure([name])):
            if other not in self.addons:
                result[other] = "missing"
            elif other in self.off:
                result[other] = "off"
        return result
