# canary: classeval-hf open dispatch_desk 50f28958-c0af-40d8-8b3a-bb860b9e62a8


def _matches(pattern, topic):
    words, parts = pattern.split("/"), topic.split("/")
    if words[-1] == "#":
        words = words[:-1]
        if len(parts) < len(words):
            return False
    elif len(parts) != len(words):
        return False
    return all(word in ("*", part) for word, part in zip(words, parts))


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

    def _known(self, reader):
        if reader not in self.readers:
            raise KeyError(reader)

    def join(self, reader: str, room: int, pattern: str) -> int:
        if room < 1:
            raise ValueError("bad room")
        if reader not in self.readers:
            patterns = []
            self.waiting[reader] = []
            self.out[reader] = {}
            self.given[reader] = {}
        else:
            patterns = self.readers[reader][1]
        if pattern not in patterns:
            patterns.append(pattern)
        self.readers[reader] = (room, patterns)
        return len(patterns)

    def post(self, topic: str, text: str) -> list[str]:
        self.count += 1
        self.texts[self.count] = text
        targets = sorted(
            reader
            for reader, (_, patterns) in self.readers.items()
            if any(_matches(pattern, topic) for pattern in patterns)
        )
        for reader in targets:
            self.waiting[reader].append(self.count)
        if not targets:
            self.dead.append((self.count, "", "nobody"))
        return targets

    def pull(self, reader: str) -> tuple[int, str, int] | None:
        self._known(reader)
        if not self.waiting[reader] or len(self.out[reader]) >= self.readers[reader][0]:
            return None
        number = self.waiting[reader].pop(0)
        time = self.given[reader].get(number, 0) + 1
        self.given[reader][number] = time
        self.out[reader][number] = self.now + self.patience
        return (number, self.texts[number], time)

    def confirm(self, reader: str, number: int) -> bool:
        self._known(reader)
        was_out = number in self.out[reader]
        if was_out:
            del self.out[reader][number]
        elif number in self.waiting[reader] and number in self.given[reader]:
            self.waiting[reader].remove(number)
        else:
            raise KeyError(number)
        self.given[reader].pop(number, None)
        if not (
            any(number in numbers for numbers in self.waiting.values())
            or any(number in numbers for numbers in self.out.values())
            or any(number == entry[0] for entry in self.dead)
        ):
            self.texts.pop(number, None)
        return was_out

    def _take_back(self, reader, number, reason):
        del self.out[reader][number]
        if self.given[reader].get(number, 0) >= self.tries:
            self.given[reader].pop(number, None)
            self.dead.append((number, reader, reason))
            return True
        self.waiting[reader].insert(0, number)
        return False

    def refuse(self, reader: str, number: int) -> bool:
        self._known(reader)
        if number not in self.out[reader]:
            raise KeyError(number)
        return self._take_back(reader, number, "refused")

    def wait(self, ticks: int) -> int:
        self.now += ticks
        due = sorted(
            (tick, reader, number)
            for reader, numbers in self.out.items()
            for number, tick in numbers.items()
            if tick <= self.now
        )
        for _, reader, number in due:
            self._take_back(reader, number, "silent")
        return len(due)

    def revive(self, reader: str) -> int:
        self._known(reader)
        kept = []
        count = 0
        for entry in self.dead:
            if entry[1] == reader and entry[2] != "nobody":
                self.waiting[reader].append(entry[0])
                count += 1
            else:
                kept.append(entry)
        self.dead = kept
        return count
