# canary: classeval-hf open label_editor 9f1bceeb-4cf0-427c-a545-977a914526d6

import json
import os


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

    def set_field(self, field: str, text: str) -> int:
        before = self.label.get(field, "")
        if text != before:
            del self.steps[self.applied :]
            if not self.sealed and self.steps and self.steps[-1][1] == field:
                number, _, before, _ = self.steps.pop()
            else:
                self.count += 1
                number = self.count
            self.sealed = text == before
            if not self.sealed:
                self.steps.append((number, field, before, text))
            if len(self.steps) > self.limit:
                self.base = self.steps.pop(0)[0]
            self.applied = len(self.steps)
            points = [self.base, *(step[0] for step in self.steps)]
            self.checkpoints = {name: point for name, point in self.checkpoints.items() if point in points}
            self.label[field] = text
            if not text:
                del self.label[field]
        return self.steps[self.applied - 1][0] if self.applied else self.base

    def undo(self, count: int = 1) -> int:
        if count < 1:
            raise ValueError(f"bad count: {count}")
        self.sealed = True
        undone = min(count, self.applied)
        for _ in range(undone):
            self.applied -= 1
            _, field, old, _ = self.steps[self.applied]
            self.label[field] = old
            if not old:
                del self.label[field]
        return undone

    def redo(self, count: int = 1) -> int:
        if count < 1:
            raise ValueError(f"bad count: {count}")
        self.sealed = True
        redone = self.steps[self.applied : self.applied + count]
        for _, field, _, new in redone:
            self.label[field] = new
            if not new:
                del self.label[field]
        self.applied += len(redone)
        return len(redone)

    def checkpoint(self, name: str) -> int:
        if not name:
            raise ValueError("no name")
        self.sealed = True
        self.checkpoints[name] = self.steps[self.applied - 1][0] if self.applied else self.base
        return self.checkpoints[name]

    def go_to(self, name: str) -> int:
        if name not in self.checkpoints:
            raise ValueError(f"no checkpoint: {name}")
        self.sealed = True
        points = [self.base, *(step[0] for step in self.steps)]
        way = points.index(self.checkpoints[name]) - self.applied
        if way < 0:
            self.undo(-way)
        elif way > 0:
            self.redo(way)
        return way

    def print_label(self, width: int) -> str:
        if not self.label:
            raise ValueError("empty label")
        self.sealed = True
        lines = [f"{field}: {self.label[field]}" for field in sorted(self.label)]
        return "\n".join(line if len(line) <= width else line[: width - 1] + "~" for line in lines)

    def describe(self) -> list[str]:
        points = [(self.base, f"{self.base}")]
        points += [(number, f"{number} {field}: {new!r}") for number, field, _, new in self.steps]
        lines = []
        for index, (point, line) in enumerate(points):
            for name in sorted(self.checkpoints):
                if self.checkpoints[name] == point:
                    line += f" #{name}"
            lines.append(line + " <-" if index == self.applied else line)
        return lines

    def save(self, path: str) -> int:
        names = ("label", "steps", "applied", "base", "count", "checkpoints")
        os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            json.dump({name: getattr(self, name) for name in names}, file)
        return len(self.steps)

    def load(self, path: str) -> int:
        names = {"label", "steps", "applied", "base", "count", "checkpoints"}
        with open(path, "rb") as file:
            data = file.read()
        try:
            content = json.loads(data.decode("utf-8"))
        except ValueError:
            content = None
        if not isinstance(content, dict) or content.keys() != names:
            raise ValueError(f"bad file: {path}")
        self.label, self.applied, self.base = content["label"], content["applied"], content["base"]
        self.count = content["count"]
        self.sealed = True
        self.steps = [tuple(step) for step in content["steps"]]
        while len(self.steps) > self.limit:
            if self.applied:
                self.base = self.steps.pop(0)[0]
                self.applied -= 1
            else:
                self.steps.pop()
        points = [self.base, *(step[0] for step in self.steps)]
        self.checkpoints = {name: point for name, point in content["checkpoints"].items() if point in points}
        return len(self.steps)
