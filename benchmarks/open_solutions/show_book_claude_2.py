import copy
import json
import re

_INDEX = re.compile(r"#(0|[1-9][0-9]*)")


def _is_good(key):
    return key != "" and key != "*" and not key.startswith("#") and "." not in key


def _all_good(value):
    stack = [value]
    while stack:
        part = stack.pop()
        if isinstance(part, dict):
            if not all(_is_good(key) for key in part):
                return False
            stack += part.values()
        elif isinstance(part, list):
            stack += part
    return True


def _kind(value):
    if isinstance(value, bool):
        return "flag"
    if isinstance(value, str):
        return "text"
    if isinstance(value, (int, float)):
        return "number"
    if isinstance(value, list):
        return "list"
    return "map" if isinstance(value, dict) else ""


def _index(segment):
    """The index that a segment for a list gives, -1 if it is none."""
    match = _INDEX.fullmatch(segment)
    return int(match[1]) if match else -1


def _children(part, segment):
    """The parts of a part to which a segment of a pattern leads."""
    if isinstance(part, dict):
        if segment == "*":
            return list(part.values())
        return [part[segment]] if segment in part else []
    if isinstance(part, list):
        if segment == "*":
            return list(part)
        index = _index(segment)
        return [part[index]] if 0 <= index < len(part) else []
    return []


def _text(value):
    return json.dumps(value, sort_keys=True)


class ShowBook:
    def __init__(self, kinds: dict[str, str]):
        self.kinds = dict(kinds)
        self.root = {}
        self.drafts = []
        self.version = 0

    def misfit(self) -> str:
        for pattern in sorted(self.kinds):
            parts = [self.root]
            for segment in pattern.split("."):
                parts = [child for part in parts for child in _children(part, segment)]
            if any(_kind(part) != self.kinds[pattern] for part in parts):
                return pattern
        return ""

    def _follow(self, segments, path):
        part = self.root
        for segment in segments:
            found = [] if segment == "*" else _children(part, segment)
            if not found:
                raise KeyError(path)
            part = found[0]
        return part

    def get(self, path: str) -> dict | list | str | int | float | bool | None:
        return copy.deepcopy(self._follow(path.split(".") if path else [], path))

    def begin(self, name: str) -> int:
        if any(other == name for other, _ in self.drafts):
            raise ValueError(f"open: {name}")
        self.drafts.append((name, copy.deepcopy(self.root)))
        return len(self.drafts)

    def _check_edit(self, path):
        if not self.drafts:
            raise ValueError("no transaction")
        if not path:
            raise ValueError("whole document")

    def put(self, path: str, text: str) -> bool:
        self._check_edit(path)
        try:
            value = json.loads(text)
        except ValueError:
            raise ValueError("bad value") from None
        if not _all_good(value):
            raise ValueError("bad value")
        *before, last = path.split(".")
        part = self._follow(before, path)
        if isinstance(part, dict) and _is_good(last):
            there = last in part
            part[last] = value
            return there
        if isinstance(part, list):
            index = _index(last)
            if 0 <= index < len(part):
                part[index] = value
                return True
            if index == len(part):
                part.append(value)
                return False
        raise KeyError(path)

    def remove(self, path: str) -> dict | list | str | int | float | bool | None:
        self._check_edit(path)
        *before, last = path.split(".")
        self._follow([*before, last], path)
        part = self._follow(before, path)
        return part.pop(last if isinstance(part, dict) else _index(last))

    def commit(self) -> list[str]:
        if not self.drafts:
            raise ValueError("no transaction")
        if len(self.drafts) > 1:
            self.drafts.pop()
            return []
        wrong = self.misfit()
        if wrong:
            raise ValueError(f"misfit: {wrong}")
        before = self.drafts.pop()[1]
        if _text(before) != _text(self.root):
            self.version += 1
        return sorted(
            key
            for key in {*before, *self.root}
            if key not in before or key not in self.root or _text(before[key]) != _text(self.root[key])
        )

    def rollback(self, name: str = "") -> list[str]:
        if not self.drafts:
            raise ValueError("no transaction")
        names = [other for other, _ in self.drafts]
        if name == "":
            index = len(names) - 1
        elif name in names:
            index = names.index(name)
        else:
            raise KeyError(name)
        self.root = self.drafts[index][1]
        del self.drafts[index:]
        return names[index:][::-1]

    def save(self, file: str) -> int:
        if self.drafts:
            raise ValueError(f"open: {self.drafts[-1][0]}")
        content = (json.dumps(self.root, sort_keys=True, indent=2, ensure_ascii=False) + "\n").encode("utf-8")
        with open(file, "wb") as stream:
            stream.write(content)
        return len(content)
