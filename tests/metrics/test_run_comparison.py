"""Comparing runs: cases worked out by hand, symmetry, coverage, ranking, and what cannot be compared."""

import itertools
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from benchmark_data import write_json, write_lines
from box_task import RIGHT, TASK
from hypothesis import given
from hypothesis import strategies as st
from places import ROOT
from scipy import stats

from classeval_hf.cli import main
from classeval_hf.cli.score import format_runs
from classeval_hf.metrics.averages import Resampling
from classeval_hf.metrics.comparability import IncomparableError
from classeval_hf.metrics.many_runs import MetricOfRuns, RankedRun, RunsComparison, _ranks, compare_many, holm
from classeval_hf.metrics.samples import TestClassResult
from classeval_hf.metrics.scores import Scores
from classeval_hf.runs.run_records import short_names

pytestmark = pytest.mark.usefixtures("shared_judges")
FAST = Resampling(0.9, resamples=299)


def written(values: Sequence[float | tuple[float, float]], name: str = "class_pass@1", **extra: Any) -> dict[str, Any]:
    """Scores of a run as a file has them, with one average; a number stands for a value of weight 1."""
    terms = [list(map(float, value)) if isinstance(value, tuple) else [float(value), 1.0] for value in values]
    tasks = {f"task {index}": term for index, term in enumerate(terms)}
    samples = [{"class_passed": True, "test_classes": {"T": {"tests": 2}}}]
    data = {
        "schema_version": 3,
        "metric_version": "1",
        "per_task": {name: tasks},
        "results": dict.fromkeys(tasks, samples),
        **extra,
    }
    return {"n_tasks": len(tasks), "n_samples": len(tasks), **data}


def run(values: Sequence[Any] | Scores, name: str = "class_pass@1", **extra: Any) -> Scores:
    return values if isinstance(values, Scores) else Scores.from_dict(written(values, name, **extra))


def compare(first: Scores, second: Scores, metrics: Sequence[str] | None = None, **options: Any) -> RunsComparison:
    return compare_many({"a": first, "b": second}, metrics, **options)


def compared(first: Sequence[Any], second: Sequence[Any], resampling: Resampling | None = None) -> SimpleNamespace:
    (written,) = compare(run(first), run(second), resampling=resampling).to_dict()["metrics"]
    return SimpleNamespace(**written)


def of_many(runs: Mapping[str, Sequence[Any] | Scores], **options: Any) -> MetricOfRuns:
    (metric,) = compare_many({name: run(values) for name, values in runs.items()}, **options).metrics
    return metric


def test_few_tasks_by_hand() -> None:
    """The first run solves all of five tasks, the second none: two of 32 exchanges are as extreme."""
    found = compared([1] * 5, [0] * 5)
    assert (found.first, found.second, found.difference, found.tasks) == (1.0, 0.0, 1.0, 5)
    assert found.p_value == pytest.approx(2 / 32)
    # Four tasks differ, three of them in favour of the first run: of 16 ways, 2 (1 + 4) differ by 2 or 4 in number.
    found = compared([1, 1, 1, 0, 1], [0, 0, 0, 1, 1])
    assert [found.difference, found.p_value] == pytest.approx([2 / 5, 10 / 16])
    assert found.low < 2 / 5 < found.high
    # Methods: 3 of 4 and 2 of 2 against 1 of 4 and 0 of 2, that is 5 of 6 against 1 of 6. Of 4 ways 2 are extreme.
    found = compared([(3, 4), (2, 2)], [(1, 4), (0, 2)])
    assert [found.first, found.second, found.p_value] == pytest.approx([5 / 6, 1 / 6, 2 / 4])


def test_a_run_against_itself() -> None:
    """No task differs, which allows that some of others would: of 100, up to 3.6%."""
    found = compared([0.2, 1, 0, 0.4], [0.2, 1, 0, 0.4])
    assert (found.difference, found.low, found.high, found.p_value) == (0, None, None, 1), "too few for an interval"
    found = compared([0.2] * 100, [0.2] * 100)
    assert (found.difference, found.p_value) == (0, 1)
    assert (-found.low, found.high) == pytest.approx((1 - 0.025**0.01,) * 2)


def test_p_values_are_exact_however_many_tasks_there_are() -> None:
    """Of 100 tasks 8 differ, 6 of them in favour of the first run: 2 (1 + 8 + 28) of 256 ways, with any seed."""
    first, second = [1] * 6 + [0] * 2 + [1] * 92, [0] * 6 + [1] * 2 + [1] * 92
    for seed in range(3):
        found = compared(first, second, Resampling(seed=seed, resamples=99))
        assert (found.p_value, found.exact) == (pytest.approx(74 / 256), True)
    # Of 40 tasks all differ, in steps of a fifth: as many ways are counted as could never be tried.
    generator = np.random.default_rng(3)
    values = [generator.binomial(5, chance, 40) / 5 for chance in (0.5, 0.3)]
    exact = compared(*values)
    signs = generator.choice([-1, 1], (200_000, 40))
    tried = np.mean(np.abs(signs @ (values[0] - values[1])) >= abs(values[0].sum() - values[1].sum()) - 1e-9)
    assert exact.exact and exact.p_value == pytest.approx(tried, abs=0.005)


def test_p_values_of_differences_without_a_common_step() -> None:
    """Few are tried in all ways, many at random, of which the observed results count as one."""
    values = np.random.default_rng(4).random((2, 60))
    found = compared(*values)
    assert not found.exact and found.p_value >= 1 / 10_000
    few = compared([*values[0][:5], *[1] * 9], [*values[1][:5], *[1] * 9])
    assert few.exact and few.p_value * 32 == pytest.approx(round(few.p_value * 32))


@pytest.mark.parametrize("seed", range(3))
def test_symmetry(seed: int) -> None:
    generator = np.random.default_rng(seed)
    weights = generator.integers(1, 6, 40)
    runs = [[(float(generator.binomial(n, 0.4)), float(n)) for n in weights] for _ in range(2)]
    one, other = compared(runs[0], runs[1]), compared(runs[1], runs[0])
    assert (one.first, one.second) == (other.second, other.first)
    mirrored = [-other.difference, -other.high, -other.low, other.p_value]
    assert [one.difference, one.low, one.high, one.p_value] == pytest.approx(mirrored)


def test_number_of_samples_does_not_matter() -> None:
    """Weights of one run ten times those of the other, as DEP has them with ten times the samples."""
    first, second = [(3.0, 4.0), (2.0, 2.0), (1.0, 5.0)], [(1.0, 4.0), (0.0, 2.0), (2.0, 5.0)]
    many = [(10 * value, 10 * weight) for value, weight in second]
    one, other = (compared(first, of_second, FAST) for of_second in (second, many))
    figures = [one.second, one.low, one.high, one.p_value]
    assert [other.second, other.low, other.high, other.p_value] == pytest.approx(figures)


def test_an_interval_leaves_out_0_where_the_p_value_is_below_its_level() -> None:
    """Whatever decides each: every number of tasks that one of two runs solves alone, methods, DEP and counts."""
    generator, pairs = np.random.default_rng(7), list[tuple[Any, Any]]()
    for tasks, only in ((5, range(6)), (20, range(21)), (60, range(3, 30, 3))):
        for first in only:
            for second in [count for count in only if count <= min(first, tasks - first)]:
                better, worse = [1] * first + [0] * second, [0] * first + [1] * second
                pairs.append(([*better, *[1] * (tasks - len(better))], [*worse, *[1] * (tasks - len(worse))]))
    for shift in np.linspace(0, 0.4, 12):
        weights = generator.integers(1, 8, 30)
        of_methods = [generator.binomial(weights, chance) / 1.0 for chance in (0.5 + shift, 0.5)]
        pairs.append(tuple(list(zip(values, weights, strict=True)) for values in of_methods))
        pairs.append(tuple(list(zip(values * 1.7, weights, strict=True)) for values in of_methods))
        pairs.append((list(generator.random(40) + shift), list(generator.random(40))))
    found = [compared(first, second, how) for first, second in pairs for how in (FAST, Resampling(resamples=299))]
    for level, item in zip(itertools.cycle((0.9, 0.95)), found, strict=False):
        assert item.low is None or (item.low > 0 or item.high < 0) == (item.p_value < round(1 - level, 9)), vars(item)
        assert item.low is None or item.low <= item.difference <= item.high
    assert 50 < sum(item.low is not None and item.low > 0 for item in found) < len(found) - 50


def test_coverage_and_false_alarms() -> None:
    """Of runs equally good on average, 90% intervals hold 0 in about 90%, p <= .1 in 10% (standard error 2.1%)."""
    generator = np.random.default_rng(5)
    draws, tasks = 200, 100
    held = alarms = 0
    for _ in range(draws):
        chance = generator.beta(0.6, 1.4, tasks)
        found = compared(*(generator.binomial(5, chance) / 5 for _ in range(2)), FAST)
        held += found.low <= 0 <= found.high
        alarms += found.p_value <= 0.1
    assert 0.86 <= held / draws <= 0.97 and 0.06 <= alarms / draws <= 0.14


def test_pairs_show_what_averages_hide() -> None:
    """One more task solved on each of ten tasks of very different difficulty."""
    values = [index / 20 for index in range(18)]
    found = compared([value + 0.1 for value in values], values)
    assert found.p_value < 0.01 and 0 < found.low <= 0.1 <= found.high < 0.2


def test_tasks_of_one_run_only_do_not_count_and_one_task_has_no_interval() -> None:
    found = compared([1, 0, (0, 0)], [0, 0, 1])
    assert (found.tasks, found.first, found.second) == (2, 0.5, 0)
    extra = compared([(2, 2), (1, 0), (1, 2)], [(1, 2), (0, 0), (1, 2)], FAST)
    assert (extra.tasks, extra.first, extra.second) == (3, 1, 0.5)
    found = compared([1], [0])
    assert (found.difference, found.p_value, found.low, found.high) == (1, 1, None, None)
    assert row_of("class_pass@1", format_runs(compare(run([1] * 30), run([0] * 30))))[-1] == "<.0001"
    shown = format_runs(compare(run([1]), run([0])))
    assert "\n1 task as a pair; " in shown and "over 1 task;" in shown
    assert row_of("class_pass@1", shown)[1:] == ["1", "1.0000", "0.0000", "1.0000", "n/a", "n/a", "1.0000"]


def test_what_cannot_be_compared() -> None:
    for second, message in (
        (run([1, 1, 1]), r"1 is only in the second \(task 2\)"),
        (run([1]), r"1 is only in the first \(task 1\)"),
        (run([1, 1], results={"a": [], "b": []}), r"2 are only in the first .* and 2 are only in the second \(a, b\)"),
        (run([1, 1], metric_version="2"), "versions 1 and 2"),
        (run([1, 1], "dep_f"), "b has no class_pass@1"),
        (run([], results={}), "no results per task"),
        (run([1] * 99), r"97 are only in the second \(task 2, task 3, task 4, task 5, task 6, and 92 more\)"),
        (
            run([1, 1], results={f"task {index}": [{"test_classes": {"T": {"tests": 3}}}] for index in (0, 1)}),
            r"2 tasks have other tests .*\(task 0, task 1\)",
        ),
    ):
        with pytest.raises(ValueError, match=message):
            compare(run([1, 0]), second, ["class_pass@1"])


def completion_file(path: Path, completions: Mapping[str, str]) -> Path:
    return write_lines(path, [{"task_id": task, "completion": text} for task, text in completions.items()])


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path, Path]:
    rows = [{**TASK.to_row(), "task_id": name, "solution_code": RIGHT} for name in "abcdef"]
    tasks = write_json(tmp_path / "tasks.json", rows)
    every = dict.fromkeys("abcdef", RIGHT)
    first = completion_file(tmp_path / "first.jsonl", every)
    second = completion_file(tmp_path / "second.jsonl", {**every, "b": RIGHT.replace("3001", "1")})
    return tasks, first, second


def row_of(metric: str, text: str) -> list[str]:
    return next(line.split() for line in text.split("\n") if line.startswith(f"{metric} "))


@pytest.mark.usefixtures("consent")
def test_command(tmp_path: Path, files: tuple[Path, Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    tasks, first, second = map(str, files)
    scores, output = str(tmp_path / "scores.json"), tmp_path / "comparison.json"
    of_class = ["--metric", "class_pass@1"]
    for arguments, level in (([first, second, "--ci", "0.9"], 0.9), ([second], 0.95), ([first, second], 0.95)):
        assert main(["score", *arguments, "--tasks-from", tasks, "-o", scores]) == 0
        shown = capsys.readouterr().out
        runs = json.loads(Path(scores).read_text())
        of_second = runs[files[2].name]
        assert {of_run["ci"]["level"] for of_run in runs.values()} == {level}
        assert set(of_second["intervals"]) >= {"class_pass@1", "test_rate"}
        low, high = (end * 100 for end in of_second["intervals"]["class_pass@1"])
        assert f"83.3 ({low:.1f}-{high:.1f})" in shown, "the table and the file"
        asked_for = ("Confidence intervals, level 0.9", "test_rate", "with 90% intervals")
        assert level != 0.9 or all(words in shown for words in asked_for)
    assert main(["compare", first, second, "--tasks-from", tasks, *of_class, "-o", str(output)]) == 0
    row = row_of("class_pass@1", capsys.readouterr().out)
    assert row[1:5] == ["6", "1.0000", "0.8333", "0.1667"]
    assert float(row[7]) == 1  # one task that differs can do so in either direction
    assert json.loads(output.read_text())["metrics"][0]["difference"] == pytest.approx(1 / 6)
    assert main(["compare", scores, *of_class]) == 0
    captured = capsys.readouterr()
    assert row == row_of("class_pass@1", captured.out) and "exact permutation test" in captured.out
    assert "the same completions" not in captured.err
    assert main(["compare", first, first, "--tasks-from", tasks, *of_class]) == 0
    captured = capsys.readouterr()
    assert "Both are the same completions." in captured.err
    assert float(row_of("class_pass@1", captured.out)[7]) == 1


@pytest.mark.usefixtures("consent")
def test_what_differs(tmp_path: Path, files: tuple[Path, Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    tasks, first, _ = map(str, files)
    less = str(completion_file(tmp_path / "less.jsonl", {"a": ""}))
    for arguments, message in (
        ([less, "--tasks-from", tasks], "only in the first (b, c, d, e, f)"),
        (["--tasks-from", tasks], "A comparison needs two runs or more, and was given 1"),
        ([less, "--tasks-from", tasks, "--own-tasks"], "--own-tasks or --tasks-from"),
        ([less, "--ci", "95"], "between 0 and 1, but is 95"),
    ):
        assert main(["compare", first, *arguments]) == 2 and message in capsys.readouterr().err


def project_run(values: Sequence[float], projects: Sequence[str], **extra: Any) -> Scores:
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
    # Tasks of one project are pairs by themselves, as class tasks are.
    found = compare(project_run([1] * 5, "aaaaa"), project_run([0] * 5, "aaaaa"), resampling=FAST)
    assert found.metrics[0].pairs[0].p_value == pytest.approx(2 / 32)
    assert found.projects == 0 and not any("p-value" in note for note in found.notes)


def test_other_tests_of_a_project_cannot_be_compared() -> None:
    first, second = project_run([1], "a"), project_run([1], "a")
    second.results["task 0"][0].tests["tests/test_a.py"] = TestClassResult(tests=3)  # type: ignore[index]
    with pytest.raises(ValueError, match="1 task has other tests"):
        compare(first, second)
    with pytest.raises(ValueError, match=r"only in the second \(task 1\)"):
        compare(first, run([1, 1]))


def twenty() -> dict[str, Scores]:
    """20 runs of 5 samples on 100 tasks of their own difficulty, each run a little better than the one before."""
    generator = np.random.default_rng(3)
    chance = generator.beta(0.6, 1.4, 100)
    chances = [np.clip(chance + index / 60, 0, 1) for index in range(20)]
    return {f"model {index}": run(generator.binomial(5, of_run) / 5) for index, of_run in enumerate(chances)}


@given(st.lists(st.lists(st.sampled_from([0.0, 0.25, 0.5, 1.0]), min_size=4, max_size=4), min_size=1, max_size=9))
def test_equal_averages_share_the_mean_of_their_ranks(rows: list[list[float]]) -> None:
    averages = np.array(rows)
    assert np.array_equal(_ranks(averages), stats.rankdata(-averages, method="average", axis=1))


def test_holm_by_hand() -> None:
    """0.01 x 4, 0.02 x 3, 0.03 x 2 and 0.04 x 1; the last two not below 0.06."""
    assert holm([0.03, 0.01, 0.04, 0.02]) == pytest.approx([0.06, 0.04, 0.06, 0.06])
    assert holm([0.005, 0.011, 0.02, 0.04, 0.13]) == pytest.approx([0.025, 0.044, 0.06, 0.08, 0.13])
    assert holm([0.6, 0.5]) == pytest.approx([1.0, 1.0]) and holm([0.2]) == [0.2] and holm([]) == []


@given(st.lists(st.floats(0, 1), max_size=30))
def test_holm_never_lowers_and_keeps_the_order(p_values: list[float]) -> None:
    adjusted = holm(p_values)
    assert all(p <= corrected <= 1 for p, corrected in zip(p_values, adjusted, strict=True))
    in_order = [corrected for _, corrected in sorted(zip(p_values, adjusted, strict=True))]
    assert in_order == sorted(in_order)


@pytest.mark.parametrize("methods", [[3] * 100, [1, 2, 4, 6, 7, 10, 12] * 14])
def test_all_that_pass_average_to_exactly_one(methods: list[int]) -> None:
    """Sums of shares of weights miss it in the last digit."""
    ranking = of_many({name: run([(number, number) for number in methods]) for name in "ab"}, resampling=FAST).ranking
    assert [ranked.value for ranked in ranking] == [1.0, 1.0]


def test_a_pair_is_compared_as_two_runs_are() -> None:
    """The same difference, interval and exact p-value, also where weights differ between the runs."""
    first = [(3.0, 4.0), (2.0, 2.0), (1.0, 5.0), (0.0, 1.0)]
    second = [(1.0, 4.0), (0.0, 2.0), (20.0, 50.0), (0.0, 1.0)]
    (of_two,) = of_many({"a": first, "b": second}).pairs
    pair = of_many({"a": first, "b": second, "c": first}).pairs[0]
    assert (pair.first, pair.second) == ("a", "b")
    figures = [of_two.difference, of_two.low, of_two.high, of_two.p_value]
    assert [pair.difference, pair.low, pair.high, pair.p_value] == pytest.approx(figures)
    assert of_two.adjusted_p == of_two.p_value, "a single pair needs no correction"
    # To the last digit, however many runs are beside it.
    runs = twenty()
    for pair in of_many({name: runs[name] for name in ("model 0", "model 3", "model 4")}).pairs:
        (of_two,) = of_many({name: runs[name] for name in (pair.first, pair.second)}).pairs
        assert (pair.p_value, pair.exact) == (of_two.p_value, of_two.exact)
        assert [pair.low, pair.high] == pytest.approx([of_two.low, of_two.high])


def test_twenty_runs() -> None:
    """190 pairs, each in the matrix twice with opposite sign; shares of being first sum to 1, and ranks to 210."""
    comparison = compare_many(twenty(), resampling=FAST)
    (found,) = comparison.metrics
    assert len(found.pairs) == 190
    matrix = found.matrix()
    for row in range(20):
        assert matrix[row][row] is None
        for column in range(row):
            one, other = matrix[row][column], matrix[column][row]
            assert one is not None and other is not None
            assert (one.difference, one.low, one.high) == (-other.difference, -other.high, -other.low)
            assert one.adjusted_p == other.adjusted_p >= one.p_value
    assert sum(item.first_share for item in found.ranking) == pytest.approx(1)
    assert sum(item.mean_rank for item in found.ranking) == pytest.approx(210)
    values = [item.value for item in found.ranking]
    assert values == sorted(values, reverse=True)
    assert all(item.low_rank <= item.mean_rank <= item.high_rank for item in found.ranking)
    assert all(pair.exact for pair in found.pairs) and not any("resamples" in note for note in comparison.notes)
    data = json.loads(json.dumps(comparison.to_dict()))
    assert data["metrics"][0]["matrix"][0][1] == pytest.approx(values[0] - values[1])


def test_random_exchanges_have_a_least_p_value() -> None:
    values = np.random.default_rng(5).random((20, 60))
    runs = {f"model {index}": run(of_run) for index, of_run in enumerate(values)}
    note = compare_many(runs, resampling=FAST).notes[-1]
    assert "190 pairs and 299 resamples" in note and "--resamples" in note


def test_ranks_by_hand() -> None:
    values = [1, 0, 0.2, 1, 0.4]
    comparison = compare_many({"a": run(values), "b": run(values), "c": run([0] * 5)})
    (found,) = comparison.metrics
    # The third is as good where only the tasks that nobody solves are drawn, 1 of 3,125 times.
    assert [item.first_share for item in found.ranking] == pytest.approx([0.5, 0.5, 0], abs=0.002)
    assert [item.rank for item in found.ranking] == [1.5, 1.5, 3]
    rows = [line.split() for line in format_runs(comparison).split("\n")]
    assert ["1", "a", "0.0", "+52.0"] in rows and ["2", "b", "0.0", "+52.0"] in rows, "no difference has no sign"
    always_first = of_many({"b": [0.2, 0.6, 0.1], "a": [0.4, 0.8, 0.3]}, resampling=FAST).ranking[0]
    assert always_first == RankedRun("a", pytest.approx(0.5), 1, 1, 1, 1, 1)
    found = of_many({"a": [1, 0, 1], "b": [0, 0, 1], "c": [0, 1, (0, 0)]})
    assert found.tasks == 2, "one that a run could not run counts for none"
    assert [(item.run, item.value) for item in found.ranking] == [("a", 0.5), ("c", 0.5), ("b", 0)]


def test_corrected_p_values_by_hand() -> None:
    """Five tasks, all solved by one run and none by the others: 2 of 32 exchanges, times the 3 pairs of three runs."""
    runs = {"a": run([1] * 5), "b": run([0] * 5), "c": run([0] * 5)}
    pairs = of_many(runs).pairs
    assert [pair.p_value for pair in pairs] == pytest.approx([1 / 16, 1 / 16, 1])
    assert [pair.adjusted_p for pair in pairs] == pytest.approx([3 / 16, 3 / 16, 1])
    # Only pairs with the baseline count for the correction, times 2 instead of 3.
    comparison = compare_many(runs, baseline="a")
    (found,) = comparison.metrics
    assert [(pair.first, pair.second, pair.difference) for pair in found.pairs] == [("b", "a", -1), ("c", "a", -1)]
    assert [pair.adjusted_p for pair in found.pairs] == pytest.approx([1 / 8, 1 / 8])
    assert "class_pass@1 less that of a" in format_runs(comparison)
    with pytest.raises(ValueError, match="No run is called 'd'; the runs are a; b; c"):
        compare_many(runs, baseline="d")


def test_the_incomparable_pair_is_named() -> None:
    runs = {"a": run([1, 0]), "b": run([1, 1]), "c": run([1, 0, 1])}
    with pytest.raises(IncomparableError, match=r"a \(the first\) and c \(the second\) .* in the second \(task 2\)"):
        compare_many(runs)
    common = compare_many({**runs, "d": run([1, 0, 1], unsound_tasks={"task 0": "no network"})}, common=True)
    assert common.common == ("task 1",) and common.metrics[0].tasks == 1
    with pytest.raises(ValueError, match=r"b has no dep_f\. All have class_pass@1\."):
        compare_many({name: run([1, 0]) for name in "bcd"}, ["dep_f"])
    with pytest.raises(ValueError, match="versions 1 and 2"):
        compare_many({"a": run([1]), "b": run([1]), "c": run([1], metric_version="2")}, common=True)


def test_long_names_are_shortened_to_what_differs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Where tables would break them; so are notes, which are said once, and published scores have their reason."""
    model, values = "an-organisation--a-model-of-15b", ([1] * 6, [1, 0] * 3, [0] * 6)
    cases = (
        ([f"{model}_class_{letter}_greedy.json" for letter in "HIC"], f"All runs: {model}, greedy\n6 tasks"),
        (
            [f"exp_lr{number}_seed-1_of_my_own_runs.json" for number in range(3)],
            "All runs: exp_..._seed-1_of_my_own_runs",
        ),
        (["GPT-4_100_c_t0.json", "mine.json", "GPT-3.5-Turbo_method_I_greedy.json"], "strict less published"),
    )
    further = ("holistic     compositional ", "\nlr0  lr2 ", "Published in v1.0.0: by the public harness's rules")
    for number, ((of_runs, *shown), last) in enumerate(zip(cases, further, strict=True)):
        path = tmp_path / f"{number}.json"
        path.write_text(json.dumps({name: written(of) for name, of in zip(of_runs, values, strict=True)}))
        assert main(["compare", str(path)]) == 0
        captured = capsys.readouterr()
        assert all(words in captured.out for words in (*shown, last)), captured.out
        assert captured.err.count("Neither run has provenance") == 1
    assert short_names(["one-a", "one-b"]) == ({"one-a": "one-a", "one-b": "one-b"}, "")
    same_end = [f"{'a-long-name-' * 3}{end}" for end in ("b", "b-c")]
    assert list(short_names(same_end)[0].values()) == ["b", "b-c"]


@pytest.fixture
def three(tmp_path: Path) -> Path:
    runs = {"good.jsonl": [1] * 8, "middling.jsonl": [1, 0] * 4, "poor.jsonl": [0] * 8}
    file = tmp_path / "scores.json"
    file.write_text(json.dumps({name: written(values) for name, values in runs.items()}))
    return file


def test_command_of_three(three: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    output = tmp_path / "out.json"
    assert main(["compare", str(three), "-o", str(output)]) == 0
    printed = capsys.readouterr().out
    assert "Ranking by class_pass@1 over 8 tasks" in printed
    # 2 of 256 exchanges are as far apart as best and worst: 0.0078, times three pairs.
    line = next(line.split() for line in printed.split("\n") if line.startswith("good") and "poor" in line)
    assert line[2:] == ["1.0000", "0.4776", "1.0000", "0.0078", "0.0234*"]
    assert max(map(len, printed.split("\n"))) <= 119
    data = json.loads(output.read_text())
    assert data["runs"] == ["good", "middling", "poor"]
    assert [item["run"] for item in data["metrics"][0]["ranking"]] == ["good", "middling", "poor"]
    assert len(data["metrics"][0]["pairs"]) == 3


def test_command_chooses_runs(three: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for options, shown in (
        (["--runs", "poor", "midd"], "A: poor\nB: middling\n"),
        (["--runs", "poor", "midd"], "Ranking by class_pass@1"),
        (["--runs", "poor", "midd", "--baseline", "poor"], "A: middling\nB: poor\n"),
        (["--baseline", "poor"], "less that of poor"),
    ):
        assert main(["compare", str(three), *options]) == 0 and shown in capsys.readouterr().out
    for names, message in (
        (["poor", "none"], "No run is called 'none'; the runs are good; middling; poor"),
        (["o"], "'o' may be 2 runs; name one of them in full: good; poor."),
        (["poor", "poor"], "named twice"),
        (["poor"], "A comparison needs two runs or more, and was given 1: poor"),
    ):
        assert main(["compare", str(three), "--runs", *names]) == 2 and message in capsys.readouterr().err


def test_the_table_of_points_is_that_of_the_exact_test() -> None:
    """Of the tasks on which two runs disagree, so many more must fall to one that p is below 0.05."""
    text = (ROOT / "docs" / "design" / "statistics.md").read_text(encoding="utf-8")
    rows = [line.split("|")[1:-1] for line in text.partition("| 10% disagree |")[2].split("\n")[2:] if line[:1] == "|"]
    shares = (0.1, 0.2, 0.3, 0.4)
    for tasks, *points in rows[:5]:
        for share, cell in zip(shares, points, strict=True):
            count = round(int(tasks) * share)
            leads = [2 * lead - count for lead in range(count + 1) if 2 * stats.binom.sf(lead - 1, count, 0.5) < 0.05]
            expected = f"{100 * min(leads) / int(tasks):.1f}" if leads else "none"
            assert cell.strip() == expected, (tasks, share)
