"""The process that runs a reference for strengthening: a payload of [`classeval_hf.sandbox.supervisor`]. References
are trusted, but mutated inputs may make one read or write what it should not, or never end."""

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
from contextlib import contextmanager, nullcontext, suppress
from functools import partial
from typing import Any

from classeval_hf.task_quality.validation_child import coverage_of, load, send
from classeval_hf.unittest_runner.observe import encode

REFERENCE_FILE = "module/reference.py"  # where the reference lies in the sample's folder
TESTS_FILE = "module/tests.py"
_MODULE = "reference"
_MAX_CALLS = 300  # calls of one test beyond which it is a loop that nobody would read as a test


class _OutOfLimits(BaseException):
    """A sequence has taken too much time or memory."""


def prepare(shared: dict[str, Any], folder: str) -> dict[str, Any]:
    """Keeps what steps share: `class_name`, `ahead`; for sequences `imports`, `seconds` each, and `chance`, a seed."""
    return {**shared, "folder": folder}


def start(prepared: dict[str, Any], step: dict[str, Any], descriptor: int) -> Callable[[], None]:
    """Returns what records `tests` of the class `name`, or all, or runs `sequences`, with or without `coverage`."""
    time.tzset()
    tempfile.tempdir = None
    return partial(_run, prepared, step, descriptor)


def _run(prepared: dict[str, Any], step: dict[str, Any], descriptor: int) -> None:
    def report(**event: object) -> None:
        send(descriptor, json.dumps(event).encode() + b"\n")

    try:
        if "sequences" in step:
            _run_sequences(prepared, step, report)
        else:
            _record_tests(prepared, step, report)
        report(event="done")
    except BaseException as error:
        report(event="error", error_type=type(error).__name__, message=str(error)[:300])
    os._exit(0)


def _seed(seed: int = 0) -> None:
    random.seed(seed)
    if "numpy" in sys.modules:
        sys.modules["numpy"].random.seed(seed)


# --- the clock: no test may depend on the day --------------------------------------------------------------------


def set_ahead(seconds: float) -> None:
    """Moves the time of day of this process, not clocks of durations, nor names taken from modules before."""
    if not seconds:
        return
    module: Any = time
    now, now_ns, nanoseconds = module.time, module.time_ns, int(seconds * 1e9)
    asctime, strftime = module.asctime, module.strftime
    module.time = lambda: now() + seconds
    module.time_ns = lambda: now_ns() + nanoseconds
    for name in ("localtime", "gmtime", "ctime"):
        setattr(module, name, _at_the_moment(getattr(module, name)))
    module.asctime = lambda *given: asctime(*(given or (module.localtime(),)))
    module.strftime = lambda text, *given: strftime(text, *(given or (module.localtime(),)))
    date = _class_ahead(datetime.date, {"today": lambda cls: cls.fromtimestamp(time.time())})
    setattr(datetime, "date", date)  # noqa: B010
    setattr(datetime, "datetime", _moment_ahead(datetime.datetime))  # noqa: B010


def _at_the_moment(function: Any) -> Any:
    """A function of a number of seconds, by default of the time that it is."""

    def called(moment: Any = None) -> Any:
        return function(time.time() if moment is None else moment)

    return called


class _Ahead(type):
    """Type of the classes in place of `date` and `datetime`: all dates are instances, whoever made them."""

    def __instancecheck__(cls, value: object) -> bool:
        return isinstance(value, cls.__mro__[1]) if "is_ahead" in vars(cls) else super().__instancecheck__(value)

    def __subclasscheck__(cls, kind: type) -> bool:
        return issubclass(kind, cls.__mro__[1]) if "is_ahead" in vars(cls) else super().__subclasscheck__(kind)


def _moment_ahead(real: Any) -> Any:
    def now(cls: Any, tz: Any = None) -> Any:
        return cls.fromtimestamp(time.time(), tz)

    def utcnow(cls: Any) -> Any:
        return cls.fromtimestamp(time.time(), datetime.timezone.utc).replace(tzinfo=None)

    return _class_ahead(real, {"now": now, "utcnow": utcnow, "today": lambda cls: cls.now()})


def _class_ahead(real: Any, methods: dict[str, Any]) -> Any:
    def shown(self: Any) -> str:
        text: str = real.__repr__(self)
        return f"datetime.{text}" if type(self) is made else text

    members: dict[str, Any] = {name: classmethod(method) for name, method in methods.items()}
    members |= {"is_ahead": True, "__repr__": shown, "__module__": "datetime", "__slots__": ()}
    made = _Ahead(real.__name__, (real,), members)
    return made


# --- recording ------------------------------------------------------------------------------------------------------


class _Recorder:
    """Notes what tests do with a class; what the class does with itself is not noted."""

    def __init__(self, kind: type, path: str) -> None:
        self.kind = kind
        self._own_code = (path, "<string>")  # the reference, and what `dataclass` makes for it
        self.steps: list[dict[str, Any]] = []
        self._depth = 0
        self._results: list[Any] = []  # kept alive, so that an identity belongs to one object
        self._numbers: dict[int, int] = {}
        self._read: list[tuple[Any, str, Any, Any]] = []  # containers that the test may change by itself

    def restart(self, kept: int) -> None:
        """Forgets all steps but the first."""
        self._read.clear()
        del self.steps[kept:]
        for result in self._results[kept:]:
            if self._numbers.get(id(result), -1) >= kept:
                self._numbers.pop(id(result), None)
        del self._results[kept:]

    @contextmanager
    def inside(self, caller: types.FrameType) -> Iterator[bool]:
        """Whether the test asked for what begins now; what operators and generators of the class call is not noted."""
        self._depth += 1
        try:
            asked = self._depth == 1 and caller.f_code.co_filename not in self._own_code
            yield asked and len(self.steps) < _MAX_CALLS
        finally:
            self._depth -= 1

    def value(self, value: Any) -> Any:
        """A value as it is encoded, with references to what earlier steps returned."""
        number = self._numbers.get(id(value))
        if number is not None:
            return ["ref", number]
        if type(value) in (list, tuple) and any(id(item) in self._numbers for item in value):
            return [f"{type(value).__name__} with refs", [self.value(item) for item in value]]
        return encode(value)

    def note(self, action: str, target: Any, name: str, given: tuple[list[Any], list[Any]]) -> dict[str, Any]:
        """Begins a step; `given` are its encoded positional and keyword arguments."""
        self._note_changes()
        number = -1 if target is None else self._numbers.get(id(target), -2)
        step = {"action": action, "target": number, "name": name, "arguments": given[0], "keywords": given[1]}
        self.steps.append({**step, "value": ["none"], "error": "", "changed": False})
        self._results.append(None)
        return self.steps[-1]

    def note_read(self, target: Any, name: str, value: Any) -> None:
        step = self.note("get", target, name, ([], []))
        self.note_result(step, value)
        if type(value) in (list, dict, set) and not any(item[2] is value for item in self._read):
            self._read.append((target, name, value, step["value"]))

    def note_end(self) -> None:
        """What a call has changed is the doing of the class, not of the test."""
        self._read = [(target, name, value, encode(value)) for target, name, value, _ in self._read]

    def _note_changes(self) -> None:
        """What the test has put into a container that it read is noted as setting the attribute again."""
        read, self._read = self._read, []
        for target, name, value, before in read:
            now = encode(value)
            if now != before:
                self.note("set", target, name, ([self.value(value)], []))
            self._read.append((target, name, value, now))

    def note_result(self, step: dict[str, Any], result: Any) -> None:
        """Ends a step. Only what is no plain value is referred to by later steps."""
        number = next(index for index, item in enumerate(self.steps) if item is step)
        encoded = encode(result)
        step["value"] = encoded
        self._results[number] = result
        if encoded[0] == "opaque" or type(result) is self.kind:  # type: ignore[index]
            self._numbers.setdefault(id(result), number)

    def given(self, arguments: Any, keywords: Any) -> tuple[list[Any], list[Any]]:
        """Arguments, encoded before the call, which may change them."""
        return [self.value(item) for item in arguments], [[key, self.value(item)] for key, item in keywords.items()]


def _watch(recorder: _Recorder) -> None:
    """Replaces what tests can call of a class by functions that note it."""
    kind: Any = recorder.kind
    for name in dir(kind):
        # As the class, or one that it inherits from, defines it; `None` for what `object` defines.
        attribute = next((vars(base)[name] for base in kind.__mro__[:-1] if name in vars(base)), None)
        if name.startswith("__") and name != "__init__":
            continue
        if isinstance(attribute, staticmethod):
            setattr(kind, name, staticmethod(_noting(recorder, name, attribute.__func__, on_class=True)))
        elif isinstance(attribute, classmethod):
            setattr(kind, name, classmethod(_noting(recorder, name, attribute.__func__, on_class=True)))
        elif isinstance(attribute, types.FunctionType):
            setattr(kind, name, _noting(recorder, name, attribute))
    if "__init__" not in vars(kind):
        # The constructor of `object` takes no arguments once there is another.
        is_bare = kind.__init__ is object.__init__ and kind.__new__ is not object.__new__
        inherited = (lambda *_, **__: None) if is_bare else kind.__init__
        setattr(kind, "__init__", _noting(recorder, "__init__", inherited))  # noqa: B010
    _watch_attributes(recorder)


def _noting(recorder: _Recorder, name: str, function: Any, on_class: bool = False) -> Any:
    """A function that notes its calls; on the class, there is no instance, or the class is the first argument."""

    def noting(*arguments: Any, **keywords: Any) -> Any:
        with recorder.inside(sys._getframe(1)) as asked:
            own = arguments[0] if arguments and not on_class else None
            if not asked or not (on_class or type(own) is recorder.kind):
                return function(*arguments, **keywords)
            making = name == "__init__"
            before = None if making or on_class else _state(own)
            has_own = not on_class or (arguments and arguments[0] is recorder.kind)
            given = recorder.given(arguments[1:] if has_own else arguments, keywords)
            action, target = ("new", None) if making else ("call", own)
            step = recorder.note(action, target, "" if making else name, given)
            try:
                return _noted(recorder, step, partial(function, *arguments, **keywords), own if making else None)
            finally:
                step["changed"] = not on_class and (before is None or _state(own) != before)

    noting.__name__ = name
    return noting


def _state(instance: Any) -> str | None:
    """What can be told of an object by value; `None` where there is more to it than that."""
    try:
        state = json.dumps(encode(vars(instance)))
    except TypeError:  # no `__dict__`
        return None
    return None if '["opaque"' in state else state


def _noted(recorder: _Recorder, step: dict[str, Any], call: Any, made: Any) -> Any:
    try:
        result = call()
    except BaseException as error:
        step["error"] = type(error).__name__
        raise
    finally:
        recorder.note_end()
    recorder.note_result(step, made if made is not None else result)
    return result


def _watch_attributes(recorder: _Recorder) -> None:
    kind = recorder.kind
    read: Any = kind.__getattribute__
    write: Any = kind.__setattr__

    def reading(self: Any, name: str) -> Any:
        with recorder.inside(sys._getframe(1)) as asked:
            noted = asked and not name.startswith("_") and type(self) is recorder.kind
            try:
                value = read(self, name)
            except AttributeError:  # perhaps there is a `__getattr__`
                raise
            except BaseException as error:
                if noted:
                    recorder.note("get", self, name, ([], []))["error"] = type(error).__name__
                raise
            if noted and not callable(value):
                recorder.note_read(self, name, value)
            return value

    def writing(self: Any, name: str, value: Any) -> None:
        with recorder.inside(sys._getframe(1)) as asked:
            if not asked or type(self) is not recorder.kind:
                write(self, name, value)
                return
            step = recorder.note("set", self, name, ([recorder.value(value)], []))
            _noted(recorder, step, partial(write, self, name, value), None)

    setattr(kind, "__getattribute__", reading)  # noqa: B010
    setattr(kind, "__setattr__", writing)  # noqa: B010


def _record_tests(prepared: dict[str, Any], step: dict[str, Any], report: Callable[..., None]) -> None:
    path = os.path.join(prepared["folder"], REFERENCE_FILE)
    set_ahead(prepared["ahead"])
    reference = load(_MODULE, path, {})
    names = {name: value for name, value in vars(reference).items() if not name.startswith("__")}
    recorder = _Recorder(vars(reference)[prepared["class_name"]], path)
    tests = load("classeval_tests", os.path.join(prepared["folder"], TESTS_FILE), names)
    _watch(recorder)
    test_class: type[unittest.TestCase] = getattr(tests, step["name"])
    found: Any = unittest.TestLoader().loadTestsFromTestCase(test_class)
    listed: list[str] = step["tests"] or [test.id().rpartition(".")[2] for test in found]
    report(event="loaded", tests=listed)
    getattr(tests, "setUpModule", bool)()
    test_class.setUpClass()
    shared = len(recorder.steps)
    for name in listed:
        _seed()
        recorder.restart(shared)
        result = unittest.TestResult()
        with suppress(_OutOfLimits), _limited(step["seconds"]) if "seconds" in step else nullcontext():
            test_class(name).run(result)
        report(event="test", test=name, passed=result.wasSuccessful(), steps=recorder.steps)


# --- sequences ------------------------------------------------------------------------------------------------------


def _run_sequences(prepared: dict[str, Any], step: dict[str, Any], report: Callable[..., None]) -> None:
    path, class_name = os.path.join(prepared["folder"], REFERENCE_FILE), prepared["class_name"]
    measure = coverage_of(path) if step["coverage"] else None
    set_ahead(prepared["ahead"])
    names: dict[str, Any] = {}
    for line in prepared["imports"]:
        exec(line, names)
    start_folder = os.getcwd()
    load(_MODULE, path, {})  # fails here, if it does, and not as one of the sequences
    for number, lines, passed_over, assigning in step["sequences"]:
        report(event="start", sequence=number)
        if measure is not None:
            measure.start()
        _seed(prepared["chance"])
        folder = tempfile.mkdtemp(dir=start_folder)
        os.chdir(folder)
        reference = vars(load(_MODULE, path, {}))
        results, arcs = None, []
        with suppress(_OutOfLimits), _limited(prepared["seconds"]):
            results = _results(lines, passed_over, assigning, reference | names | {class_name: reference[class_name]})
        if measure is not None:
            measure.stop()
            data = measure.get_data()
            arcs = [list(arc) for file in data.measured_files() for arc in sorted(data.arcs(file) or ())]
            data.erase()  # `measure.erase` would have the next start take a hundredth of a second
        if results is not None:
            report(event="end", sequence=number, results=results, arcs=arcs, files=bool(os.listdir(folder)))


def _results(lines: list[str], passed_over: list[list[str]], assigning: list[int], names: dict[str, Any]) -> list[Any]:
    results = []
    for number, line in enumerate(lines):
        try:
            if number in assigning:
                exec(line, names)
                result = None
            else:
                result = eval(line, names)
            names[f"v{number}"] = result
            results.append([encode(result), ""])
        except MemoryError as error:
            raise _OutOfLimits from error
        except Exception as error:
            results.append([["none"], type(error).__name__])
            if type(error).__name__ not in passed_over[number]:
                break
    return results


@contextmanager
def _limited(seconds: float) -> Iterator[None]:
    def stop(*_: object) -> None:
        raise _OutOfLimits

    signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
