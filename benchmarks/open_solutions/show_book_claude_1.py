import copy
import json
import os
import re

_INDEX = re.compile(r"#(0|[1-9][0-9]*)")


class ShowBook:
    def __init__(self, kinds: dict[str, str]):
        self.kinds = dict(kinds)
        self.root = {}
        self.drafts = []
        self.version = 0

    @staticmethod
    def _is_good(key):
        return key != "" and not key.startswith("#") and key != "*" and "." not in key

    @staticmethod
    def _index(segment):
        """The index that a segment for a list stands for, or None."""
        match = _INDEX.fullmatch(segment)
        return int(match.group(1)) if match else None

    def _place(self, part, segment):
        """The key or index of an existing item of a part, or None."""
        if isinstance(part, dict):
            return segment if segment in part else None
        if isinstance(part, list):
            index = self._index(segment)
            return index if index is not None and index < len(part) else None
        return None

    def _walk(self, segments, path):
        part = self.root
        for segment in segments:
            place = self._place(part, segment)
            if place is None:
                raise KeyError(path)
            part = part[place]
        return part

    @staticmethod
    def _kind(part):
        if isinstance(part, bool):
            return "flag"
        if isinstance(part, str):
            return "text"
        if isinstance(part, (int, float)):
            return "number"
        if isinstance(part, list):
            return "list"
        if isinstance(part, dict):
            return "map"
        return ""

    def _matching(self, pattern):
        parts = [self.root]
        for segment in pattern.split("."):
            following = []
            for part in parts:
                if segment == "*":
                    if isinstance(part, dict):
                        following.extend(part.values())
                    elif isinstance(part, list):
                        following.extend(part)
                else:
                    place = self._place(part, segment)
                    if place is not None:
                        following.append(part[place])
            parts = following
        return parts

    def misfit(self) -> str:
        for pattern in sorted(self.kinds):
            if any(self._kind(part) != self.kinds[pattern] for part in self._matching(pattern)):
                return pattern
        return ""

    def get(self, path: str) -> dict | list | str | int | float | bool | None:
        return copy.deepcopy(self._walk(path.split(".") if path else [], path))

    def begin(self, name: str) -> int:
        if any(draft[0] == name for draft in self.drafts):
            raise ValueError("open: " + name)
        self.drafts.append((name, copy.deepcopy(self.root)))
        return len(self.drafts)

    def _check_edit(self, path):
        if not self.drafts:
            raise ValueError("no transaction")
        if path == "":
            raise ValueError("whole document")

    def _keys_good(self, value):
        if isinstance(value, dict):
            return all(self._is_good(key) and self._keys_good(item) for key, item in value.items())
        if isinstance(value, list):
            return all(self._keys_good(item) for item in value)
        return True

    def put(self, path: str, text: str) -> bool:
        self._check_edit(path)
        try:
            value = json.loads(text)
        except ValueError:
            raise ValueError("bad value") from None
        if not self._keys_good(value):
            raise ValueError("bad value")
        *before, last = path.split(".")
        parent = self._walk(before, path)
        place = self._place(parent, last)
        if place is not None:
            parent[place] = value
            return True
        if isinstance(parent, dict) and self._is_good(last):
            parent[last] = value
        elif isinstance(parent, list) and self._index(last) == len(parent):
            parent.append(value)
        else:
            raise KeyError(path)
        return False

    def remove(self, path: str) -> dict | list | str | int | float | bool | None:
        self._check_edit(path)
        *before, last = path.split(".")
        parent = self._walk(before, path)
        place = self._place(parent, last)
        if place is None:
            raise KeyError(path)
        return parent.pop(place)

    @staticmethod
    def _text(value):
        return json.dumps(value, sort_keys=True)

    def commit(self) -> list[str]:
        if not self.drafts:
            raise ValueError("no transaction")
        if len(self.drafts) > 1:
            self.drafts.pop()
            return []
        misfit = self.misfit()
        if misfit:
            raise ValueError("misfit: " + misfit)
        _, before = self.drafts.pop()
        changed = sorted(
            key
            for key in before.keys() | self.root.keys()
            if key not in before or key not in self.root or self._text(before[key]) != self._text(self.root[key])
        )
        if changed:
            self.version += 1
        return changed

    def rollback(self, name: str = "") -> list[str]:
        if not self.drafts:
            raise ValueError("no transaction")
        place = len(self.drafts) - 1
        if name:
            names = [draft[0] for draft in self.drafts]
            if name not in names:
                raise KeyError(name)
            place = names.index(name)
        ended = [draft[0] for draft in self.drafts[place:]]
        self.root = self.drafts[place][1]
        del self.drafts[place:]
        return ended[::-1]

    def save(self, file: str) -> int:
        if self.drafts:
            raise ValueError("open: " + self.drafts[-1][0])
        text = json.dumps(self.root, sort_keys=True, indent=2, ensure_ascii=False) + "\n"
        data = text.encode("utf-8")
        with open(file, "wb") as output:
            output.write(data)
        return len(data)
