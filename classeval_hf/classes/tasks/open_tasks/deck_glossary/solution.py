# canary: classeval-hf open deck_glossary 7cbcee5d-84d8-4632-963c-7fc4f568ac89

import re


class DeckGlossary:
    def __init__(self):
        self.entries = {}
        self.aliases = {}
        self.users = {}

    def references(self, text: str) -> list[tuple[str, str]]:
        found = []
        index = 0
        while bracket := re.compile(r"[\[\]]").search(text, index):
            reference = re.compile(r"\[([^\[\]|]*)(?:\|([^\[\]|]+))?\]").match(text, bracket.start())
            key = " ".join(reference[1].lower().split()) if reference else ""
            if not key:
                raise ValueError(f"bad bracket: {bracket.start()}")
            found.append((key, reference[2] or reference[1]))
            index = reference.end()
        return found

    def find(self, name: str) -> str:
        key = " ".join(name.lower().split())
        if key not in self.entries and key not in self.aliases:
            raise KeyError(name)
        return self.aliases.get(key, key)

    def define(self, title: str, text: str) -> list[str]:
        title = " ".join(title.split())
        key = title.lower()
        if not key or any(sign in title for sign in "[]|"):
            raise ValueError("bad title")
        if key in self.aliases:
            raise ValueError(f"alias: {key}")
        names = {name for name, _ in self.references(text)}
        fresh = key not in self.entries
        for name, users in list(self.users.items()):
            users.discard(key)
            if not users:
                del self.users[name]
        for name in names:
            self.users.setdefault(name, set()).add(key)
        self.entries[key] = (title, text)
        return sorted(self.entries[user][0] for user in self.users.get(key, ()) if fresh and user != key)

    def add_alias(self, alias: str, name: str) -> list[str]:
        target = self.find(name)
        key = " ".join(alias.lower().split())
        if not key or any(sign in key for sign in "[]|"):
            raise ValueError("bad title")
        if key in self.entries:
            raise ValueError(f"entry: {key}")
        fresh = key not in self.aliases
        self.aliases[key] = target
        return sorted(self.entries[user][0] for user in self.users.get(key, ()) if fresh)

    def rename(self, name: str, title: str) -> int:
        old = self.find(name)
        title = " ".join(title.split())
        new = title.lower()
        if not new or any(sign in title for sign in "[]|"):
            raise ValueError("bad title")
        if (new in self.entries and new != old) or self.aliases.get(new, old) != old:
            raise ValueError(f"taken: {new}")
        self.aliases.pop(new, None)
        self.aliases = {alias: new if key == old else key for alias, key in self.aliases.items()}
        count = 0

        def rewritten(match):
            nonlocal count
            if " ".join(match[1].lower().split()) != old:
                return match[0]
            count += 1
            return f"[{title}{match[2]}"

        entries = {}
        self.users = {}
        for key, (heading, text) in self.entries.items():
            text = re.sub(r"\[([^\[\]|]*)([|\]])", rewritten, text)
            here = new if key == old else key
            entries[here] = (title if key == old else heading, text)
            for target, _ in self.references(text):
                self.users.setdefault(target, set()).add(here)
        self.entries = entries
        return count

    def drop(self, name: str) -> list[str]:
        gone = self.find(name)
        names = {gone, *(alias for alias, key in self.aliases.items() if key == gone)}
        del self.entries[gone]
        for alias in names - {gone}:
            del self.aliases[alias]
        for target, users in list(self.users.items()):
            users.discard(gone)
            if not users:
                del self.users[target]
        return sorted({self.entries[user][0] for target in names for user in self.users.get(target, ())})

    def stale(self) -> list[tuple[str, list[str]]]:
        return [
            (key, sorted(self.entries[user][0] for user in self.users[key]))
            for key in sorted(self.users)
            if key not in self.entries and key not in self.aliases
        ]

    def render(self, name: str) -> str:
        own = self.find(name)
        title, text = self.entries[own]
        seen = {own}
        parts = re.split(r"\[[^\]]*\]", text)
        line = f"{title}: {parts[0]}"
        for (key, shown), after in zip(self.references(text), parts[1:]):
            target = self.aliases.get(key, key)
            sign = ""
            if target not in self.entries:
                sign = "?"
            elif target not in seen:
                sign = "*"
                seen.add(target)
            line += shown + sign + after
        return line
