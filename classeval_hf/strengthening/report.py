"""The report of a run of strengthening: a table of tasks, and what was dropped and held back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from classeval_hf.core.plurals import counted
from classeval_hf.core.tables import format_table
from classeval_hf.strengthening.pipeline import Strengthened
from classeval_hf.strengthening.reduction import KINDS

_COUNTS = (
    *("tests_recorded", "tests_lost", "seeds", "mutated", "tests_before_reduction", "held_back", "dropped_by_ledger"),
    *("fair", "tests", "mutants", "mutants_killed_by_base", "mutants_killed_by_plus", "mutants_killed_by_all"),
    *("solutions", "plausible_solutions", "plausible_solutions_killed", "seconds", "seconds_base", "seconds_plus"),
)

_MODEL_COUNTS = ("model_texts", "model_tests", "model_seeds", "tests_of_model_seeds")


def totals(results: Sequence[Strengthened]) -> dict[str, Any]:
    """Sums over tasks: numbers by name, `left_out` and `dropped` by reason, and `reduced_by`, the size of suites that
    keep one kind of things alone."""
    of_model = any("model_texts" in item.figures for item in results)
    counts = (*_COUNTS, *(_MODEL_COUNTS if of_model else ()))
    summed = {name: round(sum(item.figures.get(name, 0) for item in results), 2) for name in counts}
    reasons = {
        name: dict(sum((Counter(item.figures.get(name, {})) for item in results), Counter[str]()))
        for name in ("left_out", "dropped", *(["model_tests_left_out"] if of_model else []))
    }
    with_suite = sum(item.suite is not None for item in results)
    of_kinds = [item.figures["reduced_by"] for item in results if "reduced_by" in item.figures]
    reduced_by = {
        kind: {name: sum(figures[kind][name] for figures in of_kinds) for name in ("tests", "mutants_killed_by_plus")}
        for kind in KINDS
    }
    return {"tasks": len(results), "tasks_with_suite": with_suite, **summed, **reasons, "reduced_by": reduced_by}


def markdown_report(results: Sequence[Strengthened]) -> str:
    sums = totals(results)
    rows = [_row(item) for item in results]
    lines = [
        "# Strengthened tests",
        "",
        f"{counted(sums['tests'], 'test')} for {sums['tasks_with_suite']} of {counted(sums['tasks'], 'task')}, "
        f"from {counted(sums['seeds'], 'call sequence')} of {counted(sums['tests_recorded'], 'test')}. "
        f"{sums['tests_before_reduction']} made a test, {sums['held_back']} of them are held back for review, and "
        f"the others were reduced.",
        "",
        f"Program mutants killed: {_share(sums, 'mutants_killed_by_base')} by the base tests, "
        f"{_share(sums, 'mutants_killed_by_plus')} with the strengthened ones, "
        f"{_share(sums, 'mutants_killed_by_all')} before reduction. "
        f"Processor time of the references: {sums['seconds_base']} s by the base tests, {sums['seconds_plus']} s by "
        f"the strengthened ones. Made in {sums['seconds']} s.",
        "",
        "A suite that keeps one kind of things alone:",
        "",
        "```text",
        format_table(
            ["what it keeps", "tests", "mutants killed, with the base tests"],
            [[kind, row["tests"], row["mutants_killed_by_plus"]] for kind, row in sums["reduced_by"].items()],
        ),
        "```",
        "",
        *_of_models(sums),
        "```text",
        format_table(_HEADER, rows),
        "```",
        "",
        "Left out before the reference was run, and dropped after:",
        "",
    ]
    for name in ("left_out", "dropped"):
        lines += _reasons(sums[name])
    return "\n".join(lines) + "\n"


def _reasons(counts: dict[str, int]) -> list[str]:
    return [f"- {count} {reason}" for reason, count in sorted(counts.items(), key=lambda item: -item[1])]


def _of_models(sums: dict[str, Any]) -> list[str]:
    if "model_texts" not in sums:
        return []
    return [
        f"A model was asked for {sums['model_texts']} texts: they hold {sums['model_tests']} tests, which gave "
        f"{sums['model_seeds']} further seeds; {sums['tests_of_model_seeds']} of the strengthened tests come from "
        "these, and have no recipe. Tests of the model that gave no seed, by reason:",
        "",
        *_reasons(sums["model_tests_left_out"]),
        "",
    ]


_HEADER = ["task", "seeds", "tests", "held back", "mutants", "by base", "by plus", "plausible", "of these killed"]


def _row(item: Strengthened) -> list[object]:
    names = (
        *("seeds", "tests", "held_back", "mutants", "mutants_killed_by_base", "mutants_killed_by_plus"),
        *("plausible_solutions", "plausible_solutions_killed"),
    )
    return [item.task_id, *(item.figures.get(name) for name in names)]


def _share(sums: dict[str, Any], name: str) -> str:
    count, total = int(sums[name]), int(sums["mutants"])
    return f"{count} of {total} ({100 * count / total:.1f} %)" if total else "none of none"
