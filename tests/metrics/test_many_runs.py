"""Any number of runs: Holm's correction by hand, the matrix, the ranking, and the command."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from classeval_hf.cli import main
from classeval_hf.metrics.comparability import IncomparableError
from classeval_hf.metrics.intervals import Resampling
from classeval_hf.metrics.many_runs import RankedRun, _ranks, compare_many, holm
from classeval_hf.metrics.scores import Scores
from classeval_hf.reports.comparisons import format_runs

FAST = Resampling(resamples=499)


def written(values: Sequence[float | tuple[float, float]], name: str = "class_pass@1", **extra: Any) -> dict[str, Any]:
    """Scores of a run as a file has them, with one average; a number stands for a value of weight 1."""
    terms = [list(map(float, value)) if isinstance(value, tuple) else [float(value), 1.0] for value in values]
    tasks = {f"task {index}": term for index, term in enumerate(terms)}
    samples = [{"class_passed": True, "test_classes": {"T": {"tests": 2}}}]
    data = {"metric_version": "1", "per_task": {name: tasks}, "results": dict.fromkeys(tasks, samples), **extra}
    return {"n_tasks": len(tasks), "n_samples": len(tasks), **data}


def run(values: Sequence[float | tuple[float, float]], name: str = "class_pass@1", **extra: Any) -> Scores:
    return Scores.from_dict(written(values, name, **extra))


def twenty() -> dict[str, Scores]:
    """20 runs of 5 samples on 100 tasks of their own difficulty, each run a little better than the one before."""
    generator = np.random.default_rng(3)
    chance = generator.beta(0.6, 1.4, 100)
    return {
        f"model {index}": run(list(generator.binomial(5, np.clip(chance + index / 60, 0, 1)) / 5))
        for index in range(20)
    }


@given(st.lists(st.lists(st.sampled_from([0.0, 0.25, 0.5, 1.0]), min_size=4, max_size=4), min_size=1, max_size=9))
def test_equal_averages_share_the_mean_of_their_ranks(rows: list[list[float]]) -> None:
    averages = np.array(rows)
    assert np.array_equal(_ranks(averages), stats.rankdata(-averages, method="average", axis=1))


def test_holm_by_hand() -> None:
    """0.01 x 4, 0.02 x 3, 0.03 x 2 and 0.04 x 1; the last two not below 0.06."""
    assert holm([0.03, 0.01, 0.04, 0.02]) == pytest.approx([0.06, 0.04, 0.06, 0.06])
    assert holm([0.005, 0.011, 0.02, 0.04, 0.13]) == pytest.approx([0.025, 0.044, 0.06, 0.08, 0.13])
    assert holm([0.6, 0.5]) == pytest.approx([1.0, 1.0])
    assert holm([0.2]) == [0.2] and holm([]) == []


@given(st.lists(st.floats(0, 1), max_size=30))
def test_holm_never_lowers_and_keeps_the_order(p_values: list[float]) -> None:
    adjusted = holm(p_values)
    assert all(p <= corrected <= 1 for p, corrected in zip(p_values, adjusted, strict=True))
    in_order = [corrected for _, corrected in sorted(zip(p_values, adjusted, strict=True))]
    assert in_order == sorted(in_order)


@pytest.mark.parametrize("methods", [[3] * 100, [1, 2, 4, 6, 7, 10, 12] * 14])
def test_all_that_pass_average_to_exactly_one(methods: list[int]) -> None:
    """Sums of shares of weights miss it in the last digit."""
    compared = compare_many({name: run([(number, number) for number in methods]) for name in "ab"}, resampling=FAST)
    assert [ranked.value for ranked in compared.metrics[0].ranking] == [1.0, 1.0]


def test_a_pair_is_compared_as_two_runs_are() -> None:
    """The same difference, interval and exact p-value, also where weights differ between the runs."""
    first = [(3.0, 4.0), (2.0, 2.0), (1.0, 5.0), (0.0, 1.0)]
    second = [(1.0, 4.0), (0.0, 2.0), (20.0, 50.0), (0.0, 1.0)]
    (of_two,) = compare_many({"a": run(first), "b": run(second)}).metrics[0].pairs
    (found,) = compare_many({"a": run(first), "b": run(second), "c": run(first)}).metrics
    pair = found.pairs[0]
    assert (pair.first, pair.second) == ("a", "b")
    assert [pair.difference, pair.low, pair.high, pair.p_value] == pytest.approx(
        [of_two.difference, of_two.low, of_two.high, of_two.p_value]
    )
    (found,) = compare_many({"a": run(first), "b": run(second)}).metrics
    assert found.pairs[0].adjusted_p == found.pairs[0].p_value, "a single pair needs no correction"


def test_exact_p_values_by_hand() -> None:
    """Five tasks, all solved by one run and none by the others: 2 of 32 exchanges, times the 3 pairs of three runs."""
    (found,) = compare_many({"a": run([1] * 5), "b": run([0] * 5), "c": run([0] * 5)}).metrics
    assert [pair.p_value for pair in found.pairs] == pytest.approx([1 / 16, 1 / 16, 1])
    assert [pair.adjusted_p for pair in found.pairs] == pytest.approx([3 / 16, 3 / 16, 1])


def test_pairs_are_those_of_two_runs() -> None:
    """To the last digit: the same pair has the same p-value, however many runs are beside it."""
    runs = twenty()
    names = ["model 0", "model 3", "model 4"]
    (found,) = compare_many({name: runs[name] for name in names}).metrics
    for pair in found.pairs:
        two = {name: runs[name] for name in (pair.first, pair.second)}
        (of_two,) = compare_many(two).metrics[0].pairs
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
    """Where there are any; of differences without a common step."""
    values = np.random.default_rng(5).random((20, 60))
    runs = {f"model {index}": run(list(of_run)) for index, of_run in enumerate(values)}
    note = compare_many(runs, resampling=FAST).notes[-1]
    assert "190 pairs and 499 resamples" in note and "--resamples" in note


def test_equal_runs_share_the_first_place() -> None:
    values = [1, 0, 0.2, 1, 0.4]
    comparison = compare_many({"a": run(values), "b": run(values), "c": run([0] * 5)})
    (found,) = comparison.metrics
    # The third is as good where only the tasks that nobody solves are drawn, 1 of 3,125 times.
    assert [item.first_share for item in found.ranking] == pytest.approx([0.5, 0.5, 0], abs=0.002)
    assert [item.rank for item in found.ranking] == [1.5, 1.5, 3]
    rows = [line.split() for line in format_runs(comparison).split("\n")]
    assert ["1", "a", "0.0", "+52.0"] in rows and ["2", "b", "0.0", "+52.0"] in rows, "no difference has no sign"


def test_a_run_that_is_better_everywhere_is_always_first() -> None:
    (found,) = compare_many({"b": run([0.2, 0.6, 0.1]), "a": run([0.4, 0.8, 0.3])}, resampling=FAST).metrics
    assert found.ranking[0] == RankedRun("a", pytest.approx(0.5), 1, 1, 1, 1, 1)


def test_baseline() -> None:
    """Only pairs with it count for the correction: 2 of 32 exchanges, times 2 instead of 3."""
    runs = {"a": run([1] * 5), "b": run([0] * 5), "c": run([0] * 5)}
    comparison = compare_many(runs, baseline="a")
    (found,) = comparison.metrics
    assert [(pair.first, pair.second, pair.difference) for pair in found.pairs] == [("b", "a", -1), ("c", "a", -1)]
    assert [pair.adjusted_p for pair in found.pairs] == pytest.approx([1 / 8, 1 / 8])
    assert "class_pass@1 less that of a" in format_runs(comparison)
    with pytest.raises(ValueError, match="No run is called 'd'; the runs are a; b; c"):
        compare_many(runs, baseline="d")


def test_tasks_that_one_run_could_not_run_count_for_none() -> None:
    (found,) = compare_many({"a": run([1, 0, 1]), "b": run([0, 0, 1]), "c": run([0, 1, (0, 0)])}).metrics
    assert found.tasks == 2
    assert [(item.run, item.value) for item in found.ranking] == [("a", 0.5), ("c", 0.5), ("b", 0)]


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


@pytest.fixture
def three(tmp_path: Path) -> Path:
    """A score file of three runs."""
    file = tmp_path / "scores.json"
    runs = {"good.jsonl": [1] * 8, "middling.jsonl": [1, 0] * 4, "poor.jsonl": [0] * 8}
    file.write_text(json.dumps({name: written(values) for name, values in runs.items()}))
    return file


def test_command(three: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
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
    """Two of three, by parts of their names, print as two runs do; a baseline is the second of two."""
    assert main(["compare", str(three), "--runs", "poor", "midd"]) == 0
    printed = capsys.readouterr().out
    assert "A: poor\nB: middling\n" in printed and "Ranking by class_pass@1" in printed
    assert main(["compare", str(three), "--runs", "poor", "midd", "--baseline", "poor"]) == 0
    assert "A: middling\nB: poor\n" in capsys.readouterr().out
    assert main(["compare", str(three), "--baseline", "poor"]) == 0
    assert "less that of poor" in capsys.readouterr().out
    for names, message in (
        (["poor", "none"], "No run is called 'none'; the runs are good; middling; poor"),
        (["o"], "'o' may be 2 runs"),
        (["poor", "poor"], "named twice"),
        (["poor"], "A comparison needs two runs or more, and was given 1: poor"),
    ):
        assert main(["compare", str(three), "--runs", *names]) == 2
        assert message in capsys.readouterr().err
