"""Provenance: how scores were made, stored with them. Nothing in it names a user or a folder."""

import hashlib
import json
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import metadata
from pathlib import Path

import msgspec

from classeval_hf.core.terminal import counted
from classeval_hf.sandbox.jobs import Isolation

DEFAULT_TIMEOUT = 5.0  # seconds per test class: the paper's limit (ClassEval, section 3.2.3)
HASH_CHARS = 16
_SHOWN_CHARS = 12


class SplitUsed(msgspec.Struct, frozen=True, omit_defaults=True):
    split: str  # its name, that of other data, or for tasks of the user's the `own_split` of their family
    version: str  # version of the task data; empty for data that was not released
    sha256: str  # hash of the tests of all tasks scored
    tasks: int  # tasks scored
    of: int  # tasks that the split has
    is_released: bool  # whether these are the tasks of the released version, each with its tests
    limits_by_reference: bool = False  # whether time limits follow from what the references took


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
        time = "time by the references" if self.limits_by_reference else f"{per_test_class} per test class"
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

    @property
    def limits_by_reference(self) -> bool:
        """Whether the references decide all time limits, so that `timeout` has no effect."""
        return all(used.limits_by_reference for used in self.splits)


def _listed(values: Mapping[str, object]) -> str:
    return ", ".join(f"{name} {value}".strip() for name, value in values.items())


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
