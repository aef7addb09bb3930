"""Records of tasks and of the test suites that judge them. Names are those of ClassEval's public data where it has
them; fields that it lacks have new names, and never replace old ones."""

import dataclasses
import hashlib
import json
import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, TypeVar

from classeval_hf.core.errors import UserError

BASE = "base"  # name of the test suite that every task has
PLUS = "plus"  # name of the suite of strengthened tests, which class tasks may have too
HASH_CHARS = 16  # length of a shortened hash, in hexadecimal digits
ADD_PLUS = (
    "`classeval-hf install --plus` installs those of ClassEval's tasks, and `--plus-from FOLDER` takes those that "
    "`classeval-hf strengthen` wrote"
)  # how a user gets strengthened tests
TOPICS = (
    *("Management Systems", "Data Formatting", "Mathematical Operations", "Game Development", "File Handling"),
    *("Database Operations", "Natural Language Processing"),
)  # topics of the ClassEval paper's Table 3, most frequent first
DIFFICULTIES = ("easy", "medium", "hard")  # thirds of the split `open`


@dataclass(frozen=True)
class Dependencies:
    """
    Dependencies of a reference method (ClassEval, section 3.2.2, principle 1).

    Args:
        standalone (`bool`): whether it has none of the dependencies below.
        lib_dependencies (`tuple[str, ...]`): imported names used.
        field_dependencies (`tuple[str, ...]`): fields used, written `self.name`.
        method_dependencies (`tuple[str, ...]`): names of the class's other methods used.
    """

    standalone: bool = True
    lib_dependencies: tuple[str, ...] = ()
    field_dependencies: tuple[str, ...] = ()
    method_dependencies: tuple[str, ...] = ()


ClassDependencies = Mapping[str, Dependencies]  # dependencies of a class, by method


@dataclass(frozen=True)
class Method:
    """
    One method to write: its contract, its tests and its reference.

    Args:
        method_name (`str`): name of the method.
        method_description (`str`): the contract: signature and docstring.
        test_class (`str`): test class of the method in the source data (wrong for 16 methods of ClassEval).
        test_code (`str`): source of `test_class`.
        solution_code (`str`): reference source of the method.
        dependencies ([`Dependencies`]): dependencies of the reference, as the source data declares them.
        test_classes (`tuple[str, ...]`): verified test classes of the method, empty where it has none of its own
            (see [`classeval_hf.classes.tasks.task_rows`]).
    """

    method_name: str
    method_description: str = ""
    test_class: str = ""
    test_code: str = ""
    solution_code: str = ""
    dependencies: Dependencies = field(default_factory=Dependencies)
    test_classes: tuple[str, ...] = ()


@dataclass(frozen=True)
class TestSuite:
    """
    Tests of a task that are judged together, with everything that judging needs.

    Args:
        name (`str`): its name, in small letters, digits and underscores, which is a part of the names of scores.
        source (`str`): source of the unittest module, without an import of the class.
        test_classes (`tuple[str, ...]`): test classes in the order in which they run.
        methods (`Mapping[str, tuple[str, ...]]`): per method of the class its test classes, empty where it has none.
        class_level (`tuple[str, ...]`): test classes of the class as a whole.
        imports (`tuple[str, ...]`): import lines in front of the tests: those of its task, if it belongs to one.
    """

    __test__ = False  # not a test case, whatever pytest thinks of the name

    name: str
    source: str
    test_classes: tuple[str, ...]
    methods: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)
    class_level: tuple[str, ...] = ()
    imports: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        is_drop, problem = self.name.endswith("_drop"), "write it in small letters, digits and underscores"
        if is_drop or not re.fullmatch("[a-z][a-z0-9_]*", self.name):
            problem = "scores named ..._drop are differences" if is_drop else problem
            raise UserError(f"{self.name!r} is not a name for a test suite: {problem}.")

    @property
    def listed(self) -> tuple[str, ...]:
        """Names of the test classes, without the blanks that some have in the public data."""
        return tuple(name.strip() for name in self.test_classes)

    @property
    def required(self) -> tuple[str, ...]:
        """Test classes that a class must pass: those of methods and of the whole class, or all if there are none."""
        of_methods = (name for names in self.methods.values() for name in names)
        return (*of_methods, *self.class_level) or self.listed

    def to_row(self) -> dict[str, Any]:
        """As a `dict` of strings, lists and dicts; without the imports, which are the task's."""
        row: dict[str, Any] = to_lists(dataclasses.asdict(self))
        return {name: value for name, value in row.items() if name != "imports"}

    @classmethod
    def from_row(cls, row: Mapping[str, Any]) -> "TestSuite":
        """
        Reads a row written by [`TestSuite.to_row`]; keys that are not fields are ignored.

        Raises:
            `ValueError`: naming the required keys that the row lacks, or a field that is not a list of strings or is
                without test classes.
        """
        if not isinstance(row, Mapping):
            raise UserError(f"extra_suites has {str(row)[:_SHOWN]!r}. Write a list of objects, each a test suite.")
        name = f"Test suite {row.get('name') or 'without name'}"
        _require(cls, row, name, "a test suite", (), ("test_classes", "class_level"))
        methods = {name: tuple(names) for name, names in (row.get("methods") or {}).items()}
        return cls(**{**_known(cls, row), "methods": methods})


@dataclass(frozen=True)
class TaskSource:
    """
    Where a task comes from.

    Args:
        dataset (`str`): name of the data; empty where it is not stated.
        split (`str`): its split.
        version (`str`): its version or commit; empty for a project that was not released.
    """

    dataset: str = ""
    split: str = ""
    version: str = ""


@dataclass(frozen=True)
class Task(ABC):
    """
    The base of tasks of every kind. [`ClassTask`] is the kind of ClassEval's tasks.

    Args:
        task_id (`str`): unique name of the task.
        sound (`bool`): `False` where the reference itself is known to fail in some environment.
        unsound_reason (`str`): why, and in which environment.
        source ([`TaskSource`]): where the task comes from, set by its loader. It is not a part of the task's identity:
            tasks are equal without it, and rows do not hold it.
        licence (`str`): SPDX identifier of its licence, likewise; empty where it is not stated.
    """

    kind: ClassVar[str]
    """Name of the kind, as in rows."""

    topic = ""
    """What it is about, in one or two words; empty where that is not stated."""

    skeleton = ""
    """The code that a model is shown and completes; empty for tasks without one."""

    methods_info = tuple[Method, ...]()
    """The methods that a model may be asked for one by one."""

    task_id: str
    sound: bool = field(default=True, kw_only=True)
    unsound_reason: str = field(default="", kw_only=True)
    source: TaskSource = field(default=TaskSource(), kw_only=True, compare=False)
    licence: str = field(default="", kw_only=True, compare=False)

    def __post_init__(self) -> None:
        try:
            self.task_id.encode("utf-8")
        except UnicodeEncodeError:
            raise UserError(
                f"The id {self.task_id!r} holds half of a character (a lone surrogate), which no file can hold: give "
                "the task another one."
            ) from None

    @property
    def asks_for(self) -> str:
        """Name of the code to write; by default the id of the task."""
        return self.task_id

    @property
    def module(self) -> str:
        """Dotted name of the module of a project that holds the code to write; empty for a task without a project."""
        return ""

    @property
    def target_kind(self) -> str:
        """What is to be written: `class`, `method` or `function`."""
        return "class"

    @property
    def has_reference(self) -> bool:
        """Whether a reference shows that the task can be solved."""
        return True

    @property
    def reference_source(self) -> str:
        """Source of the reference, as its data states it; empty if it does not."""
        return ""

    @property
    def group(self) -> str:
        """A name shared by tasks whose results depend on each other, such as a project: intervals resample groups."""
        return ""

    @property
    @abstractmethod
    def suites(self) -> Mapping[str, TestSuite]:
        """The test suites by name, [`BASE`] first."""

    @abstractmethod
    def tests_hash(self, suite: str = BASE) -> str:
        """SHA-256 of everything in the task that decides a candidate's verdict by a test suite."""

    def verdict_key(self, suite: str = BASE) -> str:
        """Everything but the candidate that decides its verdict."""
        return self.tests_hash(suite)

    @abstractmethod
    def reference_identity(self, suite: str = BASE) -> tuple[str, ...]:
        """The task with everything that decides the outcome of its reference: tests, source and stated soundness."""

    @abstractmethod
    def python_sources(self, suite: str = BASE) -> tuple[str, ...]:
        """Python sources whose imports must be installed where candidates are run against a suite."""

    @abstractmethod
    def to_row(self) -> dict[str, Any]:
        """The task as a dataset row: a `dict` of strings, booleans, lists and dicts."""

    @classmethod
    @abstractmethod
    def from_row(cls, row: Mapping[str, Any]) -> "Task":
        """
        Reads a row written by [`Task.to_row`].

        Raises:
            `ValueError`: for a row of another kind, or without the required keys.
        """

    def suite(self, name: str = BASE) -> TestSuite:
        """
        A test suite.

        Args:
            name (`str`, defaults to `"base"`): its name.

        Raises:
            `ValueError`: if no suite has that name; the error lists the names.
        """
        if name not in self.suites:
            raise UserError(f"Task {self.task_id} has no test suite {name!r}: it has {', '.join(self.suites)}.")
        return self.suites[name]


@dataclass(frozen=True)
class ClassTask(Task):
    """
    One class to write.

    Args:
        task_id (`str`): unique name of the task.
        class_name (`str`): name of the class.
        test (`str`): source of the unittest module, without an import of the class.
        test_classes (`tuple[str, ...]`): test classes in the order in which they run.
        class_description (`str`): class docstring.
        import_statement (`tuple[str, ...]`): import lines that every candidate gets.
        class_constructor (`str`): class line and constructor.
        fields (`tuple[str, ...]`): fields the constructor defines.
        skeleton (`str`): what a model is shown: imports, class docstring, constructor, contracts.
        solution_code (`str`): reference source of the whole class.
        methods_info (`tuple[Method, ...]`): the methods, in order.
        topic (`str`): one of [`TOPICS`], or empty.
        difficulty (`str`): one of [`DIFFICULTIES`], or empty where it is not stated.
        canary (`str`): a string found in the task's files only, or empty. A model that knows it has read them.
        class_test_classes (`tuple[str, ...]`): test classes of the class as a whole.
        extra_suites (`tuple[TestSuite, ...]`): test suites other than [`BASE`], which is made of the fields above.
        methods_from (`str`): if `methods_info` was not stated, `"skeleton"` if it was read for them, `"tests"` if it
            is not code. Like `source`, it is not a part of the task's identity.
        sound, unsound_reason, source, licence: see [`Task`].

    Raises:
        `ValueError`: if two suites have the same name.
    """

    kind: ClassVar[str] = "class"

    class_name: str
    test: str
    test_classes: tuple[str, ...]
    class_description: str = ""
    import_statement: tuple[str, ...] = ()
    class_constructor: str = ""
    fields: tuple[str, ...] = ()
    skeleton: str = ""
    solution_code: str = ""
    methods_info: tuple[Method, ...] = ()
    topic: str = ""
    class_test_classes: tuple[str, ...] = ()
    extra_suites: tuple[TestSuite, ...] = ()
    difficulty: str = field(default="", kw_only=True)
    canary: str = field(default="", kw_only=True)
    methods_from: str = field(default="", kw_only=True, compare=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        names = [BASE, *(suite.name for suite in self.extra_suites)]
        if len(set(names)) < len(names):
            raise UserError(f"Task {self.task_id} has several test suites of one name: {', '.join(names)}.")

    @property
    def asks_for(self) -> str:
        """Name of the class."""
        return self.class_name

    @property
    def reference_source(self) -> str:
        """The solution."""
        return self.solution_code

    @property
    def has_reference(self) -> bool:
        """Whether it has a solution."""
        return bool(self.solution_code.strip())

    @property
    def declared_methods(self) -> tuple[str, ...]:
        """Names of the methods; without declared methods, contracts stand for test classes and do not count."""
        return tuple(item.method_name for item in self.methods_info if item.method_name not in item.test_classes)

    @cached_property
    def suites(self) -> Mapping[str, TestSuite]:
        """The test suites by name: [`BASE`], which is made of the task's own fields, and the extra ones."""
        methods = {method.method_name: method.test_classes for method in self.methods_info}
        base = TestSuite(BASE, self.test, self.test_classes, methods, self.class_test_classes, self.import_statement)
        extra = (replace(suite, imports=self.import_statement) for suite in self.extra_suites)
        return {suite.name: suite for suite in (base, *extra)}

    def tests_hash(self, suite: str = BASE) -> str:
        """SHA-256 of suite, class name and imports."""
        tests = self.suite(suite)
        of_methods = list(tests.methods.items())
        parts = [self.class_name, tests.source, tests.test_classes, tests.imports, of_methods, tests.class_level]
        return hashlib.sha256(json.dumps(parts).encode()).hexdigest()

    def verdict_key(self, suite: str = BASE) -> str:
        """Class name, tests, and the sources with which the tests are loaded to list them."""
        tests, loaded_with = self.suite(suite), (self.solution_code, self.skeleton)
        return json.dumps([self.class_name, tests.source, tests.test_classes, tests.imports, loaded_with])

    def reference_identity(self, suite: str = BASE) -> tuple[str, ...]:
        """The task with everything that decides the outcome of its reference: tests, source and stated soundness."""
        says = self.skeleton, str(self.sound), self.unsound_reason
        return self.task_id, self.tests_hash(suite), self.solution_code, *says

    def python_sources(self, suite: str = BASE) -> tuple[str, ...]:
        """The import lines, the skeleton, the tests of a suite, and the reference."""
        return "\n".join(self.import_statement), self.skeleton, self.suite(suite).source, self.solution_code

    def to_row(self) -> dict[str, Any]:
        """The task as a dataset row; a task without extra suites has no key for them."""
        plain: dict[str, Any] = to_lists(dataclasses.asdict(self))
        row = {name: plain[name] for name in CLASS_TASK_COLUMNS}
        return row | ({"extra_suites": [suite.to_row() for suite in self.extra_suites]} if self.extra_suites else {})

    @classmethod
    def from_row(cls, row: Mapping[str, Any]) -> "ClassTask":
        """
        Reads a row written by [`ClassTask.to_row`]; keys that are not fields are ignored.

        Raises:
            `ValueError`: naming the required keys that the row lacks, a field that is not a list of strings or is
                without test classes, or its other kind.
        """
        name = row.get("task_id") or "without task_id"
        if row.get("kind") not in (None, "", cls.kind):
            raise UserError(f"Task {name} has the kind {row['kind']!r}, not {cls.kind!r}.")
        lists = "test_classes", "class_test_classes", "import_statement", "fields"
        _require(cls, row, f"Task {name}", "a task", _TEXTS, lists)
        known = {key: value for key, value in _known(cls, row).items() if key in CLASS_TASK_COLUMNS}
        methods = []
        for info in row.get("methods_info") or ():
            if not isinstance(info, Mapping) or not isinstance(info.get("method_name"), str):
                shown = f"{str(info)[:_SHOWN]!r}. Write a list of objects that have a method_name."
                raise UserError(f"Task {name}: methods_info has {shown}")
            used = dict(info.get("dependencies") or {})
            if "Standalone" in used:  # the spelling of the public data
                used["standalone"] = used.pop("Standalone")
            dependencies = Dependencies(**_known(Dependencies, used))
            methods.append(Method(**{**_known(Method, info), "dependencies": dependencies}))
        if len({method.method_name for method in methods}) < len(methods):
            raise UserError(f"Task {name}: methods_info has a method twice. State each once.")
        suites = tuple(map(TestSuite.from_row, row.get("extra_suites") or ()))
        return cls(**{**known, "methods_info": tuple(methods), "extra_suites": suites})


CLASS_TASK_COLUMNS = (
    *("task_id", "class_name", "test", "test_classes", "class_description", "import_statement", "class_constructor"),
    *("fields", "skeleton", "solution_code", "methods_info", "topic", "difficulty", "class_test_classes", "sound"),
    *("unsound_reason", "canary"),
)  # columns of a class task's row, in their order


def _require(
    cls: type[Any], row: Mapping[str, Any], name: str, what: str, texts: Sequence[str], lists: Sequence[str]
) -> None:
    """Requires keys, texts, and lists: a string would be read by letters, and an empty suite would judge nothing."""
    unset, fields = dataclasses.MISSING, dataclasses.fields(cls)
    required = [item.name for item in fields if item.default is unset and item.default_factory is unset]
    if missing := [key for key in required if row.get(key) in (None, "")]:
        raise UserError(f"{name} lacks {', '.join(missing)}: {what} needs at least {', '.join(required)}.")
    require_texts(row, name, texts)
    for key in lists:
        value = row.get(key)
        if isinstance(value, str):
            raise UserError(f"{name}: {key} is a string. Write it as a list, {json.dumps([value[:_SHOWN]])}.")
        items = list(value) if isinstance(value, Iterable) else [value]
        if value is not None and not all(isinstance(item, str) for item in items):
            raise UserError(f"{name}: {key} is {str(value)[:_SHOWN]}. Write a list of strings.")
        if key == "test_classes" and not items:
            raise UserError(f"{name}: test_classes is empty. List the test classes that judge a sample.")
        if key == "test_classes" and len(set(items)) < len(items):
            raise UserError(f"{name}: test_classes has a class twice. List each once.")


def require_texts(row: Mapping[str, Any], name: str, keys: Sequence[str]) -> None:
    """Raises a `UserError` for a field that is neither a string nor null."""
    for key in keys:
        if not isinstance(row.get(key), (str, type(None))):
            raise UserError(f"{name}: {key} is {json.dumps(row[key], default=str)[:_SHOWN]}. Write it as a text.")


_SHOWN = 60  # characters of a value that a message shows
_TEXTS = ("task_id", "class_name", "test", "skeleton", "solution_code", "class_description", "class_constructor")


def _known(cls: type, row: Mapping[str, Any]) -> dict[str, Any]:
    """The row's entries that are fields of `cls`, with lists as tuples."""
    known = {item.name for item in dataclasses.fields(cls) if row.get(item.name) is not None}
    values = ((name, value) for name, value in row.items() if name in known)
    return {name: tuple(value) if isinstance(value, list) else value for name, value in values}


def to_lists(value: Any) -> Any:
    """Plain data with lists in place of tuples, as in JSON, and of the arrays in rows of a data frame."""
    value = value.tolist() if hasattr(value, "tolist") else value
    if isinstance(value, dict):
        return {key: to_lists(item) for key, item in value.items()}
    return [to_lists(item) for item in value] if isinstance(value, (list, tuple)) else value


_AnyTask = TypeVar("_AnyTask", bound=Task)


def distinct(tasks: list[_AnyTask], path: str | Path) -> list[_AnyTask]:
    """The tasks. A file may repeat a task, but not give one id to two tasks."""
    by_id: dict[str, _AnyTask] = {}
    for task in tasks:
        if by_id.setdefault(task.task_id, task) != task:
            raise UserError(f"{path} gives the id {task.task_id!r} to two different tasks: give each its own.")
    return tasks


def of_kind(kind: type[_AnyTask], tasks: Iterable[Task]) -> list[_AnyTask]:
    """The tasks of one kind, in order."""
    return [task for task in tasks if isinstance(task, kind)]


def require_suite(tasks: Sequence[Task], suite: str) -> None:
    """Raises for a test suite that no task has; the error names the existing suites."""
    if not tasks or any(suite in task.suites for task in tasks):
        return
    known = ", ".join(dict.fromkeys(name for task in tasks for name in task.suites))
    who = f"Task {tasks[0].task_id} has no" if len(tasks) == 1 else f"None of the {len(tasks)} tasks has a"
    advice = f" Of strengthened tests, {ADD_PLUS}." if suite == PLUS else ""
    raise UserError(f"{who} test suite {suite!r}: there is {known}.{advice}")
