"""A package index on this machine, with small distributions made on the spot."""

import hashlib
import io
import tarfile
import zipfile
from collections.abc import Mapping
from contextlib import AbstractContextManager
from pathlib import Path

from local_servers import LocalServer, QuietHandler, serving

Files = Mapping[str, str | bytes]  # by name, as links are
Links = Mapping[str, str]


def sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def make_wheel(folder: Path, name: str, files: Files) -> Path:
    path = folder / f"{name}-1.0-py3-none-any.whl"
    info = f"{name}-1.0.dist-info"
    described = {
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{info}/entry_points.txt": f"[tests_of_classeval_hf]\n{name} = {name}:VALUE\n",
    }
    with zipfile.ZipFile(path, "w") as archive:
        for member, content in {**files, **described}.items():
            archive.writestr(member, content)
        listed = "".join(f"{member},,\n" for member in archive.namelist())
        archive.writestr(f"{info}/RECORD", f"{listed}{info}/RECORD,,\n")
    return path


def make_sdist(folder: Path, name: str, files: Files, links: Links | None = None, version: str = "1.0") -> Path:
    path = folder / f"{name}-{version}.tar.gz"
    with tarfile.open(path, "w:gz") as archive:
        for member, content in files.items():
            item = tarfile.TarInfo(f"{name}-{version}/{member}" if not member.startswith("/") else member)
            data = content.encode() if isinstance(content, str) else content
            item.size = len(data)
            archive.addfile(item, io.BytesIO(data))
        for member, target in (links or {}).items():
            item = tarfile.TarInfo(f"{name}-{version}/{member}")
            item.type, item.linkname = tarfile.SYMTYPE, target
            archive.addfile(item)
    return path


class StallingIndex(LocalServer):
    """Serves a folder as an index; the first download of one file stops after half of it."""

    def __init__(self, folder: Path, stalling: str) -> None:
        super().__init__(_Handler)
        self.folder, self.stalling, self.url = folder, stalling, f"{self.url}/simple"
        self.ranges: list[str] = []  # what was asked for of the file, each time


class _Handler(QuietHandler):
    server: StallingIndex

    def do_GET(self) -> None:
        parts = self.path.strip("/").split("/")
        if parts[0] == "simple":
            files = sorted(path.name for path in self.server.folder.iterdir() if path.name.split("-")[0] == parts[1])
            body = "".join(f'<a href="/files/{name}">{name}</a>\n' for name in files).encode()
            return self.answer(200, body, Content_Type="text/html")
        content = (self.server.folder / parts[1]).read_bytes()
        wanted = self.headers.get("Range", "")
        start = int(wanted.removeprefix("bytes=").rstrip("-")) if wanted else 0
        stalls = parts[1] == self.server.stalling and not self.server.ranges
        if parts[1] == self.server.stalling:
            self.server.ranges.append(wanted)
        self.send_response(206 if wanted else 200)
        self.send_header("Content-Length", str(len(content) - start))
        self.end_headers()
        self.wfile.write(content[start:][: (len(content) - start) // 2] if stalls else content[start:])
        self.wfile.flush()
        if stalls:
            self.server.ended.wait()


def stalling_index(folder: Path, stalling: str) -> AbstractContextManager[StallingIndex]:
    return serving(StallingIndex(folder, stalling))
