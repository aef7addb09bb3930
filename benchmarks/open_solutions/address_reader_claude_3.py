# canary: classeval-hf open address_reader 9de0867e-d113-4fbb-8a61-36aa747a1203

import re


class AddressReader:
    def __init__(self, shorts: dict[str, str]):
        self.shorts = dict(shorts)
        self.entries = {}
        self.homes = {}

    def _words(self, text):
        words = [word.rstrip(".") for word in text.lower().split(" ")]
        return [self.shorts.get(word, word) for word in words if word]

    @staticmethod
    def _pick(words, pattern, positions):
        for position in positions:
            if re.fullmatch(pattern, words[position]):
                rest = list(words)
                return rest.pop(position), rest
        return None, words

    def read(self, text: str) -> tuple[str, str, str, str, str]:
        parts = [words for words in map(self._words, text.split(",")) if words]
        if len(parts) not in (2, 3):
            raise ValueError(f"parts: {len(parts)}")
        number, street = self._pick(parts[0], r"[0-9]+[a-z]?", (-1, 0))
        if number is None:
            raise ValueError("no number")
        if not street:
            raise ValueError("no street")
        code, town = self._pick(parts[-1], r"[0-9]{4}", (0, -1))
        if code is None:
            raise ValueError("no code")
        if not town:
            raise ValueError("no town")
        number = re.sub(r"^0+(?=[0-9])", "", number)
        unit = parts[1] if len(parts) == 3 else []
        return (" ".join(street), number, " ".join(unit), code, " ".join(town))

    def show(self, text: str) -> str:
        street, number, unit, code, town = self.read(text)

        def title(words):
            return " ".join(word[0].upper() + word[1:] for word in words.split(" "))

        parts = [f"{title(street)} {number}"]
        if unit:
            parts.append(title(unit))
        parts.append(f"{code} {title(town)}")
        return ", ".join(parts)

    def enter(self, name: str, text: str) -> list[str]:
        if name in self.entries:
            raise ValueError("known name")
        address = self.read(text)
        self.entries[name] = text
        self.homes.setdefault(address, []).append(name)
        return list(self.homes[address])

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
            if not re.fullmatch(r"[a-z]+", word):
                raise ValueError("bad word: " + word)
        before = {name: self.read(text) for name, text in self.entries.items()}
        if short == full:
            self.shorts.pop(short, None)
        else:
            self.shorts[short] = full
        self.homes = {}
        changed = []
        for name, text in self.entries.items():
            address = self.read(text)
            self.homes.setdefault(address, []).append(name)
            if address != before[name]:
                changed.append(name)
        return changed

    def route(self, code: str) -> list[tuple[str, str, str, list[str]]]:
        homes = []
        for (street, number, unit, other, town), names in self.homes.items():
            if other != code:
                continue
            digits = int(re.match(r"[0-9]+", number)[0])
            letter = 0 if number[-1].isdigit() else ord(number[-1])
            even = digits % 2 == 0
            if even:
                digits, letter = -digits, -letter
            homes.append(((town, street, even, digits, letter, unit), (street, number, unit, list(names))))
        homes.sort(key=lambda home: home[0])
        return [home for _, home in homes]
