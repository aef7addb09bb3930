import re

_REFERENCE = re.compile(r"\[([^\[\]|]+)(?:\|([^\[\]|]+))?\]")
_BRACKET = re.compile(r"[\[\]]")


def _tidy(name):
    return " ".join(name.split())


def _key(name):
    return _tidy(name).lower()


class DeckGlossary:
    def __init__(self):
        self.entries = {}
        self.aliases = {}
        self.users = {}

    def references(self, text: str) -> list[tuple[str, str]]:
        found = []
        position = 0
        while True:
            bracket = _BRACKET.search(text, position)
            if bracket is None:
                return found
            match = _REFERENCE.match(text, bracket.start())
            if match is None or not _key(match[1]):
                raise ValueError(f"bad bracket: {bracket.start()}")
            found.append((_key(match[1]), match[1] if match[2] is None else match[2]))
            position = match.end()

    def _rebuild(self):
        users = {}
        for key, (_, text) in self.entries.items():
            for name, _ in self.references(text):
                users.setdefault(name, set()).add(key)
        self.users = users

    def _mean(self, key):
        """The key of the entry that a key means, None if there is none."""
        return key if key in self.entries else self.aliases.get(key)

    def _titles(self, keys):
        return sorted(self.entries[key][0] for key in keys)

    def find(self, name: str) -> str:
        key = self._mean(_key(name))
        if key is None:
            raise KeyError(name)
        return key

    @staticmethod
    def _check_title(title):
        if not title.split() or any(sign in title for sign in "[]|"):
            raise ValueError("bad title")

    def define(self, title: str, text: str) -> list[str]:
        self._check_title(title)
        key = _key(title)
        if key in self.aliases:
            raise ValueError(f"alias: {key}")
        self.references(text)
        healed = [] if key in self.entries else self._titles(self.users.get(key, set()) - {key})
        self.entries[key] = (_tidy(title), text)
        self._rebuild()
        return healed

    def add_alias(self, alias: str, name: str) -> list[str]:
        entry = self.find(name)
        self._check_title(alias)
        key = _key(alias)
        if key in self.entries:
            raise ValueError(f"entry: {key}")
        healed = [] if key in self.aliases else self._titles(self.users.get(key, ()))
        self.aliases[key] = entry
        return healed

    def rename(self, name: str, title: str) -> int:
        old = self.find(name)
        self._check_title(title)
        new = _key(title)
        if self._mean(new) not in (None, old):
            raise ValueError(f"taken: {new}")
        title = _tidy(title)
        count = 0

        def replace(match):
            nonlocal count
            if _key(match[1]) != old:
                return match[0]
            count += 1
            return f"[{title}]" if match[2] is None else f"[{title}|{match[2]}]"

        entries = {}
        for key, (its_title, text) in self.entries.items():
            text = _REFERENCE.sub(replace, text)
            if key == old:
                entries[new] = (title, text)
            else:
                entries[key] = (its_title, text)
        self.entries = entries
        self.aliases = {
            alias: new if entry == old else entry for alias, entry in self.aliases.items() if alias != new
        }
        self._rebuild()
        return count

    def drop(self, name: str) -> list[str]:
        entry = self.find(name)
        names = {entry} | {alias for alias, meant in self.aliases.items() if meant == entry}
        hurt = set().union(*(self.users.get(key, ()) for key in names)) - {entry}
        del self.entries[entry]
        self.aliases = {alias: meant for alias, meant in self.aliases.items() if meant != entry}
        self._rebuild()
        return self._titles(hurt)

    def stale(self) -> list[tuple[str, list[str]]]:
        return [(key, self._titles(self.users[key])) for key in sorted(self.users) if self._mean(key) is None]

    def render(self, name: str) -> str:
        entry = self.find(name)
        title, text = self.entries[entry]
        seen = {entry}

        def show(match):
            shown = match[1] if match[2] is None else match[2]
            meant = self._mean(_key(match[1]))
            if meant is None:
                return shown + "?"
            if meant in seen:
                return shown
            seen.add(meant)
            return shown + "*"

        return f"{title}: " + _REFERENCE.sub(show, text)
