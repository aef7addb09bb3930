# canary: classeval-hf open parcel_line 4eae9b1f-80a4-47f8-b9ac-134562523f67


class ParcelLine:
    def __init__(self, chutes: dict[str, int], loop_size: int):
        self.chutes = dict(chutes)
        self.loop_size = loop_size
        self.rules = {}
        self.held = {name: [] for name in chutes}
        self.jammed = []
        self.loop = []

    def route(self, code: str) -> list[str]:
        fitting = [prefix for prefix in self.rules if code.startswith(prefix)]
        return list(self.rules[max(fitting, key=len)]) if fitting else []

    def open_chute(self, code: str) -> str:
        for name in self.route(code):
            capacity = self.chutes[name]
            reserved = 0 if code.endswith("!") or capacity < 2 else 1
            if name not in self.jammed and len(self.held[name]) < capacity - reserved:
                return name
        return ""

    def circulate(self) -> list[tuple[str, str]]:
        moved = []
        for code in sorted(self.loop, key=lambda item: not item.endswith("!")):
            name = self.open_chute(code)
            if name:
                self.held[name].append(code)
                self.loop.remove(code)
                moved.append((code, name))
        return moved

    def set_rule(self, prefix: str, chutes: list[str]) -> list[tuple[str, str]]:
        for number, name in enumerate(chutes):
            if name not in self.chutes:
                raise ValueError(f"unknown chute: {name}")
            if name in chutes[:number]:
                raise ValueError(f"chute twice: {name}")
        if chutes:
            self.rules[prefix] = list(chutes)
        elif prefix in self.rules:
            del self.rules[prefix]
        else:
            raise ValueError(f"no rule: {prefix}")
        return self.circulate()

    def feed(self, code: str) -> str:
        if code in self.loop or any(code in codes for codes in self.held.values()):
            raise ValueError(f"already on the line: {code}")
        name = self.open_chute(code)
        if name:
            self.held[name].append(code)
        elif len(self.loop) >= self.loop_size:
            raise RuntimeError("loop full")
        else:
            self.loop.append(code)
        return name

    def jam(self, chute: str) -> str:
        if chute not in self.chutes:
            raise ValueError(f"unknown chute: {chute}")
        if chute in self.jammed:
            raise ValueError(f"already jammed: {chute}")
        self.jammed.append(chute)
        if not self.held[chute]:
            return ""
        code = self.held[chute].pop()
        name = self.open_chute(code)
        if not name:
            self.loop.append(code)
            return "loop"
        self.held[name].append(code)
        return name

    def clear(self, chute: str) -> list[tuple[str, str]]:
        if chute not in self.jammed:
            raise ValueError(f"not jammed: {chute}")
        self.jammed.remove(chute)
        return self.circulate()

    def empty(self, chute: str) -> list[str]:
        if chute not in self.chutes:
            raise ValueError(f"unknown chute: {chute}")
        if chute in self.jammed:
            raise ValueError(f"jammed: {chute}")
        codes = sorted(self.held[chute], key=lambda item: not item.endswith("!"))
        self.held[chute] = []
        self.circulate()
        return codes
