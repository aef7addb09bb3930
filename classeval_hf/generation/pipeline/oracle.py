"""The oracle of RepoClassBench's strategies: deterministic feedback of tests on an attempt (appendix E.2)."""

import queue
import re
import threading
from collections.abc import Collection, Mapping, Sequence
from concurrent.futures import Future
from contextlib import ExitStack

from classeval_hf.core.errors import InfrastructureError
from classeval_hf.core.repository_tasks import RepositoryTask
from classeval_hf.core.verdicts import Outcome
from classeval_hf.engine.judge import Judge
from classeval_hf.metrics.judged_samples import JudgedSample
from classeval_hf.projects.prompts.project_material import Materials
from classeval_hf.prompting.steps import Feedback

_MAX_ERRORS, _MAX_NAMED = 5, 10  # different errors that are told, and tests that are named for each
_MAX_FEEDBACK_CHARS = 4000
_MAX_CODE_CHARS = 40_000
_Asked = tuple[RepositoryTask, str, Future[Feedback]]  # task, completion to judge, and its feedback
_ADDRESS = re.compile(r"\b0x[0-9a-fA-F]{6,}\b")
_TEMPORARY = re.compile(r"/tmp/[\w.-]+")
_OUTSIDE = re.compile(r"\n  at (?:<host>|/)[^\n]*")  # frames outside the project's files, such as pytest's


class TestOracle:
    """Runs the tests of the tasks; those that the reference fails here do not count (paper, appendix E.2)."""

    __test__ = False  # not a test case, whatever pytest thinks of the name

    def __init__(self, workers: int | None = None) -> None:
        self._judge = Judge(num_workers=workers)
        self._stack = ExitStack()
        self._waiting: queue.SimpleQueue[_Asked | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="oracle", daemon=True)

    def __enter__(self) -> "TestOracle":
        self._stack.enter_context(self._judge)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._waiting.put(None)
        self._stack.close()  # ends running tests, so that nothing is waited for
        self._thread.join()

    def prepare(self, tasks: Sequence[RepositoryTask]) -> Mapping[str, float]:
        """Runs references whose outcome is not known; returns processor seconds of the tests by task."""
        by_task = self._judge.soundness(tasks)
        self._judge.progress = False
        return {task_id: sum(soundness.seconds.values()) for task_id, soundness in by_task.items()}

    def ask(self, task: RepositoryTask, candidate: str) -> Future[Feedback]:
        """Judges a completion; the future raises an [`InfrastructureError`] if it could not be run."""
        future: Future[Feedback] = Future()
        self._waiting.put((task, candidate, future))
        return future

    def _work(self) -> None:
        """Judges attempts, in batches of all that wait, until the oracle is left."""
        while (first := self._waiting.get()) is not None:
            batch = [first]
            while not self._waiting.empty():
                item = self._waiting.get()
                if item is None:
                    self._waiting.put(None)  # for the loop, which ends there
                    break
                batch.append(item)
            try:
                tasks = {task.task_id: task for task, _, _ in batch}
                predictions = [[text for task, text, _ in batch if task.task_id == name] for name in tasks]
                known = self._judge.soundness(list(tasks.values()))
                by_task = self._judge.judge(list(tasks.values()), predictions)
                judged = {name: iter(samples) for name, samples in by_task.items()}
                for task, _, future in batch:
                    feedback = feedback_on(next(judged[task.task_id]), known[task.task_id].failing)
                    if isinstance(feedback, InfrastructureError):
                        future.set_exception(feedback)
                    else:
                        future.set_result(feedback)
            except BaseException as error:  # of the judge itself; whoever waits raises it
                for _, _, future in batch:
                    if not future.done():
                        future.set_exception(error)


class CodeOracle:
    """Checks attempts without running them: for invalid Python and undefined names."""

    def __init__(self, materials: Materials) -> None:
        self._materials = materials

    def prepare(self, tasks: Sequence[RepositoryTask]) -> Mapping[str, float]:
        return {}

    def ask(self, task: RepositoryTask, candidate: str) -> Future[Feedback]:
        future: Future[Feedback] = Future()
        future.set_result(self._materials.of(task).check(candidate))
        return future


Oracle = TestOracle | CodeOracle  # judges attempts


def feedback_on(sample: JudgedSample, unsound: Collection[str] = ()) -> Feedback | InfrastructureError:
    """Feedback for the model on a judged attempt; `unsound` tests, which the reference fails, do not count."""
    verdict = sample.verdict
    if isinstance(verdict, InfrastructureError):
        return verdict
    code = sample.reading.code[:_MAX_CODE_CHARS]
    ruling = sample.reading.ruling
    cases = [case for item in verdict.test_classes for case in item.cases if case.test not in unsound]
    passed = sum(case.outcome is Outcome.PASS for case in cases)
    errors: dict[str, list[str]] = {}  # the different ones, each with the tests or files that fail by it
    for item in verdict.test_classes:
        counted = [case for case in item.cases if case.test not in unsound]
        if item.error_type and counted:
            errors.setdefault(_error(item.error_type, item.message), []).append(item.test_class)
        for case in counted:
            if case.outcome is not Outcome.PASS and (case.error_type or not item.error_type):
                said = _error(case.error_type or case.outcome.value, case.message)
                said = "The test did not end in time." if case.outcome is Outcome.TIMEOUT else said
                errors.setdefault(said, []).append(case.test)
    if ruling is not None:
        text = f"The attempt cannot be run.\n\n{_error(ruling.error_type, ruling.message)}"
    elif errors:
        told = [f"{len(cases) - passed} of {len(cases)} tests fail."]
        for error, tests in list(errors.items())[:_MAX_ERRORS]:
            more = [f"and {len(tests) - _MAX_NAMED} more"] if len(tests) > _MAX_NAMED else []
            told.append("\n".join([*tests[:_MAX_NAMED], *more, error]))
        told += [f"There are {len(errors) - _MAX_ERRORS} other errors."] if len(errors) > _MAX_ERRORS else []
        text = "\n\n".join(told)
    else:
        return Feedback(True, code, f"{passed} of {len(cases)} tests pass.", passed, len(cases))
    text = _TEMPORARY.sub("/tmp", _ADDRESS.sub("0x...", _OUTSIDE.sub("", text)))
    short = text if len(text) <= _MAX_FEEDBACK_CHARS else f"{text[:_MAX_FEEDBACK_CHARS]} ..."
    return Feedback(False, code, short, passed, len(cases))


def _error(kind: str, message: str) -> str:
    return f"{kind}: {message}" if message else kind
