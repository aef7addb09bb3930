import re

_CAPTURE = re.compile(r"\{([a-z]+)([#*]?)\}")
_NUMBER = re.compile(r"[0-9]+")
_KINDS = {"": "any", "#": "number", "*": "rest"}
_RANK = {"text": 0, "number": 1, "any": 2, "rest": 3}


class KioskScreens:
    def __init__(self, home: str, limit: int):
        self.limit = limit
        self.screens = {home: "/"}
        self.trail = [("/", home)]
        self.place = 0

    @staticmethod
    def _segments(path):
        """The segments of a path, or None if it is no path."""
        if path == "/":
            return []
        if not path.startswith("/"):
            return None
        segments = path[1:].split("/")
        return segments if all(segments) else None

    def parse(self, pattern: str) -> list[tuple[str, str]]:
        segments = self._segments(pattern)
        error = ValueError("bad pattern: " + pattern)
        if segments is None:
            raise error
        result = []
        names = set()
        for i, segment in enumerate(segments):
            if "{" not in segment and "}" not in segment:
                result.append(("text", segment))
                continue
            match = _CAPTURE.fullmatch(segment)
            if not match:
                raise error
            name, kind = match.group(1), _KINDS[match.group(2)]
            if name in names or (kind == "rest" and i < len(segments) - 1):
                raise error
            names.add(name)
            result.append((kind, name))
        return result

    @staticmethod
    def _fit(parts, segments):
        """The captures of a pattern for the segments of a path, or None if it does not fit."""
        has_rest = bool(parts) and parts[-1][0] == "rest"
        if len(segments) < len(parts) or (len(segments) > len(parts) and not has_rest):
            return None
        captures = {}
        for i, (kind, name) in enumerate(parts):
            segment = segments[i]
            if kind == "text":
                if segment != name:
                    return None
            elif kind == "number":
                if not _NUMBER.fullmatch(segment):
                    return None
                captures[name] = int(segment)
            elif kind == "any":
                captures[name] = segment
            else:
                captures[name] = "/".join(segments[i:])
        return captures

    def resolve(self, path: str) -> tuple[str, dict]:
        segments = self._segments(path)
        if segments is None:
            raise ValueError("bad path: " + path)
        best = None
        for name, pattern in self.screens.items():
            parts = self.parse(pattern)
            captures = self._fit(parts, segments)
            if captures is None:
                continue
            rank = [_RANK[kind] for kind, _ in parts]
            if best is None or rank < best[0]:
                best = (rank, name, captures)
        if best is None:
            raise ValueError("no screen: " + path)
        return best[1], best[2]

    def build(self, name: str, captures: dict) -> str:
        if name not in self.screens:
            raise KeyError(name)
        parts = self.parse(self.screens[name])
        segments = []
        known = set()
        for kind, key in parts:
            if kind == "text":
                segments.append(key)
                continue
            known.add(key)
            if key not in captures:
                raise ValueError("missing: " + key)
            value = captures[key]
            if kind == "number":
                good = isinstance(value, int) and not isinstance(value, bool) and value >= 0
            elif kind == "any":
                good = isinstance(value, str) and value != "" and "/" not in value
            else:
                good = isinstance(value, str) and all(value.split("/"))
            if not good:
                raise ValueError("bad value: " + key)
            segments.append(str(value))
        unknown = sorted(key for key in captures if key not in known)
        if unknown:
            raise ValueError("unknown: " + unknown[0])
        path = "/" + "/".join(segments)
        other = self.resolve(path)[0]
        if other != name:
            raise ValueError("other screen: " + other)
        return path

    def refresh(self) -> int:
        kept = []
        place = 0
        for i, (path, _) in enumerate(self.trail):
            try:
                name = self.resolve(path)[0]
            except ValueError:
                name = None
            if name is not None and not (kept and kept[-1][0] == path):
                kept.append((path, name))
            if i == self.place:
                place = max(0, len(kept) - 1)
        dropped = len(self.trail) - len(kept)
        self.trail = kept
        self.place = place
        return dropped

    @staticmethod
    def _shape(parts):
        return [(kind, name if kind == "text" else "") for kind, name in parts]

    def register(self, name: str, pattern: str) -> list[str]:
        if name in self.screens:
            raise ValueError("screen exists: " + name)
        shape = self._shape(self.parse(pattern))
        for other, other_pattern in self.screens.items():
            if self._shape(self.parse(other_pattern)) == shape:
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
        if self.trail[self.place][0] == path:
            return name
        del self.trail[self.place + 1:]
        self.trail.append((path, name))
        if len(self.trail) > self.limit:
            del self.trail[1]
            if len(self.trail) > 1 and self.trail[0][0] == self.trail[1][0]:
                del self.trail[1]
        self.place = len(self.trail) - 1
        return name

    def go(self, steps: int) -> tuple[str, int]:
        goal = min(max(0, self.place + steps), len(self.trail) - 1)
        gone = goal - self.place
        self.place = goal
        return self.trail[goal][0], gone
