"""Runs the reference of a class task several times: whether the task is sound here, and if not, why."""

from collections.abc import Sequence

from classeval_hf.classes.tasks.libraries import library_problems
from classeval_hf.core.tasks import ClassTask
from classeval_hf.core.verdicts import REFERENCE_RUNS, CandidateVerdict, Outcome, Soundness
from classeval_hf.engine.executor import Executor
from classeval_hf.engine.task_family import maximum_seconds
from classeval_hf.reading.extraction import build_module

_CAUSES = (
    (("ModuleNotFoundError", "ImportError"), "a library is missing"),
    (("gaierror", "ConnectionError", "ConnectionRefusedError", "URLError"), "no network"),
    (("LookupError",), "data of a library is missing (for nltk: nltk.download)"),
    (("AttributeError", "DeprecationError"), "a library's version does not fit"),
)


def check_class_reference(task: ClassTask, suite: str, executor: Executor) -> Soundness:
    missing = [problem.problem for problem in library_problems([task], [suite]) if problem.is_missing]
    if missing:
        return Soundness(task.task_id, 0, 0, f"a library is missing: {', '.join(missing)}")
    if not task.has_reference:
        return Soundness(task.task_id, 0, 0, "" if task.sound else task.unsound_reason or "its data says so")
    source = build_module(task.solution_code, task.import_statement)
    verdicts = [executor.run(task, source, is_reference=True, suite=suite) for _ in range(REFERENCE_RUNS)]
    required = task.suite(suite).required
    failed = [execution.verdict for execution in verdicts if not execution.verdict.passed(required)]
    cause = _cause(task, failed) if failed else ""
    seconds = maximum_seconds([one.seconds for one in verdicts])
    return Soundness(task.task_id, REFERENCE_RUNS - len(failed), REFERENCE_RUNS, cause, seconds)


def _cause(task: ClassTask, failed: Sequence[CandidateVerdict]) -> str:
    """The known cause, or a guess from the kinds of error, with the first message."""
    classes = [item for verdict in failed for item in verdict.test_classes]
    cases = [case for item in classes for case in item.cases]
    errors = {*(item.error_type for item in classes), *(case.error_type for case in cases)}
    if task.unsound_reason:
        cause = task.unsound_reason
    elif any(case.outcome is Outcome.TIMEOUT for case in cases):
        cause = "too slow for the limit"
    else:
        cause = next((text for names, text in _CAUSES if errors & set(names)), "a test fails")
    messages = [*(item.message for item in classes), *(case.message for case in cases)]
    lines = [line.strip() for message in messages for line in message.splitlines()]
    telling = [line for line in lines if any(map(str.isalpha, line))]
    detail = f" ({telling[0]})" if telling else ""
    passed = REFERENCE_RUNS - len(failed)
    often = f"passes {passed} of {REFERENCE_RUNS} times: " if passed else ""
    return f"{often}{cause}{detail}"
