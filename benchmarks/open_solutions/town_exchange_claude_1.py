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
        own = self.forwards.get(number, {})
        before = own.get(kind, "")
        if target:
            self.forwards.setdefault(number, {})[kind] = target
        elif before:
            del own[kind]
            if not own:
                del self.forwards[number]
        return before

    def _route(self, number, caller=None):
        """The result, the numbers visited, and whether a line was reached."""
        visited = []
        while True:
            if number in visited:
                return "loop", [*visited, number], False
            visited.append(number)
            if number not in self.talks and number not in self.groups:
                return "unknown", visited, False
            own = self.forwards.get(number, {})
            if "all" in own:
                number = own["all"]
                continue
            if number in self.talks:
                if not self.talks[number] and number != caller:
                    return number, visited, True
            else:
                lines = self.groups[number]
                turn = self.turns[number]
                for line in lines[turn:] + lines[:turn]:
                    free = not self.talks[line] and line != caller
                    if free and "all" not in self.forwards.get(line, {}):
                        return line, visited, True
            if "busy" not in own:
                return "busy", visited, False
            number = own["busy"]

    def route(self, number: str) -> tuple[str, list[str]]:
        result, visited, _ = self._route(number)
        return result, visited

    def _call(self, caller, number):
        """The result, and whether the call ended busy."""
        result, visited, reached = self._route(number, caller)
        if reached:
            self.talks[caller] = result
            self.talks[result] = caller
            last = visited[-1]
            if last in self.groups:
                lines = self.groups[last]
                self.turns[last] = (lines.index(result) + 1) % len(lines)
        return result, not reached and result == "busy"

    def call(self, caller: str, number: str) -> str:
        if caller not in self.talks:
            raise KeyError(caller)
        if self.talks[caller]:
            raise ValueError("caller talks")
        return self._call(caller, number)[0]

    def wish(self, caller: str, number: str) -> str:
        if caller not in self.talks:
            raise KeyError(caller)
        if not self.talks[caller]:
            result, busy = self._call(caller, number)
            if not busy:
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
            if not self.talks[caller]:
                result, busy = self._call(caller, number)
                if not busy:
                    removed.append((caller, number, result))
                    continue
            kept.append((caller, number))
        self.wishes = kept
        return removed
