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

    def _check(self, reader):
        if reader not in self.readers:
            raise KeyError(reader)

    def join(self, reader: str, room: int, pattern: str) -> int:
        if room < 1:
            raise ValueError("bad room")
        patterns = self.readers[reader][1] if reader in self.readers else []
        if pattern not in patterns:
            patterns = [*patterns, pattern]
        self.readers[reader] = (room, patterns)
        for table, empty in ((self.waiting, []), (self.out, {}), (self.given, {})):
            table.setdefault(reader, empty)
        return len(patterns)

    @staticmethod
    def _matches(pattern, topic):
        words, own = pattern.split("/"), topic.split("/")
        if words[-1] == "#":
            words.pop()
            if len(own) < len(words):
                return False
        elif len(own) != len(words):
            return False
        return all(word in ("*", part) for word, part in zip(words, own))

    def post(self, topic: str, text: str) -> list[str]:
        self.count += 1
        self.texts[self.count] = text
        readers = sorted(
            reader
            for reader, (_, patterns) in self.readers.items()
            if any(self._matches(pattern, topic) for pattern in patterns)
        )
        for reader in readers:
            self.waiting[reader].append(self.count)
        if not readers:
            self.dead.append((self.count, "", "nobody"))
        return readers

    def pull(self, reader: str) -> tuple[int, str, int] | None:
        self._check(reader)
        if not self.waiting[reader] or len(self.out[reader]) >= self.readers[reader][0]:
            return None
        number = self.waiting[reader].pop(0)
        self.out[reader][number] = self.now + self.patience
        time = self.given[reader].get(number, 0) + 1
        self.given[reader][number] = time
        return number, self.texts[number], time

    def confirm(self, reader: str, number: int) -> bool:
        self._check(reader)
        was_out = number in self.out[reader]
        if was_out:
            del self.out[reader][number]
        elif number in self.waiting[reader] and number in self.given[reader]:
            self.waiting[reader].remove(number)
        else:
            raise KeyError(number)
        self.given[reader].pop(number, None)
        if not (
            any(number in waiting for waiting in self.waiting.values())
            or any(number in out for out in self.out.values())
            or any(entry[0] == number for entry in self.dead)
        ):
            del self.texts[number]
        return was_out

    def _take_back(self, reader, number, reason):
        """Take back a message that is out; return whether it is dead."""
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
