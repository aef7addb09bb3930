# canary: classeval-hf open kiosk_screens 882db036-05ad-4451-8fdb-bf057077fe02

import re

_CAPTURE = re.compile(r"\{([a-z]+)([#*]?)\}")
_KINDS = {"": "any", "#": "number", "*": "rest"}
_RANKS = {"text": 0, "number": 1, "any": 2, "rest": 3}


def _segments(path):
    """The segments of a path, or None if it is no path."""
    if path == "/":
        return []
    segments = path.split("/")
    if len(segments) < 2 or segments[0] or not all(segments[1:]):
        return None
    return segments[1:]


class KioskScreens:
    def __init__(self, home: str, limit: int):
        self.limit = limit
        self.screens = {home: "/"}
        self.trail = [("/", home)]
        self.place = 0

    def parse(self, pattern: str) -> list[tuple[str, str]]:
        error = ValueError("bad pattern: " + pattern)
        segments = _segments(pattern)
        if segments is None:
            raise error
        parts = []
        names = set()
        for index, segment in enumerate(segments):
            if "{" not in segment and "}" not in segment:
                parts.append(("text", segment))
                continue
            match = _CAPTURE.fullmatch(segment)
            if not match or match[1] in names or (match[2] == "*" and index + 1 < len(segments)):
                raise error
            names.add(match[1])
            parts.append((_KINDS[match[2]], match[1]))
        return parts

    @staticmethod
    def _fit(parts, segments):
        """The captures of a pattern for the segments of a path, or None if it does not fit."""
        captures = {}
        for index, (kind, name) in enumerate(parts):
            if index >= len(segments):
                return None
            segment = segments[index]
            if kind == "rest":
                captures[name] = "/".join(segments[index:])
                return captures
            if kind == "text":
                if segment != name:
                    return None
            elif kind == "any":
                captures[name] = segment
            elif re.fullmatch(r"[0-9]+", segment):
                captures[name] = int(segment)
            else:
                return None
        return captures if len(parts) == len(segments) else None

    def resolve(self, path: str) -> tuple[str, dict]:
        segments = _segments(path)
        if segments is None:
            raise ValueError("bad path: " + path)
        best = None
        for name, pattern in self.screens.items():
            parts = self.parse(pattern)
            captures = self._fit(parts, segments)
            if captures is not None:
                ranks = [_RANKS[kind] for kind, _ in parts]
                if best is None or ranks < best[0]:
                    best = (ranks, name, captures)
        if best is None:
            raise ValueError("no screen: " + path)
        return (best[1], best[2])

    def build(self, name: str, captures: dict) -> str:
        if name not in self.screens:
            raise KeyError(name)
        segments = []
        known = set()
        for kind, key in self.parse(self.screens[name]):
            if kind == "text":
                segments.append(key)
                continue
            known.add(key)
            if key not in captures:
                raise ValueError("missing: " + key)
            value = captures[key]
            if kind == "number":
                good = isinstance(value, int) and value >= 0
            elif kind == "any":
                good = isinstance(value, str) and value != "" and "/" not in value
            else:
                good = isinstance(value, str) and all(value.split("/"))
            if not good:
                raise ValueError("bad value: " + key)
            segments.append(str(value))
        for key in sorted(captures):
            if key not in known:
                raise ValueError("unknown: " + key)
        path = "/" + "/".join(segments)
        other = self.resolve(path)[0]
        if other != name:
            raise ValueError("other screen: " + other)
        return path

    def refresh(self) -> int:
        kept = []
        place = self.place
        for index, (path, _) in enumerate(self.trail):
            try:
                name = self.resolve(path)[0]
            except ValueError:
                name = None
            if name is not None and not (kept and kept[-1][0] == path):
                kept.append((path, name))
            if index == self.place:
                place = len(kept) - 1
        dropped = len(self.trail) - len(kept)
        self.trail = kept
        self.place = place
        return dropped

    def register(self, name: str, pattern: str) -> list[str]:
        if name in self.screens:
            raise ValueError("screen exists: " + name)

        def shape(parts):
            return [(kind, text if kind == "text" else "") for kind, text in parts]

        new = shape(self.parse(pattern))
        for other, known in self.screens.items():
            if shape(self.parse(known)) == new:
                raise ValueError("same shape: " + other)
        self.screens[name] = pattern
        self.refresh()
        return list(dict.fromkeys(path for path, screen in self.trail if screen == name))

    def unregister(self, name: str) -> tuple[str, str]:
        if name not in self.screens:
            raise KeyError(name)
        if self.screens[name] == "/":
            raise ValueError("home stays")
        del self.screens[name]
        self.refresh()
        return self.trail[self.place]

    def open(self, path: str) -> str:
        name = self.resolve(path)[0]
        if path == self.trail[self.place][0]:
            return name
        del self.trail[self.place + 1:]
        self.trail.append((path, name))
        if len(self.trail) > self.limit:
            if self.trail[0][0] == self.trail[2][0]:
                del self.trail[2]
            del self.trail[1]
        self.place = len(self.trail) - 1
        return name

    def go(self, steps: int) -> tuple[str, int]:
        place = min(len(self.trail) - 1, max(0, self.place + steps))
        gone = place - self.place
        self.place = place
        return (self.trail[place][0], gone)
