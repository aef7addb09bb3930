import re

_NUMBER = re.compile(r"([0-9]+)([a-z]?)")
_CODE = re.compile(r"[0-9]{4}")
_WORD = re.compile(r"[a-z]+")


class AddressReader:
    def __init__(self, shorts: dict[str, str]):
        self.shorts = dict(shorts)
        self.entries = {}
        self.homes = {}

    def _words(self, text):
        words = (word.rstrip(".") for word in text.lower().split(" "))
        return [self.shorts.get(word, word) for word in words if word]

    def read(self, text: str) -> tuple[str, str, str, str, str]:
        parts = [words for words in map(self._words, text.split(",")) if words]
        if len(parts) not in (2, 3):
            raise ValueError(f"parts: {len(parts)}")
        house, place = parts[0], parts[-1]
        if _NUMBER.fullmatch(house[-1]):
            number, street = house[-1], house[:-1]
        elif _NUMBER.fullmatch(house[0]):
            number, street = house[0], house[1:]
        else:
            raise ValueError("no number")
        if not street:
            raise ValueError("no street")
        if _CODE.fullmatch(place[0]):
            code, town = place[0], place[1:]
        elif _CODE.fullmatch(place[-1]):
            code, town = place[-1], place[:-1]
        else:
            raise ValueError("no code")
        if not town:
            raise ValueError("no town")
        digits, letter = _NUMBER.fullmatch(number).groups()
        number = (digits.lstrip("0") or "0") + letter
        unit = parts[1] if len(parts) == 3 else []
        return " ".join(street), number, " ".join(unit), code, " ".join(town)

    def show(self, text: str) -> str:
        def capital(words):
            return " ".join(word[:1].upper() + word[1:] for word in words.split(" "))

        street, number, unit, code, town = self.read(text)
        parts = [f"{capital(street)} {number}", f"{code} {capital(town)}"]
        if unit:
            parts.insert(1, capital(unit))
        return ", ".join(parts)

    def enter(self, name: str, text: str) -> list[str]:
        if name in self.entries:
            raise ValueError("known name")
        home = self.read(text)
        self.entries[name] = text
        names = self.homes.setdefault(home, [])
        names.append(name)
        return list(names)

    def leave(self, name: str) -> list[str]:
        if name not in self.entries:
            raise KeyError(name)
        home = self.read(self.entries.pop(name))
        names = self.homes[home]
        names.remove(name)
        if not names:
            del self.homes[home]
        return list(names)

    def teach(self, short: str, full: str) -> list[str]:
        for word in (short, full):
            if not _WORD.fullmatch(word):
                raise ValueError(f"bad word: {word}")
        before = {name: self.read(text) for name, text in self.entries.items()}
        if short == full:
            self.shorts.pop(short, None)
        else:
            self.shorts[short] = full
        changed = []
        self.homes = {}
        for name, text in self.entries.items():
            home = self.read(text)
            self.homes.setdefault(home, []).append(name)
            if home != before[name]:
                changed.append(name)
        return changed

    def route(self, code: str) -> list[tuple[str, str, str, list[str]]]:
        rows = []
        for (street, number, unit, its_code, town), names in self.homes.items():
            if its_code == code:
                digits, letter = _NUMBER.fullmatch(number).groups()
                value = int(digits)
                sign = 1 if value % 2 else -1
                rank = sign * (ord(letter) if letter else 0)
                rows.append(((town, street, sign < 0, sign * value, rank, unit), (street, number, unit, list(names))))
        return [row for _, row in sorted(rows)]
