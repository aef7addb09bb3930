# canary: classeval-hf open address_reader 9de0867e-d113-4fbb-8a61-36aa747a1203

import re


class AddressReader:
    def __init__(self, shorts: dict[str, str]):
        self.shorts = dict(shorts)
        self.entries = {}
        self.homes = {}

    def read(self, text: str) -> tuple[str, str, str, str, str]:
        parts = []
        for part in text.lower().split(","):
            words = [word.rstrip(".") for word in part.split(" ")]
            words = [self.shorts.get(word, word) for word in words if word]
            if words:
                parts.append(words)
        if not 2 <= len(parts) <= 3:
            raise ValueError(f"parts: {len(parts)}")
        house, place = parts[0], parts[-1]
        number = code = ""
        for index in (0, -1):
            if re.fullmatch("[0-9]+[a-z]?", house[index]):
                number, street = house[index], house[1:] if index == 0 else house[:-1]
        for index in (-1, 0):
            if re.fullmatch("[0-9]{4}", place[index]):
                code, town = place[index], place[1:] if index == 0 else place[:-1]
        if not number:
            raise ValueError("no number")
        if not street:
            raise ValueError("no street")
        if not code:
            raise ValueError("no code")
        if not town:
            raise ValueError("no town")
        number = re.sub("^0+(?=[0-9])", "", number)
        return " ".join(street), number, " ".join(parts[1]) if len(parts) == 3 else "", code, " ".join(town)

    def show(self, text: str) -> str:
        street, number, unit, code, town = self.read(text)
        street, unit, town = (
            " ".join(word[:1].upper() + word[1:] for word in item.split(" ")) for item in (street, unit, town)
        )
        return ", ".join(part for part in (f"{street} {number}", unit, f"{code} {town}") if part)

    def enter(self, name: str, text: str) -> list[str]:
        if name in self.entries:
            raise ValueError("known name")
        home = self.read(text)
        self.entries[name] = text
        self.homes.setdefault(home, []).append(name)
        return list(self.homes[home])

    def leave(self, name: str) -> list[str]:
        home = self.read(self.entries.pop(name))
        self.homes[home].remove(name)
        return list(self.homes[home]) if self.homes[home] else self.homes.pop(home)

    def teach(self, short: str, full: str) -> list[str]:
        for word in (short, full):
            if not re.fullmatch("[a-z]+", word):
                raise ValueError(f"bad word: {word}")
        before = {name: home for home, names in self.homes.items() for name in names}
        self.shorts[short] = full
        if short == full:
            del self.shorts[short]
        self.homes = {}
        moved = []
        for name, text in self.entries.items():
            home = self.read(text)
            self.homes.setdefault(home, []).append(name)
            if home != before[name]:
                moved.append(name)
        return moved

    def route(self, code: str) -> list[tuple[str, str, str, list[str]]]:

        def place(home):
            street, number, unit, _, town = home
            digits = number.rstrip("abcdefghijklmnopqrstuvwxyz")
            letter = ord(number[-1]) if number != digits else 0
            if int(digits) % 2:
                return town, street, 0, int(digits), letter, unit
            return town, street, 1, -int(digits), -letter, unit

        homes = sorted((home for home in self.homes if home[3] == code), key=place)
        return [(*home[:3], list(self.homes[home])) for home in homes]
