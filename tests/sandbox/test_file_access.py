"""What samples see of the file system, in namespaces of their own."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from classeval_hf.sandbox import IsolationError, choose_isolation, linux

SHOW = """
import os, sys
from classeval_hf.sandbox import IsolationError, choose_isolation, linux
from classeval_hf.sandbox.confinement import become_ordinary_user
from classeval_hf.sandbox.file_access import MinimalRoot, system_paths
from classeval_hf.sandbox.tiers import Limits

shown, hidden, mount_point = sys.argv[1:]
user, group = os.getuid(), os.getgid()
linux.unshare(linux.CLONE_NEWUSER | linux.CLONE_NEWNS)
become_ordinary_user(user, group)
root = MinimalRoot([*system_paths(), shown], [hidden])
root.enter(mount_point)
root.add_private_folders(Limits())
for folder in (shown, hidden):
    print(*sorted(os.listdir(folder)))
for again in (name for name in os.listdir("/") if name.startswith(".in-tmp")):
    print(*os.listdir("/" + again + hidden.removeprefix(shown)))
"""


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder in `/tmp`, where each sample has a file system of its own."""
    path = Path(tempfile.mkdtemp(dir="/tmp"))
    yield path
    shutil.rmtree(path)


@pytest.mark.skipif(not linux.is_supported(), reason="isolation needs Linux on x86-64 or arm64")
def test_what_is_hidden_stays_so_in_tmp(folder: Path) -> None:
    """As this package does in an environment that was made there."""
    try:
        choose_isolation("T3", "T3")
    except IsolationError as error:
        pytest.skip(str(error))
    package = folder / "environment" / "package"
    package.mkdir(parents=True)
    for name in ("environment/library.py", "environment/package/reference.py"):
        (folder / name).write_text("")
    (folder / "root").mkdir()
    arguments = [str(folder / "environment"), str(package), str(folder / "root")]
    done = subprocess.run([sys.executable, "-c", SHOW, *arguments], capture_output=True, text=True, timeout=60)
    assert done.stdout.split("\n") == ["library.py package", "", "", ""], done.stderr
