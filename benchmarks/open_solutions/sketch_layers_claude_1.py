class SketchLayers:
    def __init__(self, limit: int):
        self.limit = limit
        self.groups = {"": []}
        self.locked = set()
        self.past = []

    def _parents(self):
        return {item: group for group, items in self.groups.items() for item in items}

    def _chain(self, name, parents):
        """The item and the groups around it, without the drawing, the outermost first."""
        chain = []
        while name != "":
            chain.append(name)
            name = parents[name]
        return chain[::-1]

    def _check_lock(self, chain):
        for name in chain:
            if name in self.locked:
                raise ValueError("locked: " + name)

    def _step(self, step):
        self.past.append((step, {group: list(items) for group, items in self.groups.items()}, set(self.locked)))
        if len(self.past) > self.limit:
            del self.past[:len(self.past) - self.limit]

    def add(self, name: str, group: str, is_group: bool) -> int:
        if group not in self.groups:
            raise KeyError(group)
        parents = self._parents()
        if name in parents or name == "":
            raise ValueError("name is used: " + name)
        self._check_lock(self._chain(group, parents))
        self._step("add " + name)
        self.groups[group].append(name)
        if is_group:
            self.groups[name] = []
        return len(self.groups[group])

    def shift(self, name: str, steps: int) -> int:
        parents = self._parents()
        if name not in parents:
            raise KeyError(name)
        self._check_lock(self._chain(name, parents))
        items = self.groups[parents[name]]
        start = place = items.index(name)
        direction = 1 if steps > 0 else -1
        for _ in range(abs(steps)):
            following = place + direction
            if not 0 <= following < len(items) or items[following] in self.locked:
                break
            place = following
        if place != start:
            self._step("shift " + name)
            items.insert(place, items.pop(start))
        return place - start

    def put_into(self, name: str, group: str) -> int:
        parents = self._parents()
        if name not in parents:
            raise KeyError(name)
        if group not in self.groups:
            raise KeyError(group)
        around = self._chain(group, parents)
        if name in around:
            raise ValueError("inside itself: " + name)
        self._check_lock(self._chain(name, parents))
        self._check_lock(around)
        if self.groups[group][-1:] != [name]:
            self._step("put " + name)
            self.groups[parents[name]].remove(name)
            self.groups[group].append(name)
        return len(self.groups[group])

    def set_lock(self, name: str, locked: bool) -> int:
        parents = self._parents()
        if name not in parents:
            raise KeyError(name)
        self._check_lock(self._chain(name, parents)[:-1])
        if locked and name not in self.locked:
            self._step("lock " + name)
            self.locked.add(name)
        elif not locked and name in self.locked:
            self._step("unlock " + name)
            self.locked.remove(name)
        return sum(any(n in self.locked for n in self._chain(item, parents)) for item in parents)

    def gather(self, names: list[str], group: str) -> list[str]:
        parents = self._parents()
        for name in names:
            if name not in parents:
                raise KeyError(name)
        if group in parents or group == "":
            raise ValueError("name is used: " + group)
        if not names:
            raise ValueError("no items")
        if len({parents[name] for name in names}) > 1:
            raise ValueError("different groups")
        for name in names:
            self._check_lock(self._chain(name, parents))
        self._step("gather " + group)
        parent = parents[names[0]]
        wanted = set(names)
        gathered = [item for item in self.groups[parent] if item in wanted]
        rest = []
        for item in self.groups[parent]:
            if item == gathered[-1]:
                rest.append(group)
            elif item not in wanted:
                rest.append(item)
        self.groups[parent] = rest
        self.groups[group] = gathered
        return list(gathered)

    def dissolve(self, group: str) -> list[str]:
        parents = self._parents()
        if group not in parents:
            raise KeyError(group)
        if group not in self.groups:
            raise ValueError("no group: " + group)
        self._check_lock(self._chain(group, parents))
        self._step("dissolve " + group)
        items = self.groups.pop(group)
        siblings = self.groups[parents[group]]
        place = siblings.index(group)
        siblings[place:place + 1] = items
        return items

    def undo(self, count: int = 1) -> list[str]:
        if count < 1:
            raise ValueError(f"bad count: {count}")
        undone = []
        while self.past and len(undone) < count:
            step, self.groups, self.locked = self.past.pop()
            undone.append(step)
        return undone

    def listing(self) -> list[str]:
        lines = []
        stack = [(item, 0) for item in self.groups[""]]
        while stack:
            item, depth = stack.pop()
            line = "  " * depth + item
            if item in self.groups:
                line += "/"
                stack.extend((inner, depth + 1) for inner in self.groups[item])
            if item in self.locked:
                line += " !"
            lines.append(line)
        return lines
