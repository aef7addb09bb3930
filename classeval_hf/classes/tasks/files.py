"""Class tasks from files, from folders, and from ClassEval's public data (Du et al., arXiv 2308.01861; CC BY-NC 4.0),
which is not part of this package; and files of their strengthened tests (suites named `plus`). A suite names the hash
of the tests that it was made for: they decide which calls are legal, and which tests are new."""

import ast
import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from pathlib import Path
from typing import Annotated, Any, NamedTuple, TypeVar, cast

import msgspec

from classeval_hf.classes.tasks import test_cases
from classeval_hf.classes.tasks.task_rows import complete_from_skeleton, complete_task, task_from_row
from classeval_hf.core import files
from classeval_hf.core.downloads import PublicFile
from classeval_hf.core.errors import UserError
from classeval_hf.core.mappings import LazyMapping
from classeval_hf.core.syntax import definition_source, parse, shared_tree
from classeval_hf.core.tasks import (
    ADD_PLUS,
    BASE,
    PLUS,
    TOPICS,
    ClassTask,
    Dependencies,
    Task,
    TaskSource,
    TestSuite,
    distinct,
    require_texts,
)

OPEN_TASKS = Path(__file__).with_name("open_tasks")  # the task folders of the split `open`
OPEN_VERSION = "2.0"  # version of the split `open`: 1.0 has 14 tasks, each batch of ten adds 0.1, and 2.0 has 100

_STATED = ("topic", "difficulty", "canary", "licence")  # optional texts in `task.json`
_LINK = "{} is a symbolic link, which is not followed: put a copy there, or take it out."
_CANARY = re.compile(r"^# canary: .*\n+", re.MULTILINE)  # the text by which training data is searched for a file


class ExampleCompletion(NamedTuple):
    task_id: str
    name: str  # the file's name, without ending
    passes: bool  # whether the class must pass, by the file's name (`pass_*` or `fail_*`)
    text: str


@lru_cache(maxsize=1)  # a command looks tasks up several times
def open_tasks() -> Mapping[str, ClassTask]:
    """The split `open`: the package's tasks by id, in order. Each is read on first use, since all take seconds."""
    folders = {read_meta(folder)["task_id"]: folder for folder in task_folders(OPEN_TASKS)}
    by_number = sorted(folders, key=lambda task_id: int(task_id.rpartition("_")[2]))
    source = TaskSource("ClassEval-HF", "open", OPEN_VERSION)

    def read(folder: Path) -> ClassTask:
        return replace(read_task_folder(folder), source=source, licence="Apache-2.0")

    return LazyMapping({task_id: partial(read, folders[task_id]) for task_id in by_number})


def task_folders(path: str | Path) -> list[Path]:
    path = Path(path)
    folders = sorted(folder for folder in (path, *path.iterdir()) if (folder / "task.json").exists())
    if links := [folder for folder in folders if folder != path and folder.is_symlink()]:
        raise UserError(_LINK.format(links[0]))
    if not folders:
        command = f"check {path}" if (path / "project.json").is_file() else f"new {path} -o TASKS"
        raise FileNotFoundError(
            f"No task folder (a folder with a task.json) at {path}. For a project with pytest tests: "
            f"classeval-hf projects {command}"
        )
    return folders


def read_task_folder(folder: str | Path) -> ClassTask:
    """
    Builds a task from its source folder.

    Args:
        folder (`str` or `Path`): the folder.

    Returns:
        [`ClassTask`]

    Raises:
        `FileNotFoundError`: if a file is missing.
        `ValueError`: naming the folder, if a file does not parse, or class and methods do not agree.
    """
    folder = Path(folder)
    try:
        if links := files.links_below(folder):
            raise UserError(_LINK.format(folder / links[0]))
        meta = read_meta(folder)
        skeleton, solution = _parsed(folder / "skeleton.py"), _CANARY.sub("", files.read_text(folder / "solution.py"))
        tests = sorted(folder.glob("test_*.py"))
        if len(tests) != 1:
            raise FileNotFoundError(f"Task folder {folder} needs exactly one test_*.py, found {len(tests)}.")
        test = _parsed(tests[0], test_cases.as_unittest)
        names = [node.name for node in shared_tree(skeleton).body if isinstance(node, ast.ClassDef)]
        if len(names) != 1:
            raise UserError(f"expected exactly one class, found {len(names)}: skeleton.py")
        # Test classes that have tests or may get some, without helpers and mixins.
        classes, declared_in = test_cases.classes_by_name(shared_tree(test)), test_cases.declared_tests(test).by_class
        cases = {name for name in declared_in if test_cases.is_test_class(name, classes)}
        bases = {test_cases.base_name(base) for name in declared_in for base in classes[name].bases}
        listed = [
            name
            for name, found in declared_in.items()
            if (name in cases and found if name in bases else name in cases or found)
        ]
        task = complete_from_skeleton(
            ClassTask(
                task_id=meta["task_id"],
                class_name=names[0],
                test=test,
                test_classes=tuple(listed),
                skeleton=skeleton,
                solution_code=solution,
                **{name: meta.get(name, "") for name in _STATED},
            )
        )
        declared: dict[str, Dependencies] = meta.get("methods", {})
        if unknown := [name for name in declared if name not in task.declared_methods]:
            raise UserError(f"methods of task.json has {unknown[0]}, which is not a method of the skeleton")
        methods = []
        for method in task.methods_info:
            stated = replace(declared.get(method.method_name, Dependencies()), standalone=True)
            methods.append(replace(method, dependencies=replace(stated, standalone=stated == Dependencies())))
        task = complete_task(replace(task, methods_info=tuple(methods)))
        bodies = {node.name: node for node in shared_tree(task.test).body if isinstance(node, ast.ClassDef)}
        with_code = (
            replace(method, test_class=name, test_code=definition_source(task.test, bodies[name])) if name else method
            for method in task.methods_info
            for name in (method.test_classes or ("",))[:1]
        )
        return replace(task, methods_info=tuple(with_code))
    except (SyntaxError, ValueError) as error:
        raise UserError(f"Task folder {folder}: {error}") from error


def read_example_completions(folder: str | Path) -> list[ExampleCompletion]:
    """Reads a task folder's example completions in the order of their names, which must state the verdict."""
    task_id = read_meta(Path(folder))["task_id"]
    completions = []
    for file in sorted((Path(folder) / "answers").glob("*.md")):
        if not file.stem.startswith(("pass_", "fail_")):
            raise UserError(f"{file}: the name of an example completion starts with pass_ or fail_.")
        completions.append(ExampleCompletion(task_id, file.stem, file.stem.startswith("pass_"), files.read_text(file)))
    return completions


def _parsed(file: Path, change: Callable[[str], str] = str) -> str:
    """A file of a task after a change. It must be valid Python before and after."""
    source = _CANARY.sub("", files.read_text(file))
    try:
        changed = change(source)
        try:
            shared_tree(changed)
        except SyntaxError:
            parse(source)  # reports the file's own line numbers
            raise
    except SyntaxError as error:
        line = f", line {error.lineno}" if error.lineno is not None else ""
        raise UserError(f"{file.name} does not parse: {error.msg}{line}") from error
    return changed


def read_meta(folder: Path) -> dict[str, Any]:
    """Reads the `task.json` of a task folder; its `methods` declare dependencies."""
    meta = files.parse_json(files.read_content(folder / "task.json"), "task.json")
    if not isinstance(meta, dict) or not isinstance(meta.get("task_id"), str) or not meta["task_id"]:
        raise UserError('task.json names no task: it needs at least {"task_id": "ID"}')
    require_texts(meta, "task.json", _STATED)
    try:
        if "methods" in meta:
            meta["methods"] = msgspec.convert(meta["methods"], dict[str, Dependencies])
    except msgspec.ValidationError as error:
        raise UserError('methods of task.json must be {"METHOD": {"field_dependencies": [...]}}') from error
    return meta


def read_task_file(path: str | Path) -> list[ClassTask]:
    """
    Reads tasks from a JSON, JSON Lines or Parquet file of records with at least a task's required keys, or from task
    folders.

    Args:
        path (`str` or `Path`): the file, of JSON packed with gzip or not; ClassEval's data and its recorded outputs,
            which embed it, are such files. Or a task folder, or a folder of task folders.

    Returns:
        `list[ClassTask]`

    Raises:
        `OSError`: if the file cannot be read, or the folder holds no task folder.
        `ValueError`: naming file, line or position, and task.
    """
    if Path(path).is_dir():
        return distinct([read_task_folder(folder) for folder in task_folders(path)], path)
    tasks = []
    if str(path).endswith(".parquet"):
        import pyarrow.parquet

        rows: list[dict[str, Any]] = []
        try:
            with pyarrow.parquet.ParquetFile(path) as file:
                size = sum(file.metadata.row_group(number).total_byte_size for number in range(file.num_row_groups))
                left = files.MAX_DOCUMENT_BYTES - size
                # A value written once may be repeated in many rows: they are unpacked a few at a time.
                at_once = max(1, min(1_000, files.MAX_DOCUMENT_BYTES // max(size, 1)))
                for batch in file.iter_batches(at_once) if left >= 0 else ():
                    left -= batch.nbytes
                    if left < 0:
                        break
                    rows += batch.to_pylist()
            if left < 0:
                limit = f"{files.MAX_DOCUMENT_BYTES >> 20} MiB"
                raise UserError(f"{path} unpacks to more than {limit}: it is not read. Write it in several files.")
        except pyarrow.ArrowException as error:
            raise UserError(f"{path} cannot be read as a Parquet file: {error}") from error
        records = [(f"row {number}", row) for number, row in enumerate(rows, 1)]
    else:
        records = files.read_records(path)
    for position, row in records:
        try:
            tasks.append(task_from_row(row))
        except ValueError as error:
            raise UserError(f"{path}, {position}: {error}") from error
        except (AttributeError, KeyError, TypeError) as error:
            raise UserError(f"{path}, {position}: a field has a wrong type: {error}.") from error
    if not tasks:
        raise UserError(f"{path} holds no tasks.")
    return distinct(tasks, path)


CLASSEVAL_COMMIT = "eaeac44d0d5dcd8a95feec50726d66fedc73a98f"  # of github.com/FudanSELab/ClassEval
CLASSEVAL = PublicFile(
    "ClassEval's data",
    "FudanSELab/ClassEval",
    CLASSEVAL_COMMIT,
    "data/ClassEval_data.json",
    "ClassEval_data",
    tasks=100,
    sha256="50a1ac0e4d0c238573c10c0ab11feae00b14a80ae9e4c9cc28148707ecf0b6a2",
    hint=", or score against another version with --tasks-from",
)  # the file of the split `test`

# The paper states how many tasks each topic has (Table 3), but not which. The assignment is ours, and agrees with all
# seven numbers.
_KNOWN = json.loads(Path(__file__).with_name("classeval_data.json").read_text(encoding="utf-8"))
_TASKS_BY_TOPIC: dict[str, list[int]] = _KNOWN["topics"]
_UNSOUND: dict[str, str] = _KNOWN["unsound"]  # references that fail, always or at times, in some environments


def read_classeval(path: str | Path) -> list[ClassTask]:
    """Reads any version of `ClassEval_data.json`, and adds topics, verified test classes and unsound tasks."""
    topics = {number: topic for topic in TOPICS for number in _TASKS_BY_TOPIC[topic]}
    source = TaskSource("ClassEval", "test", CLASSEVAL.version_of(path))
    tasks = []
    for task in read_task_file(path):
        number = task.task_id.rpartition("_")[2]
        topic, reason = topics.get(int(number), ""), _UNSOUND.get(number, "")
        known = replace(task, topic=topic, source=source, licence="CC-BY-NC-4.0")
        tasks.append(replace(known, sound=not reason, unsound_reason=reason))
    return tasks


SUITES_FILE = "suites.jsonl"  # the file of suites in the folder that `classeval-hf strengthen` writes
PLUS_SPLITS = ("test", "open")  # splits that have strengthened tests

_MAX_FILE_BYTES, _MAX_LINE_BYTES = 256 << 20, 8 << 20
_MAX_SUITES, _MAX_REASON_CHARS = 10_000, 2_000
_AnyTask = TypeVar("_AnyTask", bound=Task)


@dataclass(frozen=True)
class StrengthenedSuite:
    task_id: Annotated[str, msgspec.Meta(min_length=1)]
    tests_hash: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]  # of that task's tests, its suite `base`
    suite: TestSuite
    # Why each test is legal, in a sentence; empty if the file has no reasons.
    why: Mapping[str, str] = field(default_factory=dict, hash=False)


def read_suites(path: str | Path) -> dict[str, StrengthenedSuite]:
    """Reads JSON Lines of `task_id`, `tests_hash`, `suite` and, if known, `why`, or `suites.jsonl` of a folder."""
    path = Path(path)
    file = path / SUITES_FILE if path.is_dir() else path
    if not file.is_file():
        raise FileNotFoundError(
            f"There are no strengthened tests at {path}: it is not a folder with a {SUITES_FILE} that "
            "`classeval-hf strengthen` wrote."
        )
    if file.stat().st_size > _MAX_FILE_BYTES:
        raise UserError(f"{file} is larger than {_MAX_FILE_BYTES >> 20} MiB, the most that is read of suites.")
    suites: dict[str, StrengthenedSuite] = {}
    with file.open("rb") as lines:
        for number, line in enumerate(iter(partial(lines.readline, _MAX_LINE_BYTES + 1), b""), 1):
            if len(line) <= _MAX_LINE_BYTES and not line.strip():
                continue
            try:
                if len(line) > _MAX_LINE_BYTES:
                    raise UserError(f"it is longer than {_MAX_LINE_BYTES >> 20} MiB")
                record = msgspec.json.decode(line, type=StrengthenedSuite)
                if record.suite.name != PLUS:
                    raise UserError(f"the suite of task {record.task_id} is not named {PLUS!r}")
                if record.task_id in suites:
                    raise UserError(f"task {record.task_id} has a suite already")
                if len(suites) == _MAX_SUITES:
                    raise UserError(f"there are more than {_MAX_SUITES} suites")
            except (RecursionError, ValueError) as error:
                problem = str(error)
                if isinstance(error, msgspec.ValidationError):
                    problem = f"it is not a suite of a task: {error}"
                elif not isinstance(error, (UserError, RecursionError)):
                    problem = f"it is not valid JSON ({error})"
                raise UserError(f"{file}, line {number}: {problem}. Run `classeval-hf strengthen` again.") from error
            why = {name: reason[:_MAX_REASON_CHARS] for name, reason in record.why.items()}
            suites[record.task_id] = replace(record, why=why)
    if not suites:
        raise UserError(f"{file} holds no suite.")
    return suites


def with_suites(tasks: Sequence[_AnyTask], suites: Mapping[str, StrengthenedSuite]) -> list[_AnyTask]:
    """Adds suites to their tasks; a suite that was made for other tests is an error."""
    added: list[Task] = []
    for task in tasks:
        record = suites.get(task.task_id)
        if record is not None and isinstance(task, ClassTask):
            if record.tests_hash != task.tests_hash(BASE):
                raise UserError(
                    f"The strengthened tests of task {task.task_id} were made for other tests than it has: make them "
                    "again (`classeval-hf strengthen`), or take the task that they were made for."
                )
            made = complete_task(replace(task, extra_suites=(record.suite,)))
            if PLUS not in task.suites:
                added.append(replace(task, extra_suites=(*task.extra_suites, *made.extra_suites)))
                continue
            if made.tests_hash(PLUS) != task.tests_hash(PLUS):
                raise UserError(f"Task {task.task_id} already has strengthened tests, which differ from those given.")
        added.append(task)
    return cast(list[_AnyTask], added)


def plus_path(split: str) -> Path:
    """The file for the strengthened tests of the split `test` or `open`, which may not exist."""
    if split == "open":
        return Path(__file__).with_name("open_plus.jsonl")
    if split == "test":
        return files.cache_directory() / "classeval_plus.jsonl"
    raise UserError(f"The split {split!r} has no strengthened tests: {' and '.join(map(repr, PLUS_SPLITS))} have.")


def plus_of(split: str) -> dict[str, StrengthenedSuite]:
    """The strengthened tests of a split by task id: from the package for `open`, installed for `test`."""
    path = plus_path(split)
    if path.is_file():
        return read_suites(path)
    if split == "open":
        raise FileNotFoundError(f"This installation lacks the strengthened tests of the split 'open': {ADD_PLUS}.")
    raise FileNotFoundError(f"The strengthened tests of the split {split!r} are not installed: {ADD_PLUS}.")
