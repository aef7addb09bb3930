"""A file is there whole or not at all."""

from pathlib import Path

import pytest

from classeval_hf.core.atomic_write import check_folder, write_whole


def test_content_is_kept_to_the_byte(tmp_path: Path) -> None:
    """A failure leaves the old file."""
    path = tmp_path / "file"
    for content, expected in (("ä\r\n", "ä\r\n".encode()), (b"\x00\xff", b"\x00\xff")):
        path.write_text("before")
        write_whole(path, content)
        assert path.read_bytes() == expected
        assert [entry.name for entry in tmp_path.iterdir()] == ["file"]
    with pytest.raises(UnicodeEncodeError):
        write_whole(path, "half\ud800")
    assert path.read_bytes() == expected


def test_an_output_is_tried_before_any_work(tmp_path: Path) -> None:
    """Whatever stands in the way of the file is told by its name, and nothing is left behind."""
    (tmp_path / "folder").mkdir()
    (tmp_path / "old.json").write_text("old")
    for path, error, message in (
        (tmp_path / "no" / "out.json", FileNotFoundError, "does not exist"),
        (tmp_path / "folder", IsADirectoryError, "is a folder"),
        (Path("/proc/out.json"), OSError, r"/proc/out\.json cannot be created"),
        (tmp_path / ("n" * 255), OSError, "cannot be created: file name too long"),
    ):
        with pytest.raises(error, match=message):
            check_folder(path)
    check_folder(tmp_path / "new.json")
    check_folder(tmp_path / "old.json")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder", "old.json"]
    assert (tmp_path / "old.json").read_text() == "old"
