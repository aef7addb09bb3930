class TownExchange:
    def __init__(self, lines: list[str]):
        self.talks = dict.fromkeys(lines, "")
        self.forwards = {}
        self.groups = {}
        self.turns = {}
        self.wishes = []

    def group(self, number: str, lines: list[str]) -> None:
        if number in self.talks:
            raise ValueError("line")
        if not lines:
            raise ValueError("no lines")
        if len(set(lines)) < len(lines):
            raise ValueError("twice")
        for line in lines:
            if line not in self.talks:
                raise KeyError(line)
        self.groups[number] = list(lines)
        self.turns[number] = 0

    def forward(self, number: str, kind: str, target: str) -> str:
        if number not in self.talks and number not in self.groups:
            raise KeyError(number)
        if kind not in ("all", "busy"):
            raise ValueError("bad kind")
        kinds = self.forwards.get(number, {})
        before = kinds.pop(kind, "")
        if target:
            kinds[kind] = target
        if kinds:
            self.forwards[number] = kinds
        else:
            self.forwards.pop(number, None)
        return before

    def _route(self, number, caller):
        """The result, the numbers visited, and the line reached with the place in a group that led to it."""
        visited = []
        while True:
            again = number in visited
            visited.append(number)
            if again:
                return "loop", visited, None, None
            if number not in self.talks and number not in self.groups:
                return "unknown", visited, None, None
            kinds = self.forwards.get(number, {})
            if "all" in kinds:
                number = kinds["all"]
                continue
            if number in self.talks:
                if not self.talks[number] and number != caller:
                    return number, visited, number, None
            else:
                lines = self.groups[number]
                for step in range(len(lines)):
                    place = (self.turns[number] + step) % len(lines)
                    line = lines[place]
                    if self.talks[line] or line == caller or "all" in self.forwards.get(line, {}):
                        continue
                    return line, visited, line, (number, place)
            if "busy" not in kinds:
                return "busy", visited, None, None
            number = kinds["busy"]

    def route(self, number: str) -> tuple[str, list[str]]:
        result, visited, _, _ = self._route(number, None)
        return result, visited

    def call(self, caller: str, number: str) -> str:
        if caller not in self.talks:
            raise KeyError(caller)
        if self.talks[caller]:
            raise ValueError("caller talks")
        result, _, line, through = self._route(number, caller)
        if line is not None:
            self.talks[caller] = line
            self.talks[line] = caller
            if through is not None:
                group, place = through
                self.turns[group] = (place + 1) % len(self.groups[group])
        return result

    def wish(self, caller: str, number: str) -> str:
        if caller not in self.talks:
            raise KeyError(caller)
        if not self.talks[caller]:
            result = self.call(caller, number)
            if result != "busy":
                return result
        if (caller, number) not in self.wishes:
            self.wishes.append((caller, number))
        return "noted"

    def hang_up(self, line: str) -> list[tuple[str, str, str]]:
        if line not in self.talks:
            raise KeyError(line)
        other = self.talks[line]
        if not other:
            raise ValueError("no talk")
        self.talks[line] = ""
        self.talks[other] = ""
        removed = []
        kept = []
        for caller, number in self.wishes:
            result = "busy" if self.talks[caller] else self.call(caller, number)
            if result == "busy":
                kept.append((caller, number))
            else:
                removed.append((caller, number, result))
        self.wishes = kept
        return removed
