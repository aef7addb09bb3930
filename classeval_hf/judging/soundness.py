"""Is a task sound here? Its reference is run several times; time limits of `timeout="auto"` follow from that."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from classeval_hf.core.soundness import REFERENCE_RUNS, Soundness
from classeval_hf.core.tasks import BASE, ClassTask, TestSuite
from classeval_hf.core.verdicts import CandidateVerdict, Outcome
from classeval_hf.judging.executor import Executor
from classeval_hf.reading.extraction import build_module
from classeval_hf.tasks.libraries import library_problems

_CAUSES = (
    (("ModuleNotFoundError", "ImportError"), "a library is missing"),
    (("gaierror", "ConnectionError", "ConnectionRefusedError", "URLError"), "no network"),
    (("LookupError",), "data of a library is missing (for nltk: nltk.download)"),
    (("AttributeError", "DeprecationError"), "a library's version does not fit"),
)
_MIN_SECONDS, _MAX_SECONDS, _FACTOR = 1.0, 5.0, 10.0


def find_soundness(task: ClassTask, executor: Executor, runs: int = REFERENCE_RUNS, suite: str = BASE) -> Soundness:
    missing = [problem.problem for problem in library_problems([task], [suite]) if problem.is_missing]
    if missing:
        return Soundness(task.task_id, 0, 0, f"a library is missing: {', '.join(missing)}")
    if not task.solution_code.strip():
        return Soundness(task.task_id, 0, 0, "" if task.sound else task.unsound_reason or "its data says so")
    source = build_module(task.solution_code, task.import_statement)
    found = [executor.run(task, source, is_reference=True, suite=suite) for _ in range(runs)]
    required = task.suite(suite).required
    failed = [execution.verdict for execution in found if not execution.verdict.passed(required)]
    cause = _cause(task, failed, runs) if failed else ""
    return Soundness(task.task_id, runs - len(failed), runs, cause, maximum_seconds([one.seconds for one in found]))


def test_class_limits(suite: TestSuite, soundness: Soundness) -> dict[str, float]:
    """`timeout="auto"`: ten times what the reference took, 1 to 5 seconds (section 3.2.3); 5 if it failed."""
    known = soundness.seconds if soundness.is_sound else {}
    return {name: _limit(known[name]) if name in known else _MAX_SECONDS for name in suite.listed}


def _limit(seconds: float) -> float:
    return round(min(max(_FACTOR * seconds, _MIN_SECONDS), _MAX_SECONDS), 1)


def maximum_seconds(runs: Sequence[Mapping[str, float]]) -> dict[str, float]:
    times: dict[str, float] = {}
    for seconds_of in runs:
        for name, seconds in seconds_of.items():
            times[name] = round(max(times.get(name, 0.0), seconds), 4)
    return times


def _cause(task: ClassTask, failed: Sequence[CandidateVerdict], runs: int) -> str:
    """The known cause where there is one, else a guess from the kinds of error, with the first message."""
    cases = [case for verdict in failed for item in verdict.test_classes for case in item.cases]
    errors = {item.error_type for verdict in failed for item in verdict.test_classes} | {
        case.error_type for case in cases
    }
    if task.unsound_reason:
        cause = task.unsound_reason
    elif any(case.outcome is Outcome.TIMEOUT for case in cases):
        cause = "too slow for the limit"
    else:
        cause = next((text for names, text in _CAUSES if errors & set(names)), "a test fails")
    messages = [item.message for verdict in failed for item in verdict.test_classes if item.message]
    messages += [case.message for case in cases if case.message]
    lines = [line.strip() for message in messages for line in message.splitlines() if any(map(str.isalpha, line))]
    detail = f" ({lines[0][:120]})" if lines else ""
    often = "" if len(failed) == runs else f"passes {runs - len(failed)} of {runs} times: "
    return f"{often}{cause}{detail}"
