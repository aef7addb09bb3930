# canary: classeval-hf open station_settings c873acb5-b611-4fa0-89c8-18e6c8e0fddf

import re

KEY = r"[a-z]+(?:\.[a-z]+)*"


def search(settings, key, layers):
    """The topmost of some layers that has a key, or an empty text."""
    return next((layer for layer in reversed(layers) if key in settings.values[layer]), "")


def resolve(settings, key, layer, path, used):
    """The value that a key has by a layer; path has the pairs of key and layer that are being computed."""
    text = settings.values[layer][key] if layer else None
    if text is None:
        raise KeyError(key)
    if (key, layer) in path:
        raise ValueError(f"circle: {key}")
    used.add((key, layer))
    below = settings.layers[: settings.layers.index(layer)]

    def value(match):
        if match[0] == "$$":
            return "$"
        other = key if match[1] == "^" else match[1]
        source = search(settings, other, below) if match[1] == "^" else settings.origin(other)
        if match[2] is not None and (not source or settings.values[source][other] is None):
            return match[2][1:]
        return resolve(settings, other, source, [*path, (key, layer)], used)

    return re.sub(r"\$\$|\$\{(\^|" + KEY + r")(\|[^${}|]*)?\}", value, text)


class StationSettings:
    def __init__(self):
        self.layers = []
        self.values = {}
        self.pins = {}

    def load(self, layer: str, path: str) -> int:
        with open(path, encoding="utf-8") as file:
            lines = file.read().split("\n")
        found = {}
        for number, line in enumerate(lines, 1):
            line = line.strip(" ")
            if not line or line.startswith("#"):
                continue
            match = re.fullmatch(rf"({KEY}) *(?:= *(.*)|!)", line, re.DOTALL)
            if not match:
                raise ValueError(f"line {number}: bad line")
            if match[1] in found:
                raise ValueError(f"line {number}: key twice")
            found[match[1]] = match[2]
        if layer not in self.values:
            self.layers.append(layer)
        self.values[layer] = found
        self.pins = {key: place for key, place in self.pins.items() if place != layer or key in found}
        return len(found)

    def save(self, layer: str, path: str) -> int:
        keys = sorted(self.values[layer])
        texts = [(key, self.values[layer][key]) for key in keys]
        with open(path, "w", encoding="utf-8", newline="") as file:
            file.writelines(f"{key} !\n" if text is None else f"{key} = {text}\n" for key, text in texts)
        return len(keys)

    def put(self, layer: str, key: str, text: str | None) -> bool:
        if layer not in self.values:
            raise KeyError(layer)
        if not re.fullmatch(KEY, key):
            raise ValueError("bad key")
        if text is not None and (text != text.strip(" ") or "\n" in text or "\r" in text):
            raise ValueError("bad text")
        self.values[layer][key] = text
        return self.origin(key) == layer

    def drop(self, layer: str, key: str) -> str:
        del self.values[layer][key]
        if self.pins.get(key) == layer:
            del self.pins[key]
        return self.origin(key)

    def pin(self, key: str, layer: str) -> str:
        before = self.origin(key)
        if not layer:
            self.pins.pop(key, None)
            return before
        if key not in self.values[layer]:
            raise KeyError(key)
        self.pins[key] = layer
        return before

    def origin(self, key: str) -> str:
        return self.pins.get(key) or search(self, key, self.layers)

    def get(self, key: str) -> str:
        return resolve(self, key, self.origin(key), [], set())

    def trace(self, key: str) -> list[tuple[str, str]]:
        used = set()
        resolve(self, key, self.origin(key), [], used)
        return sorted(used)
