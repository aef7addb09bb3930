import os
import re

NAME = re.compile(r"segment-([0-9]{6,})\.log")


class SegmentedJournal:
    def __init__(self, directory: str, max_lines: int = 3):
        self.directory = directory
        self.max_lines = max_lines
        self.segments = []

    @staticmethod
    def segment_name(first: int) -> str:
        if first < 1:
            raise ValueError("sequence numbers begin with 1")
        return f"segment-{first:06d}.log"

    def _path(self, first):
        return self.directory + "/" + self.segment_name(first)

    def load(self) -> int:
        found = []
        if os.path.isdir(self.directory):
            for name in os.listdir(self.directory):
                match = NAME.fullmatch(name)
                if not match:
                    continue
                first = int(match.group(1))
                if first < 1 or self.segment_name(first) != name:
                    continue
                if os.path.isfile(self._path(first)):
                    found.append(first)
        segments = []
        unfinished = None
        for first in sorted(found):
            if segments and segments[-1][1] + segments[-1][2] != first:
                raise ValueError("segments do not follow on each other")
            path = self._path(first)
            with open(path, "rb") as file:
                content = file.read()
            segments.append((path, first, content.count(b"\n")))
            end = content.rfind(b"\n") + 1
            unfinished = end if end < len(content) else None
        if unfinished is not None:
            with open(segments[-1][0], "r+b") as file:
                file.truncate(unfinished)
        self.segments = segments
        return sum(count for _, _, count in segments)

    def append(self, text: str) -> int:
        if "\n" in text or "\r" in text:
            raise ValueError("a line must not contain line ends")
        data = text.encode("utf-8") + b"\n"
        number = 1
        if self.segments:
            path, first, count = self.segments[-1]
            number = first + count
        if not self.segments or count >= self.max_lines:
            path, first, count = self._path(number), number, 0
            os.makedirs(self.directory, exist_ok=True)
            with open(path, "wb") as file:
                file.write(data)
            self.segments.append((path, first, 1))
        else:
            with open(path, "ab") as file:
                file.write(data)
            self.segments[-1] = (path, first, count + 1)
        return number

    def read_range(self, start: int, end: int) -> list[tuple[int, str]]:
        result = []
        for path, first, count in self.segments:
            low = max(start, first)
            high = min(end, first + count - 1)
            if low > high:
                continue
            with open(path, "rb") as file:
                lines = file.read().split(b"\n")[:-1]
            for number in range(low, high + 1):
                if number - first < len(lines):
                    result.append((number, lines[number - first].decode("utf-8")))
        return result

    def prune(self, before: int) -> int:
        kept = []
        removed = 0
        for place, segment in enumerate(self.segments):
            path, first, count = segment
            if place == len(self.segments) - 1 or first + count - 1 >= before:
                kept.append(segment)
                continue
            try:
                os.remove(path)
            except FileNotFoundError:
                pass
            removed += count
        self.segments = kept
        return removed
