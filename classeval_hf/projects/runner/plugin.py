"""The plugin of pytest that sends an event for each step of a test to [`classeval_hf.projects.runner.audit_hook`]."""

import importlib
import random
import sys
from collections.abc import Callable, Generator, Iterable
from types import CodeType, FunctionType, ModuleType
from typing import Any

from classeval_hf.projects.runner.audit_hook import EVENT
from classeval_hf.projects.runner.comparisons import PLAIN

_MESSAGE_CHARS = 1000
_Wrapper = Generator[None, Any, None]
_audit = sys.audit


def _first(function: Callable[..., Any]) -> Callable[..., Any]:
    """Marks a hook as called before all others of its name, as `pytest.hookimpl` does, but without pytest."""
    function.pytest_impl = {"tryfirst": True}  # type: ignore[attr-defined]
    return function


def _around(function: Callable[..., _Wrapper]) -> Callable[..., _Wrapper]:
    """Marks a hook as called around all others of its name."""
    function.pytest_impl = {"hookwrapper": True, "tryfirst": True}  # type: ignore[attr-defined]
    return function


def is_same_test(declared: str, found: str) -> bool:
    """Whether an id may be that of a declared test: with other parameters, or in a class that a plugin renamed."""
    wanted = declared.partition("[")[0].split("::")
    parts = found.partition("[")[0].split("::")
    if len(wanted) == 1:  # a file stands for all of its tests
        return wanted == parts[:1]
    if len(wanted) != len(parts) or (wanted[0], wanted[-1]) != (parts[0], parts[-1]):
        return False
    return all(part == name or part.startswith(f"{name}_") for name, part in zip(wanted, parts, strict=True))


def described(error: BaseException, root: str) -> dict[str, Any]:
    """An exception as plain data: type, message, place, and by file the last line in its traceback."""
    try:
        message = str.__getitem__(str(error), slice(_MESSAGE_CHARS))
    except BaseException:
        message = ""
    at: list[Any] = []
    lines: dict[str, int] = {}
    trace = error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        file = code.co_filename.removeprefix(root + "/")
        at, lines[file], trace = [file, trace.tb_lineno, code.co_name], trace.tb_lineno, trace.tb_next
    return {"error_type": type(error).__name__, "message": message, "at": at, "lines": lines}


def compared(
    value: Any,
    plain: frozenset[int] = PLAIN,
    tell: Callable[..., None] = _audit,
    event: str = EVENT,
    kind_of: Callable[[object], type] = type,
    identity: Callable[[object], int] = id,
) -> Any:
    """Reports a value that a test compares, and returns it; its means are defaults, whose change is noticed."""
    if identity(kind_of(value)) not in plain:
        tell(event, "compared", value)
    return value


def asserting(value: Any, tell: Callable[..., None] = _audit, event: str = EVENT) -> Any:
    """Has assertions checked before one is called: by the end of the test a change may have been undone."""
    tell(event, "configured", True)
    return value


def tell_of_programs() -> CodeType:
    """Makes the function by which `subprocess` starts programs send an event, which Python's own does not."""
    start = importlib.import_module("_posixsubprocess").fork_exec

    def fork_exec(*arguments: Any) -> int:
        _audit(EVENT, "started")
        return int(start(*arguments))

    for module, name in (("_posixsubprocess", "fork_exec"), ("subprocess", "_fork_exec")):
        if hasattr(importlib.import_module(module), name):
            setattr(sys.modules[module], name, fork_exec)
    return fork_exec.__code__


class StandIn(ModuleType):
    """Stands for a module of tests in `sys.modules`, without its names: each access to a name sends an event."""

    def __getattribute__(self, name: str) -> Any:
        found: list[Any] = []
        _audit(EVENT, "asked", self, name, found)
        return found[0]

    def __setattr__(self, name: str, value: object) -> None:
        _audit(EVENT, "given", self, name, value)

    def __delattr__(self, name: str) -> None:
        _audit(EVENT, "given", self, name)


class Baseline:
    """Has the machinery recorded as plugins of the environment leave it, before any `conftest.py` is read."""

    def pytest_load_initial_conftests(self) -> None:
        """Called after the plugins that want to be first, and before pytest reads the files."""
        _audit(EVENT, "baseline", "loading")


class PhaseReporter:
    """Reports start, phases and end of each test, and the errors that hooks raise, in addition to pytest's report."""

    def __init__(
        self, declared: Iterable[str], root: str, discover: bool = False, reach: bool = False, variants: Any = None
    ) -> None:
        self._declared = frozenset(declared)
        self._discover, self._reach = discover, reach
        self._variants, self._root, self._seed = variants, root, random.seed
        self._calling = False  # whether a test function is being called
        self._lines: dict[str, int] = {}  # of the last exception, see `described`
        self._places: dict[tuple[int, int], str] = {}  # file and first line of functions, by globals and line

    @_around
    def pytest_load_initial_conftests(self) -> _Wrapper:
        outcome = yield
        if outcome.excinfo is not None:
            error = outcome.excinfo[1]
            cause = getattr(error, "cause", None) or getattr(error, "excinfo", (None, None))[1] or error
            _audit(EVENT, "load_error", described(cause, self._root))

    @_first
    def pytest_configure(self) -> None:
        _audit(EVENT, "configured")

    @_first
    def pytest_sessionstart(self) -> None:
        _audit(EVENT, "baseline", "starting")

    @_first
    def pytest_plugin_registered(self, plugin: object) -> None:
        module = plugin if hasattr(plugin, "__file__") else sys.modules.get(type(plugin).__module__)
        _audit(EVENT, "plugin", getattr(module, "__file__", None))

    @_first
    def pytest_exception_interact(self, node: Any, call: Any) -> None:
        if not hasattr(node, "runtest"):
            error = call.excinfo.value
            cause = error.__cause__ if type(error).__name__ == "CollectError" and error.__cause__ else error
            file = node.nodeid.partition("::")[0]
            _audit(EVENT, "load_error", {**described(cause, self._root), "file": file})

    @_first
    def pytest_collection(self, session: Any) -> None:
        self._take_variant(False, session.config)

    def _take_variant(self, is_collected: bool, config: Any) -> None:
        """Goes on in the processes of a reference's candidates, if there are several in one step."""
        if self._variants is not None and self._variants.share_collection == is_collected:
            variant = self._variants.next()
            self._declared = frozenset(variant["tests"])
            _audit(EVENT, "renewed", variant["key"], is_collected)
            if not is_collected:
                config.option.tbstyle = "no"  # tracebacks of bodies in the reference's place are not read

    @_around
    def pytest_collection_modifyitems(self, config: Any, items: list[Any]) -> _Wrapper:
        yield
        self._take_variant(True, config)
        known, found = self._declared, self._discover
        items[:] = [
            one
            for one in items
            if one.nodeid in known or (found and any(is_same_test(id, one.nodeid) for id in known))
        ]
        _audit(EVENT, "collected", config, [(item, _function(item)) for item in items])

    @_around
    def pytest_runtest_protocol(self, item: Any) -> _Wrapper:
        self._seed(0)  # so that no test depends on how often another one drew
        numpy = sys.modules.get("numpy")
        if numpy is not None:
            numpy.random.seed(0)
        _audit(EVENT, "start", item, _function(item))
        places, called = self._places, set[tuple[int, int]]()

        def note_call(frame: Any, event: str, _: object) -> None:
            if event == "call":
                key = id(frame.f_globals), frame.f_lineno
                if places.get(key, "<").startswith("<"):  # generated code may share globals and line with a function
                    code = frame.f_code  # else looked at once, since that is an audit event
                    places[key] = f"{code.co_filename}:{code.co_firstlineno}"
                called.add(key)

        if self._reach:
            sys.setprofile(note_call)
        yield
        if self._reach:
            sys.setprofile(None)
            start = self._root + "/"
            own = {places[key] for key in called if places[key].startswith(start)}
            _audit(EVENT, "reached", item.nodeid, sorted(place.removeprefix(start) for place in own))
        _audit(EVENT, "end", item.nodeid, item.config)

    @_around
    def pytest_runtest_setup(self) -> _Wrapper:
        outcome = yield
        _audit(EVENT, "raised", "setup", outcome.excinfo is not None)

    @_around
    def pytest_runtest_call(self) -> _Wrapper:
        self._calling = True
        outcome = yield
        self._calling = False
        _audit(EVENT, "raised", "call", outcome.excinfo is not None)

    @_around
    def pytest_runtest_teardown(self) -> _Wrapper:
        outcome = yield
        _audit(EVENT, "raised", "teardown", outcome.excinfo is not None)

    @_around
    def pytest_runtest_makereport(self, item: Any, call: Any) -> _Wrapper:
        outcome = yield
        error = described(call.excinfo.value, self._root) if call.excinfo is not None else {}
        self._lines = error.get("lines", {})
        if not (self._calling and call.when == "call"):  # else of a subtest, whose own report is logged
            _audit(EVENT, "phase", item.nodeid, call.when, outcome.get_result(), error)

    @_first
    def pytest_runtest_logreport(self, report: Any) -> None:
        message = str(report.longrepr)[-_MESSAGE_CHARS:] if report.outcome != "passed" else ""
        error = {"error_type": "AssertionError", "message": message, "lines": self._lines}
        _audit(EVENT, "logged", report, report.nodeid, error)


def tellers(finish: Callable[..., None]) -> list[CodeType]:
    """The code that may send events to the audit hook; each piece names the kind of event itself."""
    of_classes = [one for kind in (PhaseReporter, Baseline, StandIn) for one in vars(kind).values()]
    functions = [*of_classes, compared, asserting, finish]
    return [one.__code__ for one in functions if isinstance(one, FunctionType)]


def _function(item: Any) -> Any:
    function = getattr(item, "function", None)
    return getattr(function, "__func__", function)
