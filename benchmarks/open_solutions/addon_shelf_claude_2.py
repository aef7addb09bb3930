import heapq


class AddonShelf:
    def __init__(self):
        self.addons = {}
        self.off = set()
        self.order = []

    def _dependents(self):
        users = {name: [] for name in self.addons}
        for name, (_, needs) in self.addons.items():
            for need in dict.fromkeys(needs):
                if need in users:
                    users[need].append(name)
        return users

    def _closure(self, names):
        """All names reached from the given ones by needs, the given ones included."""
        seen = set(names)
        stack = list(seen)
        while stack:
            name = stack.pop()
            if name in self.addons:
                for need in self.addons[name][1]:
                    if need not in seen:
                        seen.add(need)
                        stack.append(need)
        return seen

    def arrange(self) -> list[str]:
        users = self._dependents()
        waiting = {name: len(set(needs)) for name, (_, needs) in self.addons.items()}
        topo = [name for name, count in waiting.items() if count == 0 and name not in self.off]
        for name in topo:
            for user in users[name]:
                waiting[user] -= 1
                if waiting[user] == 0 and user not in self.off:
                    topo.append(user)
        active = set(topo)
        urgency = {}
        for name in reversed(topo):
            urgency[name] = max(
                [self.addons[name][0]] + [urgency[user] for user in users[name] if user in active]
            )
        place = {name: index for index, name in enumerate(self.addons)}
        left = {name: len(set(self.addons[name][1])) for name in topo}
        heap = [(-urgency[name], place[name], name) for name in topo if left[name] == 0]
        heapq.heapify(heap)
        order = []
        while heap:
            name = heapq.heappop(heap)[2]
            order.append(name)
            for user in users[name]:
                if user in active:
                    left[user] -= 1
                    if left[user] == 0:
                        heapq.heappush(heap, (-urgency[user], place[user], user))
        self.order = order
        return list(order)

    def install(self, name: str, priority: int, needs: list[str]) -> list[str]:
        if name in self.addons:
            raise ValueError("installed: " + name)
        if name in self._closure(needs):
            raise ValueError("circle: " + name)
        before = set(self.arrange())
        self.addons[name] = (priority, tuple(dict.fromkeys(needs)))
        self.off.discard(name)
        return [other for other in self.arrange() if other not in before]

    def remove(self, name: str, force: bool = False) -> list[str]:
        if name not in self.addons:
            raise KeyError(name)
        users = self._dependents()
        if not force and users[name]:
            raise ValueError("needed by: " + ", ".join(sorted(users[name])))
        gone = {name}
        stack = [name]
        while stack:
            for user in users[stack.pop()]:
                if user not in gone:
                    gone.add(user)
                    stack.append(user)
        removed = [other for other in self.addons if other in gone]
        for other in removed:
            del self.addons[other]
            self.off.discard(other)
        self.arrange()
        return removed

    def switch_off(self, name: str) -> list[str]:
        if name not in self.addons:
            raise KeyError(name)
        before = self.arrange()
        self.off.add(name)
        after = set(self.arrange())
        return [other for other in reversed(before) if other not in after]

    def switch_on(self, name: str) -> list[str]:
        if name not in self.addons:
            raise KeyError(name)
        before = set(self.arrange())
        self.off -= self._closure([name])
        return [other for other in self.arrange() if other not in before]

    def blockers(self, name: str) -> dict[str, str]:
        if name not in self.addons:
            raise KeyError(name)
        self.arrange()
        result = {}
        for other in sorted(self._closure([name])):
            if other not in self.addons:
                result[other] = "missing"
            elif other in self.off:
                result[other] = "off"
        return result
