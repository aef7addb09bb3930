# canary: classeval-hf open town_exchange 559120a2-0697-4c4e-a6d3-37c173251bd3


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
        kinds = self.forwards.setdefault(number, {})
        before = kinds.pop(kind, "")
        if target:
            kinds[kind] = target
        if not kinds:
            del self.forwards[number]
        return before

    def route(self, number: str) -> tuple[str, list[str]]:
        visited = []
        while True:
            visited.append(number)
            if visited.count(number) > 1:
                return "loop", visited
            if number not in self.talks and number not in self.groups:
                return "unknown", visited
            kinds = self.forwards.get(number, {})
            if "all" in kinds:
                number = kinds["all"]
                continue
            if number in self.talks:
                tried = [number]
            else:
                turn = self.turns[number]
                tried = self.groups[number][turn:] + self.groups[number][:turn]
                tried = [line for line in tried if "all" not in self.forwards.get(line, {})]
            for line in tried:
                if not self.talks[line]:
                    return line, visited
            if "busy" not in kinds:
                return "busy", visited
            number = kinds["busy"]

    def call(self, caller: str, number: str) -> str:
        if caller not in self.talks:
            raise KeyError(caller)
        if self.talks[caller]:
            raise ValueError("caller talks")
        self.talks[caller] = caller
        result, visited = self.route(number)
        self.talks[caller] = ""
        if result in self.talks:
            self.talks[caller], self.talks[result] = result, caller
            lines = self.groups.get(visited[-1], [])
            if lines:
                self.turns[visited[-1]] = (lines.index(result) + 1) % len(lines)
        return result

    def wish(self, caller: str, number: str) -> str:
        if caller not in self.talks:
            raise KeyError(caller)
        result = "busy" if self.talks[caller] else self.call(caller, number)
        if result != "busy":
            return result
        if (caller, number) not in self.wishes:
            self.wishes.append((caller, number))
        return "noted"

    def hang_up(self, line: str) -> list[tuple[str, str, str]]:
        other = self.talks[line]
        if not other:
            raise ValueError("no talk")
        self.talks[line] = self.talks[other] = ""
        made, left = [], []
        for caller, number in self.wishes:
            result = "busy" if self.talks[caller] else self.call(caller, number)
            if result == "busy":
                left.append((caller, number))
            else:
                made.append((caller, number, result))
        self.wishes = left
        return made
