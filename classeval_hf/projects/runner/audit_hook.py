"""Keeps the report of a step from the sample that shares its process, as far as possible, by an audit hook (PEP 578),
which no attribute leads to and nothing removes. It listens only to our plugin's code, and reports the means of attacks
(a look at all objects, a change of a function's code, a source in a test file's name) at once. The lines of the report
are chained under a key of the parent."""

import _thread
import ast
import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from hashlib import blake2b
from itertools import chain
from json import encoder
from operator import is_
from types import CodeType, FunctionType, ModuleType
from typing import Any

from classeval_hf.projects.runner.comparisons import MODULE, OWN_EQUALITY, Classes, is_within, observe
from classeval_hf.projects.runner.deciding_code import OUR_NAMES, PytestParts, Sources, TestModules, file_of
from classeval_hf.projects.runner.sample_events import PROCESSES, WATCHED, Files, causing, marks_of_events

EVENT = "classeval.test"  # the audit event of our plugin: its arguments are a kind and the data of that kind
_HOOKS = (
    *("pytest_runtest_protocol", "pytest_runtest_setup", "pytest_runtest_call", "pytest_runtest_teardown"),
    *("pytest_runtest_makereport", "pytest_runtest_logreport", "pytest_pyfunc_call", "pytest_sessionfinish"),
)
_MARKS = {
    **dict.fromkeys(("gc.get_objects", "gc.get_referrers", "gc.get_referents"), "gc"),
    **dict.fromkeys(("ctypes.dlopen", "ctypes.dlsym", "ctypes.cdata"), "ctypes"),
    **{name: name for name in ("sys.addaudithook", "sys.settrace", "sys.setprofile")},
    "sys.monitoring.register_callback": "sys.settrace",
    **{"sys._current_frames": "frames", "code.__new__": "code objects", "function.__new__": "function objects"},
    **dict.fromkeys(("signal.pthread_kill", "os.kill"), "signal"),
}  # audit events that an attack may cause, and their marks. Honest tests cause some of them too

_OFTEN = {"raised", "logged"}  # events between others, at which our classes are not compared
_SETTING = "object.__setattr__"
_OF_FUNCTIONS = ("__code__", "__defaults__", "__kwdefaults__")
_NAME_CHARS = 100
_MAX_DECORATORS = 100
_PROFILES = ("load_profile", "register_profile")
if sys.platform != "win32":
    import fcntl

Report = Callable[[Mapping[str, Any]], None]  # reports an event
Renew = Callable[[bytes], None]  # begins a report under another key, in a process that was forked from this one
OVER = "over "  # begins the line after the report of one of several candidates
_DIGEST_BYTES = 16
_FIRST_DESCRIPTOR, _DESCRIPTORS = 96, 128  # for the report, below a sample's limit


def install_audit_hook(
    report: Report,
    sources: Mapping[str, str],
    root: str,
    target: str,
    test_files: Sequence[str],
    tellers: Sequence[CodeType],
    shown: type[ModuleType],
    renew: Renew | None = None,
) -> None:
    """Installs the audit hook, for good. `sources` are SHA-256 of the project's other modules, by path; the code of
    `tellers` may send events, and a module of the kind `shown` stands for each module of tests. `renew` is for
    references."""
    marked = set[str]()

    def mark(name: str) -> None:
        if name not in marked:
            marked.add(name)
            report({"event": "mark", "name": name})

    known = Sources(sources)
    files = Files(root, target, test_files, known.is_source)
    causes = causing(files)
    modules = TestModules(files.is_of_tests, causes, mark, known, shown)
    classes = Classes(files.is_of_sample, root, lambda value: is_within(modules.names(), value))
    events = _Events(report, known, files, modules, classes.find, causes, mark, renew)
    listeners = {name: getattr(events, name) for name in vars(_Events) if not name.startswith("_")}
    listeners |= {"asked": modules.asked, "given": modules.given, "is_piece": events.parts.is_piece}
    of_callers = marks_of_events(files, causes)
    sys.addaudithook(_hook(listeners, frozenset(map(id, tellers)), mark, of_callers))


def _hook(
    listeners: Mapping[str, Callable[..., Any]],
    ours: frozenset[int],
    mark: Callable[[str], None],
    mark_of_caller: Callable[[str, tuple[Any, ...]], str],
) -> Callable[[str, tuple[Any, ...]], None]:
    changed, compiled, loaded, is_piece = (listeners[name] for name in ("changed", "compiled", "loaded", "is_piece"))
    frame, identity, kind_of, marks, of_callers = sys._getframe, id, type, dict(_MARKS), WATCHED
    watched, busy, thread = frozenset([EVENT, _SETTING, *marks, *WATCHED]), set[int](), _thread.get_ident
    # The sample can find and change our own classes: their contents are compared, with an end that shows additions.
    check_all, each, one_by_one, telling = all, map, chain.from_iterable, frozenset(listeners) - _OFTEN
    held = [vars(one).values() for one in (_Events, Classes, Files, PytestParts, Sources, TestModules)] + [[object()]]
    values = [*one_by_one(held)]

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        if event not in watched or (me := thread()) in busy:
            return
        busy.add(me)
        try:
            caller = frame(1)
            code = identity(caller.f_code) if event == EVENT else 0
            name = marks.get(event, "")
            if (name or event in of_callers) and not file_of(caller).startswith(OUR_NAMES):
                name = name or mark_of_caller(event, arguments)
            else:
                name = ""
        finally:
            busy.discard(me)
        if event == EVENT and code not in ours:
            changed("an event was told by other code than ours")
        elif event == EVENT:
            if arguments[0] in telling and not check_all(each(is_, one_by_one(held), values)):
                changed("a class of ours")
            listeners[arguments[0]](*arguments[1:])
        elif event == "compile":
            compiled(*arguments)
        elif event == "exec" and kind_of(arguments[0]) is CodeType:
            loaded(arguments[0])
        elif event == "function.__new__" and identity(arguments[0]) in ours:
            changed("the code of our plugin")
        elif event == _SETTING and arguments[1] in _OF_FUNCTIONS:
            function, attribute, *given = arguments
            if is_piece(function) or (given and identity(given[0]) in ours):
                changed("the code of a function of pytest's")
            name = "function.__code__" if attribute == "__code__" else ""  # mocks set the others
        if name:
            mark(name)

    return hook


class _Events:
    """Handles the events of our plugin, of compilation and of execution: a method for each kind."""

    def __init__(
        self,
        report: Report,
        known: Sources,
        files: Files,
        modules: TestModules,
        find: Callable[[object], set[str]],
        causes: Callable[[bool], bool],
        mark: Callable[[str], None],
        renew: Renew | None,
    ) -> None:
        self._renew, self._checks, self._checks_each = renew, True, True
        self._report, self._known, self._files, self._modules = report, known, files, modules
        self._find, self._causes, self._mark, self.parts = find, causes, mark, PytestParts()
        self._is_observed = MODULE in sys.modules
        self._taken: list[str] = []
        self._left = set[str]()  # tests that have not ended
        self._functions: dict[str, tuple[Any, ...]] = {}
        self._hooks: list[tuple[Any, ...]] = []
        self._raised: dict[str, bool] = {}
        self._made: Any = None
        self.parts.take()

    def changed(self, what: str) -> None:
        self._report({"event": "changed", "what": what[:_NAME_CHARS]})

    def compiled(self, source: Any, path: Any) -> None:
        """Handles the compilation of a text in a file's name, or of a syntax tree, which has none. Code that was kept
        is handled as its compilation would be."""
        if type(path) is str and not self._known.belongs(source, path):
            self.changed("the source of a file of the project")
        elif self._is_observed and type(source) is ast.Module:
            observe(source)

    def loaded(self, code: CodeType) -> None:
        if code.co_filename == self._files.target:
            self._modules.show()
        self._known.run(code)

    def baseline(self, when: str) -> None:
        """Records the machinery as plugins of the environment leave it; once at each of two points."""
        if when in self._taken:
            self.changed("pytest was started twice")
        self._taken.append(when)
        self.parts.take()

    def configured(self, asserts: bool = False) -> None:
        """Checks the whole machinery, or only its assertions."""
        if self._checks and (name := self.parts.changed(asserts)):
            self.changed(name)

    def compared(self, value: object) -> None:
        for name in self._find(value):
            self._mark(f"{OWN_EQUALITY}: {name[:_NAME_CHARS]}")

    def started(self) -> None:
        if self._causes(True):
            self._mark(PROCESSES)

    def plugin(self, file: str) -> None:
        if file == self._files.target:
            self.changed("a plugin of the candidate's was registered")

    def load_error(self, error: dict[str, Any]) -> None:
        self._report({"event": "load_error", **error})

    def collected(self, config: Any, items: list[tuple[Any, Any]]) -> None:
        """Records the tests' functions, the hooks around them and the contents of their modules."""
        self._modules.show()
        self._check_data(first=True)
        self._hooks.append(_hooks_of(config))
        self._left = {item[0].nodeid for item in items}
        handle = getattr(sys.modules.get("hypothesis.core"), "HypothesisHandle", None)
        generated = []
        for item, function in items:
            code = _code(function)
            self._functions[item.nodeid] = item, type(item), function, code
            # A library's decorator around a test function is code of the library, and shows the function inside.
            file = code.co_filename if code is not None else ""
            is_whole = self._known.hold(code) or (os.path.isabs(file) and not file.startswith(self._files.root))
            if not is_whole or not self._known.hold(_innermost(function, handle)):
                generated.append(item.nodeid)
        self.configured()
        self._report({"event": "collected", "tests": [item[0].nodeid for item in items], "generated": generated})

    def start(self, item: Any, function: Any) -> None:
        self._modules.show()
        self._raised.clear()
        self._made = None
        now = item, type(item), function, _code(function)
        if "runtest" in vars(item) or [*map(id, now)] != [*map(id, self._functions.get(item.nodeid, ()))]:
            self.changed("a test function was replaced")
        self._report({"event": "start", "test": item.nodeid})

    def raised(self, when: str, error: bool) -> None:
        self._raised[when] = error

    def phase(self, test: str, when: str, by_pytest: Any, error: dict[str, Any]) -> None:
        self._made = by_pytest
        outcome = {"outcome": by_pytest.outcome, "expected_to_fail": hasattr(by_pytest, "wasxfail")}
        raised = bool(error) or self._raised.pop(when, True)
        self._report({"event": "phase", "test": test, "when": when, **outcome, **error, "raised": raised})

    def logged(self, by_pytest: Any, test: str, error: dict[str, Any]) -> None:
        """Reports beyond the three of a test: those of subtests, and of tests that are run again."""
        if by_pytest is not self._made and by_pytest.outcome != "passed":
            outcome = {"outcome": by_pytest.outcome, "expected_to_fail": False, "raised": True}
            self._report({"event": "phase", "test": test, "when": "extra", **outcome, **error})

    def reached(self, test: str, places: list[str]) -> None:
        self._report({"event": "reached", "test": test, "places": places})

    def end(self, test: str, config: Any) -> None:
        self._left.discard(test)
        if self._checks_each or not self._left:
            self.configured()
        if self._checks and (not self._hooks or self._hooks[0] != _hooks_of(config)):
            self.changed("hooks of pytest's")
        self._check_data()
        self._report({"event": "end", "test": test})

    def renewed(self, key: str, is_reference: bool) -> None:
        """Begins the report of a reference, or of a body in its place, in its own process. A reference's machinery is
        compared after its last test, since its runs among all tests compare it after each; a body's is not."""
        if self._renew is not None:
            self._checks, self._checks_each = is_reference, False
            self._renew(bytes.fromhex(key))

    def finished(self, status: int, saved_seconds: float) -> None:
        read = [name for name in self._files.of_tests if self._known.was_run(name)]
        self._report({"event": "finished", "status": status, "read": read, "saved_seconds": saved_seconds})

    def _check_data(self, first: bool = False) -> None:
        """Checks the data that tests compare with, and how many examples they try."""
        if not self._checks:
            return
        self._modules.take() if first else self._modules.check()
        if self.parts.other_settings() and self._known.names().isdisjoint(_PROFILES):
            self._mark("settings of Hypothesis")


def _innermost(function: Any, handle: Any) -> Any:
    """The code of a function below its decorators, as far as they show it; no code of the sample is called."""
    for _ in range(_MAX_DECORATORS):
        if type(function) is not FunctionType:
            return None
        names = function.__dict__
        of_hypothesis: Any = names.get("hypothesis")
        inner = names.get("__wrapped__")
        if handle is not None and type(of_hypothesis) is handle:
            inner = of_hypothesis.inner_test
        if inner is None:
            break
        function = inner
    return _code(function)


def _code(function: Any) -> Any:
    return function.__code__ if type(function) is FunctionType else None


def _hooks_of(config: Any) -> tuple[Any, ...]:
    hooks = [getattr(config.hook, name) for name in _HOOKS]
    called = (id(implementation.function) for hook in hooks for implementation in hook.get_hookimpls())
    return (*map(id, hooks), *called, id(getattr(config.pluginmanager, "_inner_hookexec", None)))


def digests(key: bytes) -> Callable[[bytes], str]:
    """A function that returns for each line a digest of all lines so far under the key (BLAKE2, RFC 7693)."""
    chain = blake2b(key=key, digest_size=_DIGEST_BYTES)
    update, hexdigest = chain.update, chain.hexdigest

    def digest(line: bytes) -> str:
        update(line)
        return hexdigest()

    return digest


def make_report(descriptor: int, key: bytes, caller: str, waits: bool = False) -> tuple[Report, Renew]:
    """The function that reports events; its callees are bound here, before code of the project can replace them. If it
    `waits`, all events are reported in the process that renews it."""
    number = _FIRST_DESCRIPTOR + os.urandom(1)[0] % _DESCRIPTORS
    target = fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, number)
    os.close(descriptor)
    write, getpid, processes, identity, join = os.write, os.getpid, [os.getpid()], _thread.get_ident, "".join
    make = getattr(encoder, "c_make_encoder", None)
    encode = (
        make(None, None, encoder.encode_basestring_ascii, None, ": ", ", ", False, False, True)
        if make is not None
        else lambda event, _: json.dumps(event)
    )
    chain, waiting = [digests(key)], [waits]
    lock, frame = _thread.allocate_lock(), sys._getframe
    pending: list[Mapping[str, Any]] = []
    owner = [0]

    def report(event: Mapping[str, Any]) -> None:
        if file_of(frame(1)) != caller:
            event = {"event": "changed", "what": "who reports"}
        if waiting[0]:
            pending.append(event)
            return
        if getpid() != processes[0]:  # a copy that a test forked
            return
        if owner[0] == identity():  # called during a report, by way of the garbage collector
            pending.append(event)
            return
        with lock:
            owner[0] = identity()
            pending.append(event)
            while pending:
                line = join(encode(pending.pop(0), 0)).encode()
                data = b"%s %s\n" % (chain[0](line).encode(), line)
                while data:
                    data = data[write(target, data) :]
            owner[0] = 0

    def renew(key: bytes) -> None:
        chain[0], processes[0], waiting[0] = digests(key), getpid(), False

    return report, renew
