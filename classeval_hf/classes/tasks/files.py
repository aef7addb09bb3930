"""Class tasks from files, from folders, and from ClassEval's public data (Du et al., arXiv 2308.01861; CC BY-NC 4.0),
which is not part of this package."""

import ast
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from classeval_hf.classes.tasks import test_cases
from classeval_hf.classes.tasks.task_rows import complete_from_skeleton, complete_task, task_from_row
from classeval_hf.core.downloads import PublicFile
from classeval_hf.core.errors import UserError
from classeval_hf.core.input_files import (
    MAX_DOCUMENT_BYTES,
    links_below,
    parse_json,
    read_content,
    read_records,
    read_text,
)
from classeval_hf.core.mappings import LazyMapping
from classeval_hf.core.syntax import definition_source, parse, shared_tree
from classeval_hf.core.tasks import TOPICS, ClassTask, Dependencies, TaskSource, distinct, require_texts

OPEN_VERSION = "2.0"  # version of the split `open`: 1.0 has 14 tasks, each batch of ten adds 0.1, and 2.0 has 100

_STATED = ("topic", "difficulty", "canary", "licence")  # optional texts in `task.json`
_LINK = "{} is a symbolic link, which is not followed: put a copy there, or take it out."
_CANARY = re.compile(r"^# canary: .*\n+", re.MULTILINE)  # the text by which training data is searched for a file


class ExampleCompletion(NamedTuple):
    task_id: str
    name: str  # the file's name, without ending
    passes: bool  # whether the class must pass, by the file's name (`pass_*` or `fail_*`)
    text: str


def open_tasks_directory() -> Path:
    return Path(__file__).with_name("open_tasks")


def load_open_tasks() -> list[ClassTask]:
    """The split `open`: the tasks that the package ships, in the order of their numbers."""
    return list(open_tasks().values())


@lru_cache(maxsize=1)  # a command looks tasks up several times
def open_tasks() -> Mapping[str, ClassTask]:
    """The tasks of [`load_open_tasks`] by id, each read on first use, since reading all takes seconds."""
    folders = {_meta(folder)["task_id"]: folder for folder in task_folders(open_tasks_directory())}
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
        if links := links_below(folder):
            raise UserError(_LINK.format(folder / links[0]))
        meta = _meta(folder)
        skeleton, solution = _parsed(folder / "skeleton.py"), _CANARY.sub("", read_text(folder / "solution.py"))
        tests = sorted(folder.glob("test_*.py"))
        if len(tests) != 1:
            raise FileNotFoundError(f"Task folder {folder} needs exactly one test_*.py, found {len(tests)}.")
        test = _parsed(tests[0], test_cases.as_unittest)
        names = [node.name for node in shared_tree(skeleton).body if isinstance(node, ast.ClassDef)]
        if len(names) != 1:
            raise UserError(f"expected exactly one class, found {len(names)}: skeleton.py")
        task = complete_from_skeleton(
            ClassTask(
                task_id=meta["task_id"],
                class_name=names[0],
                test=test,
                test_classes=_test_classes(test),
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
            stated = declared.get(method.method_name, Dependencies())
            others = stated.lib_dependencies, stated.field_dependencies, stated.method_dependencies
            methods.append(replace(method, dependencies=replace(stated, standalone=not any(others))))
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


def _test_classes(test: str) -> tuple[str, ...]:
    """Classes that have tests or may get some, without helpers and mixins."""
    classes, declared_in = test_cases.classes_by_name(shared_tree(test)), test_cases.declared_tests(test).by_class
    cases = {name for name in declared_in if test_cases.is_test_class(name, classes)}
    bases = {test_cases.base_name(base) for name in declared_in for base in classes[name].bases}
    return tuple(
        name
        for name, found in declared_in.items()
        if (name in cases and found if name in bases else name in cases or found)
    )


def declares_dependencies(folder: str | Path) -> bool:
    """Whether a task folder's `task.json` declares dependencies of methods."""
    return "methods" in _meta(Path(folder))


def read_example_completions(folder: str | Path) -> list[ExampleCompletion]:
    """Reads a task folder's example completions in the order of their names, which must state the verdict."""
    task_id = _meta(Path(folder))["task_id"]
    completions = []
    for file in sorted((Path(folder) / "answers").glob("*.md")):
        if not file.stem.startswith(("pass_", "fail_")):
            raise UserError(f"{file}: the name of an example completion starts with pass_ or fail_.")
        completions.append(ExampleCompletion(task_id, file.stem, file.stem.startswith("pass_"), read_text(file)))
    return completions


def _parsed(file: Path, change: Callable[[str], str] = str) -> str:
    """A file of a task after a change. It must be valid Python before and after."""
    source = _CANARY.sub("", read_text(file))
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


def _meta(folder: Path) -> dict[str, Any]:
    meta = parse_json(read_content(folder / "task.json"), "task.json")
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
                left = MAX_DOCUMENT_BYTES - size
                # A value written once may be repeated in many rows: they are unpacked a few at a time.
                at_once = max(1, min(1_000, MAX_DOCUMENT_BYTES // max(size, 1)))
                for batch in file.iter_batches(at_once) if left >= 0 else ():
                    left -= batch.nbytes
                    if left < 0:
                        break
                    rows += batch.to_pylist()
            if left < 0:
                limit = f"{MAX_DOCUMENT_BYTES >> 20} MiB"
                raise UserError(f"{path} unpacks to more than {limit}: it is not read. Write it in several files.")
        except pyarrow.ArrowException as error:
            raise UserError(f"{path} cannot be read as a Parquet file: {error}") from error
        records = [(f"row {number}", row) for number, row in enumerate(rows, 1)]
    else:
        records = read_records(path)
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
        known = replace(task, topic=topic, sound=not reason, unsound_reason=reason)
        tasks.append(replace(known, source=source, licence="CC-BY-NC-4.0"))
    return tasks
