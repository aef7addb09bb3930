"""
Whether two runs can be compared, by what their scores were made with.

A difference that concerns tasks goes away where these are left out. One that concerns every verdict does not: the
answers of one run have to be scored again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

__all__ = ["Difference", "IncomparableError", "common_tasks", "differences", "environment_notes", "restricted"]

_NAMED = 5
"""Tasks that a message names."""

_LIMITS = {"timeout": "time limits per test class", "max_answer_chars": "limits to the length of an answer"}


class IncomparableError(ValueError):
    """
    Two runs cannot be compared.

    Args:
        differences (`Sequence[Difference]`): why.
    """

    def __init__(self, differences: Sequence[Difference]) -> None:
        self.differences = tuple(differences)
        of_tasks = all(item.tasks for item in self.differences)
        advice = (
            "Compare over the tasks that both can be compared on (--common), or score the answers again."
            if of_tasks
            else "Score the answers again, both under the same conditions."
        )
        super().__init__(" ".join([*map(str, self.differences), advice]))


@dataclass(frozen=True)
class Difference:
    """
    Something that makes two runs incomparable.

    Args:
        kind (`str`): `tasks`, `task_data`, `metric_version`, `limits`, `libraries`, `soundness` or `provenance`.
        message (`str`): what differs, in a sentence.
        tasks (`tuple[str, ...]`): the tasks that it concerns; empty if it concerns every verdict.
    """

    kind: str
    message: str
    tasks: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.message


def differences(first: Mapping[str, Any], second: Mapping[str, Any]) -> list[Difference]:
    """
    What makes two runs incomparable.

    Args:
        first (`Mapping[str, Any]`): what [`classeval_hf.scoring.compute.compute_scores`] returned.
        second (`Mapping[str, Any]`): the same of the other run.

    Returns:
        `list[Difference]`: empty if they can be compared. Of runs without provenance, from version 0.1.0, only tasks,
        the number of their tests and the version of the metric can be told.
    """
    return [*_of_every_verdict(first, second), *_of_tasks(first, second)]


def common_tasks(first: Mapping[str, Any], second: Mapping[str, Any]) -> list[str]:
    """
    The tasks that both runs have, with the same tests, and sound in both environments.

    Args:
        first (`Mapping[str, Any]`): what [`classeval_hf.scoring.compute.compute_scores`] returned.
        second (`Mapping[str, Any]`): the same of the other run.

    Returns:
        `list[str]`: their ids, in the order of the first run.
    """
    left_out = {task for item in differences(first, second) for task in item.tasks}
    left_out |= {*(first.get("unsound_tasks") or ()), *(second.get("unsound_tasks") or ())}
    return [task for task in first["results"] if task in second["results"] and task not in left_out]


def restricted(scores: Mapping[str, Any], tasks: Collection[str]) -> dict[str, Any]:
    """
    What a comparison reads of scores, over some of the tasks alone.

    Args:
        scores (`Mapping[str, Any]`): what [`classeval_hf.scoring.compute.compute_scores`] returned.
        tasks (`Collection[str]`): ids of tasks.

    Returns:
        `dict[str, Any]`: the scores, with `results` and `per_task` of these tasks alone.
    """
    wanted = set(tasks)
    per_task = {
        name: {task: summand for task, summand in of_tasks.items() if task in wanted}
        for name, of_tasks in scores["per_task"].items()
    }
    results = {task: samples for task, samples in scores["results"].items() if task in wanted}
    return {**scores, "results": results, "per_task": {name: found for name, found in per_task.items() if found}}


def environment_notes(first: Mapping[str, Any], second: Mapping[str, Any]) -> list[str]:
    """
    What differs between the environments of two runs without making them incomparable: their references do alike.

    Args:
        first (`Mapping[str, Any]`): what [`classeval_hf.scoring.compute.compute_scores`] returned.
        second (`Mapping[str, Any]`): the same of the other run.

    Returns:
        `list[str]`: a sentence each.
    """
    one, other = first.get("provenance"), second.get("provenance")
    if not one or not other:
        return ["Neither run says what it was made with, so that limits and environment may differ: score again."]
    notes = [
        f"{what} differ: {one[name]} and {other[name]}."
        for name, what in (("python", "Python versions"), ("platform", "Platforms"))
        if one[name] != other[name]
    ]
    versions = [
        f"{name} {one['libraries'].get(name, 'missing')} and {other['libraries'].get(name, 'missing')}"
        for name in sorted({*one["libraries"], *other["libraries"]})
        if one["libraries"].get(name) != other["libraries"].get(name)
    ]
    if versions:
        notes.append(f"Versions of libraries differ: {_some(versions)}.")
    if one["isolation"].get("tier") != other["isolation"].get("tier"):
        notes.append(f"Tiers differ: {one['isolation']['tier']} and {other['isolation']['tier']}.")
    return notes


def _of_every_verdict(first: Mapping[str, Any], second: Mapping[str, Any]) -> Iterator[Difference]:
    versions = [run.get("metric_version") for run in (first, second)]
    if versions[0] != versions[1]:
        yield Difference(
            "metric_version",
            f"They were scored by versions {versions[0]} and {versions[1]} of the metric, whose scores are not to be "
            "compared.",
        )
    one, other = first.get("provenance"), second.get("provenance")
    if bool(one) != bool(other):
        which = "first" if not one else "second"
        yield Difference("provenance", f"The {which} does not say what it was made with.")
    if not one or not other:
        return
    for name, what in _LIMITS.items():
        if one[name] != other[name]:
            units = " s" if name == "timeout" else " characters"
            values = " and ".join(f"{run[name]}{units if run[name] != 'auto' else ''}" for run in (one, other))
            yield Difference("limits", f"Their {what} differ: {values}.")


def _of_tasks(first: Mapping[str, Any], second: Mapping[str, Any]) -> Iterator[Difference]:
    ours, theirs = first["results"], second["results"]
    only = [task for task in ours if task not in theirs], [task for task in theirs if task not in ours]
    if any(only):
        parts = [
            f"{len(tasks)} only the {which} ({_some(tasks)})"
            for tasks, which in zip(only, ("first", "second"), strict=True)
            if tasks
        ]
        message = f"Runs are compared on the same tasks, but of these has {' and '.join(parts)}."
        yield Difference("tasks", message, (*only[0], *only[1]))
    both = [task for task in ours if task in theirs]
    other_data = [task for task in both if _has_other_tests(task, first, second)]
    if other_data:
        message = (
            f"{len(other_data)} tasks have other tests in one run than in the other ({_some(other_data)}): score both "
            "against the same tasks, with --tasks-from FILE."
        )
        yield Difference("task_data", message, tuple(other_data))
    one, other = first.get("provenance"), second.get("provenance")
    if one and other:
        yield from _of_soundness(first, second, [task for task in both if task not in other_data])


def _of_soundness(first: Mapping[str, Any], second: Mapping[str, Any], both: Sequence[str]) -> Iterator[Difference]:
    missing = [
        task
        for task in both
        if (task in first["provenance"]["missing_libraries"]) != (task in second["provenance"]["missing_libraries"])
    ]
    if missing:
        modules = sorted(
            {
                module
                for run in (first, second)
                for task in missing
                for module in run["provenance"]["missing_libraries"].get(task, ())
            }
        )
        which = "first" if missing[0] in first["provenance"]["missing_libraries"] else "second"
        message = (
            f"{len(missing)} tasks lacked libraries ({_some(modules)}) in one environment only, {missing[0]} in that "
            f"of the {which}."
        )
        yield Difference("libraries", message, tuple(missing))
    unsound = [
        task
        for task in both
        if task not in missing and (task in first["unsound_tasks"]) != (task in second["unsound_tasks"])
    ]
    if unsound:
        message = f"The references of {len(unsound)} tasks pass in one environment only ({_some(unsound)})."
        yield Difference("soundness", message, tuple(unsound))


def _has_other_tests(task: str, first: Mapping[str, Any], second: Mapping[str, Any]) -> bool:
    hashes = [((run.get("provenance") or {}).get("task_hashes") or {}).get(task) for run in (first, second)]
    if all(hashes):
        return bool(hashes[0] != hashes[1])
    tests, others = (_tests(run["results"][task]) for run in (first, second))
    return bool(tests and others and tests != others)


def _tests(samples: Sequence[Mapping[str, Any]]) -> dict[str, int]:
    """Number of tests per test class, as the first sample that was run shows them."""
    run = next((sample for sample in samples if "test_classes" in sample), None)
    return {name: item["tests"] for name, item in run["test_classes"].items()} if run is not None else {}


def _some(names: Sequence[str]) -> str:
    more = [f"and {len(names) - _NAMED} more"] if len(names) > _NAMED else []
    return ", ".join([*names[:_NAMED], *more])
