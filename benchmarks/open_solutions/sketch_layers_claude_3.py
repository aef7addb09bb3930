class SketchLayers:
    def __init__(self, limit: int):
        self.limit = limit
        self.groups = {"": []}
        self.locked = set()
        self.past = []

    def _group_of(self, name):
        for group, names in self.groups.items():
            if name in names:
                return group
        return None

    def _check_item(self, name):
        if self._group_of(name) is None:
            raise KeyError(name)

    def _chain(self, name):
        """The item and the groups around it without the drawing, the outermost first; empty for the drawing."""
        chain = []
        while name:
            chain.append(name)
            name = self._group_of(name)
        return chain[::-1]

    def _lock(self, name):
        """The item whose lock counts for an item or group; None if it is not fixed."""
        return next((other for other in self._chain(name) if other in self.locked), None)

    def _check_lock(self, name):
        lock = self._lock(name)
        if lock is not None:
            raise ValueError("locked: " + lock)

    def _state(self):
        return {group: list(names) for group, names in self.groups.items()}, set(self.locked)

    def _record(self, step, before):
        if before != (self.groups, self.locked):
            self.past.append((step,) + before)
            if len(self.past) > self.limit:
                del self.past[:-self.limit]

    def add(self, name: str, group: str, is_group: bool) -> int:
        if group not in self.groups:
            raise KeyError(group)
        if name == "" or self._group_of(name) is not None:
            raise ValueError("name is used: " + name)
        self._check_lock(group)
        before = self._state()
        self.groups[group].append(name)
        if is_group:
            self.groups[name] = []
        self._record("add " + name, before)
        return len(self.groups[group])

    def shift(self, name: str, steps: int) -> int:
        self._check_item(name)
        self._check_lock(name)
        before = self._state()
        names = self.groups[self._group_of(name)]
        place = start = names.index(name)
        direction = 1 if steps > 0 else -1
        for _ in range(abs(steps)):
            target = place + direction
            if not 0 <= target < len(names) or names[target] in self.locked:
                break
            names[place], names[target] = names[target], names[place]
            place = target
        self._record("shift " + name, before)
        return place - start

    def put_into(self, name: str, group: str) -> int:
        self._check_item(name)
        if group not in self.groups:
            raise KeyError(group)
        if name in self._chain(group):
            raise ValueError("inside itself: " + name)
        self._check_lock(name)
        self._check_lock(group)
        before = self._state()
        self.groups[self._group_of(name)].remove(name)
        self.groups[group].append(name)
        self._record("put " + name, before)
        return len(self.groups[group])

    def set_lock(self, name: str, locked: bool) -> int:
        self._check_item(name)
        self._check_lock(self._group_of(name))
        before = self._state()
        if locked:
            self.locked.add(name)
        else:
            self.locked.discard(name)
        self._record(("lock " if locked else "unlock ") + name, before)
        items = [item for names in self.groups.values() for item in names]
        return sum(1 for item in items if self._lock(item) is not None)

    def gather(self, names: list[str], group: str) -> list[str]:
        for name in names:
            self._check_item(name)
        if group == "" or self._group_of(group) is not None:
            raise ValueError("name is used: " + group)
        if not names:
            raise ValueError("no items")
        homes = {self._group_of(name) for name in names}
        if len(homes) > 1:
            raise ValueError("different groups")
        for name in names:
            self._check_lock(name)
        before = self._state()
        home = self.groups[homes.pop()]
        wanted = set(names)
        inside = [name for name in home if name in wanted]
        place = home.index(inside[-1]) - len(inside) + 1
        home[:] = [name for name in home if name not in wanted]
        home.insert(place, group)
        self.groups[group] = inside
        self._record("gather " + group, before)
        return list(inside)

    def dissolve(self, group: str) -> list[str]:
        self._check_item(group)
        if group not in self.groups:
            raise ValueError("no group: " + group)
        self._check_lock(group)
        before = self._state()
        home = self.groups[self._group_of(group)]
        inside = self.groups.pop(group)
        place = home.index(group)
        home[place:place + 1] = inside
        self._record("dissolve " + group, before)
        return list(inside)

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
        todo = [(name, 0) for name in self.groups[""]]
        while todo:
            name, depth = todo.pop()
            line = "  " * depth + name
            if name in self.groups:
                line += "/"
                todo.extend((item, depth + 1) for item in self.groups[name])
            if name in self.locked:
                line += " !"
            lines.append(line)
        return lines
