"""The oracle of RepoClassBench's strategies: deterministic feedback of tests on an attempt (appendix E.2)."""

import queue
import re
from collections.abc import Collection, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor

from classeval_hf.core.errors import InfrastructureError
from classeval_hf.core.repository_tasks import RepositoryTask
from classeval_hf.core.verdicts import Outcome
from classeval_hf.engine.judge import Judge
from classeval_hf.metrics.samples import Sample
from classeval_hf.projects.family import compiles
from classeval_hf.prompting.steps import Feedback, OracleStep

_MAX_ERRORS, _MAX_NAMED = 5, 10  # different errors in feedback, and tests that are named for each
_MAX_FEEDBACK_CHARS = 4000
_MAX_CODE_CHARS = 40_000
_ADDRESS = re.compile(r"\b0x[0-9a-fA-F]{6,}\b")
_TEMPORARY = re.compile(r"/tmp/[\w.-]+")
_OUTSIDE = re.compile(r"\n  at (?:<host>|/)[^\n]*")  # frames outside the project's files, such as pytest's


class TestOracle:
    """Judges attempts by the tests of their tasks, without those that the reference fails here (appendix E.2)."""

    __test__ = False  # not a test case, despite its name

    def __init__(self, judge: Judge, only_compiles: bool = False) -> None:
        self._judge = judge
        self._only_compiles = only_compiles  # whether an attempt in Java is right as soon as it compiles (table 6)
        self._waiting: queue.SimpleQueue[tuple[OracleStep, Future[Feedback]]] = queue.SimpleQueue()
        self._thread = ThreadPoolExecutor(1, "oracle")

    def __enter__(self) -> "TestOracle":
        self._judge.__enter__()
        return self

    def __exit__(self, *error: object) -> None:
        self._judge.__exit__(*error)  # ends running tests, so that nothing is waited for
        self._thread.shutdown(cancel_futures=True)

    def prepare(self, tasks: Sequence[RepositoryTask]) -> Mapping[str, float]:
        """Runs references whose outcome is not known; returns processor seconds of the tests by task."""
        by_task = self._judge.soundness(tasks)
        self._judge.progress = False
        return {task_id: sum(soundness.seconds.values()) for task_id, soundness in by_task.items()}

    def ask(self, step: OracleStep) -> Future[Feedback]:
        """Judges an attempt; the future raises an [`InfrastructureError`] if it could not be run."""
        future: Future[Feedback] = Future()
        self._waiting.put((step, future))
        self._thread.submit(self._judge_waiting)
        return future

    def _judge_waiting(self) -> None:
        """Judges all waiting attempts in one batch; an earlier call may have taken them."""
        batch = []
        while not self._waiting.empty():
            batch.append(self._waiting.get())
        if not batch:
            return
        try:
            by_id = {step.task.task_id: step.task for step, _ in batch}
            predictions = [[step.candidate for step, _ in batch if step.task.task_id == name] for name in by_id]
            known = self._judge.soundness(list(by_id.values()))
            by_task = self._judge.judge(list(by_id.values()), predictions)
            judged = {name: iter(samples) for name, samples in by_task.items()}
            for step, future in batch:
                feedback = feedback_on(
                    next(judged[step.task.task_id]), known[step.task.task_id].failing, self._only_compiles
                )
                if isinstance(feedback, InfrastructureError):
                    future.set_exception(feedback)
                else:
                    future.set_result(feedback)
        except BaseException as error:  # of the judge itself; those that wait raise it
            for _, future in batch:
                if not future.done():
                    future.set_exception(error)


def feedback_on(
    sample: Sample, unsound: Collection[str] = (), only_compiles: bool = False
) -> Feedback | InfrastructureError:
    """Feedback for the model on a judged attempt. Tests that the reference fails (`unsound`) do not count; with
    `only_compiles` no test counts."""
    verdict = sample.verdict
    if isinstance(verdict, InfrastructureError):
        return verdict
    code = sample.reading.code[:_MAX_CODE_CHARS]
    ruling = sample.reading.ruling
    if only_compiles and compiles(verdict):
        return Feedback(True, code, "The attempt compiles.")
    cases = [case for item in verdict.test_classes for case in item.cases if case.test not in unsound]
    passed = sum(case.outcome is Outcome.PASS for case in cases)
    errors: dict[str, list[str]] = {}  # different errors, each with the tests or files that fail with it
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
