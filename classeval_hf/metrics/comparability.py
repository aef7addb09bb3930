"""
Whether two runs can be compared, by what their scores were made with.

A difference that concerns tasks can be removed by leaving these out. One that concerns every verdict cannot: the
samples of one run have to be scored again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from classeval_hf.core.errors import UserError
from classeval_hf.metrics.results import SampleResult
from classeval_hf.metrics.scores import Scores

_NAMED = 5
"""Tasks that a message names."""


class IncomparableError(UserError):
    """Two runs cannot be compared."""

    def __init__(self, differences: Sequence[Difference], runs: tuple[str, str] | None = None) -> None:
        self.differences = tuple(differences)
        self.runs = runs
        of_tasks = all(item.tasks for item in self.differences)
        advice = (
            "Compare over the tasks that all can be compared on (--common), or score the samples again."
            if of_tasks
            else "Score the samples again, both under the same conditions."
        )
        who = [f"{runs[0]} (the first) and {runs[1]} (the second) cannot be compared."] if runs else []
        super().__init__(" ".join([*who, *map(str, self.differences), advice]))


@dataclass(frozen=True)
class Difference:
    """Something that makes two runs incomparable."""

    kind: str  # `tasks`, `task_data`, `suites`, `metric_version`, `limits`, `libraries`, `soundness` or `provenance`
    message: str  # what differs, in a sentence
    tasks: tuple[str, ...] = ()  # the tasks that it concerns; empty if it concerns every verdict

    def __str__(self) -> str:
        return self.message


def differences(first: Scores, second: Scores, suites: Collection[str] | None = None) -> list[Difference]:
    """What makes two runs incomparable."""
    both = [name for name in first.suites if name in second.suites and (suites is None or name in suites)]
    of_suites = (item for name in both for item in _of_suite(name, first, second))
    return [*_of_every_verdict(first, second), *_of_tasks(first, second), *of_suites]


def common_tasks(first: Scores, second: Scores, suites: Collection[str] | None = None) -> list[str]:
    """The tasks that both runs have, with the same tests, and sound in both environments."""
    left_out = {task for item in differences(first, second, suites) for task in item.tasks}
    left_out |= {*first.unsound_tasks, *second.unsound_tasks}
    for scores in (first, second):
        for name, suite in scores.suites.items():
            left_out |= {*suite.unsound_tasks} if suites is None or name in suites else set()
    return [task for task in first.results if task in second.results and task not in left_out]


def restricted(scores: Scores, tasks: Collection[str]) -> Scores:
    """What a comparison reads of scores, over some of the tasks alone."""
    wanted = set(tasks)
    per_task = {
        name: {task: term for task, term in of_tasks.items() if task in wanted}
        for name, of_tasks in scores.per_task.items()
    }
    results = {task: samples for task, samples in scores.results.items() if task in wanted}
    return replace(scores, results=results, per_task={name: found for name, found in per_task.items() if found})


def environment_notes(first: Scores, second: Scores) -> list[str]:
    """
    What differs between the environments of two runs without making them incomparable: their references do alike; and
    that their completions are the same.
    """
    one, other = first.provenance, second.provenance
    if not one or not other:
        return ["Neither run has provenance, so that limits and environment may differ: score again."]
    environment = (
        ("Python versions", one.python, other.python),
        ("Platforms", one.platform, other.platform),
    )
    notes = [f"{what} differ: {ours} and {theirs}." for what, ours, theirs in environment if ours != theirs]
    versions = [
        f"{name} {one.libraries.get(name, 'missing')} and {other.libraries.get(name, 'missing')}"
        for name in sorted({*one.libraries, *other.libraries})
        if one.libraries.get(name) != other.libraries.get(name)
    ]
    if one.answers_sha256 == other.answers_sha256:
        notes.insert(0, "Both are the same completions.")
    if versions:
        notes.append(f"Versions of libraries differ: {_some(versions)}.")
    projects = [name for name in one.projects if name in other.projects and one.projects[name] != other.projects[name]]
    if projects:
        notes.append(f"The projects' environments differ: {_some(projects)}.")
    if one.isolation.tier != other.isolation.tier:
        notes.append(f"Tiers differ: {one.isolation.tier.value} and {other.isolation.tier.value}.")
    return notes


def _of_every_verdict(first: Scores, second: Scores) -> Iterator[Difference]:
    if first.metric_version != second.metric_version:
        yield Difference(
            "metric_version",
            f"They were scored by versions {first.metric_version} and {second.metric_version} of the metric, whose "
            "scores are not to be compared.",
        )
    one, other = first.provenance, second.provenance
    if bool(one) != bool(other):
        which = "first" if not one else "second"
        yield Difference("provenance", f"The {which} has no provenance.")
    if not one or not other:
        return
    limits = (
        # Those of repository-level tasks follow the references.
        *(() if first.is_of_projects else (("time limits per test class", " s", one.timeout, other.timeout),)),
        ("limits on the length of a completion", " characters", one.max_answer_chars, other.max_answer_chars),
    )
    for what, units, *pair in limits:
        if pair[0] != pair[1]:
            values = " and ".join(f"{value}{units if value != 'auto' else ''}" for value in pair)
            yield Difference("limits", f"Their {what} differ: {values}.")


def _of_tasks(first: Scores, second: Scores) -> Iterator[Difference]:
    ours, theirs = first.results, second.results
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
    one, other = first.provenance, second.provenance
    if one and other:
        lacking = one.missing_libraries, other.missing_libraries
        yield from _of_soundness(first, second, lacking, [task for task in both if task not in other_data])


def _of_soundness(
    first: Scores, second: Scores, lacking: Sequence[Mapping[str, Sequence[str]]], both: Sequence[str]
) -> Iterator[Difference]:
    missing = [task for task in both if (task in lacking[0]) != (task in lacking[1])]
    if missing:
        modules = sorted({module for of_run in lacking for task in missing for module in of_run.get(task, ())})
        which = "first" if missing[0] in lacking[0] else "second"
        message = (
            f"{len(missing)} tasks lacked libraries ({_some(modules)}) in one environment only, {missing[0]} in that "
            f"of the {which}."
        )
        yield Difference("libraries", message, tuple(missing))
    unsound = [
        task
        for task in both
        if task not in missing and (task in first.unsound_tasks) != (task in second.unsound_tasks)
    ]
    if unsound:
        message = f"The references of {len(unsound)} tasks pass in one environment only ({_some(unsound)})."
        yield Difference("soundness", message, tuple(unsound))


def _of_suite(name: str, first: Scores, second: Scores) -> Iterator[Difference]:
    ours, theirs = first.suites[name], second.suites[name]
    both = [task for task in first.results if task in second.results]
    other = [task for task in both if ours.task_hashes.get(task) != theirs.task_hashes.get(task)]
    if other:
        message = (
            f"{len(other)} tasks have other tests of the suite {name} in one run than in the other ({_some(other)}): "
            "score both by the same suite, or compare averages without it (--metric)."
        )
        yield Difference("suites", message, tuple(other))
    unsound = [
        task for task in both if task not in other and (task in ours.unsound_tasks) != (task in theirs.unsound_tasks)
    ]
    if unsound:
        message = f"The references of {len(unsound)} tasks pass {name} in one environment only ({_some(unsound)})."
        yield Difference("soundness", message, tuple(unsound))


def _has_other_tests(task: str, first: Scores, second: Scores) -> bool:
    hashes = [run.provenance.task_hashes.get(task) if run.provenance else None for run in (first, second)]
    if all(hashes):
        return bool(hashes[0] != hashes[1])
    tests, others = (_tests(run.results[task]) for run in (first, second))
    return bool(tests and others and tests != others)


def _tests(samples: Sequence[SampleResult]) -> dict[str, int]:
    """Number of tests per test class or test file, as the first sample that was run shows them."""
    run = next((sample.tests for sample in samples if sample.tests), {})
    return {name: item.tests for name, item in run.items()}


def _some(names: Sequence[str]) -> str:
    more = [f"and {len(names) - _NAMED} more"] if len(names) > _NAMED else []
    return ", ".join([*names[:_NAMED], *more])
