import re

_WORDS = r"[a-z]+(?:\.[a-z]+)*"
_KEY = re.compile(_WORDS)
_LINE = re.compile(rf"({_WORDS}) *(?:= *(.*)|!)")
_PLACE = re.compile(rf"\$\$|\$\{{({_WORDS}|\^)(?:\|([^${{}}|]*))?\}}")


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
            if not match:
                raise ValueError(f"line {number}: bad line")
            key, text = match.groups()
            if key in values:
                raise ValueError(f"line {number}: key twice")
            values[key] = text
        if layer not in self.layers:
            self.layers.append(layer)
        self.values[layer] = values
        self.pins = {key: own for key, own in self.pins.items() if own != layer or key in values}
        return len(values)

    def _check(self, layer):
        if layer not in self.layers:
            raise KeyError(layer)

    def save(self, layer: str, path: str) -> int:
        self._check(layer)
        values = self.values[layer]
        lines = [
            f"{key} !\n" if values[key] is None else f"{key} = {values[key]}\n" for key in sorted(values)
        ]
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            file.writelines(lines)
        return len(lines)

    def put(self, layer: str, key: str, text: str | None) -> bool:
        self._check(layer)
        if not _KEY.fullmatch(key):
            raise ValueError("bad key")
        if text is not None and ("\n" in text or "\r" in text or text != text.strip(" ")):
            raise ValueError("bad text")
        self.values[layer][key] = text
        return self.origin(key) == layer

    def drop(self, layer: str, key: str) -> str:
        self._check(layer)
        if key not in self.values[layer]:
            raise KeyError(key)
        del self.values[layer][key]
        if self.pins.get(key) == layer:
            del self.pins[key]
        return self.origin(key)

    def pin(self, key: str, layer: str) -> str:
        if layer:
            self._check(layer)
            if key not in self.values[layer]:
                raise KeyError(key)
        before = self.origin(key)
        if layer:
            self.pins[key] = layer
        else:
            self.pins.pop(key, None)
        return before

    def _topmost(self, key, layers):
        for layer in reversed(layers):
            if key in self.values[layer]:
                return layer
        return ""

    def origin(self, key: str) -> str:
        return self.pins.get(key) or self._topmost(key, self.layers)

    def _compute(self, key):
        """The value of a key, and the set of (key, layer) of the texts of which it is made."""
        running = set()
        done = {}

        def value_in(name, layer):
            place = (name, layer)
            if place in running:
                raise ValueError("circle: " + name)
            if place not in done:
                running.add(place)

                def replace(match):
                    if match.group() == "$$":
                        return "$"
                    inner, default = match.groups()
                    if inner == "^":
                        inner = name
                        source = self._topmost(name, self.layers[:self.layers.index(layer)])
                    else:
                        source = self.origin(inner)
                    if not source or self.values[source][inner] is None:
                        if default is None:
                            raise KeyError(inner)
                        return default
                    return value_in(inner, source)

                done[place] = _PLACE.sub(replace, self.values[layer][name])
                running.remove(place)
            return done[place]

        layer = self.origin(key)
        if not layer or self.values[layer][key] is None:
            raise KeyError(key)
        return value_in(key, layer), set(done)

    def get(self, key: str) -> str:
        return self._compute(key)[0]

    def trace(self, key: str) -> list[tuple[str, str]]:
        return sorted(self._compute(key)[1])
