"""A package index on this machine, with small distributions made on the spot."""

import hashlib
import io
import tarfile
import threading
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

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


class StallingIndex(ThreadingHTTPServer):
    """Serves a folder as an index; the first download of one file stops after half of it."""

    daemon_threads = True

    def __init__(self, folder: Path, stalling: str) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.folder, self.stalling = folder, stalling
        self.released = threading.Event()
        self.ranges: list[str] = []
        """What was asked for of the file, each time."""

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/simple"


class _Handler(BaseHTTPRequestHandler):
    server: StallingIndex

    def do_GET(self) -> None:
        parts = self.path.strip("/").split("/")
        if parts[0] == "simple":
            files = sorted(path.name for path in self.server.folder.iterdir() if path.name.split("-")[0] == parts[1])
            body = "".join(f'<a href="/files/{name}">{name}</a>\n' for name in files).encode()
            self._send(200, body, "text/html")
            return
        content = (self.server.folder / parts[1]).read_bytes()
        wanted = self.headers.get("Range", "")
        start = int(wanted.removeprefix("bytes=").rstrip("-")) if wanted else 0
        stalls = parts[1] == self.server.stalling and not self.server.ranges
        if parts[1] == self.server.stalling:
            self.server.ranges.append(wanted)
        self._send(206 if wanted else 200, content[start:], "application/octet-stream", stalls)

    def _send(self, status: int, body: bytes, kind: str, stalls: bool = False) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body[: len(body) // 2] if stalls else body)
        self.wfile.flush()
        if stalls:
            self.server.released.wait()

    def log_message(self, format: str, *args: object) -> None:
        """Says nothing."""


@contextmanager
def stalling_index(folder: Path, stalling: str) -> Iterator[StallingIndex]:
    with StallingIndex(folder, stalling) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield server
        finally:
            server.released.set()
            server.shutdown()
            thread.join()
