# canary: classeval-hf open kiosk_screens 882db036-05ad-4451-8fdb-bf057077fe02

import re


class KioskScreens:
    def __init__(self, home: str, limit: int):
        self.limit = limit
        self.screens = {home: "/"}
        self.trail = [("/", home)]
        self.place = 0

    def parse(self, pattern: str) -> list[tuple[str, str]]:
        parts = []
        segments = [] if pattern == "/" else pattern.split("/")[1:]
        bad = not pattern.startswith("/")
        for index, segment in enumerate(segments):
            capture = re.fullmatch(r"\{([a-z]+)([#*]?)\}", segment)
            if capture is None:
                bad = bad or segment == "" or "{" in segment or "}" in segment
                parts.append(("text", segment))
            else:
                name, sign = capture.groups()
                kind = {"": "any", "#": "number", "*": "rest"}[sign]
                bad = bad or name in [other for known, other in parts if known != "text"]
                bad = bad or (kind == "rest" and index + 1 < len(segments))
                parts.append((kind, name))
        if bad:
            raise ValueError(f"bad pattern: {pattern}")
        return parts

    def resolve(self, path: str) -> tuple[str, dict]:
        segments = [] if path == "/" else path.split("/")[1:]
        if not path.startswith("/") or "" in segments:
            raise ValueError(f"bad path: {path}")
        kinds = ["text", "number", "any", "rest"]
        fitting = []
        for name, pattern in self.screens.items():
            parts = self.parse(pattern)
            rest = bool(parts) and parts[-1][0] == "rest"
            if len(segments) < len(parts) or (len(segments) > len(parts) and not rest):
                continue
            captures = {}
            for index, (kind, text) in enumerate(parts):
                segment = segments[index]
                if kind == "text" and segment != text or kind == "number" and not re.fullmatch("[0-9]+", segment):
                    break
                if kind == "number":
                    captures[text] = int(segment)
                elif kind != "text":
                    captures[text] = segment if kind == "any" else "/".join(segments[index:])
            else:
                fitting.append(([kinds.index(kind) for kind, _ in parts], name, captures))
        if not fitting:
            raise ValueError(f"no screen: {path}")
        return min(fitting, key=lambda found: found[0])[1:]

    def build(self, name: str, captures: dict) -> str:
        parts = self.parse(self.screens[name])
        path = ""
        for kind, text in parts:
            value = text
            if kind != "text":
                if text not in captures:
                    raise ValueError(f"missing: {text}")
                value = captures[text]
                if kind == "number":
                    good = isinstance(value, int) and value >= 0
                elif kind == "any":
                    good = isinstance(value, str) and value != "" and "/" not in value
                else:
                    good = isinstance(value, str) and "" not in value.split("/")
                if not good:
                    raise ValueError(f"bad value: {text}")
            path += f"/{value}"
        unknown = captures.keys() - {text for kind, text in parts if kind != "text"}
        if unknown:
            raise ValueError(f"unknown: {min(unknown)}")
        shown = self.resolve(path or "/")[0]
        if shown != name:
            raise ValueError(f"other screen: {shown}")
        return path or "/"

    def refresh(self) -> int:
        kept, place = [], 0
        for index, (path, _) in enumerate(self.trail):
            try:
                name = self.resolve(path)[0]
            except ValueError:
                name = None
            if name is not None and (not kept or kept[-1][0] != path):
                kept.append((path, name))
            if index == self.place:
                place = len(kept) - 1
        dropped = len(self.trail) - len(kept)
        self.trail, self.place = kept, place
        return dropped

    def register(self, name: str, pattern: str) -> list[str]:

        def shape(text):
            return [part if part[0] == "text" else part[0] for part in self.parse(text)]

        if name in self.screens:
            raise ValueError(f"screen exists: {name}")
        new = shape(pattern)
        for other, known in self.screens.items():
            if shape(known) == new:
                raise ValueError(f"same shape: {other}")
        self.screens[name] = pattern
        self.refresh()
        return list(dict.fromkeys(path for path, shown in self.trail if shown == name))

    def unregister(self, name: str) -> tuple[str, str]:
        if self.screens[name] == "/":
            raise ValueError("home stays")
        del self.screens[name]
        self.refresh()
        return self.trail[self.place]

    def open(self, path: str) -> str:
        name = self.resolve(path)[0]
        if path != self.trail[self.place][0]:
            self.trail = [*self.trail[: self.place + 1], (path, name)]
            if len(self.trail) > self.limit:
                del self.trail[1]
                if self.trail[1] == self.trail[0]:
                    del self.trail[1]
            self.place = len(self.trail) - 1
        return name

    def go(self, steps: int) -> tuple[str, int]:
        before = self.place
        self.place = min(max(before + steps, 0), len(self.trail) - 1)
        return self.trail[self.place][0], self.place - before
