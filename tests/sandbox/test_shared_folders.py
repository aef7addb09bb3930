"""A folder that all samples are shown: whole in each of them, however many are made at a time."""

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from slow_and_full import one_in
from tiers_here import PAYLOAD, job, needs_isolation, results, sandbox_of, skip_without

from classeval_hf.core.errors import InfrastructureError
from classeval_hf.sandbox.folders import FOLDER_HANDLE, LEFT_BEHIND, PartialCopyError, copy_tree, count_entries
from classeval_hf.sandbox.jobs import MachineError, RawRun, SandboxJob
from classeval_hf.sandbox.sandbox import Sandbox, SandboxSettings, ZygoteServer
from classeval_hf.sandbox.tiers import Limits, Tier

pytestmark = needs_isolation
LISTS = """
import os
result = {}
for folder, folders, files in os.walk("../project"):
    for name in folders + files:
        path = os.path.join(folder, name)
        result[os.path.relpath(path, "../project")] = open(path).read() if name in files else None
"""
SPOILS = "import shutil; shutil.rmtree('../project', ignore_errors=True)"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Enough entries that a folder is read in several pieces."""
    for number in range(6):
        folder = tmp_path / "tree" / f"package_{number}" / "deep"
        folder.mkdir(parents=True)
        for name in range(20):
            (folder / f"module_{name}.py").write_text(f"x = {number}, {name}\n")
        (folder / "__pycache__").mkdir()
        (folder / "__pycache__" / "module.pyc").write_bytes(b"old")
    for name in LEFT_BEHIND - {"__pycache__", ".git"}:
        (tmp_path / "tree" / name / "inner").mkdir(parents=True)
    (tmp_path / "tree" / ".git").symlink_to("package_0")  # itself goes, not what it leads to
    return tmp_path / "tree"


def contents(tree: Path) -> dict[str, str | None]:
    """What a sample is to see of a tree."""
    paths = [path for path in tree.rglob("*") if LEFT_BEHIND.isdisjoint(path.parts)]
    return {str(path.relative_to(tree)): path.read_text() if path.is_file() else None for path in paths}


@contextmanager
def opened(tree: Path, flags: int = FOLDER_HANDLE) -> Iterator[int]:
    descriptor = os.open(tree, flags)
    try:
        yield descriptor
    finally:
        os.close(descriptor)


@pytest.mark.parametrize("workers", [4, pytest.param(2, marks=pytest.mark.slow)])
@pytest.mark.parametrize("tier", one_in(2, Tier))
def test_each_sample_sees_all_of_it(tier: Tier, workers: int, tree: Path, server: ZygoteServer) -> None:
    wanted = contents(tree)
    with sandbox_of(tier, server=server, tree=str(tree)) as sandbox, ThreadPoolExecutor(workers) as pool:
        found = list(pool.map(lambda _: results(sandbox, LISTS, SPOILS, LISTS), range(6)))
    assert len(wanted) == 6 * 22
    for first, _, last in found:
        assert first == last == wanted


def copy_in_processes(source: int, target: Path, entries: int, processes: int) -> list[int]:
    """Copies at the same time, in processes that share a descriptor, as forks of one zygote do; exit statuses."""
    begin, go = os.pipe()
    children = []
    for number in range(processes):
        child = os.fork()
        if child == 0:
            status = 1
            try:
                os.close(go)
                os.read(begin, 1)  # all at once, when the other end is closed
                copy_tree(source, str(target / str(number)), 1 << 20, entries)
                status = 0
            finally:
                os._exit(status)
        children.append(child)
    os.close(begin)
    os.close(go)
    return [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]


@pytest.mark.parametrize("flags", [FOLDER_HANDLE, os.O_RDONLY | os.O_DIRECTORY])
def test_processes_that_share_a_descriptor_copy_all(flags: int, tree: Path, tmp_path: Path) -> None:
    with opened(tree, flags) as source:
        assert copy_in_processes(source, tmp_path, count_entries(source), 8) == [0] * 8
    wanted = contents(tree)
    assert all(contents(tmp_path / str(number)) == wanted for number in range(8))


def test_a_copy_that_is_not_whole_is_none(tree: Path, tmp_path: Path) -> None:
    """And what processes inherit has no position, so that nobody can read it by mistake."""
    with opened(tree) as source:
        with pytest.raises(OSError, match="Bad file descriptor"):
            os.scandir(source).__next__()
        entries = count_entries(source)
        (tree / "package_3" / "deep" / "module_7.py").unlink()
        with pytest.raises(PartialCopyError, match="131 files and folders were copied, and there were 132"):
            copy_tree(source, str(tmp_path / "copy"), 1 << 20, entries)


class _Shrinking(Sandbox):
    """A sandbox whose project loses a file after its first job."""

    def run(self, job: SandboxJob, *options: Any, **others: Any) -> RawRun:
        found = super().run(job, *options, **others)
        Path(self.settings.tree, "package_3", "deep", "module_7.py").unlink()
        return found


@pytest.mark.parametrize("tier", [Tier.T2, Tier.T1, Tier.T0])
def test_a_copy_that_is_not_whole_is_charged_to_nobody(tier: Tier, tree: Path, server: ZygoteServer) -> None:
    """Nor is it where a sample runs alone, after a control that had all of it."""
    skip_without(tier)
    sandbox = _Shrinking(tier, SandboxSettings(PAYLOAD, tree=str(tree)), server=server)
    with sandbox, pytest.raises(MachineError, match="131 files and folders were copied"):
        sandbox.start()
        sandbox.run(job(LISTS), lambda: job(LISTS), attempts=0)


FILLS = """
import errno, os
result = [0, 0, ""]
try:
    for number in range(1000):
        with open(f"../project/new-{number}", "wb", buffering=0) as file:
            while file.tell() < 1 << 20:
                result[0] += file.write(bytes(1 << 16))
except OSError as error:
    result[2] = errno.errorcode[error.errno]
with open("besides", "wb", buffering=0) as file:
    result[1] = file.write(bytes(1 << 20))
"""


def test_what_a_sample_adds_to_a_project_is_limited(tree: Path, server: ZygoteServer) -> None:
    """At T3: it fills a layer of its own, not its temporary folder, and the next sample has a new one."""
    with sandbox_of(Tier.T3, server=server, limits=Limits(file_bytes=8 << 20), tree=str(tree)) as sandbox:
        (first,), (other,) = results(sandbox, FILLS), results(sandbox, FILLS)
    assert Limits().file_bytes == 256 << 20
    for written, besides, problem in (first, other):
        assert 4 << 20 < written <= 8 << 20 and besides == 1 << 20 and problem == "ENOSPC"


@pytest.mark.parametrize("tier", [Tier.T2, Tier.T1, Tier.T0])
def test_a_project_that_is_too_large_for_a_copy(tier: Tier, tree: Path, server: ZygoteServer) -> None:
    """It is refused, and charged to no sample, as a control that does nothing has no copy either."""
    (tree / "data").write_bytes(bytes(1 << 20))
    too_large = pytest.raises(InfrastructureError, match="too large to be copied")
    with sandbox_of(tier, server=server, limits=Limits(file_bytes=1 << 20), tree=str(tree)) as sandbox, too_large:
        sandbox.run(job(LISTS))


RENAMES = """
import errno, os, shutil
def renamed(old, new):
    try:
        os.rename(old, new)
    except OSError as error:
        return errno.errorcode[error.errno]
    return "renamed"
os.chdir("../project")
os.mkdir("new")
result = [
    os.stat(".").st_dev == os.stat("../work").st_dev,
    renamed("package_0", "moved"),
    renamed("package_1/deep", "package_1/moved"),
    renamed("new", "newer"),
    renamed("package_2/deep/module_0.py", "package_2/moved.py"),
]
shutil.move("package_3", "moved by copying")
result += [os.path.isdir("package_3"), len(os.listdir("moved by copying/deep")) >= 20]
"""


@pytest.mark.parametrize("tier", list(Tier))
def test_what_of_a_project_can_be_renamed(tier: Tier, tree: Path, server: ZygoteServer) -> None:
    """At T3 no folder of it; its files, new folders, and what `shutil.move` copies can."""
    with sandbox_of(tier, server=server, tree=str(tree)) as sandbox:
        (found,) = results(sandbox, RENAMES)
    is_copy = found.pop(0)  # as at T3 where the kernel refuses a layer
    folders = "EXDEV" if tier is Tier.T3 and not is_copy else "renamed"
    assert found == [folders, folders, "renamed", "renamed", False, True]
