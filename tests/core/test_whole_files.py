"""A file is there whole or not at all."""

from pathlib import Path

import pytest

from classeval_hf.core.atomic_write import write_whole


@pytest.mark.parametrize(("content", "expected"), [("ä\r\n", "ä\r\n".encode()), (b"\x00\xff", b"\x00\xff")])
def test_content_is_kept_to_the_byte(tmp_path: Path, content: str | bytes, expected: bytes) -> None:
    path = tmp_path / "file"
    path.write_text("before")
    write_whole(path, content)
    assert path.read_bytes() == expected
    assert [entry.name for entry in tmp_path.iterdir()] == ["file"]


def test_failure_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("before")
    with pytest.raises(UnicodeEncodeError):
        write_whole(path, "half\ud800")
    assert path.read_text() == "before"
