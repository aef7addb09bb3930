# canary: classeval-hf open show_book ad32b6c4-bfb8-4f53-a22e-31e95869048f

import copy
import json
import os
import re


class ShowBook:
    def __init__(self, kinds: dict[str, str]):
        self.kinds = dict(kinds)
        self.root = {}
        self.drafts = []
        self.version = 0

    def misfit(self) -> str:
        types = {"text": (str,), "number": (int, float), "flag": (bool,), "list": (list,), "map": (dict,)}
        for pattern in sorted(self.kinds):
            parts = [self.root]
            for segment in pattern.split("."):
                following = []
                for part in parts:
                    if isinstance(part, dict):
                        following += part.values() if segment == "*" else [part[segment]] if segment in part else []
                    elif isinstance(part, list):
                        index = re.fullmatch("#(0|[1-9][0-9]*)", segment)
                        if segment == "*":
                            following += part
                        elif index and int(index[1]) < len(part):
                            following.append(part[int(index[1])])
                parts = following
            kind = self.kinds[pattern]
            if any(type(part) not in types[kind] for part in parts):
                return pattern
        return ""

    def get(self, path: str) -> dict | list | str | int | float | bool | None:
        part = self.root
        for segment in path.split(".") if path else []:
            index = re.fullmatch("#(0|[1-9][0-9]*)", segment)
            if isinstance(part, dict) and segment in part:
                part = part[segment]
            elif isinstance(part, list) and index and int(index[1]) < len(part):
                part = part[int(index[1])]
            else:
                raise KeyError(path)
        return copy.deepcopy(part)

    def begin(self, name: str) -> int:
        if name in [opened for opened, _ in self.drafts]:
            raise ValueError(f"open: {name}")
        self.drafts.append((name, copy.deepcopy(self.root)))
        return len(self.drafts)

    def put(self, path: str, text: str) -> bool:
        if not self.drafts:
            raise ValueError("no transaction")
        if not path:
            raise ValueError("whole document")
        try:
            value = json.loads(text)
        except ValueError:
            raise ValueError("bad value") from None
        waiting = [value]
        for part in waiting:
            if isinstance(part, dict):
                if any(key in ("", "*") or key[0] == "#" or "." in key for key in part):
                    raise ValueError("bad value")
                waiting += part.values()
            elif isinstance(part, list):
                waiting += part
        above = self.root
        *way, last = path.split(".")
        for segment in way:
            index = re.fullmatch("#(0|[1-9][0-9]*)", segment)
            if isinstance(above, dict) and segment in above:
                above = above[segment]
            elif isinstance(above, list) and index and int(index[1]) < len(above):
                above = above[int(index[1])]
            else:
                raise KeyError(path)
        index = re.fullmatch("#(0|[1-9][0-9]*)", last)
        if isinstance(above, dict) and last not in ("", "*") and last[0] != "#":
            known = last in above
            above[last] = value
        elif isinstance(above, list) and index and int(index[1]) <= len(above):
            place = int(index[1])
            known = place < len(above)
            above[place : place + 1] = [value]
        else:
            raise KeyError(path)
        return known

    def remove(self, path: str) -> dict | list | str | int | float | bool | None:
        if not self.drafts:
            raise ValueError("no transaction")
        if not path:
            raise ValueError("whole document")
        self.get(path)
        above = self.root
        *way, last = path.split(".")
        for segment in way:
            above = above[int(segment[1:]) if isinstance(above, list) else segment]
        return above.pop(int(last[1:]) if isinstance(above, list) else last)

    def commit(self) -> list[str]:
        if not self.drafts:
            raise ValueError("no transaction")
        if len(self.drafts) > 1:
            self.drafts.pop()
            return []
        pattern = self.misfit()
        if pattern:
            raise ValueError(f"misfit: {pattern}")
        _, before = self.drafts.pop()
        old, new = (
            {key: json.dumps(value, sort_keys=True) for key, value in root.items()} for root in (before, self.root)
        )
        changed = sorted(key for key in {*old, *new} if old.get(key) != new.get(key))
        self.version += bool(changed)
        return changed

    def rollback(self, name: str = "") -> list[str]:
        if not self.drafts:
            raise ValueError("no transaction")
        names = [opened for opened, _ in self.drafts]
        if name and name not in names:
            raise KeyError(name)
        place = names.index(name) if name else len(names) - 1
        self.root = self.drafts[place][1]
        del self.drafts[place:]
        return names[: place - 1 if place else None : -1]

    def save(self, file: str) -> int:
        if self.drafts:
            raise ValueError(f"open: {self.drafts[-1][0]}")
        data = (json.dumps(self.root, sort_keys=True, indent=2, ensure_ascii=False) + "\n").encode("utf-8")
        with open(file, "wb") as output:
            output.write(data)
        return os.path.getsize(file)
