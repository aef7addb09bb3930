"""What keeps the report of a step from the sample that shares its process, as far as possible: an audit hook (PEP
578), which no attribute leads to and nothing removes. It listens to our plugin's code alone, and reports what an
attack takes (a look at all objects, a change of a function's code, a source in a test file's name) at once."""

import ast
import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from types import CodeType, FunctionType, ModuleType
from typing import Any

from classeval_hf.pytest_runner.callers import WATCHED, causing, marks_of_callers, sample_files, test_code
from classeval_hf.pytest_runner.comparisons import MODULE, OWN_EQUALITY, deciding_classes, is_within, observe
from classeval_hf.pytest_runner.machinery import OUR_NAMES, Sources, compare_machinery, file_of
from classeval_hf.pytest_runner.reporting import Report
from classeval_hf.pytest_runner.shown_modules import ShownModules

EVENT = "classeval.test"  # the audit event by which our plugin tells what happens: a kind, and what belongs to it
Tellers = Mapping[str, Iterable[CodeType]]  # by kind of event, the code that may tell of it
_Listeners = dict[str, Callable[..., None]]
_HOOKS = (
    *("pytest_runtest_protocol", "pytest_runtest_setup", "pytest_runtest_call", "pytest_runtest_teardown"),
    *("pytest_runtest_makereport", "pytest_runtest_logreport", "pytest_pyfunc_call", "pytest_sessionfinish"),
)
_MARKS = {
    **dict.fromkeys(("gc.get_objects", "gc.get_referrers", "gc.get_referents"), "gc"),
    **dict.fromkeys(("ctypes.dlopen", "ctypes.dlsym", "ctypes.cdata"), "ctypes"),
    **{name: name for name in ("sys.addaudithook", "sys.settrace", "sys.setprofile")},
    **{"sys._current_frames": "frames", "code.__new__": "code objects", "function.__new__": "function objects"},
    **dict.fromkeys(("signal.pthread_kill", "os.kill"), "signal"),
}  # audit events that an attack may take, and what they are marked as. Right tests cause some of them too

_SETTING = "object.__setattr__"
_OF_FUNCTIONS = ("__code__", "__defaults__", "__kwdefaults__")
_NAME_CHARS = 100
_MAX_DECORATORS = 100
_PROFILES = ("load_profile", "register_profile")


def keep(
    report: Report,
    sources: Mapping[str, str],
    root: str,
    target: str,
    test_files: Sequence[str],
    tellers: Tellers,
    shown: type[ModuleType],
) -> None:
    """Puts up the audit hook, for good. `sources` are SHA-256 of the project's other modules, by path; `shown` is the
    kind of module that stands for those of tests."""
    take, changed_piece, is_piece, other_settings = compare_machinery()
    known = Sources(sources)
    run = known.run
    take()

    def changed(what: str) -> None:
        report({"event": "changed", "what": what[:_NAME_CHARS]})

    def check(asserts: bool = False) -> None:
        if name := changed_piece(asserts):
            changed(name)

    marked = set[str]()

    def mark(name: str) -> None:
        if name not in marked:
            marked.add(name)
            report({"event": "mark", "name": name})

    modules, seen, mark_of_caller = _sample(mark, known, root, target, test_files)
    show = partial(modules.show, shown)

    def check_data(first: bool = False) -> None:
        """Looks at what tests compare with, and at how many examples they try."""
        modules.take() if first else modules.check()
        if other_settings() and known.names().isdisjoint(_PROFILES):
            mark("settings of Hypothesis")

    listeners: _Listeners = {
        **_around(report, changed, check, take, target),
        **_of_tests(report, changed, check, root, known.hold, show, check_data),
        **seen,
        "asserting": lambda: check(True),
        "finished": lambda status: report(
            {"event": "finished", "status": status, "read": [name for name in test_files if known.was_run(name)]}
        ),
    }

    def loaded(code: CodeType) -> None:
        if code.co_filename == target:
            show()
        run(code)

    compiled = _compiling(changed, known.belongs)
    sys.addaudithook(_hook(listeners, tellers, changed, mark, mark_of_caller, compiled, loaded, is_piece))


def _hook(
    listeners: _Listeners,
    tellers: Tellers,
    changed: Callable[[str], None],
    mark: Callable[[str], None],
    mark_of_caller: Callable[[str, tuple[Any, ...]], str],
    compiled: Callable[[Any, Any], None],
    loaded: Callable[[CodeType], None],
    is_piece: Callable[[object], bool],
) -> Callable[[str, tuple[Any, ...]], None]:
    codes = {kind: frozenset(map(id, found)) for kind, found in tellers.items()}
    ours = frozenset(code for found in codes.values() for code in found)
    frame, kind_of, marks, of_callers = sys._getframe, type, dict(_MARKS), WATCHED
    watched, set_attribute = frozenset([EVENT, _SETTING, *marks, *of_callers]), _setting(changed, is_piece, ours)

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        if event not in watched:
            return
        if event == EVENT:
            if id(frame(1).f_code) in codes.get(arguments[0], ()):
                listeners[arguments[0]](*arguments[1:])
            else:
                changed("an event was told by other code than ours")
            return
        if event == "compile":
            compiled(*arguments)
        if event == "exec" and kind_of(arguments[0]) is CodeType:
            loaded(arguments[0])
        name = marks.get(event) or (mark_of_caller(event, arguments) if event in of_callers else "")
        if event == "function.__new__" and id(arguments[0]) in ours:
            changed("the code of our plugin")
        elif event == _SETTING and arguments[1] in _OF_FUNCTIONS:
            name = set_attribute(*arguments)
        if name and not file_of(frame(1)).startswith(OUR_NAMES):
            mark(name)

    return hook


def _sample(
    mark: Callable[[str], None], known: Sources, root: str, target: str, test_files: Sequence[str]
) -> tuple[ShownModules, _Listeners, Callable[[str, tuple[Any, ...]], str]]:
    """What is looked at to see what the sample's code does: modules of tests, values that they compare, and events."""
    is_of_sample, is_of_tests = sample_files(root, target, known.is_source), test_code(root, target, test_files)
    causes = causing(is_of_sample, is_of_tests, known.is_source)
    modules = ShownModules(is_of_tests, causes, mark, known)
    find = deciding_classes(is_of_sample, root, lambda value: is_within(modules.names(), value))

    def compared(value: object) -> None:
        for name in find(value):
            mark(f"{OWN_EQUALITY}: {name[:_NAME_CHARS]}")

    seen: _Listeners = {"compared": compared, "asked": modules.asked, "given": modules.given}
    return modules, seen, marks_of_callers(root, target, test_files, is_of_sample, causes)


def _around(
    report: Report, changed: Callable[[str], None], check: Callable[[], None], take: Callable[[], None], target: str
) -> _Listeners:
    """What is done about events outside any test."""
    taken: list[str] = []

    def note(when: str) -> None:
        """Takes note of the machinery, as plugins of the environment leave it; once at each of two points."""
        if when in taken:
            changed("pytest was started twice")
        taken.append(when)
        take()

    def plugin(file: str) -> None:
        if file == target:
            changed("a plugin of the candidate's was registered")

    def load_error(error: dict[str, Any]) -> None:
        report({"event": "load_error", **error})

    return {"baseline": note, "configured": check, "plugin": plugin, "load_error": load_error}


def _compiling(changed: Callable[[str], None], belongs: Callable[[Any, str], bool]) -> Callable[[Any, Any], None]:
    """What is done when something is compiled: a text in a file's name, or a syntax tree, which comes without one."""
    is_observed, kind_of, syntax_tree = MODULE in sys.modules, type, ast.Module

    def compiled(source: Any, path: Any) -> None:
        if kind_of(path) is str and not belongs(source, path):
            changed("the source of a file of the project")
        elif is_observed and kind_of(source) is syntax_tree:
            observe(source)

    return compiled


def _setting(
    changed: Callable[[str], None], is_piece: Callable[[object], bool], ours: frozenset[int]
) -> Callable[..., str]:
    """What is done when an attribute of a function is set."""

    def set_attribute(function: object, attribute: str, *value: object) -> str:
        if is_piece(function) or (value and id(value[0]) in ours):
            changed("the code of a function of pytest's")
        return "function.__code__" if attribute == "__code__" else ""  # mocks set the others

    return set_attribute


def _of_tests(
    report: Report,
    changed: Callable[[str], None],
    check: Callable[[], None],
    root: str,
    hold: Callable[[object], bool],
    show: Callable[[], None],
    check_data: Callable[..., None],
) -> _Listeners:
    """What is done about events of tests."""
    functions: dict[str, tuple[Any, ...]] = {}
    hooks: list[tuple[Any, ...]] = []
    raised: dict[str, bool] = {}
    made: list[Any] = [None]

    def start(item: Any, function: Any) -> None:
        show()
        raised.clear()
        made[0] = None
        now = item, type(item), function, _code(function)
        known = functions.get(item.nodeid, ())
        if "runtest" in vars(item) or [*map(id, now)] != [*map(id, known)]:
            changed("a test function was replaced")
        report({"event": "start", "test": item.nodeid})

    def phase(test: str, when: str, by_pytest: Any, error: dict[str, Any]) -> None:
        made[0] = by_pytest
        outcome = {"outcome": by_pytest.outcome, "expected_to_fail": hasattr(by_pytest, "wasxfail")}
        report(
            {
                **{"event": "phase", "test": test, "when": when, **outcome, **error},
                "raised": bool(error) or raised.pop(when, True),
            }
        )

    def logged(by_pytest: Any, test: str, error: dict[str, Any]) -> None:
        """Reports beyond the three of a test: those of subtests, and of tests that are run again."""
        if by_pytest is not made[0] and by_pytest.outcome != "passed":
            outcome = {"outcome": by_pytest.outcome, "expected_to_fail": False, "raised": True}
            report({"event": "phase", "test": test, "when": "extra", **outcome, **error})

    def end(test: str, config: Any) -> None:
        check()
        if not hooks or hooks[0] != _hooks_of(config):
            changed("hooks of pytest's")
        check_data()
        report({"event": "end", "test": test})

    collect = _collection(report, check, root, hold, functions, hooks)

    def collected(*given: Any) -> None:
        show()
        check_data(True)
        collect(*given)

    return {
        "reached": lambda test, places: report({"event": "reached", "test": test, "places": places}),
        **{"start": start, "raised": raised.__setitem__, "phase": phase, "logged": logged, "end": end},
        "collected": collected,
    }


def _collection(
    report: Report,
    check: Callable[[], None],
    root: str,
    hold: Callable[[object], bool],
    functions: dict[str, tuple[Any, ...]],
    hooks: list[tuple[Any, ...]],
) -> Callable[[Any, list[tuple[Any, Any]]], None]:
    """What is done when the tests have been collected: their functions and the hooks around them are noted."""
    handle = getattr(sys.modules.get("hypothesis.core"), "HypothesisHandle", None)

    def collected(config: Any, items: list[tuple[Any, Any]]) -> None:
        hooks.append(_hooks_of(config))
        generated = []
        for item, function in items:
            code = _code(function)
            functions[item.nodeid] = item, type(item), function, code
            # What a library's decorator put around a test function is the library's, and tells what is inside.
            file = code.co_filename if code is not None else ""
            is_whole = hold(code) or (os.path.isabs(file) and not file.startswith(root))
            if not is_whole or not hold(_innermost(function, handle)):
                generated.append(item.nodeid)
        check()
        report({"event": "collected", "tests": [item[0].nodeid for item in items], "generated": generated})

    return collected


def _innermost(function: Any, handle: Any) -> Any:
    """The code of a function below its decorators, as far as they tell; no code of the sample's is called."""
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
