"""Which folders of this package samples must not see."""

from pathlib import Path

import pytest
from places import ROOT

from classeval_hf.sandbox.code_transfer import package_folders


@pytest.mark.parametrize(
    ("shown", "place"),
    [
        ("lib/python3.11/site-packages", "lib/python3.11/site-packages"),
        ("lib/python3.11", "lib/python3.11/site-packages"),
        ("lib", "lib/python3/dist-packages"),
        (".", "lib64/python3.11/site-packages"),
    ],
)
def test_a_copy_that_is_installed_beside_the_one_in_use(tmp_path: Path, shown: str, place: str) -> None:
    copy = tmp_path / place / "classeval_hf"
    copy.mkdir(parents=True)
    (tmp_path / "link").symlink_to(tmp_path)
    for path in (tmp_path / shown, tmp_path / "link" / shown):
        assert package_folders((str(path), "/nonexistent")) == (str(copy.resolve()),)


def test_the_one_in_use_where_it_can_be_read() -> None:
    assert package_folders((str(ROOT),)) == (str(ROOT / "classeval_hf"),)
    assert package_folders((str(ROOT / "docs"),)) == ()
