"""The family of repository-level tasks: what the engine asks of it."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from typing import Any

from classeval_hf.core.errors import InfrastructureError
from classeval_hf.core.repository_tasks import CodeDependencies, RepositoryTask
from classeval_hf.core.tasks import BASE
from classeval_hf.core.verdicts import Soundness, passed_share
from classeval_hf.engine.executor import Executor
from classeval_hf.engine.task_family import NOT_JUDGED, Execution, TaskFamily
from classeval_hf.metrics.averages import JudgedSamples, SplitTerms, over_sound_tasks, verdicts_of
from classeval_hf.metrics.intervals import Resampling
from classeval_hf.metrics.samples import SuiteResult, TestClassResult, Verdict
from classeval_hf.projects.figures import all_passed, ceiling_terms, recall_terms, repository_terms
from classeval_hf.projects.java.junit_suite import JunitSuite
from classeval_hf.projects.located_tasks import InstalledTask, ProjectFolders
from classeval_hf.projects.reading.file_assembly import read_repository_completions
from classeval_hf.projects.reference_check import check_references
from classeval_hf.projects.runner.pytest_suite import PytestSuite, time_limit
from classeval_hf.reading.records import Reading
from classeval_hf.sandbox.jobs import TimeLimits
from classeval_hf.sandbox.limited_calls import LimitedCalls


class ProjectFamily(TaskFamily[RepositoryTask]):
    runs_here = False
    own_split = "own_projects"
    prompts = "classeval_hf.projects.prompts.project_strategies:ProjectPrompts"

    def __init__(self) -> None:
        self.folders = ProjectFolders()

    def from_row(self, row: Mapping[str, Any]) -> RepositoryTask:
        return RepositoryTask.from_row(row)

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
        known = [bool(_installed(task).known_tests) for task, _ in completions]  # whether references showed tests
        judged = [one for one, is_known in zip(completions, known, strict=True) if is_known]
        in_place = [(task, self.folders.source(task), text) for task, text in judged]
        read = iter(read_repository_completions(in_place, calls, max_chars, self.folders.index))
        return [next(read) if is_known else NOT_JUDGED for is_known in known]

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
            target_passed=all_passed(verdict),
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
        return SplitTerms(averages, ceiling_terms(tasks, outcomes))


def _installed(task: RepositoryTask) -> InstalledTask:
    assert isinstance(task, InstalledTask), f"{task.task_id} was not located before it is run"
    return task
