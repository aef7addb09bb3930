# canary: classeval-hf open checksum_manifest c6a879e1-81ad-458a-9395-25833ca30b33

import hashlib
import os
import re

_HEAD = re.compile(r"manifest ([^ ]+) (0|[1-9][0-9]*)")
_ENTRY = re.compile(r"([0-9a-f]+)  (.+)", re.DOTALL)
_PATH = re.compile(r"(?:[^\\]|\\[\\nr])+", re.DOTALL)
_ESCAPES = {"\\\\": "\\", "\\n": "\n", "\\r": "\r"}


def _escape(path):
    return path.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r")


def _unescape(path):
    return re.sub(r"\\[\\nr]", lambda match: _ESCAPES[match[0]], path)


class ChecksumManifest:
    def __init__(self, root: str, algorithm: str = "sha256", ignored: tuple[str, ...] = ()):
        self.root = root
        self.algorithm = algorithm
        self.ignored = set(ignored)
        self.entries = {}

    @staticmethod
    def find_moves(before: dict[str, str], after: dict[str, str]) -> list[tuple[str, str]]:
        targets = {}
        for path in sorted(after):
            if path not in before:
                targets.setdefault(after[path], []).append(path)
        moves = []
        for path in sorted(before):
            if path not in after and targets.get(before[path]):
                moves.append((path, targets[before[path]].pop(0)))
        return moves

    def scan(self) -> dict[str, str]:
        if not os.path.isdir(self.root):
            raise NotADirectoryError(self.root)
        found = {}
        for folder, folders, files in os.walk(self.root):
            folders[:] = [name for name in folders if name not in self.ignored]
            for name in files:
                if name in self.ignored:
                    continue
                full = os.path.join(folder, name)
                digest = hashlib.new(self.algorithm)
                with open(full, "rb") as file:
                    while block := file.read(1 << 20):
                        digest.update(block)
                found[os.path.relpath(full, self.root).replace(os.sep, "/")] = digest.hexdigest()
        return {path: found[path] for path in sorted(found)}

    def accept(self, paths: list[str]) -> int:
        found = self.scan()
        chosen = dict.fromkeys(paths or [*self.entries, *found])
        for path in chosen:
            if path not in self.entries and path not in found:
                raise KeyError(path)
        count = 0
        for path in chosen:
            if self.entries.get(path) == found.get(path):
                continue
            count += 1
            if path in found:
                self.entries[path] = found[path]
            else:
                del self.entries[path]
        return count

    def save(self, manifest_path: str) -> int:
        lines = [f"manifest {self.algorithm} {len(self.entries)}"]
        lines += [f"{self.entries[path]}  {_escape(path)}" for path in sorted(self.entries)]
        data = "".join(line + "\n" for line in lines).encode("utf-8")
        with open(manifest_path, "wb") as file:
            file.write(data)
        return len(lines)

    def load(self, manifest_path: str) -> int:
        with open(manifest_path, "rb") as file:
            text = file.read().decode("utf-8")
        lines = text.split("\n")
        if lines.pop() or not lines:
            raise ValueError("last line is not ended")
        head = _HEAD.fullmatch(lines[0])
        if not head or int(head[2]) != len(lines) - 1:
            raise ValueError("bad first line")
        entries = {}
        for line in lines[1:]:
            match = _ENTRY.fullmatch(line)
            if not match or not _PATH.fullmatch(match[2]):
                raise ValueError("bad entry line: " + repr(line))
            path = _unescape(match[2])
            if path in entries:
                raise ValueError("repeated path: " + repr(path))
            entries[path] = match[1]
        self.algorithm = head[1]
        self.entries = entries
        return len(entries)

    def verify(self) -> dict[str, list[str]]:
        found = self.scan()
        return {
            "missing": sorted(path for path in self.entries if path not in found),
            "changed": sorted(path for path in self.entries if path in found and found[path] != self.entries[path]),
            "extra": sorted(path for path in found if path not in self.entries),
        }
