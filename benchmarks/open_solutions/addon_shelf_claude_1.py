import heapq


class AddonShelf:
    def __init__(self):
        self.addons = {}
        self.off = set()
        self.order = []

    def _compute(self):
        users = {}
        open_needs = {}
        for name, (_, needs) in self.addons.items():
            distinct = set(needs)
            open_needs[name] = len(distinct)
            for need in distinct:
                users.setdefault(need, []).append(name)
        # topological listing of the active ones
        topo = []
        ready = [n for n in self.addons if open_needs[n] == 0 and n not in self.off]
        while ready:
            name = ready.pop()
            topo.append(name)
            for user in users.get(name, ()):
                open_needs[user] -= 1
                if open_needs[user] == 0 and user not in self.off:
                    ready.append(user)
        active = set(topo)
        urgency = {}
        for name in reversed(topo):
            best = self.addons[name][0]
            for user in users.get(name, ()):
                if user in active:
                    best = max(best, urgency[user])
            urgency[name] = best
        position = {n: i for i, n in enumerate(self.addons)}
        left = {n: len(set(self.addons[n][1])) for n in topo}
        heap = [(-urgency[n], position[n], n) for n in topo if left[n] == 0]
        heapq.heapify(heap)
        order = []
        while heap:
            _, _, name = heapq.heappop(heap)
            order.append(name)
            for user in users.get(name, ()):
                if user in active:
                    left[user] -= 1
                    if left[user] == 0:
                        heapq.heappush(heap, (-urgency[user], position[user], user))
        return order

    def _check(self, name):
        if name not in self.addons:
            raise KeyError(name)

    def _closure(self, names):
        """All of names and what they need, directly or through others (installed or not)."""
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
        self.order = self._compute()
        return list(self.order)

    def install(self, name: str, priority: int, needs: list[str]) -> list[str]:
        if name in self.addons:
            raise ValueError("installed: " + name)
        if name in self._closure(needs):
            raise ValueError("circle: " + name)
        before = set(self._compute())
        self.addons[name] = (priority, tuple(dict.fromkeys(needs)))
        self.off.discard(name)
        return [n for n in self.arrange() if n not in before]

    def remove(self, name: str, force: bool = False) -> list[str]:
        self._check(name)
        if force:
            gone = {n for n in self.addons if name in self._closure([n])}
        else:
            users = sorted(n for n, (_, needs) in self.addons.items() if name in needs)
            if users:
                raise ValueError("needed by: " + ", ".join(users))
            gone = {name}
        result = [n for n in self.addons if n in gone]
        for n in result:
            del self.addons[n]
            self.off.discard(n)
        self.arrange()
        return result

    def switch_off(self, name: str) -> list[str]:
        self._check(name)
        before = self._compute()
        self.off.add(name)
        after = set(self.arrange())
        return [n for n in reversed(before) if n not in after]

    def switch_on(self, name: str) -> list[str]:
        self._check(name)
        before = set(self._compute())
        self.off -= self._closure([name])
        return [n for n in self.arrange() if n not in before]

    def blockers(self, name: str) -> dict[str, str]:
        self._check(name)
        result = {}
        for n in sorted(self._closure([name])):
            if n not in self.addons:
                result[n] = "missing"
            elif n in self.off:
                result[n] = "off"
        return result
