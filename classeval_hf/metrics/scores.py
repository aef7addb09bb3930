"""Scores: what the metric returns, what score files hold, and what reports and comparisons are made from; and their
provenance, how they were made, in which nothing names a user or a folder."""

import hashlib
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from html import escape
from typing import Any

import msgspec

from classeval_hf.core.errors import UserError
from classeval_hf.core.tasks import to_lists
from classeval_hf.core.terminal import counted
from classeval_hf.core.verdicts import RUNS_ITSELF
from classeval_hf.metrics.averages import ErrorAnalysis, IntervalMethod, WeightedTerms
from classeval_hf.metrics.samples import PlainDependencies, SampleResult
from classeval_hf.sandbox.jobs import Isolation

DEFAULT_TIMEOUT = 5.0  # seconds per test class: the paper's limit (ClassEval, section 3.2.3)
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


def completions_hash(predictions: Sequence[Sequence[str]]) -> str:
    """SHA-256 of completions, in the order of tasks and samples."""
    digest = hashlib.sha256()
    for completions in predictions:
        digest.update(len(completions).to_bytes(8, "big"))
        for completion in completions:
            data = completion.encode("utf-8", "surrogatepass")
            digest.update(len(data).to_bytes(8, "big") + data)
    return digest.hexdigest()


MAIN_METRICS: Mapping[str, str] = {
    "class_pass": "class",
    "method_pass": "method",
    "pass": "pass",
    "test_rate": "test rate",
    "dep_f": "DEP(F)",
    "dep_m": "DEP(M)",
}  # the main averages and their titles, in the order in which they are shown; pass@k with its least k


def headline(scores: "Scores") -> dict[str, str]:
    """The main numbers of a run on one split by heading, in percent: `32.0 (23.0-41.0)`, `36.6 (n/a: 2 projects)`."""
    numbers = {}
    for stem, title in MAIN_METRICS.items():
        if stem == "test_rate" and not scores.has_pass_rate:
            continue
        has_interval = stem in ("class_pass", "pass")
        for suite in ("", *(f"_{suite}" for suite in scores.suites)) if has_interval else ("",):
            for k in ["", *(f"@{k}" for k in sorted(ks_of(f"{stem}{suite}", scores.averages)))]:
                if (name := f"{stem}{suite}{k}") in scores.averages:
                    aside = interval_text(scores, name) if has_interval else ""
                    numbers[f"{title}{k}{suite.replace('_', ' ')}"] = f"{scores.averages[name] * 100:.1f}{aside}"
                    break
    return numbers


def samples_text(scores: "Scores") -> str:
    """The number n of samples per task, or its range where tasks differ."""
    low, high = scores.samples_per_task
    return f"{low}" if low == high else f"{low} to {high}"


def _shown(scores: "Scores") -> "tuple[dict[str, Scores], str]":
    """The scores by split, also where there is only one, and a line on the warnings."""
    stated = [split.split for split in scores.provenance.splits] if scores.provenance is not None else []
    splits = {split or ", ".join(stated) or "tasks": one for split, one in scores.by_split().items()}
    kinds = ", ".join(dict.fromkeys(warning.kind for warning in scores.warnings))
    return splits, f"{counted(len(scores.warnings), 'warning')}: {kinds}" if scores.warnings else "no warnings"


def ks_of(stem: str, names: Collection[str]) -> list[int]:
    """The k of all averages that are called `stem@k`."""
    return [int(k) for base, _, k in (name.rpartition("@") for name in names) if base == stem and k.isdigit()]


def interval_text(scores: "Scores", name: str, to: str = "-") -> str:
    """The interval of an average in percent, as a suffix, or the number of tasks that is too small for one."""
    if name in scores.intervals:
        return f" ({to.join(f'{end * 100:.1f}' for end in scores.intervals[name])})"
    return f" (n/a: {scores.no_interval[name]})" if name in scores.no_interval else ""


SCHEMA_VERSION = 3  # of the form of score files; 1 and 2 were written before the first release


@dataclass(frozen=True)
class ScoreWarning:
    kind: str  # what is wrong, in one or two words with an underscore, for programs
    message: str  # what is wrong, in a sentence
    count: int  # how many tasks, samples or test classes are concerned
    example: str  # one of them
    advice: str  # what to do

    def __str__(self) -> str:
        return f"{self.message} {self.advice}"


@dataclass(frozen=True)
class SuiteUsed:
    """The tests that scores by a suite other than `base` were made with."""

    n_tasks: int = 0  # tasks that have it
    task_hashes: dict[str, str] = field(default_factory=dict)  # by task, the hash of its tests
    unsound_tasks: dict[str, str] = field(default_factory=dict)  # tasks whose reference fails it, and why


class CompatResult(msgspec.Struct, frozen=True):
    """A sample by the rules of another harness."""

    class_passed: bool = False
    test_classes: dict[str, str] = {}  # by listed name `success`, `partial_success`, `fail` or `error`


class CompatMoves(msgspec.Struct, frozen=True):
    """How many classes and test classes of all samples pass by a rule and not by ours (up), and the reverse (down)."""

    classes_up: int = 0
    classes_down: int = 0
    test_classes_up: int = 0
    test_classes_down: int = 0
    tasks: list[str] = []  # the tasks of these samples


class CompatScores(msgspec.Struct, frozen=True):
    """Scores of one split by the rules of another harness; see [`classeval_hf.scoring.compat_rules`]."""

    rules: str = ""
    scores: dict[str, float] = {}
    per_task: dict[str, dict[str, list[float]]] = {}  # by score and task, value and weight
    moves: dict[str, CompatMoves] = {}  # by rule, and for `all` of them
    results: dict[str, list[CompatResult | None]] = {}  # per task and sample; `None` for one that could not be run


@dataclass(frozen=True)
class Figures:
    """What is computed from the verdicts and dependencies of tasks of one split; see [`Scores`]."""

    averages: dict[str, float] = field(default_factory=dict)
    per_task: dict[str, WeightedTerms] = field(default_factory=dict)
    error_analysis: ErrorAnalysis = field(default_factory=ErrorAnalysis)
    intervals: dict[str, list[float]] = field(default_factory=dict)
    no_interval: dict[str, str] = field(default_factory=dict)
    ci: IntervalMethod | None = None


@dataclass(frozen=True)
class SplitFigures(Figures):
    tasks: list[str] = field(default_factory=list)


@dataclass(frozen=True, repr=False, kw_only=True)
class Scores(Figures):
    """
    Scores of one run.

    Args:
        averages (`dict[str, float]`): by name: `class_pass@1`, `dep_f` and so on, without those that have nothing to
            count; empty if tasks are from several splits.
        n_tasks (`int`): tasks scored.
        n_samples (`int`): samples scored.
        n_infrastructure_errors (`int`): samples that could not be run for reasons that are not their own.
        unsound_tasks (`dict[str, str]`): tasks whose reference fails here, and why.
        isolation ([`~classeval_hf.sandbox.jobs.Isolation`], *optional*): the isolation of samples.
        metric_version (`str`): version of the metric.
        results (`dict[str, list[SampleResult]]`): per task id and sample, what passed, what failed and how.
        reference_dependencies (`dict[str, dict]`): per task id, what the methods of the reference depend on.
        per_task (`dict[str, WeightedTerms]`): per average and task, value and weight.
        error_analysis (`ErrorAnalysis`): `error_distribution`, `failure_counts`, `method_pass_by_dependencies`,
            `class_pass_by_topic`, `class_pass_by_difficulty` and `class_pass_by_length`; see
            [`classeval_hf.metrics.averages`].
        intervals (`dict[str, list[float]]`): low and high end by average; empty unless asked for.
        no_interval (`dict[str, str]`): by average, what is too few for an interval: `2 projects`.
        ci ([`~classeval_hf.metrics.averages.IntervalMethod`], *optional*): how intervals were computed.
        provenance ([`Provenance`], *optional*): how the scores were made; `None` if no scoring run made them.
        warnings (`list[ScoreWarning]`): what to know before quoting the scores.
        splits (`dict[str, SplitFigures]`): scores of each split, and its `tasks`, if tasks are from several.
        compat (`dict[str, CompatScores]`): by split, scores by another harness's rules; the name is empty if tasks
            are from one split. Empty unless asked for.
        suites (`dict[str, SuiteUsed]`): by test suite other than `base`, how many tasks have it, the hashes of its
            tests, and the tasks whose reference fails it. The averages by `base` and this suite together are in
            `averages`.
        projects (`dict[str, str]`): per id of a repository-level task its project, with the version.
        reference_suspicious (`dict[str, list[str]]`): per id of such a task, the marks of its reference, if any:
            correct code may touch frames or processes too.
    """

    n_tasks: int
    n_samples: int
    metric_version: str
    results: dict[str, list[SampleResult]]
    n_infrastructure_errors: int = 0
    unsound_tasks: dict[str, str] = field(default_factory=dict)
    isolation: Isolation | None = None
    reference_dependencies: dict[str, PlainDependencies] = field(default_factory=dict)
    provenance: Provenance | None = None
    warnings: list[ScoreWarning] = field(default_factory=list)
    splits: dict[str, SplitFigures] = field(default_factory=dict)
    compat: dict[str, CompatScores] = field(default_factory=dict)
    suites: dict[str, SuiteUsed] = field(default_factory=dict)
    projects: dict[str, str] = field(default_factory=dict)
    reference_suspicious: dict[str, list[str]] = field(default_factory=dict)

    def __repr__(self) -> str:
        splits, warnings = _shown(self)
        lines = [
            f"{split}: {counted(one.n_tasks, 'task')}, n = {samples_text(one)}"
            + "".join(f", {name} {text}" for name, text in headline(one).items())
            for split, one in splits.items()
        ]
        return "\n  ".join([f"Scores, in percent, metric {self.metric_version}", *lines, warnings])

    def _repr_html_(self) -> str:
        """What notebooks show."""
        splits, warnings = _shown(self)
        numbers = {split: headline(of_split) for split, of_split in splits.items()}
        columns = list(dict.fromkeys(name for of_split in numbers.values() for name in of_split))
        rows = [
            [split, str(of_split.n_tasks), samples_text(of_split), *(numbers[split].get(name, "") for name in columns)]
            for split, of_split in splits.items()
        ]
        head = "".join(f"<th>{escape(name)}</th>" for name in ("split", "tasks", "n", *columns))
        body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
        caption = escape(f"Scores, in percent, metric {self.metric_version}; {warnings}")
        return f"<table><caption>{caption}</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"

    def to_dict(self) -> "ScoresDict":
        """As plain data that can be written as JSON."""
        known: dict[int, Any] = {}
        intervals, terms = dict[str, dict[str, Any]](), dict[str, dict[str, Any]]()  # by split; empty for all
        for split, block in {"": self, **self.splits}.items():
            lacking = {"no_interval": block.no_interval} if block.no_interval else {}
            ci = msgspec.to_builtins(block.ci)
            intervals[split] = {"intervals": block.intervals, **lacking, "ci": ci} if block.ci is not None else {}
            of_names = block.per_task.items()
            lists = {name: {task: list(term) for task, term in of_name.items()} for name, of_name in of_names}
            terms[split] = {"per_task": lists}
        splits = {
            split: block.averages | intervals[split] | terms[split] | {**block.error_analysis, "tasks": block.tasks}
            for split, block in self.splits.items()
        }
        compat: dict[str, Any] = msgspec.to_builtins(self.compat)
        several = {"rules": next(iter(self.compat.values())).rules, "splits": compat} if len(compat) > 1 else None
        optional = {
            "splits": splits,
            "compat": several or next(iter(compat.values()), {}),
            "suites": {name: asdict(suite) for name, suite in self.suites.items()},
            "projects": self.projects,
            "reference_suspicious": self.reference_suspicious,
        }
        results: dict[str, list[dict[str, Any]]] = {task: [] for task in self.results}
        for task, one in ((task, one) for task, samples in self.results.items() for one in samples):
            plain: dict[str, Any] = msgspec.to_builtins(one)
            for name, value in plain.items():
                part, lists = getattr(one, name, None), to_lists(value)
                # What samples share is shared in the plain data too.
                plain[name] = known.setdefault(id(part), lists) if isinstance(part, dict) else lists
            results[task].append(plain)
        content = {
            "schema_version": SCHEMA_VERSION,
            **self.averages,
            **intervals[""],
            **{name: value for name, value in optional.items() if value},
            "warnings": [asdict(warning) for warning in self.warnings],
            "provenance": msgspec.to_builtins(self.provenance),
            **terms[""],
            **self.error_analysis,
            "n_tasks": self.n_tasks,
            "n_samples": self.n_samples,
            "n_infrastructure_errors": self.n_infrastructure_errors,
            "unsound_tasks": self.unsound_tasks,
            "isolation": self.isolation.to_dict() if self.isolation is not None else {},
            "metric_version": self.metric_version,
            "results": results,
            "reference_dependencies": self.reference_dependencies,
        }
        return ScoresDict(content)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "Scores":
        """
        Reads what [`Scores.to_dict`] wrote. Unknown entries are left out.

        Raises:
            `ValueError`: for another form, or naming the key that is missing or has another type.
        """
        try:
            content = msgspec.convert(data, dict[str, Any])
            form = content.get("schema_version", 1)
            if form != SCHEMA_VERSION and "results" in content:
                age = "an earlier version of the metric" if form in (1, 2) else "another version"
                forms = f"form {form}, not {SCHEMA_VERSION}"
                raise UserError(f"{age} wrote these scores ({forms}); score the samples again")
            blocks = msgspec.convert(content.get("splits", {}), dict[str, dict[str, Any]])
            gathered = {}  # blocks with their averages, and their error analysis, under one name each
            for split, block in {**blocks, "": content}.items():
                numbers = {name: value for name, value in block.items() if isinstance(value, float)}
                averages = {name: value for name, value in numbers.items() if not name.startswith("n_")}
                ci = block.get("ci") or None
                gathered[split] = {**block, "averages": averages, "ci": ci, "error_analysis": block}
            isolation, compat = content.get("isolation") or None, content.get("compat") or {}
            if isinstance(compat, dict) and compat:  # as [`Scores.to_dict`] wrote it
                compat = compat.get("splits", {"": compat})
            known = {**gathered.pop(""), "splits": gathered, "isolation": isolation, "compat": compat}
            scores = msgspec.convert(known, cls)
        except msgspec.ValidationError as error:
            raise UserError(f"these are not scores: {error}") from error
        for split, figures in scores.splits.items():
            if not figures.tasks or not {*figures.tasks} <= scores.results.keys():
                lacking = "lack `tasks`, or name tasks that the results do not have"
                raise UserError(f"scores of the split {split} {lacking}")
        return scores

    def by_split(self) -> "dict[str, Scores]":
        """
        Scores of each split by itself.

        Returns:
            `dict[str, Scores]`: by split. Scores of a single split stay as they are, under an empty name.
        """
        split_scores = {}
        for split, block in self.splits.items():
            results = {task: self.results[task] for task in block.tasks}
            suites, provenance = dict[str, SuiteUsed](), self.provenance
            for name, suite in self.suites.items():
                hashes, unsound = (
                    {task: value for task, value in values.items() if task in results}
                    for values in (suite.task_hashes, suite.unsound_tasks)
                )
                suites |= {name: SuiteUsed(len(hashes), hashes, unsound)} if hashes else {}
            if provenance is not None:
                of_tasks: dict[str, Any] = {
                    name: {task: one for task, one in getattr(provenance, name).items() if task in results}
                    for name in ("task_hashes", "answers_by_task", "missing_libraries", "unsound_tasks")
                }
                used = [item for item in provenance.splits if item.split == split]
                sound = len(results) - len(of_tasks["unsound_tasks"])
                provenance = replace(provenance, **of_tasks, splits=used, sound_tasks=sound)
            split_scores[split] = replace(
                self,
                **{name: value for name, value in vars(block).items() if name != "tasks"},
                n_tasks=len(results),
                n_samples=sum(map(len, results.values())),
                unsound_tasks={task: why for task, why in self.unsound_tasks.items() if task in results},
                results=results,
                provenance=provenance,
                splits={},
                suites=suites,
                projects={task: project for task, project in self.projects.items() if task in results},
                reference_suspicious={name: of for name, of in self.reference_suspicious.items() if name in results},
            )
        return split_scores or {"": self}

    @property
    def has_pass_rate(self) -> bool:
        """Whether samples pass or fail as a whole, without levels such as classes and methods."""
        return any(name.startswith("pass@") for name in self.averages)

    def marks(self, task_id: str, result: SampleResult) -> list[str]:
        """The marks of a sample that its reference does not have, and always the mark for running its own tests."""
        expected = {*self.reference_suspicious.get(task_id, ())} - {RUNS_ITSELF}
        return [mark for mark in result.suspicious or () if mark not in expected]

    @property
    def suspicious_samples(self) -> list[tuple[SampleResult, list[str]]]:
        """The results of samples with marks that their references do not have, each with these marks."""
        marked = [(sample, self.marks(task, sample)) for task, results in self.results.items() for sample in results]
        return [(sample, marks) for sample, marks in marked if marks]

    @property
    def samples_per_task(self) -> tuple[int, int]:
        """Minimum and maximum of samples per task."""
        counts = [len(samples) for samples in self.results.values()] or [0]
        return min(counts), max(counts)


class ScoresDict(dict[str, Any]):
    """Scores as plain data, shown in a few lines, since all verdicts are long; `dict(scores)` is shown whole."""

    def __repr__(self) -> str:
        with suppress(ValueError):  # if something was taken out of it
            return repr(Scores.from_dict(self))
        return super().__repr__()

    def _repr_html_(self) -> str | None:
        """What notebooks show; `None` where they show the text."""
        with suppress(ValueError):
            return Scores.from_dict(self)._repr_html_()
        return None
