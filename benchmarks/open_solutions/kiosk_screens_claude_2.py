import re

_CAPTURE = re.compile(r"\{([a-z]+)([#*]?)\}")
_DIGITS = re.compile(r"[0-9]+")
_KINDS = {"": "any", "#": "number", "*": "rest"}
_RANKS = {"text": 0, "number": 1, "any": 2, "rest": 3}


class KioskScreens:
    def __init__(self, home: str, limit: int):
        self.limit = limit
        self.screens = {home: "/"}
        self.trail = [("/", home)]
        self.place = 0

    @staticmethod
    def _segments(path):
        """The segments of a path, None if it is no path."""
        if path == "/":
            return []
        if not path.startswith("/"):
            return None
        segments = path[1:].split("/")
        return segments if all(segments) else None

    def parse(self, pattern: str) -> list[tuple[str, str]]:
        segments = self._segments(pattern)
        if segments is None:
            raise ValueError(f"bad pattern: {pattern}")
        result = []
        names = set()
        for index, segment in enumerate(segments):
            if "{" not in segment and "}" not in segment:
                result.append(("text", segment))
                continue
            match = _CAPTURE.fullmatch(segment)
            if match is None or match[1] in names or (match[2] == "*" and index + 1 < len(segments)):
                raise ValueError(f"bad pattern: {pattern}")
            names.add(match[1])
            result.append((_KINDS[match[2]], match[1]))
        return result

    @staticmethod
    def _fit(parts, segments):
        """What the captures fit, None if the pattern does not."""
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
            elif _DIGITS.fullmatch(segment):
                captures[name] = int(segment)
            else:
                return None
        return captures if len(parts) == len(segments) else None

    def resolve(self, path: str) -> tuple[str, dict]:
        segments = self._segments(path)
        if segments is None:
            raise ValueError(f"bad path: {path}")
        best = None
        for name, pattern in self.screens.items():
            parts = self.parse(pattern)
            captures = self._fit(parts, segments)
            if captures is not None:
                ranks = [_RANKS[kind] for kind, _ in parts]
                if best is None or ranks < best[0]:
                    best = (ranks, name, captures)
        if best is None:
            raise ValueError(f"no screen: {path}")
        return best[1], best[2]

    def build(self, name: str, captures: dict) -> str:
        if name not in self.screens:
            raise KeyError(name)
        parts = self.parse(self.screens[name])
        segments = []
        names = set()
        for kind, part in parts:
            if kind == "text":
                segments.append(part)
                continue
            names.add(part)
            if part not in captures:
                raise ValueError(f"missing: {part}")
            value = captures[part]
            if kind == "number":
                good = isinstance(value, int) and not isinstance(value, bool) and value >= 0
            elif kind == "any":
                good = isinstance(value, str) and value != "" and "/" not in value
            else:
                good = isinstance(value, str) and all(value.split("/"))
            if not good:
                raise ValueError(f"bad value: {part}")
            segments.append(str(value))
        unknown = sorted(other for other in captures if other not in names)
        if unknown:
            raise ValueError(f"unknown: {unknown[0]}")
        path = "/" + "/".join(segments)
        other = self.resolve(path)[0]
        if other != name:
            raise ValueError(f"other screen: {other}")
        return path

    def refresh(self) -> int:
        kept = []
        place = 0
        for index, (path, _) in enumerate(self.trail):
            try:
                name = self.resolve(path)[0]
            except ValueError:
                name = None
            if name is not None and not (kept and kept[-1][0] == path):
                kept.append((path, name))
            if index == self.place:
                place = max(0, len(kept) - 1)
        dropped = len(self.trail) - len(kept)
        self.trail = kept
        self.place = place
        return dropped

    def register(self, name: str, pattern: str) -> list[str]:
        if name in self.screens:
            raise ValueError(f"screen exists: {name}")

        def shape(parts):
            return [(kind, text if kind == "text" else "") for kind, text in parts]

        own = shape(self.parse(pattern))
        for other, other_pattern in self.screens.items():
            if shape(self.parse(other_pattern)) == own:
                raise ValueError(f"same shape: {other}")
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
        before = self.place
        self.place = max(0, min(len(self.trail) - 1, before + steps))
        return self.trail[self.place][0], self.place - before
