"""What the sample does in the process of its tests: told by who calls, and not by names in its source."""

import _thread
import os
import sys
from collections.abc import Callable, Collection, Sequence
from pathlib import PurePath
from types import FrameType
from typing import Any

from classeval_hf.pytest_runner.machinery import OUR_NAMES

_FRAMES, _CODE = "frames at run time", "function objects at run time"
_TESTS, _DATA, _COPIES = "files of tests", "data of tests", "copies of the target"
_READ = {
    **dict.fromkeys(("tb_frame", "gi_frame", "cr_frame", "ag_frame"), _FRAMES),
    **dict.fromkeys(("__code__", "f_code", "gi_code", "cr_code", "ag_code"), _CODE),
}
_OPENS = ("open", "os.link", "os.symlink", "os.rename")
_WATCHED = frozenset(["object.__getattr__", "sys._getframe", "compile", *_OPENS])
_FOLDERS_OF_TESTS = ("test", "tests", "testing")
_ARCHIVES = (".whl", ".zip", ".egg")
_IMPORTS = "<frozen importlib"
_CACHE = "__pycache__"
_LOOKS_AT_FRAMES = ("inspect.py", "traceback.py")
_TELLS_OF_ERRORS, _READS_LINES = "traceback.py", "linecache.py"
_HARNESS = ("_pytest", "pluggy", "unittest")


def sample_files(root: str, target: str, is_source: Callable[[str], bool]) -> Callable[[str], bool]:
    """A function that tells whether code of a file may be the sample's."""
    folders = {os.path.dirname(os.__file__), sys.prefix, sys.base_prefix, *sys.path}
    trusted = tuple(f"{folder}/" for folder in folders if folder and not f"{folder}/".startswith(f"{root}/"))

    def is_of_sample(file: str) -> bool:
        return file == target or not (is_source(file) or file.startswith((*trusted, "<")))

    return is_of_sample


def marks_of_callers(
    root: str, target: str, test_files: Sequence[str], is_of_sample: Callable[[str], bool]
) -> Callable[[str, tuple[Any, ...]], str]:
    """Makes the function that marks an audit event, if it is the sample's doing."""
    kind_of_file = _kinds_of_files(root, target, test_files)
    calls = _callers(is_of_sample)
    causes = _causes(is_of_sample, test_files, _test_folders(root, target, test_files))
    busy: set[int] = set()
    identity, kind_of = _thread.get_ident, type

    def find(event: str, arguments: tuple[Any, ...]) -> str:
        if event == "object.__getattr__":
            name = arguments[1]
            return _READ[name] if name in _READ and calls() else ""
        if event == "sys._getframe":
            return _FRAMES if calls(_LOOKS_AT_FRAMES) else ""
        if event == "compile":
            return "code at run time" if calls() else ""
        kind = kind_of_file(arguments[0])
        return kind if kind and causes(kind == _TESTS) else ""

    def mark(event: str, arguments: tuple[Any, ...]) -> str:
        if event not in _WATCHED or not arguments or identity() in busy:
            return ""
        if event in _OPENS and kind_of(arguments[0]) not in (str, bytes):
            return ""
        busy.add(identity())
        try:
            return find(event, arguments)
        finally:
            busy.discard(identity())

    return mark


def _callers(is_of_sample: Callable[[str], bool]) -> Callable[..., bool]:
    """Makes the function that looks at who calls; it is three calls below the hook, as is the next one."""
    frame = sys._getframe

    def calls(through: Sequence[str] = ()) -> bool:
        """Whether the sample's code calls, directly or by code made at run time."""
        caller: FrameType | None = frame(4)
        while caller is not None:
            file = caller.f_code.co_filename
            if file.startswith((OUR_NAMES, _IMPORTS)):
                return False
            if not file.startswith("<") and not file.endswith(tuple(through)):
                return is_of_sample(file)
            caller = caller.f_back
        return False

    return calls


def _causes(
    is_of_sample: Callable[[str], bool], test_files: Sequence[str], test_folders: Collection[str]
) -> Callable[[bool], bool]:
    """Makes the function that looks at all who called."""
    frame, folders = sys._getframe, tuple(f"{folder}/" for folder in test_folders)

    def causes(in_any_thread: bool) -> bool:
        """Whether the sample's code calls, however far from here, or a thread without anybody's code."""
        caller: FrameType | None = frame(4)
        within, by_harness = "", False
        while caller is not None:
            file = caller.f_code.co_filename
            if within.endswith(_READS_LINES) and file.endswith(_TELLS_OF_ERRORS):
                return False  # an exception is described, with the lines that it passed
            if is_of_sample(file):
                return True
            if file in test_files or file.endswith("conftest.py") or (folders and file.startswith(folders)):
                return False
            by_harness = by_harness or any(f"/{name}/" in file for name in _HARNESS)
            within, caller = file, caller.f_back
        return in_any_thread and not by_harness

    return causes


def _kinds_of_files(root: str, target: str, test_files: Sequence[str]) -> Callable[[str | bytes], str]:
    """Makes the function that gives the mark of a file that the sample opens; empty for those that it may open."""
    stems = {PurePath(path).stem for path in test_files} | {"conftest"}
    folders = tuple(f"{folder}/" for folder in _test_folders(root, target, test_files))
    path = PurePath(target).relative_to(root) if target.startswith(f"{root}/") else PurePath()
    module, top = path.stem, path.parent.name
    normal, here, decode = os.path.normpath, os.getcwd, os.fsdecode

    def kind(opened: str | bytes) -> str:
        given = decode(opened)
        name = given.rpartition("/")[2]
        stem = name.partition(".")[0]
        if stem in stems and name.endswith((".py", ".pyc")):
            return _TESTS
        if not given.startswith(f"{root}/"):
            parts = given.replace(f"/{_CACHE}/", "/").split("/")
            if given.endswith(_ARCHIVES) or (stem == module and top and parts[-2:-1] == [top]):
                return _COPIES
        if folders:
            try:
                full = normal(given if given.startswith("/") else f"{here()}/{given}")
            except OSError:
                return ""
            if f"{full}/".startswith(folders):
                return _TESTS if f"{full}/" in folders else _DATA
        return ""

    return kind


def _test_folders(root: str, target: str, test_files: Sequence[str]) -> set[str]:
    """The folders of tests that the test files lie in; none for those beside the project's modules."""
    paths = set()
    for path in test_files:
        parts = PurePath(path).relative_to(root).parts[:-1]
        depth = next((place for place, part in enumerate(parts, 1) if part.lower() in _FOLDERS_OF_TESTS), len(parts))
        folder = "/".join((root, *parts[:depth]))
        if depth and not target.startswith(f"{folder}/"):
            paths.add(folder)
    return paths
