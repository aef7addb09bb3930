# canary: classeval-hf open phrase_guide b5fec91b-3e28-4ff2-8ed8-243de5b2668b

import re


class PhraseGuide:
    def __init__(self):
        self.entries = {}
        self.uses = {}
        self.order = []
        self.last = 0

    def add(self, pattern: str, reply: str, priority: int) -> int:
        parts = [part for part in pattern.split(" ") if part]
        if not parts:
            raise ValueError("empty pattern")
        names = []
        for part in parts:
            if not re.fullmatch(PART, part):
                raise ValueError(f"bad part: {part}")
        for part in parts:
            if part[0] == "<":
                names.append(part.strip("<>.#"))
                if names[-1] in names[:-1]:
                    raise ValueError(f"capture twice: {names[-1]}")
        for name, _ in re.findall(FIELD, reply):
            if name not in names:
                raise ValueError(f"no capture: {name}")
        self.last += 1
        self.entries[self.last] = (" ".join(parts), reply, priority)
        self.uses[self.last] = 0
        self.order = sorted(self.entries, key=lambda number: rank(self.entries, self.uses, number))
        return self.last

    def explain(self, number: int, phrase: str) -> list[tuple[str, str]]:
        parts = self.entries[number][0].split(" ")
        words = words_of(phrase)
        counts = match_parts(parts, words)
        result, start = [], 0
        for part, count in zip(parts, counts or [], strict=False):
            result.append((part, " ".join(words[start : start + count])))
            start += count
        return result

    def find(self, phrase: str) -> tuple[int, dict[str, str]]:
        for number in self.order:
            explained = self.explain(number, phrase)
            if explained:
                return number, {part.strip("<>.#"): words for part, words in explained if part[0] == "<"}
        return 0, {}

    def answer(self, phrase: str) -> str:
        number, captures = self.find(phrase)
        if not number:
            return ""
        self.uses[number] += 1
        self.order = sorted(self.entries, key=lambda number: rank(self.entries, self.uses, number))

        def fill(match):
            words = captures[match[1]]
            return words[0].upper() + words[1:] if match[2] else words

        return re.sub(FIELD, fill, self.entries[number][1])

    def prioritise(self, number: int, priority: int) -> int:
        pattern, reply, _ = self.entries[number]
        self.entries[number] = (pattern, reply, priority)
        self.order = sorted(self.entries, key=lambda number: rank(self.entries, self.uses, number))
        return self.order.index(number)

    def remove(self, number: int) -> int:
        del self.entries[number]
        self.order.remove(number)
        return self.uses.pop(number)


WORD = "[A-Za-z0-9'-]+"
PART = rf"\??{WORD}|\[{WORD}(\|{WORD})*\]|<[a-z]+(#|\.\.)?>"
FIELD = r"<([a-z]+)(\^?)>"


def rank(entries, uses, number):
    pattern, _, priority = entries[number]
    fixed = sum(part[0] not in "?<" for part in pattern.split(" "))
    return -priority, -fixed, uses[number], number


def words_of(phrase):
    pieces = [piece.strip(".,!?") for piece in phrase.split(" ")]
    return [piece for piece in pieces if piece]


def match_parts(parts, words):
    if not parts:
        return None if words else []
    part = parts[0]
    for count in possible_counts(part, words):
        rest = match_parts(parts[1:], words[count:])
        if rest is not None:
            return [count, *rest]
    return None


def possible_counts(part, words):
    if part.endswith("..>"):
        return range(1, len(words) + 1)
    if part[0] == "?":
        return [1, 0] if words and words[0].lower() == part[1:].lower() else [0]
    if not words:
        return []
    if part[0] == "<":
        return [1] if "#" not in part or re.fullmatch("[0-9]+", words[0]) else []
    return [1] if words[0].lower() in part.strip("[]").lower().split("|") else []
