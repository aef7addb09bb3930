"""Marks what the sample does in the process of its tests, by its callers and not by names in its source."""

import io
import os
import re
import sys
import traceback
from collections.abc import Callable, Sequence
from dis import get_instructions
from functools import lru_cache
from itertools import pairwise
from pathlib import PurePath
from types import AsyncGeneratorType, CodeType, CoroutineType, FrameType, GeneratorType, TracebackType
from typing import Any

from classeval_hf.projects.runner.deciding_code import OUR_NAMES, file_of

_FRAMES, _CODE = "frames at run time", "function objects at run time"
_TESTS, _DATA, _COPIES = "files of tests", "data of tests", "copies of the target"
_BYTE_CODE, PROCESSES = "byte code", "processes"
_READ = {
    **dict.fromkeys(("tb_frame", "gi_frame", "cr_frame", "ag_frame"), _FRAMES),
    **dict.fromkeys(("__code__", "f_code", "gi_code", "cr_code", "ag_code"), _CODE),
}
_SHOWING = (FrameType, GeneratorType, CoroutineType, AsyncGeneratorType)
_OPENS = ("open", "os.link", "os.symlink", "os.rename")
_RUNS = (
    *("subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.spawn", "os.fork", "os.forkpty"),
    "cpython.PyInterpreterState_New",
)
_MAKES = ("compile", "exec", "marshal.loads")
WATCHED = frozenset(["object.__getattr__", "sys._getframe", *_OPENS, *_RUNS, *_MAKES])
_FOLDERS_OF_TESTS = ("test", "tests", "testing")
_ARCHIVES = (".whl", ".zip", ".egg")
_ARCHIVES_BEGIN = (b"PK\3\4", b"\x1f\x8b", b"BZh", b"\xfd7zXZ", b"\x28\xb5\x2f\xfd", b"7z\xbc\xaf")
_TAR, _TAR_AT, _HEAD = b"ustar", 257, 512
_TELLS_OF_STACK = "/traceback.py"
_IMPORTS = "<frozen importlib"
_MAX_FILES = 4096
_LOOKS_AT_FRAMES = ("inspect.py", "traceback.py")
_HARNESS = re.compile("/(_pytest|pluggy|unittest)/")
_DESCRIBES, _NO_FAKES = traceback.TracebackException.__init__.__code__, (TracebackType, type(None))


class Files:
    """Decides by its path to whom a file belongs: the sample, the tests or others."""

    def __init__(self, root: str, target: str, test_files: Sequence[str], is_source: Callable[[str], bool]) -> None:
        self.root, self.target, self.of_tests, self.is_source = root, target, tuple(test_files), is_source
        folders = {os.path.dirname(os.__file__), sys.prefix, sys.base_prefix, *sys.path}
        libraries = (f"{folder}/" for folder in folders if folder and not f"{folder}/".startswith(f"{root}/"))
        self._trusted = (*libraries, "<")
        found = set()  # the folders of tests around the test files, except those that also hold the project's modules
        for path in test_files:
            parts = PurePath(path).relative_to(root).parts[:-1]
            places = (place for place, part in enumerate(parts, 1) if part.lower() in _FOLDERS_OF_TESTS)
            depth = next(places, len(parts))
            folder = "/".join((root, *parts[:depth], ""))
            if depth and not target.startswith(folder):
                found.add(folder)
        self._folders = tuple(found)
        self._stems = {PurePath(path).stem for path in test_files} | {"conftest"}
        own = PurePath(target).relative_to(root) if target.startswith(f"{root}/") else PurePath()
        self._module, self._package = own.stem, own.parent.name
        self._normal, self._here, self._decode = os.path.normpath, os.getcwd, os.fsdecode  # bound: tests replace them
        self._is_file, self._open = os.path.isfile, io.open
        self.is_of_sample = lru_cache(_MAX_FILES)(self._is_of_sample)
        self.is_of_tests = lru_cache(_MAX_FILES)(self._is_of_tests)

    def _is_of_sample(self, file: str) -> bool:
        return file == self.target or not (self.is_source(file) or file.startswith(self._trusted))

    def _is_of_tests(self, file: str) -> bool:
        """Whether it is a test file, or one that tests share."""
        return file in self.of_tests or file.endswith("conftest.py") or file.startswith(self._folders)

    def mark_of(self, opened: str | bytes) -> str:
        """The mark of a file that the sample opens; empty for those that it may open."""
        given = self._decode(opened)
        name = given.rpartition("/")[2]
        stem = name.partition(".")[0]
        if stem in self._stems and name.endswith((".py", ".pyc")):
            return _TESTS
        if not given.startswith(f"{self.root}/"):
            folder = given.replace("/__pycache__/", "/").split("/")[-2:-1]
            if given.endswith(_ARCHIVES) or (stem == self._module and self._package and folder == [self._package]):
                return _COPIES
        try:
            full = self._normal(given if given.startswith("/") else f"{self._here()}/{given}")
        except OSError:
            return ""
        if f"{full}/".startswith(self._folders):
            return _TESTS if f"{full}/" in self._folders else _DATA
        if not full.startswith(f"{self.root}/") or name.endswith(".py"):
            return ""
        try:  # the first bytes show whether it is an archive, or compressed
            with self._open(full, "rb") if self._is_file(full) else io.BytesIO() as file:
                head = bytes(file.read(_HEAD))
        except (OSError, ValueError):
            return ""
        return _COPIES if head.startswith(_ARCHIVES_BEGIN) or head[_TAR_AT:].startswith(_TAR) else ""


def causing(files: Files) -> Callable[..., bool]:
    """Makes the function that looks at all callers."""
    frame, is_of_sample, is_of_tests, is_source = sys._getframe, files.is_of_sample, files.is_of_tests, files.is_source
    is_of_harness = lru_cache(_MAX_FILES)(lambda file: _HARNESS.search(file) is not None)

    def causes(in_any_thread: bool, of_stack: bool = False, lines: bool = False) -> bool:
        """Whether the nearest caller among sample and tests is the sample; or, in a thread, neither calls.

        The sample is excused where an exception that passed a test is described, but then refused the `lines` of
        tests, and where another module of the project looks at the stack."""
        caller: FrameType | None = frame(1)
        excused = tells = by_harness = False
        while caller is not None:
            file = file_of(caller)
            if is_of_sample(file):
                if excused and lines:
                    raise OSError("the lines of tests are not for the sample")
                return not excused
            if is_of_tests(file):
                return False
            tells = tells or of_stack or file.endswith(_TELLS_OF_STACK)
            excused = excused or (tells and is_source(file))
            # A real exception, without the variables of its frames? To read `f_code` is an event.
            if not excused and file == _DESCRIBES.co_filename and caller.f_code is _DESCRIBES:
                told = caller.f_locals
                excused = type(told.get("exc_traceback")) in _NO_FAKES and not told.get("capture_locals")
            by_harness = by_harness or is_of_harness(file)
            caller = caller.f_back
        return in_any_thread and not by_harness

    return causes


def _showing(files: Files) -> Callable[[Any, str], bool]:
    """Makes the function that tells whether reading an attribute shows a running test."""
    kind_of, frame, is_of_tests = type, sys._getframe, files.is_of_tests

    def shows_test(one: Any, name: str) -> bool:
        """Whether an attribute read from a frame, generator or coroutine shows a running test."""
        if (shown := getattr(one, name)) is None:
            return False
        code = shown if kind_of(shown) is CodeType else shown.f_code
        if name != "f_code" or not is_of_tests(code.co_filename):
            return is_of_tests(code.co_filename)
        caller: FrameType | None = frame(1)  # a frame may be shown that ended, unless its variables are asked for too
        while caller is not None and caller is not one:
            if caller.f_code is _DESCRIBES and caller.f_locals.get("capture_locals"):
                return True
            caller = caller.f_back
        return caller is one

    return shows_test


def marks_of_events(files: Files, causes: Callable[..., bool]) -> Callable[[str, tuple[Any, ...]], str]:
    """Makes the function that marks an audit event if the sample causes it; the hook calls it."""
    kind_of, exists, frame, is_of_sample = type, os.path.exists, sys._getframe, files.is_of_sample
    shows_test, opened = _showing(files), [""]  # the last opened file of byte code, until it is read

    def calls(through: tuple[str, ...] = (), handed_on: bool = False) -> bool:
        """Whether the sample's code calls: directly, by code made at run time, or by a caller that returns it."""
        caller: FrameType | None = frame(3)
        while caller is not None:
            file = file_of(caller)
            if file.startswith((OUR_NAMES, _IMPORTS)):
                return False
            is_between = file.startswith("<") or file.endswith(through)
            if not is_between and not (handed_on and _is_returned(caller.f_code, caller.f_lasti)):
                return is_of_sample(file)
            caller, handed_on = caller.f_back, False
        return False

    def mark_of(event: str, arguments: tuple[Any, ...]) -> str:
        if event == "object.__getattr__":
            name = arguments[1]
            if kind_of(name) is not str or name not in _READ:
                return ""
            if calls():
                return _READ[name]
            is_shown = kind_of(arguments[0]) in _SHOWING and shows_test(arguments[0], name)
            return _FRAMES if is_shown and causes(True, of_stack=True) else ""
        if event == "sys._getframe":
            return _FRAMES if calls(_LOOKS_AT_FRAMES, handed_on=True) else ""
        if event in _RUNS:
            return PROCESSES if causes(True) else ""
        if event in _MAKES:
            if event == "marshal.loads":
                read, opened[0] = opened[0], ""
                if is_of_sample(read) and causes(True):
                    return _BYTE_CODE
            return "code at run time" if calls() else ""
        if not arguments or kind_of(arguments[0]) not in (str, bytes):
            return ""
        if event == "open" and (name := os.fsdecode(arguments[0])).endswith(".pyc"):
            opened[0] = name
            if is_of_sample(name) and exists(name):
                return _BYTE_CODE
        kind = files.mark_of(arguments[0])
        return kind if kind and causes(kind == _TESTS, lines=kind == _TESTS) else ""

    return mark_of


@lru_cache(_MAX_FILES)
def _is_returned(code: CodeType, place: int) -> bool:
    """Whether code returns what it gets at a place, at once or by way of a variable."""
    steps = [step for step in get_instructions(code) if step.opname != "CACHE"]
    following = next(step for step in steps if step.offset > place)
    if following.opname != "STORE_FAST":
        return following.opname == "RETURN_VALUE"
    return following.argval in [step.argval for step, after in pairwise(steps) if after.opname == "RETURN_VALUE"]
