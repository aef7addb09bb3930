# canary: classeval-hf open checksum_manifest c6a879e1-81ad-458a-9395-25833ca30b33

import hashlib
import os


class ChecksumManifest:
    def __init__(self, root: str, algorithm: str = "sha256", ignored: tuple[str, ...] = ()):
        self.root = root
        self.algorithm = algorithm
        self.ignored = set(ignored)
        self.entries = {}

    @staticmethod
    def find_moves(before: dict[str, str], after: dict[str, str]) -> list[tuple[str, str]]:
        arrived = {}
        for path in sorted(set(after) - set(before)):
            arrived.setdefault(after[path], []).append(path)
        moves = []
        for path in sorted(set(before) - set(after)):
            if arrived.get(before[path]):
                moves.append((path, arrived[before[path]].pop(0)))
        return moves

    def scan(self) -> dict[str, str]:
        if not os.path.isdir(self.root):
            raise NotADirectoryError(self.root)
        found = {}
        for folder, subfolders, names in os.walk(self.root):
            subfolders[:] = [name for name in subfolders if name not in self.ignored]
            for name in names:
                if name in self.ignored:
                    continue
                full_path = os.path.join(folder, name)
                with open(full_path, "rb") as file:
                    digest = hashlib.new(self.algorithm, file.read()).hexdigest()
                found[os.path.relpath(full_path, self.root).replace(os.sep, "/")] = digest
        return dict(sorted(found.items()))

    def accept(self, paths: list[str]) -> int:
        found = self.scan()
        known = set(found) | set(self.entries)
        wanted = set(paths) if paths else known
        if wanted - known:
            raise KeyError(min(wanted - known))
        count = 0
        for path in wanted:
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
        for path in sorted(self.entries):
            escaped = path.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r")
            lines.append(f"{self.entries[path]}  {escaped}")
        with open(manifest_path, "w", encoding="utf-8", newline="\n") as file:
            file.write("\n".join(lines) + "\n")
        return len(lines)

    def load(self, manifest_path: str) -> int:
        with open(manifest_path, encoding="utf-8", newline="\n") as file:
            lines = file.read().split("\n")
        if lines.pop() != "" or not lines:
            raise ValueError("the last line is not ended by a newline")
        header = lines.pop(0).split(" ")
        if len(header) != 3 or header[0] != "manifest" or not header[1] or header[2] != str(len(lines)):
            raise ValueError("wrong first line")
        entries = {}
        for line in lines:
            digest, _, escaped = line.partition("  ")
            if not digest or not escaped or digest.strip("0123456789abcdef"):
                raise ValueError(f"wrong entry line: {line}")
            parts = escaped.split("\\\\")
            for i, part in enumerate(parts):
                parts[i] = part.replace("\\n", "\n").replace("\\r", "\r")
                if "\\" in parts[i]:
                    raise ValueError(f"wrong escape: {line}")
            path = "\\".join(parts)
            if path in entries:
                raise ValueError(f"repeated path: {path}")
            entries[path] = digest
        self.algorithm = header[1]
        self.entries = entries
        return len(entries)

    def verify(self) -> dict[str, list[str]]:
        found = self.scan()
        common = set(found) & set(self.entries)
        return {
            "missing": sorted(set(self.entries) - set(found)),
            "changed": sorted(path for path in common if found[path] != self.entries[path]),
            "extra": sorted(set(found) - set(self.entries)),
        }
