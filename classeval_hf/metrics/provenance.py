"""Provenance: what scores were made with, stored with them. Nothing in it names a user or a folder."""

import hashlib
import json
import os
import re
import subprocess
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime, timezone
from functools import lru_cache, partial
from importlib import metadata
from pathlib import Path

from classeval_hf.classes.tasks.classeval_data import CLASSEVAL_COMMIT
from classeval_hf.classes.tasks.folders import OPEN_VERSION, open_tasks
from classeval_hf.core.grouping import grouped
from classeval_hf.core.lazy_mapping import LazyMapping
from classeval_hf.core.plurals import counted
from classeval_hf.core.repository_tasks import RepositoryTask
from classeval_hf.core.tasks import Task
from classeval_hf.sandbox.isolation import Isolation
from classeval_hf.tasks.splits import load_repository_tasks

DEFAULT_TIMEOUT = 5.0  # seconds per test class: the paper's limit (ClassEval, section 3.2.3)
OWN_TASKS = "own"  # the split of tasks that belong to none of this package
OWN_PROJECTS = "own_projects"  # the same for repository-level tasks
_RELEASED = ("test", "open")
_REPOSITORY_IDS = {
    "open_repo": re.compile(r"OpenRepo_"),
    "deveval": re.compile(r"DevEval/"),
    "repoclassbench": re.compile(r"[\w.-]+__[\w.-]+-\d+_\w+$"),
}  # what ids of repository-level tasks look like, by split
_REPOSITORY_TASKS = {"deveval": 1825, "repoclassbench": 97}
_TEST_TASKS = 100
HASH_CHARS = 16
_SHOWN_CHARS = 12


@dataclass(frozen=True)
class SplitUsed:
    # `"test"`, `"open"`, `"open_repo"`, `"repoclassbench"`, `"deveval"`, the split of other data, or `"own"` or
    # `"own_projects"` for tasks of the user's
    split: str
    version: str  # version of the task data; empty for data that was not released
    sha256: str  # hash of the tests of all tasks scored
    tasks: int  # tasks scored
    of: int  # tasks that the split has
    is_released: bool  # whether these are the tasks of the released version, each with its tests


@dataclass(frozen=True)
class Provenance:
    package_version: str  # version of this package
    commit: str  # its commit, where it is known
    metric_version: str  # version of the metric
    splits: list[SplitUsed]  # the task data
    task_hashes: dict[str, str]  # hash of each task's tests, see `tests_hash`
    answers_sha256: str  # hash of all completions, in the order of tasks and samples
    timeout: float | str  # seconds of processor time per test class, or `"auto"`
    timeout_rule: str  # the rule for time limits, as a sentence
    max_answer_chars: int  # maximum of characters of a completion
    compat: str  # other rules than this package's, if any
    isolation: Isolation  # the isolation of samples, and why it is not stronger
    python: str  # implementation and version
    platform: str  # system, kernel and processor
    libraries: dict[str, str]  # version of every library that samples can import; missing ones are not in it
    missing_libraries: dict[str, list[str]]  # by task, what it imports that is not installed
    sound_tasks: int  # tasks whose reference passes here, each time
    unsound_tasks: dict[str, str]  # the others, and why
    reference_runs: int  # how often each reference was run
    seeds: dict[str, int]  # seeds of hashing and of `random` in samples, and of resampling
    started: str  # when scoring began, UTC, ISO 8601
    ended: str  # when it ended
    cores: int = 0  # processor cores of this machine
    memory_gib: float = 0.0
    # by project and release, hash of its source, its environment and its Python
    projects: dict[str, str] = field(default_factory=dict)
    # by task, hash of its completions; empty in scores of earlier versions
    answers_by_task: dict[str, str] = field(default_factory=dict)

    def summary(self) -> dict[str, str]:
        splits = (
            f"{used.tasks} of {counted(used.of, 'task')} of {' '.join(filter(None, (used.split, used.version)))}, "
            f"sha256 {used.sha256[:_SHOWN_CHARS]}"
            for used in self.splits
        )
        per_test_class = f"{self.timeout} s" if isinstance(self.timeout, (int, float)) else self.timeout
        of_projects = all(used.split in (*_REPOSITORY_IDS, OWN_PROJECTS) for used in self.splits)
        time = "time by the references" if of_projects else f"{per_test_class} per test class"
        lines = {
            "task data": "; ".join(splits),
            "completions": f"sha256 {self.answers_sha256[:_SHOWN_CHARS]}",
            "code": f"classeval-hf {self.package_version}, commit {self.commit[:_SHOWN_CHARS] or 'unknown'}, "
            f"metric {self.metric_version}",
            "limits": f"{time}, {self.max_answer_chars} characters per completion",
            "isolation": self.isolation.tier.value,
            "environment": f"{self.python}, {self.platform}, {self.cores} cores, {self.memory_gib} GiB",
            "libraries": _listed(self.libraries) or "none",
            "seeds": _listed(self.seeds),
            "scored": f"{self.started} to {self.ended}",
        }
        projects = {name: digest[:_SHOWN_CHARS] for name, digest in self.projects.items()}
        return lines | ({"projects": _listed(projects)} if projects else {})

    def of_split(self, split: str, tasks: Collection[str]) -> "Provenance":
        """The provenance of one split, where tasks are from several."""
        unsound = {task: why for task, why in self.unsound_tasks.items() if task in tasks}
        return replace(
            self,
            splits=[item for item in self.splits if item.split == split],
            task_hashes={task: digest for task, digest in self.task_hashes.items() if task in tasks},
            answers_by_task={task: digest for task, digest in self.answers_by_task.items() if task in tasks},
            missing_libraries={task: lacking for task, lacking in self.missing_libraries.items() if task in tasks},
            sound_tasks=len(tasks) - len(unsound),
            unsound_tasks=unsound,
        )


def _listed(values: Mapping[str, object]) -> str:
    return ", ".join(f"{name} {value}".strip() for name, value in values.items())


def splits_used(tasks: Sequence[Task]) -> list[SplitUsed]:
    """The splits of tasks, and whether their data is the released one."""
    return [_split_used(split, of_split) for split, of_split in grouped((split_of(t), t) for t in tasks).items()]


def split_of(task: Task) -> str:
    """The split of a task by its id, else by its source, else [`OWN_TASKS`] or [`OWN_PROJECTS`]."""
    if isinstance(task, RepositoryTask):
        return next((split for split, form in _REPOSITORY_IDS.items() if form.match(task.task_id)), OWN_PROJECTS)
    prefix, _, number = task.task_id.rpartition("_")
    if prefix == "ClassEval" and number.isdigit() and int(number) < _TEST_TASKS:
        return "test"
    if prefix == "ClassEvalOpen" and task.task_id in open_tasks():
        return "open"
    return task.source.split if task.source.split not in ("", *_RELEASED) else OWN_TASKS


@lru_cache(maxsize=8)
def released_hashes(split: str) -> Mapping[str, str]:
    """The first characters of the hashes of tests, by task of a split; empty if the split is not known here."""
    if split == "test":  # this package holds hashes only, not the tasks
        hashes = Path(__file__).with_name("released_tests.txt").read_text(encoding="utf-8").split()
        return {f"ClassEval_{number}": digest for number, digest in enumerate(hashes)}
    tasks: Mapping[str, Task] = open_tasks() if split == "open" else {}
    with suppress(FileNotFoundError):
        if split in _REPOSITORY_IDS:
            tasks = {task.task_id: task for task in load_repository_tasks(split)}
    return LazyMapping({one: partial(lambda task: tasks[task].tests_hash()[:HASH_CHARS], one) for one in tasks})


def _split_used(split: str, tasks: Sequence[Task]) -> SplitUsed:
    digest = hashlib.sha256("".join(sorted(f"{task.task_id} {task.tests_hash()}\n" for task in tasks)).encode())
    released = released_hashes(split)
    is_released = bool(released) and all(
        released.get(task.task_id) == task.tests_hash()[:HASH_CHARS] for task in tasks
    )
    versions = {task.source.version for task in tasks}
    if split in _REPOSITORY_IDS and len(versions) > 1:  # each project of our own has one
        versions = {task.project.label for task in tasks if isinstance(task, RepositoryTask)}
    version = ", ".join(sorted(versions))
    if split in _RELEASED:
        version = OPEN_VERSION if split == "open" else f"ClassEval {CLASSEVAL_COMMIT[:7]}"
    if not is_released and (split in (*_RELEASED, *_REPOSITORY_IDS) or len(versions) > 1):
        version = ""
    of = _REPOSITORY_TASKS.get(split, len(released) if split in (*_RELEASED, *_REPOSITORY_IDS) else len(tasks))
    return SplitUsed(split, version, digest.hexdigest(), len(tasks), of, is_released)


@lru_cache(maxsize=1)
def package_commit() -> str:
    """The commit that this package was installed from, or of its checkout; empty if it is not known."""
    with suppress(metadata.PackageNotFoundError, ValueError, AttributeError):
        recorded = json.loads(metadata.distribution("classeval-hf").read_text("direct_url.json") or "{}")
        commit = (recorded.get("vcs_info") or {}).get("commit_id")
        if isinstance(commit, str):
            return commit
    root = Path(__file__).resolve().parents[2]
    if not (root / ".git").exists():
        return ""
    with suppress(OSError, subprocess.SubprocessError):
        done = subprocess.run(
            ["git", "-C", str(root), "rev-parse", "HEAD"], capture_output=True, text=True, timeout=10, check=True
        )
        return done.stdout.strip()
    return ""


def completions_hash(predictions: Sequence[Sequence[str]]) -> str:
    """SHA-256 of completions, in the order of tasks and samples."""
    digest = hashlib.sha256()
    for completions in predictions:
        digest.update(len(completions).to_bytes(8, "big"))
        for completion in completions:
            data = completion.encode("utf-8", "surrogatepass")
            digest.update(len(data).to_bytes(8, "big") + data)
    return digest.hexdigest()


def now() -> str:
    """The present, UTC, ISO 8601."""
    return datetime.now(timezone.utc).isoformat(timespec="seconds")


def memory_gib() -> float:
    try:
        return round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / (1 << 30), 1)
    except (AttributeError, OSError, ValueError):
        return 0.0
