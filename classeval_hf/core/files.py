"""Reads users' files, packed or not, within limits on size and depth; errors name file and line. Writes this package's
files whole, and knows the folder of its caches."""

import errno
import gzip
import io
import json
import os
import sys
import zlib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO, cast

from classeval_hf.core.errors import UserError

RUN_RECORD, RUN_SAMPLES, RUN_SCORES = "run.json", "samples.jsonl", "metrics.json"
"""Names of files in the folder of a run, see `RunFiles`; other outputs may not have the first two."""
STANDARD_INPUT = "-"  # names standard input in place of a file
MAX_BYTES = 2 << 30  # bytes of a file, after unpacking
MAX_DOCUMENT_BYTES = 512 << 20  # bytes that are parsed at once: a line of JSON Lines, or a file of one document
_MAX_VALUES = 30_000_000  # values of a JSON document: an empty list takes two bytes in the file and sixty in memory
_OPEN_FILES = ("/dev/fd/", "/dev/stdin", "/proc/self/fd/")
_HEAD_BYTES = 1 << 12
_CHUNK = 1 << 20
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_GZIP = b"\x1f\x8b"
_NOT_READ = ", which is not read: "
_ROWS, _UNPACK = f"{_NOT_READ}write its rows as JSON Lines", f"{_NOT_READ}unpack it, and name what it holds"
_BINARY = {
    **{b"PAR1": f"a Parquet file{_ROWS}", b"ARROW1": f"an Arrow file{_ROWS}"},
    **{b"SQLite format 3": f"an SQLite database{_ROWS}", b"%PDF": f"a PDF{_NOT_READ}name a file of JSON Lines"},
    **{b"PK\x03\x04": f"a zip archive{_UNPACK}", b"7z\xbc\xaf\x27\x1c": f"a 7z archive{_UNPACK}"},
    b"\xfd7zXZ": f"packed with xz{_NOT_READ}unpack it with `unxz`",
    b"BZh": f"packed with bzip2{_NOT_READ}unpack it with `bunzip2`",
    b"\x28\xb5\x2f\xfd": f"packed with Zstandard{_NOT_READ}unpack it with `unzstd`",
    _GZIP: f"packed with gzip twice{_NOT_READ}unpack it with `gunzip`",
    **dict.fromkeys((b"\x80\x03", b"\x80\x04", b"\x80\x05"), f"a pickle{_NOT_READ}write what it holds as JSON Lines"),
    **dict.fromkeys((b"\xff\xfe", b"\xfe\xff"), "text in UTF-16: save it in UTF-8"),
}  # by the first bytes of a file, its format, and what to do
_ADVICE = {
    errno.EISDIR: "Name a file in it.",
    errno.EEXIST: "Name another place, or remove what is there.",
    **dict.fromkeys((errno.EACCES, errno.EPERM), "Check who may read and write it."),
    errno.EROFS: "Choose another place.",
    errno.ENOSPC: "Free some, or name a place on another disk (HF_HOME, for what is kept).",
}


class InputFile:
    """An open file, unpacked. It reads at most [`MAX_BYTES`]; errors name a file that is damaged or too large."""

    def __init__(self, stream: BinaryIO, name: str) -> None:
        self.name = name
        self._stream = stream
        self._read = 0
        self.head = b""  # the next unread bytes, to detect the file's format
        self.head = self.read(_HEAD_BYTES)

    def read(self, size: int) -> bytes:
        """Reads the next bytes; fewer than `size` only at the end."""
        parts = [self.head[:size]]
        missing = size - len(self.head)
        self.head = self.head[size:]
        while missing > 0 and (part := self._next(min(missing, _CHUNK), line=False)):
            parts.append(part)
            missing -= len(part)
        return b"".join(parts)

    def readline(self) -> bytes:
        """Reads the next line, with its end; empty at the end of the file."""
        line, newline, self.head = self.head.partition(b"\n")
        if newline:
            return line + newline
        line += self._next(MAX_DOCUMENT_BYTES + 1, line=True)
        if len(line) > MAX_DOCUMENT_BYTES and not line.endswith(b"\n"):
            raise UserError(f"{self.name} has a line of more than {MAX_DOCUMENT_BYTES >> 20} MiB: it is not read.")
        return line

    def rest(self) -> bytes:
        """Reads the rest of the file as one document."""
        content = self.read(MAX_DOCUMENT_BYTES + 1)
        if len(content) > MAX_DOCUMENT_BYTES:
            raise UserError(
                f"{self.name} is one document of more than {MAX_DOCUMENT_BYTES >> 20} MiB: it is not read. Write it "
                "as JSON Lines, with a record per line, or in several files."
            )
        return content

    def values(self) -> Iterator[tuple[str, Any]]:
        """The values of a JSON list, JSON Lines, or a document, each with its place (`"line 3"`, `"record 3"`)."""
        found = next((kind for start, kind in _BINARY.items() if self.head.startswith(start)), "")
        found = found or (f"a tar archive{_UNPACK}" if b"ustar" in self.head[257:265] else "")
        if found or b"\0" in self.head:
            raise UserError(f"{self.name} is {found or 'a binary file, and no text: name a file of JSON Lines'}.")
        if self.head.startswith(_BYTE_ORDER_MARK):
            self.read(len(_BYTE_ORDER_MARK))
        stripped = enumerate(map(bytes.strip, iter(self.readline, b"")), 1)
        for index, (number, line) in enumerate((number, line) for number, line in stripped if line):
            if index == 0 and line.startswith(b"["):
                document = parse_json(line + b"\n" + self.rest(), self.name)
                yield from ((f"record {position}", value) for position, value in enumerate(document, 1))
                return
            where = f"line {number}"
            try:
                value = parse_json(line, f"{self.name}, {where}")
            except _NoJsonError as error:
                if index or not line.startswith(b"{"):
                    raise
                # The file as one document; if it is not one, the error farther down is raised.
                where = "record 1"
                try:
                    value = parse_json((b"\n" * (number - 1) + line + b"\n" + self.rest()).rstrip(), self.name)
                except _NoJsonError as of_document:
                    raise of_document if of_document.line > error.line + number - 1 else error from None
            yield where, value

    def _next(self, size: int, line: bool) -> bytes:
        try:
            part = self._stream.readline(size) if line else self._stream.read(size)
        except (EOFError, gzip.BadGzipFile, zlib.error) as error:
            raise UserError(f"{self.name} is damaged, or was cut off: {error}.") from error
        self._read += len(part)
        if self._read > MAX_BYTES:
            raise UserError(f"{self.name} holds more than {MAX_BYTES >> 20} MiB, after unpacking: it is not read.")
        return part


class _NoJsonError(UserError):
    def __init__(self, where: str, error: ValueError) -> None:
        problem, self.line = str(error), 1
        if isinstance(error, json.JSONDecodeError):
            self.line = error.lineno
            line = f"line {error.lineno}, " if error.lineno > 1 else ""
            problem = f"{error.msg.removesuffix(' at')} at {line}column {error.colno}"
        super().__init__(f"{where} is not valid JSON: {problem}. Correct it there, or name another file.")


@contextmanager
def open_input(path: str | Path) -> Iterator[InputFile]:
    """Opens a file, or standard input where the path is [`STANDARD_INPUT`], for a `with` block; gzip is unpacked."""
    with ExitStack() as stack:
        if str(path) == STANDARD_INPUT:
            name, stream = "standard input", cast(BinaryIO, sys.stdin.buffer)
        else:
            _require_content(Path(path))
            name, stream = str(path), stack.enter_context(Path(path).open("rb"))
        # The first bytes are read before gzip reads them, since a file that is not packed is read as it is.
        buffered = stream if hasattr(stream, "peek") else io.BufferedReader(stream)  # type: ignore[type-var]
        is_packed = buffered.peek(2)[:2] == _GZIP
        yield InputFile(io.BufferedReader(gzip.GzipFile(fileobj=buffered)) if is_packed else buffered, name)


def links_below(folder: str | Path) -> list[str]:
    """Paths of the symbolic links in a user's folder, relative to it. Their targets are never read as its content."""
    return sorted(path.relative_to(folder).as_posix() for path in Path(folder).rglob("*") if path.is_symlink())


def _require_content(path: Path) -> None:
    """Raises unless a path names a file or the shell's substitute for one: a device or pipe may have no end."""
    if path.exists() and not path.is_file() and not path.is_dir() and not str(path).startswith(_OPEN_FILES):
        raise UserError(f"{path} is a pipe or a device, and no file: use - to read standard input.")


def parse_json(text: bytes, where: str) -> Any:
    """Parses untrusted JSON in UTF-8, within limits on size, depth and number of values."""
    if sum(map(text.count, (b",", b"[", b"{"))) > _MAX_VALUES:
        raise UserError(f"{where} has more than {_MAX_VALUES} values: it is not read.")
    shown = decoded(text, where)
    try:
        return json.loads(shown)
    except RecursionError:
        raise UserError(f"{where} is nested too deeply: it is not read.") from None
    except ValueError as error:
        raise _NoJsonError(where, error) from error


def json_kind(value: object) -> str:
    kinds = {dict: "an object", list: "a list", str: "a text", bool: "true or false", type(None): "null"}
    return kinds.get(type(value), "a number" if isinstance(value, (int, float)) else f"of type {type(value).__name__}")


def read_content(path: Path) -> bytes:
    _require_content(path)
    return path.read_bytes()


def read_text(path: Path) -> str:
    """The text of a user's file, without a byte order mark."""
    return decoded(read_content(path), str(path)).replace("\r\n", "\n")


def decoded(content: bytes, where: str) -> str:
    """The text of bytes in UTF-8, without a byte order mark."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        problem = f"{error.reason} at its byte {error.start + 1}"
        raise UserError(f"{where} is not text in UTF-8: {problem}. Save it in UTF-8.") from error


def read_records(path: str | Path) -> list[tuple[str, dict[str, Any]]]:
    """Reads the objects of a JSON list or of JSON Lines, each with its place; one object may take several lines."""
    with open_input(path) as file:
        records = list(file.values())
    for position, record in records:
        if not isinstance(record, dict):
            raise UserError(f"{path}, {position}: expected a JSON object, found {json_kind(record)}.")
    return records


def in_words(error: Exception) -> str:
    """The message of an error for a command's user; if the system refuses a file, with its name and advice."""
    home, file = cache_directory().parent, Path(getattr(error, "filename", None) or ".")
    is_refused = isinstance(error, OSError) and error.errno in (errno.EACCES, errno.EPERM, errno.EROFS)
    is_above = isinstance(error, OSError) and file in (home, *home.parents) and not file.exists()
    if (is_refused and home in file.parents) or is_above:
        return f"{file} cannot be made or read, and {home} is for caches: set HF_HOME to a folder of your own."
    if isinstance(error, FileNotFoundError) and error.filename is not None:
        return f"There is no file or folder {error.filename}. Check its name, and the folder that you are in."
    if isinstance(error, OSError) and error.strerror:  # from the system
        place = f"{error.filename}: " if error.filename is not None else ""
        return f"{place}{error.strerror}. {_ADVICE.get(error.errno or 0, 'Check its name.' if place else '')}".rstrip()
    return str(error) or ("There is not enough memory." if isinstance(error, MemoryError) else type(error).__name__)


def cache_directory() -> Path:
    """Folder of this package's files within `HF_HOME`, read from the environment at every call."""
    home = os.environ.get("HF_HOME") or Path(os.environ.get("XDG_CACHE_HOME", "~/.cache"), "huggingface")
    return Path(home).expanduser() / "classeval_hf"


def write_whole(path: Path, content: str | bytes) -> None:
    """Writes a file in one step, so that an interruption leaves the old one or none; text as UTF-8, line ends kept."""
    data = content.encode() if isinstance(content, str) else content
    partial = path.with_name(f".{path.name}.{os.getpid()}.partial")
    try:
        with partial.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        partial.replace(path)
    except OSError:
        with suppress(OSError):
            partial.unlink()
        raise


def check_folder(output: Path) -> None:
    """Checks, before any work, that a file can be written: its folder takes files, and it is not a folder itself."""
    if output.is_dir():
        raise IsADirectoryError(f"{output} is a folder: name a file in it, such as {output / 'FILE'}.")
    folder = Path(os.path.realpath(output.parent))
    existing = next(parent for parent in (folder, *folder.parents) if parent.exists())
    if not existing.is_dir():
        raise NotADirectoryError(f"{output} cannot be created: {existing} is a file. Name a folder in its place.")
    partial = existing / f".{output.name}.{os.getpid()}.partial"
    try:
        partial.open("wb").close()  # modes mean nothing for root, or on a read-only file system
        partial.unlink()
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        made = "written" if os.path.lexists(output) else "created"
        raise type(error)(f"{output} cannot be {made}: {reason}. Name a file in a folder of your own.") from error
    if existing != folder:
        raise FileNotFoundError(f"The folder of {output} does not exist. Create it first, or name another.")
