"""
Is a task sound here? Runs the references several times in this environment, before any model is judged by them.

Some of ClassEval's references fail for reasons that no model can help: a library that is missing or too new, no
network, a date that has passed, a test with a random outcome.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from tqdm.auto import tqdm

from classeval_hf.execution import Executor
from classeval_hf.extraction import build_module
from classeval_hf.records import CandidateVerdict, Outcome, Task

__all__ = ["PreflightResult", "run_preflight", "unsound_here"]

PREFLIGHT_RUNS = 3

_CAUSES = (
    (("ModuleNotFoundError", "ImportError"), "a library is missing"),
    (("gaierror", "ConnectionError", "ConnectionRefusedError", "URLError"), "no network"),
    (("LookupError",), "data of a library is missing (for nltk: nltk.download)"),
    (("AttributeError", "DeprecationError"), "a library's version does not fit"),
)


@dataclass(frozen=True)
class PreflightResult:
    """
    How a task's reference did in this environment.

    Args:
        task_id (`str`): the task.
        passed (`int`): number of runs that passed every test class of a declared method and of the class.
        runs (`int`): number of runs.
        cause (`str`): what kept it from passing, empty if it passed each time.
    """

    task_id: str
    passed: int
    runs: int
    cause: str

    @property
    def sound(self) -> bool:
        """Whether the reference passed each time."""
        return self.passed == self.runs


def run_preflight(
    tasks: Sequence[Task], executor: Executor, workers: int, progress: bool = True, runs: int = PREFLIGHT_RUNS
) -> list[PreflightResult]:
    """
    Runs every reference several times.

    Args:
        tasks (`Sequence[Task]`): tasks with a `solution_code`; others count as sound.
        executor ([`Executor`]): what runs them, entered.
        workers (`int`): how many to run at a time.
        progress (`bool`, defaults to `True`): whether to show a progress bar.
        runs (`int`, defaults to `3`): runs per reference.

    Returns:
        `list[PreflightResult]`: one per task, in order.
    """

    def run(task: Task) -> PreflightResult:
        if not task.solution_code:
            return PreflightResult(task.task_id, 0, 0, "")
        source = build_module(task.solution_code, task.import_statement)
        verdicts = [executor.run(task, source, is_reference=True).verdict for _ in range(runs)]
        failed = [verdict for verdict in verdicts if not _passed(task, verdict)]
        return PreflightResult(task.task_id, runs - len(failed), runs, _cause(task, failed, runs) if failed else "")

    with ThreadPoolExecutor(workers) as pool:
        return list(tqdm(pool.map(run, tasks), total=len(tasks), desc="Preflight", unit="task", disable=not progress))


def unsound_here(tasks: Sequence[Task], executor: Executor, workers: int, progress: bool = True) -> dict[str, str]:
    """
    The tasks whose reference fails or flickers here, and why.

    Args:
        tasks (`Sequence[Task]`): the tasks.
        executor ([`Executor`]): what runs them, entered.
        workers (`int`): how many to run at a time.
        progress (`bool`, defaults to `True`): whether to show a progress bar.

    Returns:
        `dict[str, str]`: cause by task id.
    """
    return {
        result.task_id: result.cause
        for result in run_preflight(tasks, executor, workers, progress)
        if not result.sound
    }


def _passed(task: Task, verdict: CandidateVerdict) -> bool:
    names = [*task.class_test_classes, *(name for method in task.methods_info for name in method.test_classes)]
    return verdict.passed(names)


def _cause(task: Task, failed: Sequence[CandidateVerdict], runs: int) -> str:
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
