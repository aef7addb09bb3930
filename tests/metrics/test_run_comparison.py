"""Comparing two runs: cases worked out by hand, symmetry, coverage, and what cannot be compared."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from classeval_hf.cli import main
from classeval_hf.metrics.intervals import Resampling
from classeval_hf.metrics.many_runs import RunsComparison, compare_many
from classeval_hf.metrics.results import TestClassResult
from classeval_hf.metrics.scores import Scores
from classeval_hf.reports.comparisons import format_runs

pytestmark = pytest.mark.usefixtures("shared_judges")

FAST = Resampling(0.9, resamples=299)


def run(values: Sequence[float | tuple[float, float]], name: str = "class_pass@1", **extra: Any) -> Scores:
    """A run with one average; a number stands for a value of weight 1."""
    summands = [list(map(float, value)) if isinstance(value, tuple) else [float(value), 1.0] for value in values]
    tasks = {f"task {index}": term for index, term in enumerate(summands)}
    samples = [{"class_passed": True, "test_classes": {"T": {"tests": 2}}}]
    written = {"metric_version": "1", "per_task": {name: tasks}, "results": dict.fromkeys(tasks, samples), **extra}
    return Scores.from_dict({"n_tasks": len(tasks), "n_samples": len(tasks), **written})


def compare(first: Scores, second: Scores, metrics: Sequence[str] | None = None, **options: Any) -> RunsComparison:
    return compare_many({"a": first, "b": second}, metrics, **options)


def compared(first: Scores, second: Scores, resampling: Resampling | None = None) -> SimpleNamespace:
    """The only average of two runs, with the figures of the pair, as the file has them."""
    (written,) = compare(first, second, resampling=resampling).to_dict()["metrics"]
    return SimpleNamespace(**written)


def test_few_tasks_by_hand() -> None:
    """
    Five tasks of which the first run solves all and the second none: of the 32 ways to exchange results, two are as
    extreme, this one and its opposite.
    """
    found = compared(run([1, 1, 1, 1, 1]), run([0, 0, 0, 0, 0]))
    assert (found.first, found.second, found.difference, found.tasks) == (1.0, 0.0, 1.0, 5)
    assert found.p_value == pytest.approx(2 / 32)
    # Four tasks differ, three of them in favour of the first run: of 16 ways, 2 (1 + 4) differ by 2 or 4 in number.
    found = compared(run([1, 1, 1, 0, 1]), run([0, 0, 0, 1, 1]))
    assert found.difference == pytest.approx(2 / 5)
    assert found.p_value == pytest.approx(10 / 16)
    assert found.low < 2 / 5 < found.high


def test_weighted_tasks_by_hand() -> None:
    """Methods: 3 of 4 and 2 of 2 against 1 of 4 and 0 of 2, that is 5 of 6 against 1 of 6. Of 4 ways 2 are extreme."""
    found = compared(run([(3, 4), (2, 2)]), run([(1, 4), (0, 2)]))
    assert (found.first, found.second) == (pytest.approx(5 / 6), pytest.approx(1 / 6))
    assert found.p_value == pytest.approx(2 / 4)


def test_a_run_against_itself() -> None:
    """No task differs, which allows that some of others would: of 100, up to 3.6%."""
    found = compared(run([0.2, 1, 0, 0.4]), run([0.2, 1, 0, 0.4]))
    assert (found.difference, found.low, found.high, found.p_value) == (0, None, None, 1), "too few for an interval"
    found = compared(run([0.2] * 100), run([0.2] * 100))
    assert (found.difference, found.p_value) == (0, 1)
    assert (-found.low, found.high) == pytest.approx((1 - 0.025**0.01,) * 2)


def test_p_values_are_exact_however_many_tasks_there_are() -> None:
    """Of 100 tasks 8 differ, 6 of them in favour of the first run: 2 (1 + 8 + 28) of 256 ways, with any seed."""
    first, second = [1] * 6 + [0] * 2 + [1] * 92, [0] * 6 + [1] * 2 + [1] * 92
    for seed in range(3):
        found = compared(run(first), run(second), Resampling(seed=seed, resamples=99))
        assert (found.p_value, found.exact) == (pytest.approx(74 / 256), True)
    # Of 40 tasks all differ, in steps of a fifth: as many ways are counted as could never be tried.
    generator = np.random.default_rng(3)
    values = [generator.binomial(5, chance, 40) / 5 for chance in (0.5, 0.3)]
    exact = compared(run(list(values[0])), run(list(values[1])))
    signs = generator.choice([-1, 1], (200_000, 40))
    tried = np.mean(np.abs(signs @ (values[0] - values[1])) >= abs(values[0].sum() - values[1].sum()) - 1e-9)
    assert exact.exact and exact.p_value == pytest.approx(tried, abs=0.005)


def test_p_values_of_differences_without_a_common_step() -> None:
    """Few are tried in all ways, many at random, of which the observed results count as one."""
    values = np.random.default_rng(4).random((2, 60))
    found = compared(run(list(values[0])), run(list(values[1])))
    assert not found.exact and found.p_value >= 1 / 10_000
    few = compared(run([*values[0][:5], *[1] * 9]), run([*values[1][:5], *[1] * 9]))
    assert few.exact and few.p_value * 32 == pytest.approx(round(few.p_value * 32))


@pytest.mark.parametrize("seed", range(3))
def test_symmetry(seed: int) -> None:
    generator = np.random.default_rng(seed)
    weights = generator.integers(1, 6, 40)
    runs = [run([(float(generator.binomial(n, 0.4)), float(n)) for n in weights]) for _ in range(2)]
    one, other = compared(runs[0], runs[1]), compared(runs[1], runs[0])
    assert (one.first, one.second) == (other.second, other.first)
    assert [one.difference, one.low, one.high, one.p_value] == pytest.approx(
        [-other.difference, -other.high, -other.low, other.p_value]
    )


def test_number_of_samples_does_not_matter() -> None:
    """Weights of one run ten times those of the other, as DEP has them with ten times the samples."""
    first, second = [(3.0, 4.0), (2.0, 2.0), (1.0, 5.0)], [(1.0, 4.0), (0.0, 2.0), (2.0, 5.0)]
    many = [(10 * value, 10 * weight) for value, weight in second]
    one, other = compared(run(first), run(second), FAST), compared(run(first), run(many), FAST)
    assert [other.second, other.low, other.high, other.p_value] == pytest.approx(
        [one.second, one.low, one.high, one.p_value]
    )


def test_coverage_and_false_alarms() -> None:
    """
    Two runs that are equally good on average: 90% intervals of the difference hold 0 in about 90% of the cases, and
    p is at most .1 in about 10% (a standard error of 1.7%).
    """
    generator = np.random.default_rng(5)
    draws, tasks = 300, 100
    held = alarms = 0
    for _ in range(draws):
        chance = generator.beta(0.6, 1.4, tasks)
        found = compared(*(run(list(generator.binomial(5, chance) / 5)) for _ in range(2)), FAST)
        held += found.low <= 0 <= found.high
        alarms += found.p_value <= 0.1
    assert 0.86 <= held / draws <= 0.97
    assert 0.06 <= alarms / draws <= 0.14


def test_pairs_show_what_averages_hide() -> None:
    """One more task solved on each of ten tasks of very different difficulty."""
    values = [index / 20 for index in range(18)]
    found = compared(run([value + 0.1 for value in values]), run(values))
    assert found.p_value < 0.01
    assert 0 < found.low <= 0.1 <= found.high < 0.2


def test_tasks_that_could_be_run_for_one_run_only_do_not_count() -> None:
    found = compared(run([1, 0, (0, 0)]), run([0, 0, 1]))
    assert (found.tasks, found.first, found.second) == (2, 0.5, 0)
    extra = compared(run([(2, 2), (1, 0), (1, 2)]), run([(1, 2), (0, 0), (1, 2)]), FAST)
    assert (extra.tasks, extra.first, extra.second) == (3, 1, 0.5)


def test_one_task_has_no_interval() -> None:
    found = compared(run([1]), run([0]))
    assert found.difference == 1
    assert found.p_value == 1
    assert (found.low, found.high) == (None, None)
    shown = format_runs(compare(run([1]), run([0])))
    assert "\n1 task as a pair; " in shown and "over 1 task;" in shown
    assert row_of("class_pass@1", shown)[1:] == ["1", "1.0000", "0.0000", "1.0000", "n/a", "n/a", "1.0000"]


@pytest.mark.parametrize(
    ("second", "message"),
    [
        (run([1, 1, 1]), r"1 is only in the second \(task 2\)"),
        (run([1]), r"1 is only in the first \(task 1\)"),
        (run([1, 1], results={"a": [], "b": []}), r"2 are only in the first .* and 2 are only in the second \(a, b\)"),
        (run([1, 1], metric_version="2"), "versions 1 and 2"),
        (run([1, 1], "dep_f"), "b has no class_pass@1"),
        (run([], results={}), "no results per task"),
        (
            run([1, 1], results={f"task {index}": [{"test_classes": {"T": {"tests": 3}}}] for index in (0, 1)}),
            r"2 tasks have other tests .*\(task 0, task 1\)",
        ),
    ],
)
def test_what_cannot_be_compared(second: Scores, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        compare(run([1, 0]), second, ["class_pass@1"])


def test_many_tasks_are_not_all_named() -> None:
    with pytest.raises(
        ValueError, match=r"95 are only in the second \(task 5, task 6, task 7, task 8, task 9, and 90 more\)"
    ):
        compare(run([1] * 5), run([1] * 100))


def completion_file(path: Path, completions: dict[str, str]) -> Path:
    path.write_text(
        "".join(json.dumps({"task_id": task, "completion": text}) + "\n" for task, text in completions.items())
    )
    return path


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path, Path]:
    """A file with six tasks, and two files of completions: the first run solves all, the second all but one."""
    right = "class Box:\n    def size(self):\n        return 0\n"
    test = "import unittest\nclass BoxTestSize(unittest.TestCase):\n    def test_1(self):\n"
    test += "        self.assertEqual(Box().size(), 0)\n"
    task = {"class_name": "Box", "test": test, "test_classes": ["BoxTestSize"], "solution_code": right}
    tasks = tmp_path / "tasks.json"
    tasks.write_text(json.dumps([{**task, "task_id": name} for name in "abcdef"]))
    first = completion_file(tmp_path / "first.jsonl", dict.fromkeys("abcdef", right))
    second = completion_file(
        tmp_path / "second.jsonl", {**dict.fromkeys("abcdef", right), "b": right.replace("0", "1")}
    )
    return tasks, first, second


def row_of(metric: str, text: str) -> list[str]:
    return next(line.split() for line in text.split("\n") if line.startswith(f"{metric} "))


@pytest.mark.usefixtures("consent")
def test_command(tmp_path: Path, files: tuple[Path, Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    tasks, first, second = map(str, files)
    scores, output = str(tmp_path / "scores.json"), tmp_path / "comparison.json"
    assert main(["score", first, second, "--tasks-from", tasks, "-o", scores, "--ci", "0.9"]) == 0
    shown = capsys.readouterr().out
    assert "Confidence intervals, level 0.9" in shown
    assert "test_rate" in shown
    runs = json.loads(Path(scores).read_text())
    assert runs[files[1].name]["ci"]["level"] == 0.9
    assert set(runs[files[2].name]["intervals"]) >= {"class_pass@1", "test_rate"}
    low, high = (end * 100 for end in runs[files[2].name]["intervals"]["class_pass@1"])
    assert f"83.3 ({low:.1f}-{high:.1f})" in shown and "with 90% intervals" in shown, "the table and the file"

    assert main(["score", second, "--tasks-from", tasks, "-o", scores]) == 0
    (of_file,) = json.loads(Path(scores).read_text()).values()
    low, high = (end * 100 for end in of_file["intervals"]["class_pass@1"])
    assert f"83.3 ({low:.1f}-{high:.1f})" in capsys.readouterr().out, "the table and the file, also without --ci"
    assert main(["score", first, second, "--tasks-from", tasks, "-o", scores]) == 0
    capsys.readouterr()

    assert main(["compare", first, second, "--tasks-from", tasks, "--metric", "class_pass@1", "-o", str(output)]) == 0
    from_answers = capsys.readouterr().out
    row = row_of("class_pass@1", from_answers)
    assert row[1:5] == ["6", "1.0000", "0.8333", "0.1667"]
    assert float(row[7]) == 1  # one task that differs can do so in either direction
    assert json.loads(output.read_text())["metrics"][0]["difference"] == pytest.approx(1 / 6)

    assert main(["compare", scores, "--metric", "class_pass@1"]) == 0
    captured = capsys.readouterr()
    assert row == row_of("class_pass@1", captured.out) and "exact permutation test" in captured.out
    assert "the same completions" not in captured.err

    assert main(["compare", first, first, "--tasks-from", tasks, "--metric", "class_pass@1"]) == 0
    captured = capsys.readouterr()
    assert "Both are the same completions." in captured.err
    assert float(row_of("class_pass@1", captured.out)[7]) == 1


@pytest.mark.usefixtures("consent")
def test_command_names_what_differs(
    tmp_path: Path, files: tuple[Path, Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    tasks, first, _ = files
    less = completion_file(tmp_path / "less.jsonl", {"a": ""})
    assert main(["compare", str(first), str(less), "--tasks-from", str(tasks)]) == 2
    assert "only in the first (b, c, d, e, f)" in capsys.readouterr().err
    assert main(["compare", str(first), "--tasks-from", str(tasks)]) == 2
    assert "A comparison needs two runs or more, and was given 1" in capsys.readouterr().err
    assert main(["compare", str(first), str(less), "--tasks-from", str(tasks), "--own-tasks"]) == 2
    assert "--own-tasks or --tasks-from" in capsys.readouterr().err
    assert main(["compare", str(first), str(less), "--ci", "95"]) == 2
    assert "between 0 and 1, but is 95" in capsys.readouterr().err


def project_run(values: Sequence[float], projects: Sequence[str], **extra: Any) -> Scores:
    """A run of repository-level tasks, of the projects named."""
    ids = [f"task {index}" for index in range(len(values))]
    per_task = {
        "pass@1": {task: [value, 1.0] for task, value in zip(ids, values, strict=True)},
        "test_rate_stub": {task: [0.5, 1.0] for task in ids},
    }
    sample = {"passed": True, "test_rate": 1.0, "test_files": {"tests/test_a.py": {"tests": 2}}, "suspicious": []}
    results = {task: [sample] for task in ids}
    named = dict(zip(ids, projects, strict=True))
    return run(values, per_task=per_task, results=results, projects=named, **extra)


def test_projects_are_the_pairs_by_hand() -> None:
    """Six tasks of three projects: of the 8 ways to exchange the projects' results, two are as extreme."""
    projects = ["a", "a", "a", "b", "b", "c"]
    runs = project_run([1] * 6, projects), project_run([0] * 6, projects)
    found = compare(*runs, resampling=FAST)
    (metric,) = found.metrics  # the floor is not compared
    assert (metric.metric, metric.tasks, metric.pairs[0].difference) == ("pass@1", 6, pytest.approx(1.0))
    assert metric.pairs[0].p_value == pytest.approx(2 / 8)
    assert "6 tasks of 3 projects, the projects as pairs" in format_runs(found)
    assert "no p-value can be below 0.25" in " ".join(found.notes)
    assert compare(*runs, metrics=["test_rate_stub"], resampling=FAST).metrics[0].pairs[0].difference == 0


def test_tasks_of_one_project_are_pairs_by_themselves() -> None:
    """As class tasks are."""
    found = compare(project_run([1] * 5, "aaaaa"), project_run([0] * 5, "aaaaa"), resampling=FAST)
    assert found.metrics[0].pairs[0].p_value == pytest.approx(2 / 32)
    assert found.projects == 0 and not any("p-value" in note for note in found.notes)


def test_other_tests_of_a_project_cannot_be_compared() -> None:
    """Nor can tasks of classes and of projects, which are never the same."""
    first, second = project_run([1], "a"), project_run([1], "a")
    second.results["task 0"][0].tests["tests/test_a.py"] = TestClassResult(tests=3)  # type: ignore[index]
    with pytest.raises(ValueError, match="1 task has other tests"):
        compare(first, second)
    of_classes = run([1, 1])
    with pytest.raises(ValueError, match=r"only in the second \(task 1\)"):
        compare(first, of_classes)
