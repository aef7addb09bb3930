# canary: classeval-hf open sketch_layers 4fea0474-b4ac-42f7-b984-cbd738a1641f


class SketchLayers:
    def __init__(self, limit: int):
        self.limit = limit
        self.groups = {"": []}
        self.locked = set()
        self.past = []

    def add(self, name: str, group: str, is_group: bool) -> int:
        if group not in self.groups:
            raise KeyError(group)
        if name == "" or parent_of(self.groups, name) is not None:
            raise ValueError(f"name is used: {name}")
        need_free(self.groups, self.locked, group)
        record(self, f"add {name}")
        self.groups[group].append(name)
        if is_group:
            self.groups[name] = []
        return len(self.groups[group])

    def shift(self, name: str, steps: int) -> int:
        group = parent_of(self.groups, name)
        if group is None:
            raise KeyError(name)
        need_free(self.groups, self.locked, name)
        items = self.groups[group]
        place = start = items.index(name)
        way = 1 if steps > 0 else -1
        while place != start + steps and 0 <= place + way < len(items) and items[place + way] not in self.locked:
            place += way
        if place != start:
            record(self, f"shift {name}")
            items.remove(name)
            items.insert(place, name)
        return place - start

    def put_into(self, name: str, group: str) -> int:
        old = parent_of(self.groups, name)
        if old is None:
            raise KeyError(name)
        if group not in self.groups:
            raise KeyError(group)
        if name in around(self.groups, group):
            raise ValueError(f"inside itself: {name}")
        need_free(self.groups, self.locked, name)
        need_free(self.groups, self.locked, group)
        if old != group or self.groups[group][-1] != name:
            record(self, f"put {name}")
            self.groups[old].remove(name)
            self.groups[group].append(name)
        return len(self.groups[group])

    def set_lock(self, name: str, locked: bool) -> int:
        group = parent_of(self.groups, name)
        if group is None:
            raise KeyError(name)
        need_free(self.groups, self.locked, group)
        if locked != (name in self.locked):
            record(self, f"{'lock' if locked else 'unlock'} {name}")
            self.locked ^= {name}
        items = [item for group in self.groups.values() for item in group]
        return sum(bool(self.locked.intersection(around(self.groups, item))) for item in items)

    def gather(self, names: list[str], group: str) -> list[str]:
        parents = []
        for name in names:
            parents.append(parent_of(self.groups, name))
            if parents[-1] is None:
                raise KeyError(name)
        if group == "" or parent_of(self.groups, group) is not None:
            raise ValueError(f"name is used: {group}")
        if not names:
            raise ValueError("no items")
        if len(set(parents)) > 1:
            raise ValueError("different groups")
        for name in names:
            need_free(self.groups, self.locked, name)
        record(self, f"gather {group}")
        items = self.groups[parents[0]]
        inside = [item for item in items if item in names]
        items[items.index(inside[-1])] = group
        self.groups[parents[0]] = [item for item in items if item not in names]
        self.groups[group] = inside
        return list(inside)

    def dissolve(self, group: str) -> list[str]:
        parent = parent_of(self.groups, group)
        if parent is None:
            raise KeyError(group)
        if group not in self.groups:
            raise ValueError(f"no group: {group}")
        need_free(self.groups, self.locked, group)
        record(self, f"dissolve {group}")
        inside = self.groups.pop(group)
        place = self.groups[parent].index(group)
        self.groups[parent][place : place + 1] = inside
        return inside

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
        waiting = [(name, 0) for name in self.groups[""]]
        while waiting:
            name, depth = waiting.pop()
            mark = "/" if name in self.groups else ""
            lines.append("  " * depth + name + mark + (" !" if name in self.locked else ""))
            waiting += [(item, depth + 1) for item in self.groups.get(name, [])]
        return lines


def parent_of(groups, name):
    return next((group for group, items in groups.items() if name in items), None)


def around(groups, name):
    path = [name]
    while path[-1]:
        path.append(parent_of(groups, path[-1]))
    return path


def need_free(groups, locked, name):
    for item in reversed(around(groups, name)):
        if item in locked:
            raise ValueError(f"locked: {item}")


def record(sketch, step):
    groups = {group: list(items) for group, items in sketch.groups.items()}
    sketch.past.append((step, groups, set(sketch.locked)))
    del sketch.past[: -sketch.limit]
