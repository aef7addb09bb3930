import re

_REFERENCE = re.compile(r"\[([^\[\]|]*)(?:\|([^\[\]|]+))?\]")


class DeckGlossary:
    def __init__(self):
        self.entries = {}
        self.aliases = {}
        self.users = {}

    @staticmethod
    def _key(name):
        return " ".join(name.lower().split())

    @staticmethod
    def _title(title):
        """The title as it is stored."""
        if not title.split() or any(char in title for char in "[]|"):
            raise ValueError("bad title")
        return " ".join(title.split())

    def references(self, text: str) -> list[tuple[str, str]]:
        found = []
        i = 0
        while i < len(text):
            if text[i] == "[":
                match = _REFERENCE.match(text, i)
                if not match or not self._key(match.group(1)):
                    raise ValueError(f"bad bracket: {i}")
                name, shown = match.groups()
                found.append((self._key(name), name if shown is None else shown))
                i = match.end()
            elif text[i] == "]":
                raise ValueError(f"bad bracket: {i}")
            else:
                i += 1
        return found

    def _meaning(self, key):
        """The key of the entry that a key means, or None."""
        return key if key in self.entries else self.aliases.get(key)

    def find(self, name: str) -> str:
        entry = self._meaning(self._key(name))
        if entry is None:
            raise KeyError(name)
        return entry

    def _recount(self):
        self.users = {}
        for entry, (_, text) in self.entries.items():
            for key, _ in self.references(text):
                self.users.setdefault(key, set()).add(entry)

    def _titles(self, entries):
        return sorted(self.entries[entry][0] for entry in entries)

    def define(self, title: str, text: str) -> list[str]:
        stored = self._title(title)
        key = self._key(title)
        if key in self.aliases:
            raise ValueError("alias: " + key)
        self.references(text)
        healed = [] if key in self.entries else self._titles(self.users.get(key, set()) - {key})
        self.entries[key] = (stored, text)
        self._recount()
        return healed

    def add_alias(self, alias: str, name: str) -> list[str]:
        entry = self.find(name)
        self._title(alias)
        key = self._key(alias)
        if key in self.entries:
            raise ValueError("entry: " + key)
        healed = [] if key in self.aliases else self._titles(self.users.get(key, ()))
        self.aliases[key] = entry
        return healed

    def rename(self, name: str, title: str) -> int:
        old = self.find(name)
        stored = self._title(title)
        new = self._key(title)
        if self._meaning(new) not in (None, old):
            raise ValueError("taken: " + new)
        count = 0

        def replace(match):
            nonlocal count
            if self._key(match.group(1)) != old:
                return match.group()
            count += 1
            shown = "" if match.group(2) is None else "|" + match.group(2)
            return f"[{stored}{shown}]"

        entries = {}
        for entry, (own_title, text) in self.entries.items():
            text = _REFERENCE.sub(replace, text)
            if entry == old:
                entries[new] = (stored, text)
            else:
                entries[entry] = (own_title, text)
        self.entries = entries
        self.aliases = {
            alias: new if entry == old else entry for alias, entry in self.aliases.items() if alias != new
        }
        self._recount()
        return count

    def drop(self, name: str) -> list[str]:
        entry = self.find(name)
        names = {entry, *(alias for alias, meant in self.aliases.items() if meant == entry)}
        users = set()
        for key in names:
            users |= self.users.get(key, set())
        titles = self._titles(users - {entry})
        del self.entries[entry]
        for key in names:
            self.aliases.pop(key, None)
        self._recount()
        return titles

    def stale(self) -> list[tuple[str, list[str]]]:
        return [
            (key, self._titles(self.users[key])) for key in sorted(self.users) if self._meaning(key) is None
        ]

    def render(self, name: str) -> str:
        entry = self.find(name)
        title, text = self.entries[entry]
        seen = {entry}

        def replace(match):
            shown = match.group(1) if match.group(2) is None else match.group(2)
            meant = self._meaning(self._key(match.group(1)))
            if meant is None:
                return shown + "?"
            if meant in seen:
                return shown
            seen.add(meant)
            return shown + "*"

        return f"{title}: " + _REFERENCE.sub(replace, text)
