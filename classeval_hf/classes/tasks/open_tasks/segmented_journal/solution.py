# canary: classeval-hf open segmented_journal 8a3e0019-906e-4562-b196-4bbc84db28be

import os


class SegmentedJournal:
    def __init__(self, directory: str, max_lines: int = 3):
        self.directory = directory
        self.max_lines = max_lines
        self.segments = []

    @staticmethod
    def segment_name(first: int) -> str:
        if first < 1:
            raise ValueError("sequence numbers start at 1")
        return f"segment-{first:06d}.log"

    def load(self) -> int:
        found = []
        names = os.listdir(self.directory) if os.path.isdir(self.directory) else []
        for name in names:
            digits = name[len("segment-") : -len(".log")]
            if not (digits.isascii() and digits.isdigit() and int(digits) > 0):
                continue
            path = f"{self.directory}/{name}"
            if name == self.segment_name(int(digits)) and os.path.isfile(path):
                with open(path, "rb") as file:
                    found.append((int(digits), path, file.read()))
        found.sort()
        segments = []
        expected = None
        for first, path, data in found:
            if expected is not None and first != expected:
                raise ValueError(f"expected segment {expected}, found {first}")
            count = data.count(b"\n")
            segments.append((path, first, count))
            expected = first + count
        if found and not found[-1][2].endswith(b"\n"):
            path, data = found[-1][1:]
            with open(path, "wb") as file:
                file.write(data[: data.rfind(b"\n") + 1])
        self.segments = segments
        return sum(count for _, _, count in segments)

    def append(self, text: str) -> int:
        if "\n" in text or "\r" in text:
            raise ValueError("text must be a single line")
        sequence = 1
        if self.segments:
            sequence = self.segments[-1][1] + self.segments[-1][2]
        if not self.segments or self.segments[-1][2] >= self.max_lines:
            os.makedirs(self.directory, exist_ok=True)
            self.segments.append((f"{self.directory}/{self.segment_name(sequence)}", sequence, 0))
        path, first, count = self.segments[-1]
        with open(path, "a", encoding="utf-8", newline="\n") as file:
            file.write(text + "\n")
        self.segments[-1] = (path, first, count + 1)
        return sequence

    def read_range(self, start: int, end: int) -> list[tuple[int, str]]:
        result = []
        for path, first, count in self.segments:
            low = max(start, first)
            high = min(end, first + count - 1)
            if low > high:
                continue
            with open(path, encoding="utf-8", newline="\n") as file:
                lines = file.read().split("\n")
            result.extend((number, lines[number - first]) for number in range(low, high + 1))
        return result

    def prune(self, before: int) -> int:
        removed = 0
        while len(self.segments) > 1 and self.segments[0][1] + self.segments[0][2] <= before:
            path, _, count = self.segments.pop(0)
            if os.path.exists(path):
                os.remove(path)
            removed += count
        return removed
