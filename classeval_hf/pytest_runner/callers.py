"""What the sample does in the process of its tests: told by who calls, and not by names in its source."""

import io
import os
import re
import sys
import traceback
from collections.abc import Callable, Sequence
from functools import lru_cache
from opcode import opmap
from pathlib import PurePath
from types import AsyncGeneratorType, CodeType, CoroutineType, FrameType, GeneratorType, TracebackType
from typing import Any

from classeval_hf.pytest_runner.machinery import OUR_NAMES, file_of

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
_CACHE = "__pycache__"
_MAX_FILES = 4096
_LOOKS_AT_FRAMES = ("inspect.py", "traceback.py")
_HARNESS = re.compile("/(_pytest|pluggy|unittest)/")
_KEEP, _LOAD, _RETURN = (bytes([opmap[name]]) for name in ("STORE_FAST", "LOAD_FAST", "RETURN_VALUE"))
_DESCRIBES = traceback.TracebackException.__init__.__code__
_NOTHING = opmap.get("CACHE", -1)


def sample_files(root: str, target: str, is_source: Callable[[str], bool]) -> Callable[[str], bool]:
    """A function that tells whether code of a file may be the sample's."""
    folders = {os.path.dirname(os.__file__), sys.prefix, sys.base_prefix, *sys.path}
    trusted = tuple(f"{folder}/" for folder in folders if folder and not f"{folder}/".startswith(f"{root}/"))

    @lru_cache(_MAX_FILES)
    def is_of_sample(file: str) -> bool:
        return file == target or not (is_source(file) or file.startswith((*trusted, "<")))

    return is_of_sample


def test_code(root: str, target: str, test_files: Sequence[str]) -> Callable[[str], bool]:
    """A function that tells whether a file is one of the tests', or of what they share."""
    folders = tuple(f"{folder}/" for folder in _test_folders(root, target, test_files))
    return lambda file: (
        file in test_files or file.endswith("conftest.py") or (folders != () and file.startswith(folders))
    )


def marks_of_callers(
    root: str, target: str, test_files: Sequence[str], is_of_sample: Callable[[str], bool], causes: Callable[..., bool]
) -> Callable[[str, tuple[Any, ...]], str]:
    """Makes the function that marks an audit event, if it is the sample's doing."""
    kind_of_file = _kinds_of_files(root, target, test_files)
    calls = _callers(is_of_sample)
    is_of_tests = test_code(root, target, test_files)
    kind_of, exists, frame = type, os.path.exists, sys._getframe
    opened = [""]  # the file of byte code that was opened last

    def shows_test(one: Any, name: str) -> bool:
        """Whether what is read of a frame or of what can be resumed is that of a test that is being run."""
        if kind_of(one) not in _SHOWING or (shown := getattr(one, name)) is None:
            return False
        code = shown if kind_of(shown) is CodeType else shown.f_code
        return is_of_tests(code.co_filename) and (name != "f_code" or _shows_much(one, frame(1)))

    def find(event: str, arguments: tuple[Any, ...]) -> str:
        if event == "object.__getattr__":
            name = arguments[1]
            if kind_of(name) is not str or name not in _READ:
                return ""
            if calls():
                return _READ[name]
            return _FRAMES if shows_test(arguments[0], name) and causes(True, True) else ""
        if event == "sys._getframe":
            return _FRAMES if calls(_LOOKS_AT_FRAMES, True) else ""
        if event in _RUNS:
            return PROCESSES if causes(True) else ""
        if event in _OPENS and (not arguments or kind_of(arguments[0]) not in (str, bytes)):
            return ""
        if event in _MAKES:
            if event == "marshal.loads" and is_of_sample(opened[0]) and causes(True):
                return _BYTE_CODE
            return "code at run time" if calls() else ""
        if event == "open" and (name := os.fsdecode(arguments[0])).endswith(".pyc"):
            opened[0] = name
            if is_of_sample(name) and exists(name):
                return _BYTE_CODE
        kind = kind_of_file(arguments[0])
        return kind if kind and causes(kind == _TESTS, lines=kind == _TESTS) else ""

    return find


def _shows_much(shown: FrameType, caller: FrameType | None) -> bool:
    """Whether a frame is being run, or its variables are asked for with it."""
    while caller is not None:
        if caller is shown or (caller.f_code is _DESCRIBES and caller.f_locals.get("capture_locals")):
            return True
        caller = caller.f_back
    return False


def _callers(is_of_sample: Callable[[str], bool]) -> Callable[..., bool]:
    """Makes the function that looks at who calls; it is two calls below the hook."""
    frame = sys._getframe

    def calls(through: Sequence[str] = (), handed_on: bool = False) -> bool:
        """Whether the sample's code calls: directly, by code made at run time, or by what hands it the result."""
        caller: FrameType | None = frame(3)
        while caller is not None:
            file = file_of(caller)
            if file.startswith((OUR_NAMES, _IMPORTS)):
                return False
            if (
                not file.startswith("<")
                and not file.endswith(tuple(through))
                and not (handed_on and _hands_on(caller))
            ):
                return is_of_sample(file)
            caller, handed_on = caller.f_back, False
        return False

    return calls


def _hands_on(caller: FrameType) -> bool:
    """Whether code returns what it calls at the moment, at once or from a variable."""
    code, place = caller.f_code.co_code, caller.f_lasti + 2
    while place < len(code) and code[place] == _NOTHING:
        place += 2
    if code[place : place + 1] == _KEEP:
        return _LOAD + code[place + 1 : place + 2] + _RETURN in code
    return code[place : place + 1] == _RETURN


def causing(
    is_of_sample: Callable[[str], bool], is_of_tests: Callable[[str], bool], is_source: Callable[[str], bool]
) -> Callable[..., bool]:
    """Makes the function that looks at all who called."""
    frame, kind_of = sys._getframe, type

    def causes(in_any_thread: bool, of_stack: bool = False, lines: bool = False) -> bool:
        """Whether the sample's code calls, however far from here, or a thread without anybody's code. A look at the
        stack is its doing where only libraries are between. To describe an exception that passed a test is no look at
        it; but where `lines` are read for it, they are refused."""
        caller: FrameType | None = frame(1)
        tells = described = by_harness = False
        while caller is not None:
            file = file_of(caller)
            by_traceback = file.endswith(_TELLS_OF_STACK)
            tells = tells or by_traceback
            if by_traceback and caller.f_code is _DESCRIBES:
                told = caller.f_locals
                is_real = kind_of(told.get("exc_traceback")) in (TracebackType, type(None))
                described = described or (is_real and not told.get("capture_locals"))
            if is_of_sample(file):
                if described and lines:
                    raise OSError("the lines of tests are not for the sample")
                return not described
            if is_of_tests(file):
                return False
            described = described or ((tells or of_stack) and is_source(file))
            by_harness = by_harness or _HARNESS.search(file) is not None
            caller = caller.f_back
        return in_any_thread and not by_harness

    return causes


def _kinds_of_files(root: str, target: str, test_files: Sequence[str]) -> Callable[[str | bytes], str]:
    """Makes the function that gives the mark of a file that the sample opens; empty for those that it may open."""
    stems = {PurePath(path).stem for path in test_files} | {"conftest"}
    folders = tuple(f"{folder}/" for folder in _test_folders(root, target, test_files))
    path = PurePath(target).relative_to(root) if target.startswith(f"{root}/") else PurePath()
    module, top = path.stem, path.parent.name
    normal, here, decode, is_file, open_file = os.path.normpath, os.getcwd, os.fsdecode, os.path.isfile, io.open

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
        try:
            full = normal(given if given.startswith("/") else f"{here()}/{given}")
        except OSError:
            return ""
        if folders and f"{full}/".startswith(folders):
            return _TESTS if f"{full}/" in folders else _DATA
        return (
            _COPIES
            if full.startswith(f"{root}/") and not name.endswith(".py") and _is_archive(full, is_file, open_file)
            else ""
        )

    return kind


def _is_archive(path: str, is_file: Callable[[str], bool], open_file: Callable[..., Any]) -> bool:
    """Whether a file is an archive, or compressed, by its first bytes."""
    try:
        with open_file(path, "rb") if is_file(path) else io.BytesIO() as file:
            head = file.read(_HEAD)
    except (OSError, ValueError):
        return False
    return bytes(head).startswith(_ARCHIVES_BEGIN) or bytes(head[_TAR_AT:]).startswith(_TAR)


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
