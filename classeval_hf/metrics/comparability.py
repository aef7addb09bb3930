"""Whether runs can be compared, by how their scores were made."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from classeval_hf.core.errors import UserError, did_you_mean
from classeval_hf.core.mappings import grouped
from classeval_hf.core.terminal import agreeing, counted
from classeval_hf.metrics.averages import DROP, STUB_METRICS, WeightedTerms
from classeval_hf.metrics.scores import Scores, SuiteUsed

FRESH_ID = "{task_id}_fresh_{seed}"  # id of the fresh variant of a published task
_FRESH = re.compile(FRESH_ID.format(task_id="(.+)", seed=r"(\d+)"))
NO_COMMON_TASK = "There is no task that all runs can be compared on."
_NAMED = 5  # tasks that a message names
_SMALL_P = 0.05  # a note is made where even the least possible p-value is larger


@dataclass(frozen=True)
class ComparableRuns:
    runs: tuple[Scores, ...]  # the scores of each, of one split and over the tasks that are compared
    metrics: tuple[str, ...]  # the averages to compare
    projects: dict[str, str]  # the project of each repository-level task
    several_projects: int  # number of projects if there are several, since they are the pairs then; else 0
    notes: tuple[str, ...]  # what differs without making them incomparable


def comparable_runs(
    runs: Mapping[str, Scores], metrics: Sequence[str] | None, common: bool, split: str
) -> ComparableRuns:
    """What can be compared of named runs, by default all averages but stub baselines; `common`: over common tasks."""
    blocks, notes = {label: _block(scores, split) for label, scores in runs.items()}, list[str]()
    seeds = sorted({seed for run in blocks.values() if (seed := fresh_seed(run))})
    if seeds and len({frozenset(run.results) for run in blocks.values()}) > 1:
        notes.append(f"Published tasks are paired with their fresh variants (seed {', '.join(seeds)}).")
        fresh = [match for run in blocks.values() for task in run.results if (match := _FRESH.fullmatch(task))]
        ids = {match[0]: match[1] for match in fresh}
        for label, run in blocks.items():
            if not fresh_seed(run):
                blocks[label] = restricted(run, {*ids.values()})
                continue
            # Under the ids of the published tasks, whose tests differ on purpose.
            blocks[label] = replace(
                run,
                results={ids[task]: [] for task in run.results},
                per_task={name: {ids[task]: of[task] for task in of} for name, of in run.per_task.items()},
                unsound_tasks={ids.get(task, task): why for task, why in run.unsound_tasks.items()},
                provenance=run.provenance and replace(run.provenance, task_hashes={}),
            )
    stems = [name.partition("@")[0].removesuffix(DROP) for name in metrics or ()]
    known = dict.fromkeys(suite for run in blocks.values() for suite in run.suites)
    suites = None if metrics is None else [name for name in known if any(stem.endswith(f"_{name}") for stem in stems)]
    tasks = list(next(iter(blocks.values())).results)
    for (one, run), (other, further) in combinations(blocks.items(), 2):
        differing = differences(run, further, suites)
        if differing and not (common and all(item.tasks for item in differing)):
            raise IncomparableError(differing, (one, other))
        shared = set(common_tasks(run, further, suites)) if common else set(tasks)
        tasks = [task for task in tasks if task in shared]
    if not tasks:
        raise UserError(NO_COMMON_TASK)
    blocks = {label: restricted(run, tasks) for label, run in blocks.items()} if common else blocks
    (label, first), *others = blocks.items()
    projects = {task: first.projects[task] for task in first.results if task in first.projects}
    several_projects = len(set(projects.values())) if len(set(projects.values())) > 1 else 0
    if metrics is None:
        names = [name for name in first.per_task if all(name in run.per_task for _, run in others)]
        names = [name for name in names if name not in STUB_METRICS]
        if not names:
            raise UserError("The runs have no average in common: compare runs on tasks of the same kind.")
    else:
        require_averages(metrics, {name: run.per_task for name, run in blocks.items()})
        names = list(dict.fromkeys(metrics))
    # Each difference from the environment of the first run once, with the runs that have it if there are several.
    places = grouped((note, other) for other, run in others for note in environment_notes(first, run))
    several = len(blocks) > 2
    notes += [f"{label} and {'; '.join(who)}: {note}" if several else note for note, who in places.items()]
    if several_projects and (smallest_p := 2 / 2**several_projects) > _SMALL_P:
        notes.append(
            f"With {counted(several_projects, 'project')} as pairs no p-value can be below {smallest_p:.4g}, and "
            "intervals are wide: compare over more projects, or over the tasks of one (`score --projects NAME`)."
        )
    return ComparableRuns(tuple(blocks.values()), tuple(names), projects, several_projects, tuple(notes))


def fresh_seed(scores: Scores) -> str:
    """The seed of a run whose tasks are all fresh variants by one seed; empty for any other run."""
    seeds = {match[2] if (match := _FRESH.fullmatch(task)) else "" for task in scores.results}
    return seeds.pop() if len(seeds) == 1 else ""


def has_split(scores: Scores, split: str) -> bool:
    """Whether a run has tasks of a split; true for a run that states no split."""
    stated = [used.split for used in scores.provenance.splits] if scores.provenance is not None else []
    own = list(scores.splits) or stated
    return split in own or not own


def _block(scores: Scores, split: str) -> Scores:
    """The scores of one split, empty if the run has no task of it. Averages over several splits do not exist."""
    splits = scores.by_split()
    if not scores.results or not all(of_split.per_task for of_split in splits.values()):
        raise UserError("A run has no results per task (per_task, results): score its samples again.")
    if split in splits:
        return splits[split]
    if split and not has_split(scores, split):
        return restricted(scores, ())
    if "" in splits:
        return scores
    raise UserError(f"A run has {len(splits)} splits, {', '.join(splits)}: choose one to compare.")


def require_averages(metrics: Sequence[str], known: Mapping[str, Collection[str]]) -> None:
    """Raises if a run lacks one of the averages to compare; `known` has, by label, the names that each run has."""
    first, *others = known.values()
    shared = [name for name in first if all(name in names for names in others)]
    for name in metrics:
        for label, names in known.items():
            if name not in names:
                all_have = f"{'All' if len(known) > 2 else 'Both'} have {', '.join(shared) or 'none'}."
                raise UserError(f"{label} has no {name}. {all_have}{did_you_mean(name, shared)}")


class IncomparableError(UserError):
    def __init__(self, differences: "Sequence[Difference]", runs: tuple[str, str]) -> None:
        self.differences = tuple(differences)
        self.runs = runs
        advice = "Score the samples again, both under the same conditions."
        if all(item.tasks for item in self.differences):
            advice = "Compare over the tasks that all can be compared on (--common), or score the samples again."
        who = f"{runs[0]} (the first) and {runs[1]} (the second) cannot be compared."
        super().__init__(" ".join([who, *(item.message for item in self.differences), advice]))


@dataclass(frozen=True)
class Difference:
    kind: str  # `tasks`, `task_data`, `suites`, `metric_version`, `limits`, `libraries`, `soundness` or `provenance`
    message: str  # what differs, in a sentence
    tasks: tuple[str, ...] = ()  # the tasks that it concerns; empty if it concerns every verdict


def differences(first: Scores, second: Scores, suites: Collection[str] | None = None) -> list[Difference]:
    found: list[Difference] = []
    if first.metric_version != second.metric_version:
        versions = f"{first.metric_version} and {second.metric_version}"
        message = f"They were scored by versions {versions} of the metric, whose scores cannot be compared."
        found.append(Difference("metric_version", message))
    one, other = first.provenance, second.provenance
    if bool(one) != bool(other):
        found.append(Difference("provenance", f"The {'second' if one else 'first'} has no provenance."))
    if one and other:
        length = "limits on the length of a completion", one.max_answer_chars, other.max_answer_chars, " characters"
        time = "time limits per test class", one.timeout, other.timeout, " s"
        for what, ours, theirs, units in [length] if one.limits_by_reference else [time, length]:
            values = " and ".join(f"{value}{units if value != 'auto' else ''}" for value in (ours, theirs))
            found += [Difference("limits", f"Their {what} differ: {values}.")] if ours != theirs else []
    found += _of_tasks(first, second)
    tasks = [task for task in first.results if task in second.results]
    for name, used in first.suites.items():
        if name not in second.suites or (suites is not None and name not in suites):
            continue
        used_too = second.suites[name]
        differing = [task for task in tasks if used.task_hashes.get(task) != used_too.task_hashes.get(task)]
        if differing:
            advice = "score both by the same suite, or compare averages without it (--metric)."
            message = _other_tests(differing, f"other tests of the suite {name}", advice)
            found.append(Difference("suites", message, tuple(differing)))
        found += _unsound_in_one(used, used_too, [task for task in tasks if task not in differing], f"pass {name}")
    return found


def common_tasks(first: Scores, second: Scores, suites: Collection[str] | None = None) -> list[str]:
    """The tasks that both runs have, with the same tests, and sound in both environments."""
    left_out = {task for item in differences(first, second, suites) for task in item.tasks}
    left_out |= {*first.unsound_tasks, *second.unsound_tasks}
    for name, suite in (*first.suites.items(), *second.suites.items()):
        if suites is None or name in suites:
            left_out |= {*suite.unsound_tasks}
    return [task for task in first.results if task in second.results and task not in left_out]


def restricted(scores: Scores, tasks: Collection[str]) -> Scores:
    """The parts of scores that a comparison reads, over some of the tasks only."""
    wanted = set(tasks)
    per_task: dict[str, WeightedTerms] = {}
    for name, of_tasks in scores.per_task.items():
        if terms := {task: term for task, term in of_tasks.items() if task in wanted}:
            per_task[name] = terms
    results = {task: samples for task, samples in scores.results.items() if task in wanted}
    return replace(scores, results=results, per_task=per_task)


def environment_notes(first: Scores, second: Scores) -> list[str]:
    """Notes on differences of environments that had no effect on references, and on equal completions."""
    one, other = first.provenance, second.provenance
    if not one or not other:
        return ["Neither run has provenance, so limits and environment may differ: score again."]
    environment = (("Python versions", one.python, other.python), ("Platforms", one.platform, other.platform))
    notes = [f"{what} differ: {ours} and {theirs}." for what, ours, theirs in environment if ours != theirs]
    versions = [
        f"{name} {one.libraries.get(name, 'missing')} and {other.libraries.get(name, 'missing')}"
        for name in sorted({*one.libraries, *other.libraries})
        if one.libraries.get(name) != other.libraries.get(name)
    ]
    hashes, others = one.answers_by_task, other.answers_by_task
    if all(task in hashes and task in others for task in first.results):
        is_same = all(hashes[task] == others[task] for task in first.results)
    else:
        is_same = one.answers_sha256 == other.answers_sha256 and list(first.results) == list(second.results)
    if is_same:
        notes.insert(0, "Both are the same completions.")
    if versions:
        notes.append(f"Versions of libraries differ: {_some(versions)}.")
    projects = [name for name in one.projects if name in other.projects and one.projects[name] != other.projects[name]]
    if projects:
        notes.append(f"The projects' environments differ: {_some(projects)}.")
    if one.isolation.tier != other.isolation.tier:
        notes.append(f"Tiers differ: {one.isolation.tier.value} and {other.isolation.tier.value}.")
    return notes


def _of_tasks(first: Scores, second: Scores) -> Iterator[Difference]:
    ours, theirs = first.results, second.results
    only = [task for task in ours if task not in theirs], [task for task in theirs if task not in ours]
    parts = [
        f"{len(tasks)} {agreeing(len(tasks), 'is', 'are')} only in the {which} ({_some(tasks)})"
        for which, tasks in zip(("first", "second"), only, strict=True)
        if tasks
    ]
    if parts:
        message = f"Runs are compared on the same tasks, but {' and '.join(parts)}."
        yield Difference("tasks", message, (*only[0], *only[1]))
    both = [task for task in ours if task in theirs]
    other_data = []
    for task in both:
        hashes = [run.provenance.task_hashes.get(task) if run.provenance else None for run in (first, second)]
        # Else tests per test class or test file, as the first sample that was run shows them.
        shown = (next((one.tests for one in of_run[task] if one.tests), {}) for of_run in (ours, theirs))
        tests = [{name: item.tests for name, item in of_run.items()} for of_run in shown]
        pair = hashes if all(hashes) else tests
        other_data += [task] if all(pair) and pair[0] != pair[1] else []
    if other_data:
        message = _other_tests(other_data, "other tests", "score both against the same tasks, with --tasks-from FILE.")
        yield Difference("task_data", message, tuple(other_data))
    if first.provenance and second.provenance:
        lacking = first.provenance.missing_libraries, second.provenance.missing_libraries
        comparable = [task for task in both if task not in other_data]
        missing = [task for task in comparable if (task in lacking[0]) != (task in lacking[1])]
        if missing:
            modules = sorted({module for of_run in lacking for task in missing for module in of_run.get(task, ())})
            which = "first" if missing[0] in lacking[0] else "second"
            where = f"in one environment only, {missing[0]} in that of the {which}"
            text = f"{counted(len(missing), 'task')} lacked libraries ({_some(modules)}) {where}."
            yield Difference("libraries", text, tuple(missing))
        yield from _unsound_in_one(first, second, [task for task in comparable if task not in missing], "pass")


def _unsound_in_one(
    first: Scores | SuiteUsed, second: Scores | SuiteUsed, tasks: Sequence[str], passes: str
) -> Iterator[Difference]:
    unsound = [task for task in tasks if (task in first.unsound_tasks) != (task in second.unsound_tasks)]
    if unsound:
        who = f"The references of {counted(len(unsound), 'task')}"
        yield Difference("soundness", f"{who} {passes} in one environment only ({_some(unsound)}).", tuple(unsound))


def _other_tests(tasks: Sequence[str], what: str, advice: str) -> str:
    has = f"{counted(len(tasks), 'task')} {agreeing(len(tasks), 'has', 'have')}"
    return f"{has} {what} in one run than in the other ({_some(tasks)}): {advice}"


def _some(names: Sequence[str]) -> str:
    return ", ".join([*names[:_NAMED], *([f"and {len(names) - _NAMED} more"] if len(names) > _NAMED else [])])
