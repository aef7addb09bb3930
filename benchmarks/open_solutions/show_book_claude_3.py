import copy
import json
import os
import re

INDEX = re.compile(r"#(0|[1-9][0-9]*)")


def _good_key(key):
    return key != "" and not key.startswith("#") and key != "*" and "." not in key


def _good_keys(value):
    if isinstance(value, dict):
        return all(_good_key(key) and _good_keys(item) for key, item in value.items())
    if isinstance(value, list):
        return all(_good_keys(item) for item in value)
    return True


def _is_kind(value, kind):
    if kind == "text":
        return isinstance(value, str)
    if kind == "number":
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    if kind == "flag":
        return isinstance(value, bool)
    if kind == "list":
        return isinstance(value, list)
    return isinstance(value, dict)


def _text(value):
    return json.dumps(value, sort_keys=True)


class ShowBook:
    def __init__(self, kinds: dict[str, str]):
        self.kinds = dict(kinds)
        self.root = {}
        self.drafts = []
        self.version = 0

    @staticmethod
    def _step(part, segment):
        """The key or index in the part to which a segment leads; None if there is none."""
        if isinstance(part, dict):
            return segment if segment in part else None
        if isinstance(part, list):
            match = INDEX.fullmatch(segment)
            if match and int(match.group(1)) < len(part):
                return int(match.group(1))
        return None

    def _find(self, segments, path):
        part = self.root
        for segment in segments:
            place = self._step(part, segment)
            if place is None:
                raise KeyError(path)
            part = part[place]
        return part

    def _parts(self, pattern):
        parts = [self.root]
        for segment in pattern.split("."):
            below = []
            for part in parts:
                if segment == "*":
                    if isinstance(part, dict):
                        below.extend(part.values())
                    elif isinstance(part, list):
                        below.extend(part)
                else:
                    place = self._step(part, segment)
                    if place is not None:
                        below.append(part[place])
            parts = below
        return parts

    def misfit(self) -> str:
        for pattern in sorted(self.kinds):
            kind = self.kinds[pattern]
            if not all(_is_kind(part, kind) for part in self._parts(pattern)):
                return pattern
        return ""

    def get(self, path: str) -> dict | list | str | int | float | bool | None:
        segments = path.split(".") if path else []
        return copy.deepcopy(self._find(segments, path))

    def begin(self, name: str) -> int:
        if any(draft[0] == name for draft in self.drafts):
            raise ValueError("open: " + name)
        self.drafts.append((name, copy.deepcopy(self.root)))
        return len(self.drafts)

    def _check_change(self, path):
        if not self.drafts:
            raise ValueError("no transaction")
        if path == "":
            raise ValueError("whole document")

    def put(self, path: str, text: str) -> bool:
        self._check_change(path)
        try:
            value = json.loads(text)
        except (ValueError, RecursionError):
            raise ValueError("bad value") from None
        if not _good_keys(value):
            raise ValueError("bad value")
        segments = path.split(".")
        parent = self._find(segments[:-1], path)
        last = segments[-1]
        place = self._step(parent, last)
        if place is not None:
            parent[place] = value
            return True
        if isinstance(parent, dict) and _good_key(last):
            parent[last] = value
        elif isinstance(parent, list) and last == f"#{len(parent)}":
            parent.append(value)
        else:
            raise KeyError(path)
        return False

    def remove(self, path: str) -> dict | list | str | int | float | bool | None:
        self._check_change(path)
        segments = path.split(".")
        parent = self._find(segments[:-1], path)
        place = self._step(parent, segments[-1])
        if place is None:
            raise KeyError(path)
        return parent.pop(place)

    def commit(self) -> list[str]:
        if not self.drafts:
            raise ValueError("no transaction")
        if len(self.drafts) > 1:
            self.drafts.pop()
            return []
        pattern = self.misfit()
        if pattern:
            raise ValueError("misfit: " + pattern)
        before = self.drafts.pop()[1]
        if _text(before) != _text(self.root):
            self.version += 1
        return sorted(
            key
            for key in before.keys() | self.root.keys()
            if key not in before or key not in self.root or _text(before[key]) != _text(self.root[key])
        )

    def rollback(self, name: str = "") -> list[str]:
        if not self.drafts:
            raise ValueError("no transaction")
        names = [draft[0] for draft in self.drafts]
        if name == "":
            place = len(names) - 1
        elif name in names:
            place = names.index(name)
        else:
            raise KeyError(name)
        self.root = self.drafts[place][1]
        del self.drafts[place:]
        return names[place:][::-1]

    def save(self, file: str) -> int:
        if self.drafts:
            raise ValueError("open: " + self.drafts[-1][0])
        text = json.dumps(self.root, sort_keys=True, indent=2, ensure_ascii=False) + "\n"
        data = text.encode("utf-8")
        with open(file, "wb") as stream:
            stream.write(data)
        return len(data)
