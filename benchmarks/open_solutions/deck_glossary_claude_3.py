# canary: classeval-hf open deck_glossary 7cbcee5d-84d8-4632-963c-7fc4f568ac89

import re

_BRACKET = re.compile(r"[\[\]]")
_REFERENCE = re.compile(r"\[([^\[\]|]*)(?:\|([^\[\]|]+))?\]")


def _clean(name):
    return " ".join(name.split())


def _key(name):
    return " ".join(name.lower().split())


def _is_bad(title):
    return not title.split() or any(sign in title for sign in "[]|")


class DeckGlossary:
    def __init__(self):
        self.entries = {}
        self.aliases = {}
        self.users = {}

    def _matches(self, text):
        found = []
        position = 0
        while True:
            bracket = _BRACKET.search(text, position)
            if bracket is None:
                return found
            match = _REFERENCE.match(text, bracket.start())
            if match is None or not _key(match[1]):
                raise ValueError(f"bad bracket: {bracket.start()}")
            found.append(match)
            position = match.end()

    def references(self, text: str) -> list[tuple[str, str]]:
        return [(_key(match[1]), match[1] if match[2] is None else match[2]) for match in self._matches(text)]

    def _meaning(self, key):
        if key in self.entries:
            return key
        return self.aliases.get(key)

    def find(self, name: str) -> str:
        meaning = self._meaning(_key(name))
        if meaning is None:
            raise KeyError(name)
        return meaning

    def _titles(self, keys):
        return sorted(self.entries[key][0] for key in keys)

    def _rebuild(self):
        users = {}
        for key, (_, text) in self.entries.items():
            for name, _ in self.references(text):
                users.setdefault(name, set()).add(key)
        self.users = users

    def define(self, title: str, text: str) -> list[str]:
        if _is_bad(title):
            raise ValueError("bad title")
        key = _key(title)
        if key in self.aliases:
            raise ValueError("alias: " + key)
        self.references(text)
        healed = []
        if key not in self.entries:
            healed = self._titles(self.users.get(key, set()) - {key})
        self.entries[key] = (_clean(title), text)
        self._rebuild()
        return healed

    def add_alias(self, alias: str, name: str) -> list[str]:
        entry = self.find(name)
        if _is_bad(alias):
            raise ValueError("bad title")
        key = _key(alias)
        if key in self.entries:
            raise ValueError("entry: " + key)
        healed = []
        if key not in self.aliases:
            healed = self._titles(self.users.get(key, set()))
        self.aliases[key] = entry
        return healed

    def rename(self, name: str, title: str) -> int:
        old = self.find(name)
        if _is_bad(title):
            raise ValueError("bad title")
        new = _key(title)
        title = _clean(title)
        meaning = self._meaning(new)
        if meaning is not None and meaning != old:
            raise ValueError("taken: " + new)
        count = 0
        entries = {}
        for key, (heading, text) in self.entries.items():
            pieces = []
            position = 0
            for match in self._matches(text):
                if _key(match[1]) == old:
                    pieces.append(text[position:match.start(1)] + title)
                    position = match.end(1)
                    count += 1
            pieces.append(text[position:])
            text = "".join(pieces)
            if key == old:
                entries[new] = (title, text)
            else:
                entries[key] = (heading, text)
        self.entries = entries
        self.aliases.pop(new, None)
        for alias, entry in self.aliases.items():
            if entry == old:
                self.aliases[alias] = new
        self._rebuild()
        return count

    def drop(self, name: str) -> list[str]:
        entry = self.find(name)
        gone = {alias for alias, meaning in self.aliases.items() if meaning == entry} | {entry}
        users = set()
        for key in gone:
            users |= self.users.get(key, set())
        titles = self._titles(users - {entry})
        del self.entries[entry]
        for key in gone:
            self.aliases.pop(key, None)
        self._rebuild()
        return titles

    def stale(self) -> list[tuple[str, list[str]]]:
        return [(key, self._titles(self.users[key])) for key in sorted(self.users) if self._meaning(key) is None]

    def render(self, name: str) -> str:
        entry = self.find(name)
        title, text = self.entries[entry]
        pieces = [title, ": "]
        position = 0
        seen = {entry}
        for match in self._matches(text):
            pieces.append(text[position:match.start()])
            pieces.append(match[1] if match[2] is None else match[2])
            position = match.end()
            meaning = self._meaning(_key(match[1]))
            if meaning is None:
                pieces.append("?")
            elif meaning not in seen:
                seen.add(meaning)
                pieces.append("*")
        pieces.append(text[position:])
        return "".join(pieces)
