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

    @staticmethod
    def _matches(pattern, topic):
        words = pattern.split("/")
        parts = topic.split("/")
        if words[-1] == "#":
            words.pop()
            parts = parts[: len(words)]
        return len(words) == len(parts) and all(word in ("*", part) for word, part in zip(words, parts))

    def join(self, reader: str, room: int, pattern: str) -> int:
        if room < 1:
            raise ValueError("bad room")
        patterns = list(self.readers[reader][1]) if reader in self.readers else []
        if pattern not in patterns:
            patterns.append(pattern)
        self.readers[reader] = (room, patterns)
        self.waiting.setdefault(reader, [])
        self.out.setdefault(reader, {})
        self.given.setdefault(reader, {})
        return len(patterns)

    def post(self, topic: str, text: str) -> list[str]:
        self.count += 1
        self.texts[self.count] = text
        found = [
            reader
            for reader in sorted(self.readers)
            if any(self._matches(pattern, topic) for pattern in self.readers[reader][1])
        ]
        for reader in found:
            self.waiting[reader].append(self.count)
        if not found:
            self.dead.append((self.count, "", "nobody"))
        return found

    def _check(self, reader):
        if reader not in self.readers:
            raise KeyError(reader)

    def pull(self, reader: str) -> tuple[int, str, int] | None:
        self._check(reader)
        if not self.waiting[reader] or len(self.out[reader]) >= self.readers[reader][0]:
            return None
        number = self.waiting[reader].pop(0)
        times = self.given[reader].get(number, 0) + 1
        self.given[reader][number] = times
        self.out[reader][number] = self.now + self.patience
        return number, self.texts[number], times

    def confirm(self, reader: str, number: int) -> bool:
        self._check(reader)
        was_out = number in self.out[reader]
        if was_out:
            del self.out[reader][number]
        elif number in self.given[reader] and number in self.waiting[reader]:
            self.waiting[reader].remove(number)
        else:
            raise KeyError(number)
        self.given[reader].pop(number, None)
        if not (
            any(number in waiting for waiting in self.waiting.values())
            or any(number in out for out in self.out.values())
            or any(entry[0] == number for entry in self.dead)
        ):
            self.texts.pop(number, None)
        return was_out

    def _take_back(self, reader, number, reason):
        """Take back a message that is out, and return whether it is dead."""
        del self.out[reader][number]
        if self.given[reader][number] >= self.tries:
            del self.given[reader][number]
            self.dead.append((number, reader, reason))
            return True
        self.waiting[reader].insert(0, number)
        return False

    def refuse(self, reader: str, number: int) -> bool:
        self._check(reader)
        if number not in self.out[reader]:
            raise KeyError(number)
        return self._take_back(reader, number, "refused")

    def wait(self, ticks: int) -> int:
        self.now += ticks
        due = sorted(
            (tick, reader, number)
            for reader, out in self.out.items()
            for number, tick in out.items()
            if tick <= self.now
        )
        for _, reader, number in due:
            self._take_back(reader, number, "silent")
        return len(due)

    def revive(self, reader: str) -> int:
        self._check(reader)
        revived = [number for number, its, _ in self.dead if its == reader]
        self.dead = [entry for entry in self.dead if entry[1] != reader]
        self.waiting[reader] += revived
        return len(revived)
