"""
Scores: what the metric returns, what score files hold, and what reports and comparisons are made from.

[`Scores.to_dict`] writes the averages beside the other entries, as `class_pass@1` and so on; [`Scores.from_dict`]
reads that, and what version 0.1.0 wrote.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from classeval_hf.metrics.averages import Average
from classeval_hf.metrics.provenance import Provenance
from classeval_hf.metrics.score_warnings import ScoreWarning

__all__ = ["SCHEMA_VERSION", "Scores", "scores_by_split"]

SCHEMA_VERSION = 2
"""Version of the form that scores are written in; 1 is that of version 0.1.0, which did not say so."""

_ERROR_ANALYSIS = (
    *("error_distribution", "failure_counts", "method_pass_by_dependencies", "class_pass_by_topic"),
    "class_pass_by_length",
)


@dataclass(frozen=True)
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
        isolation (`dict[str, str]`): what samples were contained by.
        metric_version (`str`): version of the metric.
        results (`dict[str, list[dict]]`): per task id and sample, what passed, what failed and how.
        reference_dependencies (`dict[str, dict]`): per task id, what the methods of the reference depend on.
        per_task (`dict[str, Average]`): per average and task, value and weight.
        error_analysis (`dict[str, Any]`): `error_distribution`, `failure_counts`, `method_pass_by_dependencies`,
            `class_pass_by_topic` and `class_pass_by_length`; see [`classeval_hf.metrics.error_analysis`].
        intervals (`dict[str, list[float]]`): low and high end by average; empty unless asked for.
        ci (`dict[str, Any]`): how intervals were computed; empty without any.
        provenance ([`Provenance`], *optional*): what it was made with; `None` for scores of version 0.1.0.
        warnings (`list[ScoreWarning]`): what must be known before quoting it.
        splits (`dict[str, dict]`): scores of each split, and its `tasks`, where tasks are of several.
        compat (`dict[str, Any]`): scores by another harness's rules; empty unless asked for.
        suites (`dict[str, dict]`): by test suite other than `base` the `task_hashes` of its tests, and the
            `unsound_tasks` whose reference fails it; empty unless there are any. Its averages are among the others.
    """

    averages: dict[str, float]
    n_tasks: int
    n_samples: int
    n_infrastructure_errors: int
    unsound_tasks: dict[str, str]
    isolation: dict[str, str]
    metric_version: str
    results: dict[str, list[dict[str, Any]]]
    reference_dependencies: dict[str, Any]
    per_task: dict[str, Average]
    error_analysis: dict[str, Any]
    intervals: dict[str, list[float]] = field(default_factory=dict)
    ci: dict[str, Any] = field(default_factory=dict)
    provenance: Provenance | None = None
    warnings: list[ScoreWarning] = field(default_factory=list)
    splits: dict[str, dict[str, Any]] = field(default_factory=dict)
    compat: dict[str, Any] = field(default_factory=dict)
    suites: dict[str, dict[str, Any]] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """As plain data that can be written as JSON."""
        return {
            "schema_version": SCHEMA_VERSION,
            **self.averages,
            **({"intervals": self.intervals, "ci": self.ci} if self.ci else {}),
            **({"splits": self.splits} if self.splits else {}),
            **({"compat": self.compat} if self.compat else {}),
            **({"suites": self.suites} if self.suites else {}),
            "warnings": [warning.to_dict() for warning in self.warnings],
            "provenance": self.provenance.to_dict() if self.provenance is not None else None,
            "per_task": {
                name: {task: list(summand) for task, summand in summands.items()}
                for name, summands in self.per_task.items()
            },
            **self.error_analysis,
            "n_tasks": self.n_tasks,
            "n_samples": self.n_samples,
            "n_infrastructure_errors": self.n_infrastructure_errors,
            "unsound_tasks": self.unsound_tasks,
            "isolation": self.isolation,
            "metric_version": self.metric_version,
            "results": self.results,
            "reference_dependencies": self.reference_dependencies,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Scores:
        """
        Reads what [`Scores.to_dict`] wrote, and what version 0.1.0 did.

        Raises:
            `ValueError`: for a later form, or if something is missing.
        """
        version = data.get("schema_version", 1)
        if version not in (1, SCHEMA_VERSION):
            raise ValueError(f"these scores are of form {version}, and this version reads up to {SCHEMA_VERSION}")
        try:
            return cls(
                averages={name: value for name, value in data.items() if _is_average(name, value)},
                n_tasks=data["n_tasks"],
                n_samples=data["n_samples"],
                n_infrastructure_errors=data["n_infrastructure_errors"],
                unsound_tasks=data["unsound_tasks"],
                isolation=data["isolation"],
                metric_version=data["metric_version"],
                results=data["results"],
                reference_dependencies=data["reference_dependencies"],
                per_task=data["per_task"],
                error_analysis={name: data[name] for name in _ERROR_ANALYSIS if name in data},
                intervals=data.get("intervals", {}),
                ci=data.get("ci", {}),
                provenance=Provenance.from_dict(data["provenance"]) if data.get("provenance") else None,
                warnings=[ScoreWarning(**warning) for warning in data.get("warnings", ())],
                splits=data.get("splits", {}),
                compat=data.get("compat", {}),
                suites=data.get("suites", {}),
            )
        except (KeyError, TypeError) as error:
            raise ValueError(f"no scores: {error}") from error


def scores_by_split(scores: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    """
    Scores of each split by itself.

    Args:
        scores (`Mapping[str, Any]`): what [`Scores.to_dict`] wrote.

    Returns:
        `dict[str, Mapping[str, Any]]`: by split, in the same form. Scores of a single split stay as they are, under
        an empty name.
    """
    found: dict[str, Mapping[str, Any]] = {}
    for split, block in (scores.get("splits") or {}).items():
        tasks = block["tasks"]
        results = {task: scores["results"][task] for task in tasks}
        found[split] = {
            **{name: value for name, value in scores.items() if name != "splits"},
            **{name: value for name, value in block.items() if name != "tasks"},
            "n_tasks": len(tasks),
            "n_samples": sum(map(len, results.values())),
            "unsound_tasks": {task: why for task, why in scores["unsound_tasks"].items() if task in results},
            "results": results,
        }
    return found or {"": scores}


def _is_average(name: str, value: object) -> bool:
    return isinstance(value, float) and not name.startswith("n_")
