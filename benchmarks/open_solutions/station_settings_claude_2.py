import re

_KEY = r"[a-z]+(?:\.[a-z]+)*"
_KEY_ONLY = re.compile(_KEY)
_LINE = re.compile(rf"({_KEY}) *(?:(!)|= *(.*))", re.DOTALL)
_PLACE = re.compile(rf"\$\$|\$\{{({_KEY}|\^)(?:\|([^${{}}|]*))?\}}")


class StationSettings:
    def __init__(self):
        self.layers = []
        self.values = {}
        self.pins = {}

    def load(self, layer: str, path: str) -> int:
        with open(path, encoding="utf-8") as file:
            lines = file.read().split("\n")
        values = {}
        for number, line in enumerate(lines, 1):
            line = line.strip(" ")
            if not line or line.startswith("#"):
                continue
            match = _LINE.fullmatch(line)
            if match is None:
                raise ValueError(f"line {number}: bad line")
            key, hidden, text = match.groups()
            if key in values:
                raise ValueError(f"line {number}: key twice")
            values[key] = None if hidden else text
        if layer not in self.values:
            self.layers.append(layer)
        self.values[layer] = values
        self.pins = {key: pinned for key, pinned in self.pins.items() if pinned != layer or key in values}
        return len(values)

    def _check_layer(self, layer):
        if layer not in self.values:
            raise KeyError(layer)

    def _check_key(self, layer, key):
        self._check_layer(layer)
        if key not in self.values[layer]:
            raise KeyError(key)

    def save(self, layer: str, path: str) -> int:
        self._check_layer(layer)
        values = self.values[layer]
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            for key in sorted(values):
                file.write(f"{key} !\n" if values[key] is None else f"{key} = {values[key]}\n")
        return len(values)

    def put(self, layer: str, key: str, text: str | None) -> bool:
        self._check_layer(layer)
        if not _KEY_ONLY.fullmatch(key):
            raise ValueError("bad key")
        if text is not None and ("\n" in text or "\r" in text or text != text.strip(" ")):
            raise ValueError("bad text")
        self.values[layer][key] = text
        return self.origin(key) == layer

    def drop(self, layer: str, key: str) -> str:
        self._check_key(layer, key)
        del self.values[layer][key]
        if self.pins.get(key) == layer:
            del self.pins[key]
        return self.origin(key)

    def pin(self, key: str, layer: str) -> str:
        if layer:
            self._check_key(layer, key)
        before = self.origin(key)
        if layer:
            self.pins[key] = layer
        else:
            self.pins.pop(key, None)
        return before

    def _topmost(self, key, layers):
        """The topmost of some layers that has a key, empty if there is none."""
        return next((layer for layer in reversed(layers) if key in self.values[layer]), "")

    def origin(self, key: str) -> str:
        return self.pins[key] if key in self.pins else self._topmost(key, self.layers)

    def _has_text(self, key, layer):
        return layer != "" and self.values[layer][key] is not None

    def _compute(self, key, layer, known, open_keys):
        """The value of a key in a layer; known maps what was computed before, by key and layer."""
        if (key, layer) in known:
            return known[key, layer]
        if (key, layer) in open_keys:
            raise ValueError(f"circle: {key}")
        open_keys.add((key, layer))
        text = self.values[layer][key]
        parts = []
        position = 0
        for match in _PLACE.finditer(text):
            parts.append(text[position:match.start()])
            position = match.end()
            name, default = match.groups()
            if name is None:
                parts.append("$")
                continue
            if name == "^":
                name = key
                source = self._topmost(key, self.layers[: self.layers.index(layer)])
            else:
                source = self.origin(name)
            if self._has_text(name, source):
                parts.append(self._compute(name, source, known, open_keys))
            elif default is not None:
                parts.append(default)
            else:
                raise KeyError(name)
        parts.append(text[position:])
        open_keys.discard((key, layer))
        known[key, layer] = "".join(parts)
        return known[key, layer]

    def _known(self, key):
        layer = self.origin(key)
        if not self._has_text(key, layer):
            raise KeyError(key)
        known = {}
        self._compute(key, layer, known, set())
        return known

    def get(self, key: str) -> str:
        return self._known(key)[key, self.origin(key)]

    def trace(self, key: str) -> list[tuple[str, str]]:
        return sorted(self._known(key))
