"""The family of class tasks: its averages (pass@k, DEP, recall, shares of groups; see `docs/reference/metric.md`), and
what the engine asks of it."""

import math
import threading
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache, partial
from math import fsum
from operator import attrgetter
from typing import Any

from classeval_hf.classes.dependencies import dependencies_or_none
from classeval_hf.classes.readings import candidate_module, read_completions
from classeval_hf.classes.runner.unittest_reports import OWN_COMPARISONS
from classeval_hf.classes.runner.unittest_suite import CONTROL, UnittestSuite, loaded
from classeval_hf.classes.tasks import libraries
from classeval_hf.classes.tasks.task_rows import complete_task, task_from_row
from classeval_hf.classes.tasks.test_cases import declared_tests
from classeval_hf.core.errors import InfrastructureError, UserError
from classeval_hf.core.syntax import TOO_DEEP, code_lines
from classeval_hf.core.tasks import BASE, DIFFICULTIES, TOPICS, ClassDependencies, ClassTask, Dependencies
from classeval_hf.core.terminal import agreeing, counted
from classeval_hf.core.verdicts import (
    REFERENCE_RUNS,
    CandidateVerdict,
    Outcome,
    Soundness,
    TestCaseVerdict,
    TestClassVerdict,
)
from classeval_hf.engine.executor import Executor
from classeval_hf.engine.task_family import Execution, TaskFamily, maximum_seconds
from classeval_hf.metrics import averages
from classeval_hf.metrics.samples import SuiteResult, TestClassResult, Verdict
from classeval_hf.metrics.scores import ScoreWarning
from classeval_hf.reading.extraction import build_module
from classeval_hf.sandbox.jobs import TimeLimits
from classeval_hf.sandbox.sandbox import run_control

JudgedByTwo = Mapping[str, Sequence[tuple[CandidateVerdict, CandidateVerdict | None]]]
"""Per task id, the verdicts on its samples by `base` and by a further suite, `None` where the task lacks it."""
_PASSES = ("class_pass", "method_pass", "test_class_pass")  # averages of samples that pass a whole unit
_KINDS = (*_PASSES, "class_partial_success", "test_class_partial_success")  # the averages over the suite `base`
_Unit = tuple[Sequence[str], Sequence[str]]  # test classes of `base`, and those that a further suite adds to them
_SHORT_SECONDS = 0.5  # a shorter time limit is tried out with a control
_MIN_SECONDS, _MAX_SECONDS, _FACTOR = 1.0, 5.0, 10.0  # of time limits by the reference
_CAUSES = (
    (("ModuleNotFoundError", "ImportError"), "a library is missing"),
    (("gaierror", "ConnectionError", "ConnectionRefusedError", "URLError"), "no network"),
    (("LookupError",), "data of a library is missing (for nltk: nltk.download)"),
    (("AttributeError", "DeprecationError"), "a library's version does not fit"),
)  # guesses at why a reference fails, by the names of its errors
_CEILINGS = {"dep_f": "dep_f_ceiling", "dep_m": "dep_m_ceiling", "recall@1": "recall_ceiling"}


def verdict_terms(
    tasks: Sequence[ClassTask], judged: averages.Judged, ks: Sequence[int]
) -> dict[str, averages.WeightedTerms]:
    """pass@k, partial success and test rate by the suite `base`, as `docs/reference/metric.md` defines them."""
    terms: dict[str, dict[str, averages.WeightedTerm]] = {f"{kind}@{k}": {} for k in ks for kind in _KINDS}
    rates = terms["test_rate"] = {}
    for task in tasks:
        verdicts = judged[task.task_id]
        # Partial success: some test of each test class passes.
        partly = [{item.test_class for item in one.test_classes if item.count(Outcome.PASS)} for one in verdicts]
        for kind in _KINDS:
            units = [names for names, _ in _units(kind, task)]
            counts = [sum(one.passed(names) for one in verdicts) for names in units if kind in _PASSES]
            if kind not in _PASSES:
                counts = [sum(bool(names) and passed.issuperset(names) for passed in partly) for names in units]
            for k in ks:
                terms[f"{kind}@{k}"][task.task_id] = averages.pass_at_k_term(len(verdicts), counts, k)
        rate = fsum(map(averages.passed_fraction, verdicts))
        rates[task.task_id] = (rate / len(verdicts), 1.0) if verdicts else (0.0, 0.0)
    return {**terms}


def further_terms(
    tasks: Sequence[ClassTask], judged: JudgedByTwo, ks: Sequence[int], suite: str
) -> dict[str, averages.WeightedTerms]:
    """pass@k by `base` and a further suite together, and its drop from `base` (see `docs/reference/metric.md`)."""
    terms: dict[str, dict[str, averages.WeightedTerm]] = {}
    for kind in _PASSES:
        terms |= {f"{kind}_{suite}{ending}@{k}": {} for k in ks for ending in ("", averages.DROP)}
        for task in tasks:
            verdicts, by_base, by_both = judged[task.task_id], list[int](), list[int]()
            for names, added in _units(kind, task, suite):  # numbers of samples that pass
                passing = [further for base, further in verdicts if base.passed(names)]
                by_base.append(len(passing))
                by_both.append(sum(not added or further is None or further.passed(added) for further in passing))
            for k in ks:
                before, weight = averages.pass_at_k_term(len(verdicts), by_base, k)
                after, _ = averages.pass_at_k_term(len(verdicts), by_both, k)
                terms[f"{kind}_{suite}@{k}"][task.task_id] = after, weight
                terms[f"{kind}_{suite}{averages.DROP}@{k}"][task.task_id] = before - after, weight
    return {**terms}


def _units(kind: str, task: ClassTask, suite: str = BASE) -> list[_Unit]:
    """The units of a class that an average counts, with the test classes that a suite adds to each."""
    base, further = task.suite(), task.suites.get(suite) if suite != BASE else None
    methods: Mapping[str, Sequence[str]] = further.methods if further is not None else {}
    if kind.startswith("class"):
        return [(base.required, further.required if further is not None else ())]
    if kind == "method_pass":
        return [(names, methods.get(method, ())) for method, names in base.methods.items() if names]
    # Each test class of `base`, with the further ones of its methods, or of the class if it tests no method. Nothing
    # is added to a test class that a class need not pass.
    of_methods = {name for names in methods.values() for name in names}
    of_class = [name for name in (further.required if further is not None else ()) if name not in of_methods]
    units: list[_Unit] = []
    for listed in base.listed:
        tested = [method for method, names in base.methods.items() if listed in names]
        added = [name for method in tested for name in methods.get(method, ())]
        units.append(([listed], added if tested else of_class if listed in base.required else ()))
    return units


_READERS: Mapping[str, Callable[[Dependencies], tuple[str, ...]]] = {
    kind: attrgetter(f"{kind}_dependencies") for kind in ("field", "method")
}  # how dependencies of each kind are read from the record
_DEP = {"field": "dep_f", "method": "dep_m"}
_RECALLED: Mapping[str, Callable[[Dependencies], tuple[str, ...]]] = {
    "recall": lambda dependencies: tuple(name for read in _READERS.values() for name in read(dependencies)),
    **{f"recall_{kind}": read for kind, read in _READERS.items()},
}


read_dependencies = lru_cache(maxsize=1024)(dependencies_or_none)  # a reference is read twice, also as a sample


def dependency_terms(
    tasks: Sequence[ClassTask],
    reference: Mapping[str, ClassDependencies],
    used: Mapping[str, Sequence[ClassDependencies | None]],
    ks: Sequence[int],
) -> dict[str, averages.WeightedTerms]:
    """DEP and Recall@k, by the rules in `docs/design/statistics.md`."""
    by_task = {
        task.task_id: [
            (wanted, [(sample or {}).get(name, Dependencies()) for sample in used[task.task_id]])
            for name, wanted in reference[task.task_id].items()
        ]
        for task in tasks
    }
    terms: dict[str, averages.WeightedTerms] = {}
    for kind, read in _READERS.items():
        dep, count = dict[str, averages.WeightedTerm](), dict[str, averages.WeightedTerm]()
        terms |= {_DEP[kind]: dep, f"{_DEP[kind]}_count": count}
        for task_id, methods in by_task.items():
            recalled = used_in_all = expected = 0
            for one, samples in methods:
                wanted = set(read(one))
                expected += len(wanted) * len(samples)
                recalled += sum(len(wanted.intersection(read(item))) for item in samples)
                used_in_all += sum(len(read(item)) for item in samples)
            dep[task_id] = float(recalled), float(expected)
            count[task_id] = float(used_in_all), float(expected)
    for k in ks:
        for name, read in _RECALLED.items():
            recall = terms[f"{name}@{k}"] = {}
            for task_id, methods in by_task.items():
                dependent = [(set(read(one)), samples) for one, samples in methods if read(one) and len(samples) >= k]
                best = [
                    averages.recall_at_k([len(wanted.intersection(read(item))) / len(wanted) for item in samples], k)
                    for wanted, samples in dependent
                ]
                recall[task_id] = fsum(best), float(len(best))
    return terms


LENGTHS: Mapping[str, float] = {"1-20": 20, "21-30": 30, "31-40": 40, "41-50": 50, "51+": math.inf}
"""Ranges of class length and their upper ends; 12, 41, 75, 87 and 100 of ClassEval's classes are not longer."""


def method_pass_by_dependencies(
    tasks: Sequence[ClassTask],
    judged: averages.Judged,
    reference: Mapping[str, ClassDependencies],
    resampling: averages.Resampling | None = None,
) -> dict[str, averages.GroupShare]:
    """Share of methods with tests that are correct, by number of methods that the reference calls (Figure 8)."""
    groups = [
        (str(len(reference[task.task_id][method.method_name].method_dependencies)), task, method.test_classes)
        for task in tasks
        for method in task.methods_info
        if method.test_classes and method.method_name in reference[task.task_id]
    ]
    return _shares(sorted({count for count, _, _ in groups}, key=int), groups, judged, resampling, of_methods=True)


def class_passes(
    tasks: Sequence[ClassTask], judged: averages.Judged, resampling: averages.Resampling | None = None
) -> averages.ErrorAnalysis:
    """Share of correct classes by topic (ClassEval, Table 3), stated difficulty, and lines of the reference's code."""
    ends, names = list(LENGTHS.values()), [*LENGTHS]
    lengths = {  # the range of the reference's length; empty without a reference
        task.task_id: names[bisect_left(ends, code_lines(task.solution_code))] if task.solution_code.strip() else ""
        for task in tasks
    }
    parts: Mapping[averages.GroupKind, tuple[Iterable[str], Callable[[ClassTask], str]]] = {
        "class_pass_by_topic": (TOPICS, attrgetter("topic")),
        "class_pass_by_difficulty": (DIFFICULTIES, attrgetter("difficulty")),
        "class_pass_by_length": (LENGTHS, lambda task: lengths[task.task_id]),
    }
    shares: averages.ErrorAnalysis = {}
    for name, (usual, part_of) in parts.items():
        groups = [(part, task, task.suite().required) for task in tasks if (part := part_of(task))]
        keys = dict.fromkeys([*usual, *(part for part, _, _ in groups)])
        shares[name] = _shares(list(keys), groups, judged, resampling)
    return shares


def _shares(
    keys: Sequence[str],
    groups: Sequence[tuple[str, ClassTask, Sequence[str]]],
    judged: averages.Judged,
    resampling: averages.Resampling | None,
    of_methods: bool = False,
) -> dict[str, averages.GroupShare]:
    """The share of samples that pass the given test classes, by group; groups without samples are left out."""
    shares: dict[str, averages.GroupShare] = {}
    for key in keys:
        passed, samples = Counter[str](), Counter[str]()  # by task
        of_group = [(task.task_id, names) for group, task, names in groups if group == key and judged[task.task_id]]
        if not of_group:
            continue
        for task_id, names in of_group:
            passed[task_id] += sum(verdict.passed(names) for verdict in judged[task_id])
            samples[task_id] += len(judged[task_id])
        each = samples.total() / len(of_group)  # samples of a class, or a method, on average
        terms = {task_id: (passed[task_id] / each, count / each) for task_id, count in samples.items()}
        interval = averages.average_interval(terms, resampling) if resampling is not None else None
        shares[key] = {
            "share": passed.total() / samples.total(),
            **({"interval": list(interval)} if interval is not None else {}),
            "passed": passed.total(),
            "samples": samples.total(),
            **({"methods": len(of_group)} if of_methods else {}),
            "tasks": len(terms),
        }
    return shares


class ClassFamily(TaskFamily[ClassTask]):
    from_row = staticmethod(task_from_row)
    complete = staticmethod(complete_task)
    require = staticmethod(libraries.require_libraries)
    find_libraries = staticmethod(libraries.find_libraries)
    read = staticmethod(read_completions)
    own_split = "own"
    prompts = "classeval_hf.classes.prompts:ClassPrompts"

    def __init__(self) -> None:
        self._suites: dict[tuple[Any, ...], UnittestSuite] = {}  # those that are prepared
        self._lock = threading.Lock()

    def requirement(self, tasks: Sequence[ClassTask], suites: Sequence[str]) -> Callable[[], None]:
        names = {name.partition(".")[0] for task in tasks for name in libraries.imported_modules(task, suites)}
        return partial(libraries.require_modules, tuple(sorted(names)))

    def start(self, executor: Executor) -> None:
        if isinstance(allowed := executor.allow_libraries, str):
            raise UserError(f"allow_libraries is a list of names: [{allowed!r}] instead of {allowed!r}.")
        absent = [name for name in allowed if not libraries.is_installed(name)]
        if lacking := ", ".join(name for name in absent if not libraries.installed_version(name)):
            raise UserError(f"What --allow-libraries names is not installed: {lacking}. Install it, or leave it out.")
        control = UnittestSuite.of(CONTROL, BASE, executor.limits, executor.isolation_in_force.tier)
        executor.pool.sandbox(control.settings("")).start()
        if executor.timeout < _SHORT_SECONDS:
            too_short = InfrastructureError(f"nothing can be run within {executor.timeout:g} seconds")
            (step,) = run_control(executor.pool.sandbox(control.settings("")), control.control(), too_short).steps
            if step.limit:
                raise UserError(
                    f"A time limit of {executor.timeout:g} seconds is too short: even a test class that does nothing "
                    "runs into it on this machine. The paper's limit is 5 seconds."
                )

    def prepare(self, task: ClassTask, suite: str, executor: Executor) -> UnittestSuite:
        """Takes the expected values out of a suite, and loads its tests where their source does not show them."""
        limits, tier = executor.limits, executor.isolation_in_force.tier
        key = task.verdict_key(suite), limits, tier  # by content: two tasks of one id may have different tests
        if key not in self._suites:
            with self._lock:  # several samples of a task are often prepared at once
                if key not in self._suites:
                    try:
                        made = UnittestSuite.of(task, suite, limits, tier, allowed=executor.allow_libraries)
                    except RecursionError as error:
                        raise UserError(f"Task {task.task_id}: in its tests {TOO_DEEP}.") from error
                    is_shown = declared_tests(task.suite(suite).source).are_all
                    if not is_shown or OWN_COMPARISONS.search(task.solution_code) is not None:
                        made = loaded(task, made, executor)
                    self._suites[key] = made
        return replace(self._suites[key], task_id=task.task_id, name=suite)

    def check(self, task: ClassTask, suite: str, executor: Executor) -> None:
        if not declared_tests(task.suite(suite).source).are_all:
            with suppress(InfrastructureError):  # errors of the machine are left to each sample
                self.prepare(task, suite, executor)

    def check_references(
        self, tasks: Sequence[ClassTask], suite: str, executor: Executor, shared: Callable[[], Sequence[Execution]]
    ) -> list[Soundness]:
        """Runs each reference several times: whether the task is sound here, and if not, its known or likely cause."""
        found = []
        for task in tasks:
            modules = [module for _, module in libraries.missing_modules([task], [suite])]
            if modules or not task.has_reference:
                cause = "" if task.sound else task.unsound_reason or "marked as unsound in its data"
                missing = ", ".join(f"{libraries.package_of(module)} is not installed" for module in modules)
                cause = f"a library is missing: {missing}" if missing else cause
                found.append(Soundness(task.task_id, 0, 0, cause))
                continue
            source = build_module(task.solution_code, task.import_statement)
            runs = [executor.run(task, source, is_reference=True, suite=suite) for _ in range(REFERENCE_RUNS)]
            seconds = maximum_seconds([run.seconds for run in runs])
            failed = [run.verdict for run in runs if not run.verdict.passed(task.suite(suite).required)]
            passed, reason = REFERENCE_RUNS - len(failed), ""
            if failed:
                classes = [item for verdict in failed for item in verdict.test_classes]
                cases = [case for item in classes for case in item.cases]
                verdicts: list[TestClassVerdict | TestCaseVerdict] = [*classes, *cases]
                errors = {item.error_type for item in verdicts}
                cause = next((text for names, text in _CAUSES if errors & set(names)), "a test fails")
                if any(case.outcome is Outcome.TIMEOUT for case in cases):
                    cause = "too slow for the limit"
                lines = [line.strip() for item in verdicts for line in item.message.splitlines()]
                first_message = next((f" ({line})" for line in lines if any(map(str.isalpha, line))), "")
                often = f"passes {passed} of {REFERENCE_RUNS} times: " if passed else ""
                reason = f"{often}{task.unsound_reason or cause}{first_message}"
            found.append(Soundness(task.task_id, passed, REFERENCE_RUNS, reason, seconds))
        return found

    def limits(self, task: ClassTask, suite: str, soundness: Soundness) -> TimeLimits:
        """Ten times what the reference took, 1 to 5 seconds (section 3.2.3); 5 if it failed."""
        taken = soundness.seconds if soundness.is_sound else {}
        limits = {name: min(max(_FACTOR * seconds, _MIN_SECONDS), _MAX_SECONDS) for name, seconds in taken.items()}
        return TimeLimits({name: round(limits.get(name, _MAX_SECONDS), 1) for name in task.suite(suite).listed})

    def result(self, task: ClassTask, verdict: Verdict) -> SuiteResult:
        if isinstance(verdict, InfrastructureError):
            return SuiteResult(class_passed=None, error_infrastructure=str(verdict))
        suite = task.suite(verdict.suite)
        return SuiteResult(
            class_passed=verdict.passed(suite.required),
            methods={name: verdict.passed(own) for name, own in suite.methods.items() if own},
            test_classes={item.test_class: TestClassResult.of(item) for item in verdict.test_classes},
        )

    def reference_dependencies(self, task: ClassTask) -> ClassDependencies:
        """The dependencies of a reference's methods; as declared, if the reference is missing or invalid Python."""
        if task.has_reference:
            source = "".join(f"{line}\n" for line in task.import_statement) + task.solution_code
            if (read := read_dependencies(source, task.class_name, task.declared_methods)) is not None:
                return read
        return {method.method_name: method.dependencies for method in task.methods_info}

    def split_terms(
        self,
        tasks: Sequence[ClassTask],
        judged: averages.JudgedSamples,
        ks: Sequence[int],
        soundness: Mapping[str, Mapping[str, Soundness]],
        resampling: averages.Resampling | None,
    ) -> averages.SplitTerms:
        verdicts, base = averages.verdicts_of(tasks, judged), soundness.get(BASE, {})
        terms = verdict_terms(tasks, verdicts, ks)
        of_sound = averages.over_sound_tasks(terms, base)
        for suite in averages.further_suites(tasks, judged):
            by_two = {
                task.task_id: [
                    (first, further)
                    for first, further in ((item.verdict, item.verdicts.get(suite)) for item in judged[task.task_id])
                    if isinstance(first, CandidateVerdict) and not isinstance(further, InfrastructureError)
                ]
                for task in tasks
            }
            of_suite = further_terms(tasks, by_two, ks, suite)
            terms |= of_suite
            # A reference must pass what samples must pass: both suites, or `base` if its task has no other.
            unsound = {task: known for task, known in soundness.get(suite, {}).items() if not known.is_sound}
            of_sound |= averages.over_sound_tasks(of_suite, {**base, **unsound})
        references = {task.task_id: self.reference_dependencies(task) for task in tasks}
        samples = {task.task_id: [item.reading.dependencies for item in judged[task.task_id]] for task in tasks}
        given = [task for task in tasks if task.has_reference]
        modules = ((task, candidate_module(task, task.solution_code)) for task in given)
        read = {one.task_id: [read_dependencies(code, one.class_name, one.declared_methods)] for one, code in modules}
        ceilings = dependency_terms(given, references, read, [1])
        return averages.SplitTerms(
            {**terms, **of_sound, **dependency_terms(tasks, references, samples, ks)},
            {name: ceilings[key] for key, name in _CEILINGS.items()},
            {
                "method_pass_by_dependencies": method_pass_by_dependencies(tasks, verdicts, references, resampling),
                **class_passes(tasks, verdicts, resampling),
            },
        )

    def data_warnings(self, tasks: Sequence[ClassTask], total: int) -> Iterator[ScoreWarning]:
        for origin, reason in (
            ("skeleton", "they are read from the skeleton, and which test class tests which from the tests"),
            ("tests", "the skeleton is not Python code, so each test class counts as a method"),
        ):
            if derived := [task.task_id for task in tasks if task.methods_from == origin]:
                states = f"{len(derived)} of {counted(total, 'task')} {agreeing(len(derived), 'states', 'state')}"
                yield ScoreWarning(
                    f"methods_of_{origin.removesuffix('s')}s",
                    f"{states} no methods, such as {derived[0]}: {reason}.",
                    len(derived),
                    derived[0],
                    "State `methods_info`, with `test_classes`, where method_pass@k should count otherwise.",
                )
