"""Runs a reference for strengthening: a payload of [`classeval_hf.sandbox.supervisor`]. References are trusted, but
on mutated inputs they may read or write files, or run forever."""

import datetime
import json
import os
import random
import signal
import sys
import tempfile
import time
import types
import unittest
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from classeval_hf.classes.runner.observe import encode
from classeval_hf.strengthening.sequences import Step, with_references
from classeval_hf.task_quality.validation_child import coverage_of, load, send

REFERENCE_FILE, TESTS_FILE = "module/reference.py", "module/tests.py"  # paths in the sample's folder
_MAX_CALLS = 300  # maximum of recorded calls of one test: more calls come from a loop, and nobody would read them


class _OutOfLimits(BaseException):
    """A sequence takes too much time or memory."""


def prepare(shared: dict[str, Any], folder: str) -> dict[str, Any]:
    """Keeps the arguments of all steps: `class_name`, `ahead`; for sequences also `seconds` and the seed `chance`."""
    return {**shared, "folder": folder}


def start(prepared: dict[str, Any], step: dict[str, Any], descriptor: int) -> Callable[[], None]:
    """Returns a function that records the tests of the class `name`, or runs `sequences`."""
    time.tzset()
    tempfile.tempdir = None

    def report(**event: object) -> None:
        send(descriptor, json.dumps(event).encode() + b"\n")

    def run() -> None:
        try:
            (_run_sequences if "sequences" in step else _record_tests)(prepared, step, report)
            report(event="done")
        except BaseException as error:
            report(event="error", error_type=type(error).__name__, message=str(error)[:300])
        os._exit(0)

    return run


def _seed(seed: int = 0) -> None:
    random.seed(seed)
    if "numpy" in sys.modules:
        sys.modules["numpy"].random.seed(seed)


def set_ahead(seconds: float) -> None:
    """Moves the date and time in this process, so that no test depends on the day; clocks of durations stay."""
    if not seconds:
        return
    module: Any = time
    now, now_ns, asctime, strftime = module.time, module.time_ns, module.asctime, module.strftime
    module.time = lambda: now() + seconds
    module.time_ns = lambda: now_ns() + int(seconds * 1e9)
    for name in ("localtime", "gmtime", "ctime"):
        real = getattr(module, name)
        setattr(module, name, lambda moment=None, real=real: real(module.time() if moment is None else moment))
    module.asctime = lambda *given: asctime(*(given or (module.localtime(),)))
    module.strftime = lambda text, *given: strftime(text, *(given or (module.localtime(),)))
    dates: Any = datetime
    of_date: dict[str, Any] = {"today": lambda cls: cls.fromtimestamp(time.time())}
    of_datetime: dict[str, Any] = {
        "now": lambda cls, tz=None: cls.fromtimestamp(time.time(), tz),
        "utcnow": lambda cls: cls.now(dates.timezone.utc).replace(tzinfo=None),
        "today": lambda cls: cls.now(),
    }
    for real, methods in ((dates.date, of_date), (dates.datetime, of_datetime)):
        members: dict[str, Any] = {name: classmethod(method) for name, method in methods.items()}
        members |= {"is_ahead": True, "__module__": "datetime", "__slots__": ()}
        made: Any = _Ahead(real.__name__, (real,), members)
        made.__repr__ = lambda self, made=made, real=real: "datetime." * (type(self) is made) + real.__repr__(self)
        setattr(dates, real.__name__, made)


class _Ahead(type):
    """Type of the classes that replace `date` and `datetime`: all dates are their instances."""

    def __instancecheck__(cls, value: object) -> bool:
        return isinstance(value, cls.__mro__[1]) if "is_ahead" in vars(cls) else super().__instancecheck__(value)

    def __subclasscheck__(cls, kind: type) -> bool:
        return issubclass(kind, cls.__mro__[1]) if "is_ahead" in vars(cls) else super().__subclasscheck__(kind)


@dataclass
class _Recorder:
    """Notes the calls and accesses that tests make on a class, but not those of the class itself."""

    kind: type
    path: str  # file of the reference
    steps: list[dict[str, Any]] = field(default_factory=list)
    results: list[Any] = field(default_factory=list)  # keeps objects alive: an identity belongs to one object
    numbers: dict[int, int] = field(default_factory=dict)
    read: list[tuple[Any, str, Any, Any]] = field(default_factory=list)  # containers that the test itself may change
    _depth: int = 0

    @contextmanager
    def inside(self, caller: types.FrameType) -> Iterator[bool]:
        """Whether to note an access: the test makes it, and not an operator or generator of the class."""
        self._depth += 1
        try:
            # `<string>` is the file of code that `dataclass` makes for the reference.
            by_test = self._depth == 1 and caller.f_code.co_filename not in (self.path, "<string>")
            yield by_test and len(self.steps) < _MAX_CALLS
        finally:
            self._depth -= 1

    def value(self, value: Any) -> Any:
        """Encodes a value, with references to results of earlier steps."""
        number = self.numbers.get(id(value))
        if number is not None:
            return ["ref", number]
        if type(value) in (list, tuple) and any(id(item) in self.numbers for item in value):
            return [type(value).__name__, [self.value(item) for item in value]]
        return encode(value)

    def note(self, action: str, target: Any, name: str, arguments: Any = (), keywords: Any = ()) -> dict[str, Any]:
        """Begins a step; arguments are encoded before the call, which may change them."""
        values = [self.value(item) for item in arguments]
        given = {"arguments": values, "keywords": [[key, self.value(item)] for key, item in keywords]}
        read, self.read = self.read, []  # a changed container is noted as setting its attribute
        for owner, attribute, value, before in read:
            now = encode(value)
            if now != before:
                self.note("set", owner, attribute, [value])
            self.read.append((owner, attribute, value, now))
        number = -1 if target is None else self.numbers.get(id(target), -2)
        step = {"action": action, "target": number, "name": name, **given}
        self.steps.append({**step, "value": ["none"], "error": "", "changed": False})
        self.results.append(None)
        return self.steps[-1]

    def run(self, step: dict[str, Any], call: Callable[[], Any], made: Any = None) -> Any:
        """Ends the last step with its call. Later steps refer to the result unless that is a plain value."""
        try:
            result = call()
        except BaseException as error:
            step["error"] = type(error).__name__
            raise
        finally:  # the class, not the test, made the changes during the call
            self.read = [(target, name, value, encode(value)) for target, name, value, _ in self.read]
        self.results[-1] = result if made is None else made
        encoded: Any = encode(self.results[-1])
        step["value"] = encoded
        if encoded[0] == "opaque" or type(self.results[-1]) is self.kind:
            self.numbers.setdefault(id(self.results[-1]), len(self.steps) - 1)
        return result


def _watch(recorder: _Recorder) -> None:
    """Replaces the methods and accessors of the recorder's class by ones that note their use by tests."""
    kind: Any = recorder.kind
    for name in (name for name in dir(kind) if name == "__init__" or not name.startswith("__")):
        # The unbound attribute; `None` if `object` defines it.
        attribute = next((vars(base)[name] for base in kind.__mro__[:-1] if name in vars(base)), None)
        if isinstance(attribute, (staticmethod, classmethod)):
            setattr(kind, name, type(attribute)(_noting(recorder, name, attribute.__func__, on_class=True)))
        elif isinstance(attribute, types.FunctionType):
            setattr(kind, name, _noting(recorder, name, attribute))
    if "__init__" not in vars(kind):
        # The constructor of `object` takes no arguments once a class defines its own.
        is_bare = kind.__init__ is object.__init__ and kind.__new__ is not object.__new__
        inherited = (lambda *_, **__: None) if is_bare else kind.__init__
        setattr(kind, "__init__", _noting(recorder, "__init__", inherited))  # noqa: B010
    read: Any = kind.__getattribute__
    write: Any = kind.__setattr__

    def reading(self: Any, name: str) -> Any:
        with recorder.inside(sys._getframe(1)) as is_noted:
            is_noted = is_noted and not name.startswith("_") and type(self) is recorder.kind
            try:
                value = read(self, name)
            except AttributeError:  # perhaps there is a `__getattr__`
                raise
            except BaseException as error:
                if is_noted:
                    recorder.note("get", self, name)["error"] = type(error).__name__
                raise
            if is_noted and not callable(value):
                step = recorder.note("get", self, name)
                recorder.run(step, lambda: value)
                # Before the next steps, it is checked whether the test has changed this container.
                if type(value) in (list, dict, set) and not any(item[2] is value for item in recorder.read):
                    recorder.read.append((self, name, value, step["value"]))
            return value

    def writing(self: Any, name: str, value: Any) -> None:
        with recorder.inside(sys._getframe(1)) as is_noted:
            if not is_noted or type(self) is not recorder.kind:
                write(self, name, value)
            else:
                recorder.run(recorder.note("set", self, name, [value]), partial(write, self, name, value))

    setattr(kind, "__getattribute__", reading)  # noqa: B010
    setattr(kind, "__setattr__", writing)  # noqa: B010


def _noting(recorder: _Recorder, name: str, function: Any, on_class: bool = False) -> Any:
    """A function that notes its calls; `on_class` for static and class methods."""

    def noting(*arguments: Any, **keywords: Any) -> Any:
        with recorder.inside(sys._getframe(1)) as is_noted:
            own = arguments[0] if arguments and not on_class else None
            if not is_noted or not (on_class or type(own) is recorder.kind):
                return function(*arguments, **keywords)
            making = name == "__init__"
            before = None if making or on_class else _state(own)
            has_own = not on_class or (arguments and arguments[0] is recorder.kind)  # not `==`: arrays
            given = arguments[1:] if has_own else arguments
            called = ("new", None, "") if making else ("call", own, name)
            step = recorder.note(*called, given, keywords.items())
            try:
                return recorder.run(step, partial(function, *arguments, **keywords), own if making else None)
            finally:
                step["changed"] = not on_class and (before is None or _state(own) != before)

    noting.__name__ = name
    return noting


def _state(instance: Any) -> str | None:
    """An object's attributes as text; `None` if some cannot be compared by value."""
    try:
        state = json.dumps(encode(vars(instance)))
    except TypeError:  # no `__dict__`
        return None
    return None if '["opaque"' in state else state


def _record_tests(prepared: dict[str, Any], step: dict[str, Any], report: Callable[..., None]) -> None:
    path = os.path.join(prepared["folder"], REFERENCE_FILE)
    set_ahead(prepared["ahead"])
    reference = load("reference", path, {})
    names = {name: value for name, value in vars(reference).items() if not name.startswith("__")}
    recorder = _Recorder(vars(reference)[prepared["class_name"]], path)
    tests = load("classeval_tests", os.path.join(prepared["folder"], TESTS_FILE), names)
    _watch(recorder)
    test_class: type[unittest.TestCase] = getattr(tests, step["name"])
    found: Any = unittest.TestLoader().loadTestsFromTestCase(test_class)
    listed = [test.id().rpartition(".")[2] for test in found]
    report(event="loaded", tests=listed)
    getattr(tests, "setUpModule", bool)()
    test_class.setUpClass()
    shared = len(recorder.steps)
    for name in listed:
        _seed()
        # Forgets all steps but those of the set-up of the class.
        recorder.read.clear()
        del recorder.steps[shared:]
        for made in recorder.results[shared:]:
            if recorder.numbers.get(id(made), -1) >= shared:
                recorder.numbers.pop(id(made), None)
        del recorder.results[shared:]
        result = unittest.TestResult()
        test_class(name).run(result)
        report(event="test", test=name, passed=result.wasSuccessful(), steps=recorder.steps)


def _run_sequences(prepared: dict[str, Any], step: dict[str, Any], report: Callable[..., None]) -> None:
    path = os.path.join(prepared["folder"], REFERENCE_FILE)
    measure = coverage_of(path) if step["coverage"] else None

    def stop(*_: object) -> None:
        raise _OutOfLimits

    set_ahead(prepared["ahead"])
    start_folder = os.getcwd()
    load("reference", path, {})  # a failure here belongs to no sequence
    for number, rows, passed_over in step["sequences"]:
        report(event="start", sequence=number)
        if measure is not None:
            measure.start()
        _seed(prepared["chance"])
        folder = tempfile.mkdtemp(dir=start_folder)
        os.chdir(folder)
        kind = vars(load("reference", path, {}))[prepared["class_name"]]
        results, arcs = None, []
        signal.signal(signal.SIGVTALRM, stop)
        with suppress(_OutOfLimits):
            signal.setitimer(signal.ITIMER_VIRTUAL, prepared["seconds"])
            try:
                results = _results(kind, list(map(Step.from_row, rows)), passed_over)
            finally:
                signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        if measure is not None:
            measure.stop()
            data = measure.get_data()
            arcs = [list(arc) for file in data.measured_files() for arc in sorted(data.arcs(file) or ())]
            data.erase()  # `measure.erase` would slow the next start by a hundredth of a second
        if results is not None:
            report(event="end", sequence=number, results=results, arcs=arcs, files=bool(os.listdir(folder)))


def _results(kind: Any, steps: list[Step], passed_over: list[list[str]]) -> list[Any]:
    """Encoded result and name of the exception of each step, up to the first exception that is not passed over."""
    made: dict[int, Any] = {-1: kind}  # the class, and results by number of the step
    results = []
    for number, step in enumerate(steps):
        try:
            arguments = [with_references(value, made.__getitem__) for value in step.arguments]
            keywords = {name: with_references(value, made.__getitem__) for name, value in step.keywords}
            target, result = made[step.target], None
            if step.action == "set":
                setattr(target, step.name, *arguments)
            else:
                found = getattr(target, step.name) if step.name else target
                result = found if step.action == "get" else found(*arguments, **keywords)
            made[number] = result
            results.append([encode(result), ""])
        except MemoryError as error:
            raise _OutOfLimits from error
        except Exception as error:
            results.append([["none"], type(error).__name__])
            if type(error).__name__ not in passed_over[number]:
                break
    return results
