class ParcelLine:
    def __init__(self, chutes: dict[str, int], loop_size: int):
        self.chutes = dict(chutes)
        self.loop_size = loop_size
        self.rules = {}
        self.held = {name: [] for name in chutes}
        self.jammed = []
        self.loop = []

    def route(self, code: str) -> list[str]:
        prefixes = [prefix for prefix in self.rules if code.startswith(prefix)]
        if not prefixes:
            return []
        return list(self.rules[max(prefixes, key=len)])

    def open_chute(self, code: str) -> str:
        for chute in self.route(code):
            if chute in self.jammed:
                continue
            capacity = self.chutes[chute]
            free = capacity - len(self.held[chute])
            if free > 1 or (free == 1 and (capacity == 1 or code.endswith("!"))):
                return chute
        return ""

    def circulate(self) -> list[tuple[str, str]]:
        express = [code for code in self.loop if code.endswith("!")]
        others = [code for code in self.loop if not code.endswith("!")]
        moved = []
        for code in express + others:
            chute = self.open_chute(code)
            if chute:
                self.held[chute].append(code)
                self.loop.remove(code)
                moved.append((code, chute))
        return moved

    def set_rule(self, prefix: str, chutes: list[str]) -> list[tuple[str, str]]:
        for place, chute in enumerate(chutes):
            if chute not in self.chutes:
                raise ValueError("unknown chute: " + chute)
            if chute in chutes[:place]:
                raise ValueError("chute twice: " + chute)
        if chutes:
            self.rules[prefix] = list(chutes)
        elif prefix in self.rules:
            del self.rules[prefix]
        else:
            raise ValueError("no rule: " + prefix)
        return self.circulate()

    def feed(self, code: str) -> str:
        if code in self.loop or any(code in codes for codes in self.held.values()):
            raise ValueError("already on the line: " + code)
        chute = self.open_chute(code)
        if chute:
            self.held[chute].append(code)
        elif len(self.loop) >= self.loop_size:
            raise RuntimeError("loop full")
        else:
            self.loop.append(code)
        return chute

    def jam(self, chute: str) -> str:
        if chute not in self.chutes:
            raise ValueError("unknown chute: " + chute)
        if chute in self.jammed:
            raise ValueError("already jammed: " + chute)
        self.jammed.append(chute)
        if not self.held[chute]:
            return ""
        code = self.held[chute].pop()
        other = self.open_chute(code)
        if other:
            self.held[other].append(code)
            return other
        self.loop.append(code)
        return "loop"

    def clear(self, chute: str) -> list[tuple[str, str]]:
        if chute not in self.jammed:
            raise ValueError("not jammed: " + chute)
        self.jammed.remove(chute)
        return self.circulate()

    def empty(self, chute: str) -> list[str]:
        if chute not in self.chutes:
            raise ValueError("unknown chute: " + chute)
        if chute in self.jammed:
            raise ValueError("jammed: " + chute)
        codes = self.held[chute]
        self.held[chute] = []
        self.circulate()
        return [code for code in codes if code.endswith("!")] + [code for code in codes if not code.endswith("!")]
