class SketchLayers:
    def __init__(self, limit: int):
        self.limit = limit
        self.groups = {"": []}
        self.locked = set()
        self.past = []

    def _parents(self):
        """From each item to the group directly around it."""
        return {item: group for group, items in self.groups.items() for item in items}

    @staticmethod
    def _way(parents, name):
        """The item and the groups around it, the outermost first, without the drawing."""
        way = []
        while name:
            way.append(name)
            name = parents[name]
        return way[::-1]

    def _check_lock(self, way):
        for name in way:
            if name in self.locked:
                raise ValueError(f"locked: {name}")

    def _snapshot(self):
        return {group: list(items) for group, items in self.groups.items()}, set(self.locked)

    def _step(self, step, before):
        if (self.groups, self.locked) != before:
            self.past.append((step, *before))
            if len(self.past) > self.limit:
                del self.past[: len(self.past) - self.limit]

    def add(self, name: str, group: str, is_group: bool) -> int:
        if group not in self.groups:
            raise KeyError(group)
        parents = self._parents()
        if name == "" or name in parents:
            raise ValueError(f"name is used: {name}")
        self._check_lock(self._way(parents, group))
        before = self._snapshot()
        self.groups[group].append(name)
        if is_group:
            self.groups[name] = []
        self._step(f"add {name}", before)
        return len(self.groups[group])

    def shift(self, name: str, steps: int) -> int:
        parents = self._parents()
        if name not in parents:
            raise KeyError(name)
        self._check_lock(self._way(parents, name))
        before = self._snapshot()
        items = self.groups[parents[name]]
        index = start = items.index(name)
        direction = 1 if steps > 0 else -1
        for _ in range(min(abs(steps), len(items))):
            after = index + direction
            if not 0 <= after < len(items) or items[after] in self.locked:
                break
            items[index], items[after] = items[after], items[index]
            index = after
        self._step(f"shift {name}", before)
        return index - start

    def put_into(self, name: str, group: str) -> int:
        parents = self._parents()
        if name not in parents:
            raise KeyError(name)
        if group not in self.groups:
            raise KeyError(group)
        group_way = self._way(parents, group)
        if name in group_way:
            raise ValueError(f"inside itself: {name}")
        self._check_lock(self._way(parents, name))
        self._check_lock(group_way)
        before = self._snapshot()
        self.groups[parents[name]].remove(name)
        self.groups[group].append(name)
        self._step(f"put {name}", before)
        return len(self.groups[group])

    def set_lock(self, name: str, locked: bool) -> int:
        parents = self._parents()
        if name not in parents:
            raise KeyError(name)
        self._check_lock(self._way(parents, name)[:-1])
        before = self._snapshot()
        if locked:
            self.locked.add(name)
        else:
            self.locked.discard(name)
        self._step(("lock " if locked else "unlock ") + name, before)
        fixed = 0
        stack = [("", False)]
        while stack:
            group, inside = stack.pop()
            for item in self.groups[group]:
                is_fixed = inside or item in self.locked
                fixed += is_fixed
                if item in self.groups:
                    stack.append((item, is_fixed))
        return fixed

    def gather(self, names: list[str], group: str) -> list[str]:
        parents = self._parents()
        for name in names:
            if name not in parents:
                raise KeyError(name)
        if group == "" or group in parents:
            raise ValueError(f"name is used: {group}")
        if not names:
            raise ValueError("no items")
        around = {parents[name] for name in names}
        if len(around) > 1:
            raise ValueError("different groups")
        for name in names:
            self._check_lock(self._way(parents, name))
        before = self._snapshot()
        items = self.groups[around.pop()]
        chosen = set(names)
        gathered = [item for item in items if item in chosen]
        items[items.index(gathered[-1])] = group
        items[:] = [item for item in items if item not in chosen]
        self.groups[group] = gathered
        self._step(f"gather {group}", before)
        return list(gathered)

    def dissolve(self, group: str) -> list[str]:
        parents = self._parents()
        if group not in parents:
            raise KeyError(group)
        if group not in self.groups:
            raise ValueError(f"no group: {group}")
        self._check_lock(self._way(parents, group))
        before = self._snapshot()
        inner = self.groups.pop(group)
        items = self.groups[parents[group]]
        index = items.index(group)
        items[index:index + 1] = inner
        self._step(f"dissolve {group}", before)
        return inner

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
                stack += [(inner, depth + 1) for inner in self.groups[item]]
            if item in self.locked:
                line += " !"
            lines.append(line)
        return lines
