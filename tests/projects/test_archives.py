"""Archives that are made to upset who reads them: each is an error that names it, soon and within limits."""

import gzip
import io
import random
import tarfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from classeval_hf.core.cache_directory import cache_directory
from classeval_hf.projects.archives import safe_extract
from classeval_hf.projects.catalogue import ProjectError
from classeval_hf.tasks.deveval import DEVEVAL

ZEROS = bytes(1 << 20)


def entry(name: str, size: int = 0, kind: bytes = tarfile.REGTYPE, link: str = "") -> bytes:
    """The header of a member."""
    item = tarfile.TarInfo(name)
    item.size, item.type, item.linkname = size, kind, link
    return item.tobuf(tarfile.GNU_FORMAT)


def extended(kind: bytes, content: bytes) -> bytes:
    """An extended header with its content."""
    return entry("header", len(content), kind) + content + bytes(-len(content) % 512)


def record(name: str, value: str) -> bytes:
    """A line of an extended header."""
    text = f" {name}={value}\n"
    length = next(size for size in range(len(text), len(text) + 5) if len(str(size)) + len(text) == size)
    return f"{length}{text}".encode()


def large(*parts: bytes, repeat: bytes = b"", times: int = 0, end: bytes = b"") -> Callable[[Path], None]:
    """Writes an archive, packed, with something repeated in it."""

    def write(path: Path) -> None:
        with gzip.open(path, "wb", compresslevel=1) as file:
            file.write(b"".join(parts))
            for _ in range(times):
                file.write(repeat)
            file.write(end + bytes(1024))

    return write


MANY = b"".join(record(f"X.{number}", "y") for number in range(2_000))
RANDOM = entry("top/data.jsonl", 1 << 20) + random.Random(0).randbytes(1 << 20)
HOSTILE = {
    "extended header without end": large(entry("h", 3 << 30, tarfile.XHDTYPE), repeat=ZEROS, times=8),
    "global header without end": large(entry("h", 3 << 30, tarfile.XGLTYPE), repeat=ZEROS, times=8),
    "long name without end": large(entry("h", 3 << 30, tarfile.GNUTYPE_LONGNAME), repeat=ZEROS, times=8),
    "long link without end": large(entry("h", 3 << 30, tarfile.GNUTYPE_LONGLINK), repeat=ZEROS, times=8),
    "many global headers": large(extended(tarfile.XGLTYPE, MANY), entry("top/data.jsonl")),
    "many headers of a member": large(extended(tarfile.XHDTYPE, MANY), entry("top/data.jsonl")),
    "link to itself": large(entry("top/data.jsonl", 0, tarfile.SYMTYPE, "data.jsonl")),
    "hard link to itself": large(entry("top/data.jsonl", 0, tarfile.LNKTYPE, "top/data.jsonl")),
    "links to one another": large(
        entry("top/a", 0, tarfile.SYMTYPE, "data.jsonl"), entry("top/data.jsonl", 0, tarfile.SYMTYPE, "a")
    ),
    "link to nothing": large(entry("top/data.jsonl", 0, tarfile.SYMTYPE, "../../etc/passwd")),
    "link to what is too large": large(
        entry("top/a", 160 << 20), repeat=ZEROS, times=160, end=entry("top/data.jsonl", 0, tarfile.LNKTYPE, "top/a")
    ),
    "negative size": large(entry("top/data.jsonl").replace(b"00000000000\0", b"\xff" * 12, 1)),
    "device": large(entry("top/data.jsonl", 0, tarfile.CHRTYPE)),
    "packed and cut off": lambda path: path.write_bytes(gzip.compress(RANDOM)[: 1 << 19]),
    "no archive": lambda path: path.write_bytes(gzip.compress(b"no archive" * 1000)),
    "damaged": lambda path: path.write_bytes(gzip.compress(RANDOM)[: 1 << 19] + b"\xff" * 2000),
}


@pytest.mark.parametrize("write", HOSTILE.values(), ids=HOSTILE)
def test_hostile_archives(write: Callable[[Path], object], tmp_path: Path, hf_home: object) -> None:
    archive = tmp_path / "data.tar.gz"
    write(archive)
    with pytest.raises(ProjectError, match=r"data\.tar\.gz"):
        safe_extract(archive, tmp_path / "out", top_folder=True, max_bytes=128 << 20)
    with pytest.raises(ValueError, match=r"data\.tar\.gz (is not the archive|has no data\.jsonl)"):
        replace(DEVEVAL, sha256="0" * 64).store(archive)
    assert not list(cache_directory().glob("*.jsonl"))


def test_archives_of_every_packing_are_read(tmp_path: Path) -> None:
    for mode in ("w", "w:gz", "w:bz2", "w:xz"):
        archive = tmp_path / f"some.{mode.replace(':', '.')}.tar"
        with tarfile.open(archive, mode, format=tarfile.PAX_FORMAT) as tar:  # type: ignore[call-overload]
            for name, content in (("top/a" + "b" * 200, b"text"), ("top/large", bytes(3 << 20))):
                item = tarfile.TarInfo(name)
                item.size = len(content)
                tar.addfile(item, io.BytesIO(content))
            link = tarfile.TarInfo("top/link")
            link.type, link.linkname = tarfile.SYMTYPE, "large"
            tar.addfile(link)
        out = tmp_path / f"out-{mode.replace(':', '-')}"
        safe_extract(archive, out, top_folder=True)
        assert (out / ("a" + "b" * 200)).read_bytes() == b"text"
        assert (out / "link").read_bytes() == (out / "large").read_bytes() == bytes(3 << 20)
        assert not (out / "link").is_symlink()
        archive.write_bytes(archive.read_bytes()[:100])
        with pytest.raises(ProjectError, match=rf"{archive.name} cannot be unpacked"):
            safe_extract(archive, out, top_folder=True)
