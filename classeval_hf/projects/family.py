"""The family of repository-level tasks (RepoClassBench, DevEval), with averages as in `docs/reference/metric.md`."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from math import fsum

from classeval_hf.core.errors import InfrastructureError
from classeval_hf.core.repository_tasks import DEPENDENCY_KINDS, JAVA, CodeDependencies, RepositoryTask
from classeval_hf.core.tasks import BASE
from classeval_hf.core.verdicts import STUB_BASELINES, CandidateVerdict, Soundness, passed_share
from classeval_hf.engine.executor import Executor
from classeval_hf.engine.task_family import NOT_JUDGED, Execution, TaskFamily
from classeval_hf.metrics.averages import (
    Judged,
    JudgedSamples,
    SplitTerms,
    WeightedTerm,
    WeightedTerms,
    over_sound_tasks,
    pass_at_k_term,
    recall_at_k,
    verdicts_of,
)
from classeval_hf.metrics.intervals import Resampling
from classeval_hf.metrics.samples import SuiteResult, TestClassResult, Verdict
from classeval_hf.projects.java.junit_suite import JunitSuite
from classeval_hf.projects.located_tasks import InstalledTask, ProjectFolders
from classeval_hf.projects.reading import read_repository_completions
from classeval_hf.projects.reference_check import check_references
from classeval_hf.projects.runner.pytest_suite import PytestSuite, time_limit
from classeval_hf.reading.records import Reading
from classeval_hf.sandbox.jobs import TimeLimits
from classeval_hf.sandbox.limited_calls import LimitedCalls

_NOT_COMPILED = frozenset(("CompileError", "EmptyCompletion", "NameError", "UnreadableAnswer"))
"""Errors of candidates in Java that do not compile, or that do not define the class and are not run."""


class ProjectFamily(TaskFamily[RepositoryTask]):
    from_row = staticmethod(RepositoryTask.from_row)
    runs_here = False
    own_split = "own_projects"
    prompts = "classeval_hf.projects.strategies:ProjectPrompts"

    def __init__(self) -> None:
        self.folders = ProjectFolders()

    def located(self, tasks: Sequence[RepositoryTask]) -> list[InstalledTask]:
        return self.folders.located(tasks)

    def with_findings(self, task: RepositoryTask, soundness: Soundness) -> InstalledTask:
        return _installed(task).with_findings(soundness)

    def environments(self, tasks: Sequence[RepositoryTask]) -> dict[str, str]:
        folders = [self.folders.of(task) for task in tasks]
        return {folder.label: sha256(folder.identity.encode()).hexdigest() for folder in folders}

    def read(
        self, completions: Sequence[tuple[RepositoryTask, str]], calls: LimitedCalls, max_chars: int
    ) -> Sequence[Reading]:
        judged = [  # tasks with tests that their references showed
            (task, self.folders.source(task), text) for task, text in completions if _installed(task).known_tests
        ]
        read = iter(read_repository_completions(judged, calls, max_chars, self.folders.index))
        return [next(read) if _installed(task).known_tests else NOT_JUDGED for task, _ in completions]

    def prepare(self, task: RepositoryTask, suite: str, executor: Executor) -> PytestSuite | JunitSuite:
        return self.folders.suite(_installed(task))

    def shared_by(self, task: RepositoryTask) -> Hashable:
        return task.project

    def run_together(self, tasks: Sequence[RepositoryTask], executor: Executor) -> Execution | None:
        tree = self.folders.of(tasks[0]).tree
        tests = dict.fromkeys(test for task in tasks for test in task.tests)
        present = tuple(test for test in tests if (tree / test.partition("::")[0]).is_file())
        try:
            suite = self.folders.suite(replace(_installed(tasks[0]), tests=present), discover=True)
            return executor.run_suite(suite, self.folders.source(tasks[0]), is_reference=True)
        except ValueError:  # the check of each task names the problem
            return None

    def check_references(
        self,
        tasks: Sequence[RepositoryTask],
        suite: str,
        executor: Executor,
        shared: Callable[[], Sequence[Execution]],
    ) -> list[Soundness]:
        return check_references([*map(_installed, tasks)], self.folders, executor, shared)

    def limits(self, task: RepositoryTask, suite: str, soundness: Soundness) -> TimeLimits:
        """Time limit of each test file, see [`~classeval_hf.projects.runner.pytest_suite.time_limit`]."""
        clock = soundness.clock_seconds
        return TimeLimits({name: time_limit(cpu, clock.get(name, 0.0)) for name, cpu in soundness.seconds.items()})

    def result(self, task: RepositoryTask, verdict: Verdict) -> SuiteResult:
        if isinstance(verdict, InfrastructureError):
            return SuiteResult(target_passed=None, error_infrastructure=str(verdict))
        return SuiteResult(
            target_passed=verdict.passed([item.test_class for item in verdict.test_classes]),
            test_rate=passed_share(verdict),
            test_files={item.test_class: TestClassResult.of(item) for item in verdict.test_classes},
            suspicious=list(verdict.suspicious),
        )

    def reference_dependencies(self, task: RepositoryTask) -> CodeDependencies:
        return task.dependencies

    def split_terms(
        self,
        tasks: Sequence[RepositoryTask],
        judged: JudgedSamples,
        ks: Sequence[int],
        soundness: Mapping[str, Mapping[str, Soundness]],
        resampling: Resampling | None,
    ) -> SplitTerms:
        outcomes = soundness.get(BASE, {})
        terms = repository_terms(tasks, verdicts_of(tasks, judged), ks, outcomes)
        read = {task.task_id: [item.reading.used for item in judged[task.task_id]] for task in tasks}
        averages = {**terms, **over_sound_tasks(terms, outcomes), **recall_terms(tasks, read, ks)}
        # The recall of the references, read as samples.
        checked = [task for task in tasks if task.task_id in outcomes]
        references = {task.task_id: [outcomes[task.task_id].code_dependencies] for task in checked}
        ceilings = recall_terms(checked, references, [1])
        return SplitTerms(averages, {name.replace("@1", "_ceiling"): terms for name, terms in ceilings.items()})


def _installed(task: RepositoryTask) -> InstalledTask:
    assert isinstance(task, InstalledTask), f"{task.task_id} was not located before it is run"
    return task


def repository_terms(
    tasks: Sequence[RepositoryTask], judged: Judged, ks: Sequence[int], soundness: Mapping[str, Soundness]
) -> dict[str, WeightedTerms]:
    ids = [task.task_id for task in tasks]
    passed = {
        task: sum(verdict.passed([item.test_class for item in verdict.test_classes]) for verdict in judged[task])
        for task in ids
    }
    averages: dict[str, WeightedTerms] = {
        f"pass@{k}": {task: pass_at_k_term(len(judged[task]), [passed[task]], k) for task in ids} for k in ks
    }
    rates = {task: [passed_share(verdict) for verdict in judged[task]] for task in ids}
    averages["test_rate"] = {task: (fsum(of) / len(of), 1.0) if of else (0.0, 0.0) for task, of in rates.items()}
    in_java = [task.task_id for task in tasks if task.language == JAVA]
    if in_java:
        compiled = {task: [compiles(verdict) for verdict in judged[task]] for task in in_java}
        averages["compile_rate"] = {
            task: (sum(of) / len(of), 1.0) if of else (0.0, 0.0) for task, of in compiled.items()
        }
    for stub in STUB_BASELINES:
        averages[f"test_rate_{stub}"] = {
            task: (soundness[task].floors[stub], 1.0)
            for task in ids
            if task in soundness and stub in soundness[task].floors
        }
    return averages


def recall_terms(
    tasks: Sequence[RepositoryTask], read: Mapping[str, Sequence[CodeDependencies | None]], ks: Sequence[int]
) -> dict[str, WeightedTerms]:
    averages: dict[str, WeightedTerms] = {}
    for k in ks:
        for kind in ("", *DEPENDENCY_KINDS):
            terms: dict[str, WeightedTerm] = {}
            for task in tasks:
                wanted = frozenset(getattr(task.dependencies, kind)) if kind else task.dependencies.all
                samples = read[task.task_id] if wanted else ()
                # A name counts whichever kind it has in the sample: kinds are those of the reference's names.
                shares = [len(wanted & item.all) / len(wanted) if item is not None else 0.0 for item in samples]
                terms[task.task_id] = (recall_at_k(shares, k), 1.0) if len(shares) >= k else (0.0, 0.0)
            averages[f"recall_{kind}@{k}" if kind else f"recall@{k}"] = terms
    return averages


def compiles(verdict: CandidateVerdict) -> bool:
    """Whether the file of a candidate in Java compiled."""
    return all(item.error_type not in _NOT_COMPILED for item in verdict.test_classes)
