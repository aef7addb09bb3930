"""Reads files of strengthened tests (suites named `plus`) and adds them to tasks. A suite names the hash of the tests
that it was made for: they decide which calls are legal, and which tests are new."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Annotated, TypeVar, cast

import msgspec

from classeval_hf.classes.tasks.task_rows import complete_task
from classeval_hf.core.errors import UserError
from classeval_hf.core.storage import cache_directory
from classeval_hf.core.tasks import ADD_PLUS, BASE, PLUS, ClassTask, Task, TestSuite

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
        return cache_directory() / "classeval_plus.jsonl"
    raise UserError(f"The split {split!r} has no strengthened tests: {' and '.join(map(repr, PLUS_SPLITS))} have.")


def plus_of(split: str) -> dict[str, StrengthenedSuite]:
    """The strengthened tests of a split by task id: from the package for `open`, installed for `test`."""
    path = plus_path(split)
    if path.is_file():
        return read_suites(path)
    if split == "open":
        raise FileNotFoundError(f"This installation lacks the strengthened tests of the split 'open': {ADD_PLUS}.")
    raise FileNotFoundError(f"The strengthened tests of the split {split!r} are not installed: {ADD_PLUS}.")
