import re

_NUMBER = re.compile(r"[0-9]+[a-z]?")
_CODE = re.compile(r"[0-9]{4}")
_WORD = re.compile(r"[a-z]+")


class AddressReader:
    def __init__(self, shorts: dict[str, str]):
        self.shorts = dict(shorts)
        self.entries = {}
        self.homes = {}

    def _normalise(self, text):
        words = []
        for word in text.lower().split(" "):
            word = word.rstrip(".")
            if word:
                words.append(self.shorts.get(word, word))
        return words

    @staticmethod
    def _take(words, places, pattern):
        """Take the word at the first of the places that fits out of words; None if there is none."""
        for place in places:
            if pattern.fullmatch(words[place]):
                return words.pop(place)
        return None

    def read(self, text: str) -> tuple[str, str, str, str, str]:
        parts = [words for words in map(self._normalise, text.split(",")) if words]
        if len(parts) not in (2, 3):
            raise ValueError(f"parts: {len(parts)}")
        street, town = parts[0], parts[-1]
        unit = parts[1] if len(parts) == 3 else []
        number = self._take(street, (-1, 0), _NUMBER)
        if number is None:
            raise ValueError("no number")
        if not street:
            raise ValueError("no street")
        code = self._take(town, (0, -1), _CODE)
        if code is None:
            raise ValueError("no code")
        if not town:
            raise ValueError("no town")
        number = re.sub(r"^0+(?=[0-9])", "", number)
        return " ".join(street), number, " ".join(unit), code, " ".join(town)

    def show(self, text: str) -> str:
        street, number, unit, code, town = self.read(text)

        def raised(item):
            return " ".join(word[:1].upper() + word[1:] for word in item.split(" "))

        parts = [f"{raised(street)} {number}", f"{code} {raised(town)}"]
        if unit:
            parts.insert(1, raised(unit))
        return ", ".join(parts)

    def enter(self, name: str, text: str) -> list[str]:
        if name in self.entries:
            raise ValueError("known name")
        address = self.read(text)
        self.entries[name] = text
        names = self.homes.setdefault(address, [])
        names.append(name)
        return list(names)

    def leave(self, name: str) -> list[str]:
        if name not in self.entries:
            raise KeyError(name)
        address = self.read(self.entries.pop(name))
        names = self.homes[address]
        names.remove(name)
        if not names:
            del self.homes[address]
        return list(names)

    def teach(self, short: str, full: str) -> list[str]:
        for word in (short, full):
            if not _WORD.fullmatch(word):
                raise ValueError("bad word: " + word)
        before = {name: self.read(text) for name, text in self.entries.items()}
        if short == full:
            self.shorts.pop(short, None)
        else:
            self.shorts[short] = full
        changed = []
        self.homes = {}
        for name, text in self.entries.items():
            address = self.read(text)
            self.homes.setdefault(address, []).append(name)
            if address != before[name]:
                changed.append(name)
        return changed

    def route(self, code: str) -> list[tuple[str, str, str, list[str]]]:
        rows = []
        for (street, number, unit, own_code, town), names in self.homes.items():
            if own_code != code:
                continue
            letter = ord(number[-1]) if number[-1].isalpha() else 0
            value = int(number.rstrip("abcdefghijklmnopqrstuvwxyz"))
            walk = (0, value, letter) if value % 2 else (1, -value, -letter)
            rows.append(((town, street, walk, unit), (street, number, unit, list(names))))
        rows.sort(key=lambda row: row[0])
        return [row[1] for row in rows]
