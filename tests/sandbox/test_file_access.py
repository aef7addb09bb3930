"""What samples see of the file system, in namespaces of their own."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from classeval_hf.sandbox import linux
from classeval_hf.sandbox.isolation import IsolationError
from classeval_hf.sandbox.self_test import choose_isolation

SHOW = """
import os, sys
from classeval_hf.sandbox import linux
from classeval_hf.sandbox.confinement import become_ordinary_user
from classeval_hf.sandbox.file_access import MinimalRoot, system_paths
from classeval_hf.sandbox.tiers import Limits

mount_point, hidden, *shown = sys.argv[1:]
user, group = os.getuid(), os.getgid()
linux.unshare(linux.CLONE_NEWUSER | linux.CLONE_NEWNS)
become_ordinary_user(user, group)
root = MinimalRoot([*system_paths(), *shown], [os.path.realpath(hidden)])
root.enter(mount_point)
root.add_private_folders(Limits())
for folder in (*shown, *("/.in-tmp" + path.removeprefix("/tmp") for path in shown)):
    print(*sorted(os.listdir(folder)), "|", *os.listdir(os.path.join(folder, os.path.basename(hidden))))
    while folder not in ("/tmp", "/.in-tmp"):  # nor can anything be put in its place, for later steps to find
        for change in (lambda: os.rename(folder, "/tmp/elsewhere"), lambda: open(folder + "/planted", "w")):
            try:
                change()
            except OSError:
                continue
            print("changed", folder)
        folder = os.path.dirname(folder)
"""


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder in `/tmp`, where each sample has a file system of its own."""
    path = Path(tempfile.mkdtemp(dir="/tmp"))
    yield path
    shutil.rmtree(path)


@pytest.mark.skipif(not linux.is_supported(), reason="isolation needs Linux on x86-64 or arm64")
@pytest.mark.parametrize(
    "shown",
    [["lib/packages"], ["lib64/packages"], ["lib/packages", "lib64/packages"], ["lib64/packages", "lib/packages"]],
    ids=" ".join,
)
def test_what_is_hidden_stays_so_in_tmp(folder: Path, shown: list[str]) -> None:
    """As this package does in an environment that was made there, whatever its folders are called."""
    try:
        choose_isolation("T3", "T3")
    except IsolationError as error:
        pytest.skip(str(error))
    package = folder / "lib" / "packages" / "package"
    package.mkdir(parents=True)
    (folder / "lib64").symlink_to("lib")
    for path in (package / "reference.py", package.parent / "library.py"):
        path.write_text("")
    (folder / "root").mkdir()
    arguments = [str(folder / "root"), str(package), *(str(folder / path) for path in shown)]
    done = subprocess.run([sys.executable, "-c", SHOW, *arguments], capture_output=True, text=True, timeout=300)
    assert done.stdout.splitlines() == ["library.py package |"] * 2 * len(shown), done.stderr
