# canary: classeval-hf open label_editor 9f1bceeb-4cf0-427c-a545-977a914526d6

import json
import os

_MEMBERS = ("label", "steps", "applied", "base", "count", "checkpoints")


class LabelEditor:
    def __init__(self, limit: int):
        self.limit = limit
        self.label = {}
        self.steps = []
        self.applied = 0
        self.base = 0
        self.count = 0
        self.sealed = True
        self.checkpoints = {}

    def _point(self):
        return self.steps[self.applied - 1][0] if self.applied else self.base

    def _put(self, field, text):
        if text:
            self.label[field] = text
        else:
            self.label.pop(field, None)

    def _lose(self, point):
        self.checkpoints = {name: other for name, other in self.checkpoints.items() if other != point}

    def _drop_newest(self):
        self._lose(self.steps.pop()[0])

    def _drop_oldest(self):
        self._lose(self.base)
        self.base = self.steps.pop(0)[0]
        self.applied -= 1

    def set_field(self, field: str, text: str) -> int:
        old = self.label.get(field, "")
        if old == text:
            return self._point()
        while len(self.steps) > self.applied:
            self._drop_newest()
        if not self.sealed and self.steps and self.steps[-1][1] == field:
            number, _, first, _ = self.steps[-1]
            if first == text:
                self._drop_newest()
                self.applied -= 1
                self.sealed = True
            else:
                self.steps[-1] = (number, field, first, text)
        else:
            self.count += 1
            self.steps.append((self.count, field, old, text))
            self.applied += 1
            self.sealed = False
            if len(self.steps) > self.limit:
                self._drop_oldest()
        self._put(field, text)
        return self._point()

    def _go(self, target):
        """Go along the line until so many steps are applied; return by how many this is more."""
        before = self.applied
        while self.applied > target:
            self.applied -= 1
            _, field, old, _ = self.steps[self.applied]
            self._put(field, old)
        while self.applied < target:
            _, field, _, new = self.steps[self.applied]
            self._put(field, new)
            self.applied += 1
        self.sealed = True
        return target - before

    def undo(self, count: int = 1) -> int:
        if count < 1:
            raise ValueError(f"bad count: {count}")
        return -self._go(max(0, self.applied - count))

    def redo(self, count: int = 1) -> int:
        if count < 1:
            raise ValueError(f"bad count: {count}")
        return self._go(min(len(self.steps), self.applied + count))

    def checkpoint(self, name: str) -> int:
        if not name:
            raise ValueError("no name")
        self.checkpoints[name] = self._point()
        self.sealed = True
        return self.checkpoints[name]

    def go_to(self, name: str) -> int:
        if name not in self.checkpoints:
            raise ValueError("no checkpoint: " + name)
        points = [self.base] + [step[0] for step in self.steps]
        return self._go(points.index(self.checkpoints[name]))

    def print_label(self, width: int) -> str:
        if not self.label:
            raise ValueError("empty label")
        self.sealed = True
        lines = []
        for field in sorted(self.label):
            line = f"{field}: {self.label[field]}"
            lines.append(line if len(line) <= width else line[: width - 1] + "~")
        return "\n".join(lines)

    def describe(self) -> list[str]:
        entries = [(self.base, str(self.base))]
        entries += [(number, f"{number} {field}: {new!r}") for number, field, _, new in self.steps]
        lines = []
        for point, line in entries:
            for name in sorted(self.checkpoints):
                if self.checkpoints[name] == point:
                    line += " #" + name
            if point == self._point():
                line += " <-"
            lines.append(line)
        return lines

    def save(self, path: str) -> int:
        folder = os.path.dirname(path)
        if folder:
            os.makedirs(folder, exist_ok=True)
        data = {member: getattr(self, member) for member in _MEMBERS}
        with open(path, "w", encoding="utf-8") as file:
            json.dump(data, file)
        return len(self.steps)

    def load(self, path: str) -> int:
        with open(path, "rb") as file:
            raw = file.read()
        try:
            data = json.loads(raw.decode("utf-8"))
        except ValueError:
            data = None
        if not isinstance(data, dict) or set(data) != set(_MEMBERS):
            raise ValueError("bad file: " + path)
        for member in _MEMBERS:
            setattr(self, member, data[member])
        self.steps = [tuple(step) for step in self.steps]
        self.sealed = True
        while len(self.steps) > self.limit:
            if self.applied:
                self._drop_oldest()
            else:
                self._drop_newest()
        return len(self.steps)
