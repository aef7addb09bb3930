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
        if len(set(lines)) != len(lines):
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
        targets = self.forwards.setdefault(number, {})
        before = targets.pop(kind, "")
        if target:
            targets[kind] = target
        if not targets:
            del self.forwards[number]
        return before

    def _follow(self, number, caller):
        """The result, the numbers visited, and the group and place through which a line was reached, or None."""
        visited = []
        while True:
            again = number in visited
            visited.append(number)
            if again:
                return "loop", visited, None
            if number not in self.talks and number not in self.groups:
                return "unknown", visited, None
            targets = self.forwards.get(number, {})
            if "all" in targets:
                number = targets["all"]
                continue
            if number in self.talks:
                if self._is_free(number, caller):
                    return number, visited, None
            else:
                lines = self.groups[number]
                for step in range(len(lines)):
                    place = (self.turns[number] + step) % len(lines)
                    line = lines[place]
                    if self._is_free(line, caller) and "all" not in self.forwards.get(line, {}):
                        return line, visited, (number, place)
            if "busy" not in targets:
                return "busy", visited, None
            number = targets["busy"]

    def _is_free(self, line, caller):
        return not self.talks[line] and line != caller

    def route(self, number: str) -> tuple[str, list[str]]:
        result, visited, _ = self._follow(number, None)
        return result, visited

    def call(self, caller: str, number: str) -> str:
        if caller not in self.talks:
            raise KeyError(caller)
        if self.talks[caller]:
            raise ValueError("caller talks")
        result, _, through = self._follow(number, caller)
        if result in self.talks:
            self.talks[caller] = result
            self.talks[result] = caller
            if through:
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
        made = []
        for caller, number in list(self.wishes):
            if self.talks[caller]:
                continue
            result = self.call(caller, number)
            if result != "busy":
                self.wishes.remove((caller, number))
                made.append((caller, number, result))
        return made
