import re

KEY = r"[a-z]+(?:\.[a-z]+)*"
KEY_ALONE = re.compile(KEY)
SETTING = re.compile(rf"({KEY}) *= *(.*)", re.DOTALL)
HIDING = re.compile(rf"({KEY}) *!")
PLACE = re.compile(rf"\$\$|\$\{{({KEY}|\^)(?:\|([^${{}}|]*))?\}}")


class StationSettings:
    def __init__(self):
        self.layers = []
        self.values = {}
        self.pins = {}

    def _check_layer(self, layer):
        if layer not in self.values:
            raise KeyError(layer)

    def load(self, layer: str, path: str) -> int:
        with open(path, encoding="utf-8") as file:
            text = file.read()
        found = {}
        for number, line in enumerate(text.split("\n"), 1):
            line = line.strip(" ")
            if not line or line.startswith("#"):
                continue
            setting = SETTING.fullmatch(line)
            hiding = HIDING.fullmatch(line)
            if setting:
                key, value = setting.groups()
            elif hiding:
                key, value = hiding.group(1), None
            else:
                raise ValueError(f"line {number}: bad line")
            if key in found:
                raise ValueError(f"line {number}: key twice")
            found[key] = value
        if layer not in self.values:
            self.layers.append(layer)
        self.values[layer] = found
        for key, pinned in list(self.pins.items()):
            if pinned == layer and key not in found:
                del self.pins[key]
        return len(found)

    def save(self, layer: str, path: str) -> int:
        self._check_layer(layer)
        lines = []
        for key, text in sorted(self.values[layer].items(), key=lambda entry: entry[0]):
            lines.append(key + " !\n" if text is None else key + " = " + text + "\n")
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            file.write("".join(lines))
        return len(lines)

    def put(self, layer: str, key: str, text: str | None) -> bool:
        self._check_layer(layer)
        if not KEY_ALONE.fullmatch(key):
            raise ValueError("bad key")
        if text is not None and ("\n" in text or "\r" in text or text != text.strip(" ")):
            raise ValueError("bad text")
        self.values[layer][key] = text
        return self.origin(key) == layer

    def drop(self, layer: str, key: str) -> str:
        self._check_layer(layer)
        if key not in self.values[layer]:
            raise KeyError(key)
        del self.values[layer][key]
        if self.pins.get(key) == layer:
            del self.pins[key]
        return self.origin(key)

    def pin(self, key: str, layer: str) -> str:
        before = self.origin(key)
        if layer == "":
            self.pins.pop(key, None)
            return before
        self._check_layer(layer)
        if key not in self.values[layer]:
            raise KeyError(key)
        self.pins[key] = layer
        return before

    def _topmost(self, key, layers):
        return next((layer for layer in reversed(layers) if key in self.values[layer]), "")

    def origin(self, key: str) -> str:
        return self.pins.get(key) or self._topmost(key, self.layers)

    def _expand(self, key, layer, done, active):
        """The value of a key by its text in a layer; done gets all values computed on the way."""
        state = (key, layer)
        if state in active:
            raise ValueError("circle: " + key)
        if state in done:
            return done[state]
        active.add(state)

        def fill(match):
            name, default = match.groups()
            if name is None:
                return "$"
            if name == "^":
                name = key
                source = self._topmost(key, self.layers[: self.layers.index(layer)])
            else:
                source = self.origin(name)
            if not source or self.values[source][name] is None:
                if default is None:
                    raise KeyError(name)
                return default
            return self._expand(name, source, done, active)

        value = PLACE.sub(fill, self.values[layer][key])
        active.discard(state)
        done[state] = value
        return value

    def _compute(self, key):
        layer = self.origin(key)
        if not layer or self.values[layer][key] is None:
            raise KeyError(key)
        done = {}
        return self._expand(key, layer, done, set()), done

    def get(self, key: str) -> str:
        return self._compute(key)[0]

    def trace(self, key: str) -> list[tuple[str, str]]:
        return sorted(self._compute(key)[1])
