"""
Scores: what the metric returns, what score files hold, and what reports and comparisons are made from.

[`Scores.to_dict`] writes the averages at the same level as the other entries, as `class_pass@1` and so on;
[`Scores.from_dict`] reads that, and what version 0.1.0 wrote.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

import msgspec

from classeval_hf.core.errors import UserError
from classeval_hf.core.verdicts import RUNS_ITSELF
from classeval_hf.metrics.averages import WeightedTerms
from classeval_hf.metrics.headline import describe, describe_html
from classeval_hf.metrics.provenance import Provenance
from classeval_hf.metrics.score_warnings import ScoreWarning
from classeval_hf.sandbox.isolation import Isolation

SCHEMA_VERSION = 2
"""Version of the form that scores are written in; 1 is that of version 0.1.0, which did not record it."""

_ERROR_ANALYSIS = (
    *("error_distribution", "failure_counts", "method_pass_by_dependencies", "class_pass_by_topic"),
    "class_pass_by_length",
)
_REQUIRED = {"n_tasks": int, "n_samples": int, "metric_version": str, "results": dict}
_OPTIONAL = {
    **{"n_infrastructure_errors": int, "unsound_tasks": dict, "reference_dependencies": dict, "per_task": dict},
    **{"intervals": dict, "ci": dict, "splits": dict, "compat": dict, "suites": dict, "projects": dict},
    "reference_suspicious": dict,
    **dict.fromkeys(_ERROR_ANALYSIS, dict),
}
_KIND_NAMES = {int: "a number", str: "a text", dict: "an object", list: "a list"}


@dataclass(frozen=True, repr=False)
class Scores:
    """
    Scores of one run.

    Args:
        averages (`dict[str, float]`): by name: `class_pass@1`, `dep_f` and so on; what has nothing to count is left
            out, and all are where tasks are of several splits.
        n_tasks (`int`): tasks scored.
        n_samples (`int`): samples scored.
        n_infrastructure_errors (`int`): samples that could not be run for reasons that are not their own.
        unsound_tasks (`dict[str, str]`): tasks whose reference fails here, and why.
        isolation ([`~classeval_hf.sandbox.isolation.Isolation`], *optional*): the isolation of samples.
        metric_version (`str`): version of the metric.
        results (`dict[str, list[dict]]`): per task id and sample, what passed, what failed and how.
        reference_dependencies (`dict[str, dict]`): per task id, what the methods of the reference depend on.
        per_task (`dict[str, WeightedTerms]`): per average and task, value and weight.
        error_analysis (`dict[str, Any]`): `error_distribution`, `failure_counts`, `method_pass_by_dependencies`,
            `class_pass_by_topic` and `class_pass_by_length`; see [`classeval_hf.metrics.error_analysis`].
        intervals (`dict[str, list[float]]`): low and high end by average; empty unless asked for.
        ci (`dict[str, Any]`): how intervals were computed; empty without any.
        provenance ([`Provenance`], *optional*): what it was made with; `None` for scores of version 0.1.0.
        warnings (`list[ScoreWarning]`): what must be known before quoting it.
        splits (`dict[str, dict]`): scores of each split, and its `tasks`, where tasks are of several.
        compat (`dict[str, Any]`): scores by another harness's rules; empty unless asked for.
        suites (`dict[str, dict]`): by test suite other than `base` the number of tasks that have it (`n_tasks`), the
            `task_hashes` of its tests, and the `unsound_tasks` whose reference fails it; empty unless there are any.
            The averages by `base` and it are among the others.
        projects (`dict[str, str]`): per id of a repository-level task its project, with the version.
        reference_suspicious (`dict[str, list[str]]`): per id of such a task the marks that its reference has itself,
            where it has any: right code may touch frames or processes too.
    """

    averages: dict[str, float]
    n_tasks: int
    n_samples: int
    n_infrastructure_errors: int
    unsound_tasks: dict[str, str]
    isolation: Isolation | None
    metric_version: str
    results: dict[str, list[dict[str, Any]]]
    reference_dependencies: dict[str, Any]
    per_task: dict[str, WeightedTerms]
    error_analysis: dict[str, Any]
    intervals: dict[str, list[float]] = field(default_factory=dict)
    ci: dict[str, Any] = field(default_factory=dict)
    provenance: Provenance | None = None
    warnings: list[ScoreWarning] = field(default_factory=list)
    splits: dict[str, dict[str, Any]] = field(default_factory=dict)
    compat: dict[str, Any] = field(default_factory=dict)
    suites: dict[str, dict[str, Any]] = field(default_factory=dict)
    projects: dict[str, str] = field(default_factory=dict)
    reference_suspicious: dict[str, list[str]] = field(default_factory=dict)

    def __repr__(self) -> str:
        return describe(self)

    def _repr_html_(self) -> str:
        """What notebooks show."""
        return describe_html(self)

    def to_dict(self) -> ScoresDict:
        """As plain data that can be written as JSON."""
        content = {
            "schema_version": SCHEMA_VERSION,
            **self.averages,
            **({"intervals": self.intervals, "ci": self.ci} if self.ci else {}),
            **({"splits": self.splits} if self.splits else {}),
            **({"compat": self.compat} if self.compat else {}),
            **({"suites": self.suites} if self.suites else {}),
            **({"projects": self.projects} if self.projects else {}),
            **({"reference_suspicious": self.reference_suspicious} if self.reference_suspicious else {}),
            "warnings": [warning.to_dict() for warning in self.warnings],
            "provenance": self.provenance.to_dict() if self.provenance is not None else None,
            "per_task": {
                name: {task: list(term) for task, term in terms.items()} for name, terms in self.per_task.items()
            },
            **self.error_analysis,
            "n_tasks": self.n_tasks,
            "n_samples": self.n_samples,
            "n_infrastructure_errors": self.n_infrastructure_errors,
            "unsound_tasks": self.unsound_tasks,
            "isolation": self.isolation.to_dict() if self.isolation is not None else {},
            "metric_version": self.metric_version,
            "results": self.results,
            "reference_dependencies": self.reference_dependencies,
        }
        return ScoresDict(content)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Scores:
        """
        Reads what [`Scores.to_dict`] wrote, and what version 0.1.0 did; what it does not know is left out.

        Raises:
            `ValueError`: for a later form, or naming what is missing or of another kind.
        """
        if not isinstance(data, Mapping):
            raise UserError(f"scores are an object, not a {type(data).__name__}")
        version = data.get("schema_version", 1)
        if version not in (1, SCHEMA_VERSION):
            raise UserError(f"these scores are of form {version}, and this version reads up to {SCHEMA_VERSION}")
        _check(data)
        parts = {name: data[name] if name in data else kind() for name, kind in _OPTIONAL.items()}
        error_analysis = {name: data[name] for name in _ERROR_ANALYSIS if name in data}
        try:
            return cls(
                **{name: data[name] for name in _REQUIRED},
                **{name: value for name, value in parts.items() if name not in _ERROR_ANALYSIS},
                averages={name: value for name, value in data.items() if _is_average(name, value)},
                isolation=msgspec.convert(data["isolation"], Isolation) if data.get("isolation") else None,
                error_analysis=error_analysis,
                provenance=Provenance.from_dict(data["provenance"]) if data.get("provenance") else None,
                warnings=[ScoreWarning.from_dict(warning) for warning in data.get("warnings") or ()],
            )
        except (KeyError, TypeError) as error:
            raise UserError(f"these are no scores: {error}") from error

    def by_split(self) -> dict[str, Scores]:
        """
        Scores of each split by itself.

        Returns:
            `dict[str, Scores]`: by split. Scores of a single split stay as they are, under an empty name.
        """
        return {split: self._of_split(split, block) for split, block in self.splits.items()} or {"": self}

    def _of_split(self, split: str, block: Mapping[str, Any]) -> Scores:
        results = {task: self.results[task] for task in block["tasks"]}
        named = {item.name for item in fields(self)}
        provenance = self.provenance.of_split(split, results) if self.provenance is not None else None
        return replace(
            self,
            **{name: value for name, value in block.items() if name in named},
            averages={name: value for name, value in block.items() if _is_average(name, value)},
            error_analysis={name: block[name] for name in _ERROR_ANALYSIS if name in block},
            n_tasks=len(results),
            n_samples=sum(map(len, results.values())),
            unsound_tasks={task: why for task, why in self.unsound_tasks.items() if task in results},
            results=results,
            provenance=provenance,
            splits={},
            suites=_suites_of(self.suites, results),
            projects={task: project for task, project in self.projects.items() if task in results},
            reference_suspicious={task: marks for task, marks in self.reference_suspicious.items() if task in results},
        )

    @property
    def is_of_projects(self) -> bool:
        """Whether all tasks are repository-level tasks."""
        return bool(self.projects) and all(task in self.projects for task in self.results)

    def marks(self, task_id: str, result: Mapping[str, Any]) -> list[str]:
        """
        The marks of a sample that its task's reference does not have, and that of one which runs its own tests.

        Args:
            task_id (`str`): the task.
            result (`Mapping[str, Any]`): the sample's entry in `results`.
        """
        expected = {*self.reference_suspicious.get(task_id, ())} - {RUNS_ITSELF}
        return [str(mark) for mark in result.get("suspicious", ()) if mark not in expected]

    @property
    def suspicious_samples(self) -> list[tuple[Mapping[str, Any], list[str]]]:
        """The results of samples that have such marks, each with these."""
        found = [(sample, self.marks(task, sample)) for task, of_task in self.results.items() for sample in of_task]
        return [(sample, marks) for sample, marks in found if marks]

    @property
    def samples_per_task(self) -> tuple[int, int]:
        """Minimum and maximum of samples per task."""
        counts = [len(samples) for samples in self.results.values()] or [0]
        return min(counts), max(counts)


class ScoresDict(dict[str, Any]):
    """
    Scores as plain data: a dict, which is shown in a few lines where it is printed or ends a notebook's
    cell, since it is as long as all the verdicts. `dict(scores)` is shown whole.
    """

    def __repr__(self) -> str:
        try:
            return repr(Scores.from_dict(self))
        except ValueError:  # something was taken out of it
            return super().__repr__()

    def _repr_html_(self) -> str | None:
        """What notebooks show; `None` where that is the text."""
        try:
            return describe_html(Scores.from_dict(self))
        except ValueError:
            return None


def sample_passed(result: Mapping[str, Any]) -> bool | None:
    """Whether a sample passed as a whole; `None` if it could not be run."""
    found: bool | None = result["passed"] if "passed" in result else result.get("class_passed")
    return found


def passed_in_both(result: Mapping[str, Any], suite: str) -> bool | None:
    """Whether a sample passed by `base` and, where its task has it, a further suite; `None` if it could not be run."""
    verdicts = [sample_passed(result), sample_passed(result.get("suites", {}).get(suite, result))]
    return None if None in verdicts else all(verdicts)


def _suites_of(suites: Mapping[str, Mapping[str, Any]], tasks: Collection[str]) -> dict[str, dict[str, Any]]:
    """What is known of further suites, of some tasks alone; without the suites that none of these has."""
    found: dict[str, dict[str, Any]] = {}
    for name, suite in suites.items():
        hashes, unsound = (
            {task: value for task, value in suite.get(key, {}).items() if task in tasks}
            for key in ("task_hashes", "unsound_tasks")
        )
        if hashes:
            found[name] = {"n_tasks": len(hashes), "task_hashes": hashes, "unsound_tasks": unsound}
    return found


def _check(data: Mapping[str, Any]) -> None:
    lacking = [name for name in _REQUIRED if name not in data]
    if lacking:
        raise UserError(f"these are no scores: they lack {', '.join(lacking)}")
    for name, kind in {**_REQUIRED, **_OPTIONAL}.items():
        if name in data and not isinstance(data[name], kind):
            raise UserError(f"{name} of scores is {_KIND_NAMES[kind]}, not a {type(data[name]).__name__}")
    isolation = data.get("isolation") or {}
    if not isinstance(isolation, dict):
        raise UserError(f"isolation of scores is an object, not a {type(isolation).__name__}")
    _check_terms(data)
    for split, block in data.get("splits", {}).items():
        if not isinstance(block, dict) or not {*block.get("tasks", ("",))} <= data["results"].keys():
            raise UserError(f"scores of the split {split} do not say their tasks, or name others than the results")
        _check_terms(block)
    for task_id, samples in data["results"].items():
        if not isinstance(samples, list) or not all(isinstance(sample, dict) for sample in samples):
            raise UserError(f"results of task {task_id} are no list of objects")


def _check_terms(block: Mapping[str, Any]) -> None:
    per_task = block.get("per_task", {})
    if not isinstance(per_task, dict):
        raise UserError(f"per_task of scores is an object, not a {type(per_task).__name__}")
    for name, terms in per_task.items():
        if not isinstance(terms, dict):
            raise UserError(f"per_task of scores: {name} is an object, not a {type(terms).__name__}")
        for task_id, term in terms.items():
            is_pair = isinstance(term, (list, tuple)) and len(term) == 2
            if not is_pair or not all(isinstance(number, (int, float)) for number in term):
                raise UserError(f"per_task of scores: {name} of task {task_id} is {term!r}, not two numbers")


def _is_average(name: str, value: object) -> bool:
    return isinstance(value, float) and not name.startswith("n_")
