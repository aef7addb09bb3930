# canary: classeval-hf open dispatch_desk 50f28958-c0af-40d8-8b3a-bb860b9e62a8


def _matches(pattern, topic):
    words, parts = pattern.split("/"), topic.split("/")
    if words[-1] == "#":
        words.pop()
        if len(parts) < len(words):
            return False
        parts = parts[: len(words)]
    return len(words) == len(parts) and all(word in ("*", part) for word, part in zip(words, parts))


class DispatchDesk:
    def __init__(self, patience: int, tries: int):
        self.patience = patience
        self.tries = tries
        self.now = 0
        self.count = 0
        self.readers = {}
        self.waiting = {}
        self.out = {}
        self.given = {}
        self.dead = []
        self.texts = {}

    def join(self, reader: str, room: int, pattern: str) -> int:
        if room < 1:
            raise ValueError("bad room")
        _, patterns = self.readers.get(reader, (0, []))
        if pattern not in patterns:
            patterns = [*patterns, pattern]
        self.readers[reader] = (room, patterns)
        self.waiting.setdefault(reader, [])
        self.out.setdefault(reader, {})
        self.given.setdefault(reader, {})
        return len(patterns)

    def post(self, topic: str, text: str) -> list[str]:
        self.count += 1
        self.texts[self.count] = text
        chosen = []
        for reader, (_, patterns) in sorted(self.readers.items()):
            if any(_matches(pattern, topic) for pattern in patterns):
                self.waiting[reader].append(self.count)
                chosen.append(reader)
        if not chosen:
            self.dead.append((self.count, "", "nobody"))
        return chosen

    def pull(self, reader: str) -> tuple[int, str, int] | None:
        room, _ = self.readers[reader]
        if not self.waiting[reader] or len(self.out[reader]) >= room:
            return None
        number = self.waiting[reader].pop(0)
        self.out[reader][number] = self.now + self.patience
        self.given[reader][number] = self.given[reader].get(number, 0) + 1
        return number, self.texts[number], self.given[reader][number]

    def confirm(self, reader: str, number: int) -> bool:
        if reader not in self.readers:
            raise KeyError(reader)
        del self.given[reader][number]
        was_out = number in self.out[reader]
        if was_out:
            del self.out[reader][number]
        else:
            self.waiting[reader].remove(number)
        used = [*self.waiting.values(), *self.out.values(), [entry[0] for entry in self.dead]]
        if not any(number in numbers for numbers in used):
            del self.texts[number]
        return was_out

    def refuse(self, reader: str, number: int) -> bool:
        if reader not in self.readers:
            raise KeyError(reader)
        del self.out[reader][number]
        if self.given[reader][number] < self.tries:
            self.waiting[reader].insert(0, number)
            return False
        del self.given[reader][number]
        self.dead.append((number, reader, "refused"))
        return True

    def wait(self, ticks: int) -> int:
        self.now += ticks
        due = sorted(
            (tick, reader, number)
            for reader, numbers in self.out.items()
            for number, tick in numbers.items()
            if tick <= self.now
        )
        for _, reader, number in due:
            del self.out[reader][number]
            if self.given[reader][number] < self.tries:
                self.waiting[reader].insert(0, number)
            else:
                del self.given[reader][number]
                self.dead.append((number, reader, "silent"))
        return len(due)

    def revive(self, reader: str) -> int:
        if reader not in self.readers:
            raise KeyError(reader)
        numbers = [entry[0] for entry in self.dead if entry[1] == reader]
        self.dead = [entry for entry in self.dead if entry[1] != reader]
        self.waiting[reader] += numbers
        return len(numbers)
