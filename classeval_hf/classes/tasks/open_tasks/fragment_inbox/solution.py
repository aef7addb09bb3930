# canary: classeval-hf open fragment_inbox 2e2f6499-e77b-4d8b-bec5-04b90a47ffdd

import re


class FragmentInbox:
    def __init__(self, window: int):
        self.window = window
        self.next = 1
        self.parts = {}
        self.ends = {}
        self.asked = {}

    @staticmethod
    def frame(message: int, number: int, last: bool, text: str) -> str:
        if min(message, number) < 1:
            raise ValueError("bad number")
        content = f"{message}.{number}{'!' * last}:{text}"
        check = sum(place * ord(letter) for place, letter in enumerate(content, 1))
        return f"{content}:{check % 256:02x}"

    @staticmethod
    def read(frame: str) -> tuple[int, int, bool, str]:
        found = re.fullmatch(r"(([1-9][0-9]*)\.([1-9][0-9]*)(!?):(.*)):([0-9a-f]{2})", frame, re.DOTALL)
        if found:
            content, message, number, mark, text, check = found.groups()
            if sum(place * ord(letter) for place, letter in enumerate(content, 1)) % 256 == int(check, 16):
                return int(message), int(number), mark == "!", text
        raise ValueError("bad frame")

    def deliver(self) -> list[str]:
        texts = []
        while self.next in self.ends and len(self.parts[self.next]) == self.ends[self.next]:
            parts = self.parts.pop(self.next)
            texts.append("".join(parts[number] for number in sorted(parts)))
            del self.ends[self.next]
            self.asked.pop(self.next, None)
            self.next += 1
        return texts

    def receive(self, frame: str) -> list[str]:
        message, number, last, text = self.read(frame)
        if message < self.next:
            return []
        if message >= self.next + self.window:
            raise OverflowError("too far ahead")
        parts = self.parts.get(message, {})
        known = message in self.ends
        if number in parts:
            if parts[number] == text and (number == self.ends.get(message)) == last:
                return []
            conflict = True
        elif last:
            conflict = known or number < max(parts, default=number)
        else:
            conflict = known and number > max(parts)
        if conflict:
            self.parts.pop(message, None)
            self.ends.pop(message, None)
            raise RuntimeError(f"conflict in message {message}")
        self.parts.setdefault(message, {})[number] = text
        if last:
            self.ends[message] = number
        self.asked.pop(message, None)
        return self.deliver()

    def gaps(self, message: int) -> str:
        if message < self.next:
            raise ValueError("message is over")
        arrived = sorted(self.parts.get(message, ()))
        ranges = []
        before = 0
        for number in arrived:
            first, last = before + 1, number - 1
            if first == last:
                ranges.append(f"{first}")
            elif first < last:
                ranges.append(f"{first}-{last}")
            before = number
        if message not in self.ends:
            ranges.append(f"{before + 1}+")
        return ",".join(ranges)

    def request(self, limit: int) -> list[str]:
        requests = []
        for message in range(self.next, max(self.parts, default=0) + 1):
            gaps = self.gaps(message)
            if gaps and len(requests) < limit:
                requests.append(f"{message}:{gaps}")
                self.asked[message] = self.asked.get(message, 0) + 1
        return requests

    def give_up(self, tries: int) -> list[str]:
        texts = []
        while self.asked.get(self.next, 0) >= tries:
            del self.asked[self.next]
            parts = self.parts.pop(self.next, {})
            text, before = "", 0
            for number in sorted(parts):
                text += ("" if number == before + 1 else "[...]") + parts[number]
                before = number
            if not self.ends.pop(self.next, None):
                text += "[...]"
            texts.append(text)
            self.next += 1
            texts += self.deliver()
        return texts
