# canary: classeval-hf open fragment_inbox 2e2f6499-e77b-4d8b-bec5-04b90a47ffdd

import re

_FRAME = re.compile(r"([1-9][0-9]*)\.([1-9][0-9]*)(!?):(.*):([0-9a-f]{2})", re.DOTALL)


def _check(body):
    return format(sum(position * ord(sign) for position, sign in enumerate(body, 1)) % 256, "02x")


class FragmentInbox:
    def __init__(self, window: int):
        self.window = window
        self.next = 1
        self.parts = {}
        self.ends = {}
        self.asked = {}

    @staticmethod
    def frame(message: int, number: int, last: bool, text: str) -> str:
        if message < 1 or number < 1:
            raise ValueError("bad number")
        body = f"{message}.{number}{'!' if last else ''}:{text}"
        return f"{body}:{_check(body)}"

    @staticmethod
    def read(frame: str) -> tuple[int, int, bool, str]:
        match = _FRAME.fullmatch(frame)
        if not match or _check(frame[:-3]) != match[5]:
            raise ValueError("bad frame")
        return (int(match[1]), int(match[2]), bool(match[3]), match[4])

    def _is_complete(self, message):
        return message in self.ends and len(self.parts[message]) == self.ends[message]

    def _finish(self):
        self.parts.pop(self.next, None)
        self.ends.pop(self.next, None)
        self.asked.pop(self.next, None)
        self.next += 1

    def deliver(self) -> list[str]:
        texts = []
        while self._is_complete(self.next):
            parts = self.parts[self.next]
            texts.append("".join(parts[number] for number in sorted(parts)))
            self._finish()
        return texts

    def receive(self, frame: str) -> list[str]:
        message, number, last, text = self.read(frame)
        if message < self.next:
            return []
        if message >= self.next + self.window:
            raise OverflowError("too far ahead")
        parts = self.parts.get(message, {})
        end = self.ends.get(message)
        if number in parts:
            if parts[number] == text and (end == number) == last:
                return []
            conflict = True
        elif last:
            conflict = end is not None or any(other > number for other in parts)
        else:
            conflict = end is not None and number > end
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
        result = []
        expected = 1
        for number in sorted(self.parts.get(message, {})):
            if number == expected + 1:
                result.append(str(expected))
            elif number > expected:
                result.append(f"{expected}-{number - 1}")
            expected = number + 1
        if message not in self.ends:
            result.append(f"{expected}+")
        return ",".join(result)

    def request(self, limit: int) -> list[str]:
        result = []
        if not self.parts:
            return result
        for message in range(self.next, max(self.parts) + 1):
            if len(result) >= limit:
                break
            if self._is_complete(message):
                continue
            self.asked[message] = self.asked.get(message, 0) + 1
            result.append(f"{message}:{self.gaps(message)}")
        return result

    def give_up(self, tries: int) -> list[str]:
        texts = []
        while self.asked.get(self.next, 0) >= tries:
            parts = self.parts.get(self.next, {})
            pieces = []
            expected = 1
            for number in sorted(parts):
                if number > expected:
                    pieces.append("[...]")
                pieces.append(parts[number])
                expected = number + 1
            if self.next not in self.ends:
                pieces.append("[...]")
            texts.append("".join(pieces))
            self._finish()
            texts += self.deliver()
        return texts
