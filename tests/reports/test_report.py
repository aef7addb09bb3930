import argparse
import csv
import json
import re
from pathlib import Path
from typing import Any

import pytest
from box_task import RIGHT, TASK
from report_runs import ANALYSIS, NUCLEUS, make_project_run, make_run

from classeval_hf.cli import main
from classeval_hf.cli.report import add_commands
from classeval_hf.core.repository_tasks import RepositoryTask
from classeval_hf.core.tasks import ClassTask
from classeval_hf.core.verdicts import RUNS_ITSELF
from classeval_hf.metrics.results import SampleResult
from classeval_hf.reports.content import check_claims, compare_with_published, match_published
from classeval_hf.reports.display import clip_completion, markdown_text, visible
from classeval_hf.reports.figures import DrawnFigure, MissingFigure, draw_figures
from classeval_hf.reports.leaderboard import OTHER, common_errors, error_shares, table_7_runs, task_pass_rates
from classeval_hf.reports.runs import ScoringOptions, read_runs
from classeval_hf.reports.samples import fair_limit, json_for_script, run_details, run_summary
from classeval_hf.reports.writing import write_report
from classeval_hf.runs.published import find_published, published_runs
from classeval_hf.runs.run_names import RunName, parse_label, parse_published_name
from classeval_hf.sandbox import linux
from classeval_hf.tasks.splits import select_tasks

pytestmark = pytest.mark.usefixtures("shared_judges")

TABLE_7 = {  # ClassEval, Table 7, in percent: class pass@1, 3, 5 and method pass@1, 3, 5
    "GPT-4_H": (37.6, 41.3, 42.0, 62.8, 67.4, 68.5),
    "GPT-3.5_H": (29.6, 34.9, 36.0, 50.4, 59.0, 61.1),
    "WizardCoder_C": (12.2, 20.0, 23.0, 35.2, 47.1, 51.1),
    "Instruct-StarCoder_H": (10.2, 12.7, 14.0, 23.1, 26.5, 27.7),
    "SantaCoder_I": (8.6, 9.9, 10.0, 27.7, 33.0, 34.9),
    "Instruct-CodeGen_I": (8.2, 12.3, 13.0, 24.9, 34.3, 37.1),
    "CodeGeeX_I": (7.2, 9.4, 10.0, 21.2, 27.1, 29.5),
    "Incoder_I": (6.2, 7.6, 8.0, 21.1, 26.5, 29.1),
    "Vicuna_I": (3.0, 3.6, 4.0, 11.0, 15.8, 18.4),
    "ChatGLM_C": (1.4, 2.6, 3.0, 8.2, 11.2, 12.4),
    "PolyCoder_I": (1.4, 2.2, 3.0, 13.2, 17.5, 19.6),
}


# What is reported on


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("mine", RunName("mine")),
        ("bigcode/starcoder, holistic, greedy", RunName("bigcode/starcoder", "holistic", "greedy")),
        ("mine,,nucleus", RunName("mine", "", "nucleus")),
        ("mine,bottom-up", RunName("mine", "bottom_up")),
    ],
)
def test_labels(text: str, name: RunName) -> None:
    assert parse_label(text) == name


@pytest.mark.parametrize("text", ["", ",holistic", "mine,whole", "mine,holistic,beam", "a,holistic,greedy,x"])
def test_bad_labels_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="Label"):
        parse_label(text)


def test_published_names() -> None:
    assert parse_published_name("GPT-3.5_I(greedy)") == RunName("GPT-3.5", "incremental", "greedy")
    assert parse_published_name("codegeex2-6b_method_C_t0.2") == RunName("codegeex2-6b", "compositional", "nucleus")
    assert parse_published_name("GPT-4_100_c_t0") is None


def test_score_files(tmp_path: Path) -> None:
    """One file of several runs, and the answers beside it, found by their name although the file was moved."""
    scores = make_run("any").scores.to_dict()
    answers = tmp_path / "GPT-4-Turbo_class_H_greedy.jsonl"
    rows = [{"task_id": task, "completion": f"{task} {index}"} for task in ("box", "bag") for index in range(2)]
    answers.write_text("\n".join(map(json.dumps, rows)))
    path = tmp_path / "scores.json"
    path.write_text(json.dumps({f"gone/{answers.name}": scores, "gone/other.jsonl": scores}))
    first, second = read_runs([str(path)], data_version="mine")
    assert first.name == RunName("GPT-4-Turbo", "holistic", "greedy")
    assert first.completions == {"box": ["box 0", "box 1"], "bag": ["bag 0", "bag 1"]}
    assert (second.label, second.completions, second.data_version) == ("other", None, "mine")
    assert "other.jsonl, is neither where it was nor beside the scores" in second.note

    answers.write_text(json.dumps(rows[0]))
    assert "has changed since it was scored (task box)" in read_runs([str(path)])[0].note
    with pytest.raises(ValueError, match="holds 2 runs"):
        read_runs([f"mine={path}"])
    path.write_text(json.dumps(scores))
    runs = read_runs([f"mine,holistic={path}", str(path), str(path)])
    assert [run.label for run in runs] == ["mine, holistic", "scores (scores)", "scores (scores) 2"]


@pytest.mark.usefixtures("consent")
def test_samples_are_known_by_their_completions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A score file does not say where its samples are; others of the same name are not taken for them."""
    there, here = tmp_path / "there", tmp_path / "here"
    for folder, text in ((there, RIGHT), (here, "")):
        folder.mkdir()
        (folder / "mine.jsonl").write_text(json.dumps({"task_id": TASK.task_id, "completion": text}))
    (there / "tasks.json").write_text(json.dumps([TASK.to_row()]))
    monkeypatch.chdir(here)
    scores = there / "scores.json"
    options = ["--tasks-from", f"{there}/tasks.json", "-o", str(scores), "-q"]
    assert main(["score", f"{there}/mine.jsonl", *options]) == 0
    (run,) = read_runs([str(scores)])
    assert run.completions == {TASK.task_id: [RIGHT]}
    write_report([run, make_run("older")], there / "report")
    said = (there / "report" / "report.md").read_text().partition("## Provenance")[2]
    page = (there / "report" / "report.html").read_text().partition('<section id="provenance"')[2]
    provenance = json.loads(scores.read_text())["mine.jsonl"]["provenance"]
    for part in (provenance["splits"][0]["sha256"][:12], provenance["started"], "not stated: older"):
        assert part in said
        assert part in page.partition("</section>")[0]
    assert f"- seeds: hash 0, random 0, resampling 0{chr(10)}" in said

    elsewhere = (there / "mine.jsonl").rename(tmp_path / "moved.jsonl")
    (run,) = read_runs([str(scores)])
    assert (run.completions, run.note) == (None, "mine.jsonl has changed since it was scored")
    (run,) = read_runs([str(scores)], ScoringOptions(completions=[elsewhere]))
    assert run.completions == {TASK.task_id: [RIGHT]}, "as --completions names it"
    assert main(["report", str(scores), "-o", "report", "--completions", "absent.jsonl"]) == 2
    assert "no file or folder absent.jsonl" in capsys.readouterr().err and not Path("report").exists()


def test_scores_may_have_the_name_of_their_samples(tmp_path: Path) -> None:
    """Another folder is where the samples are; the file of scores is not taken for them."""
    scores = tmp_path / "mine.json"
    scores.write_text(json.dumps({"/nowhere/mine.json": make_run("any").scores.to_dict()}))
    (run,) = read_runs([str(scores)])
    assert run.label == "mine" and "mine.json, is neither where it was nor beside the scores" in run.note


@pytest.mark.usefixtures("consent")
def test_samples_are_found_from_the_scores(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, recwarn: pytest.WarningsRecorder
) -> None:
    """By the path from the folder that they were scored in, wherever the report is made; or a warning says so."""
    for folder in ("work/data", "work/scores", "else"):
        (tmp_path / folder).mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "work")
    Path("tasks.json").write_text(json.dumps([TASK.to_row()]))
    Path("data/mine.jsonl").write_text(json.dumps({"task_id": TASK.task_id, "completion": RIGHT}))
    (tmp_path / "data").mkdir()
    (tmp_path / "data/mine.jsonl").write_text("of something else")
    assert main(["score", "data/mine.jsonl", "--tasks-from", "tasks.json", "-o", "scores/mine.json", "-q"]) == 0
    monkeypatch.chdir(tmp_path / "else")
    report = ["report", "../work/scores/mine.json", "-o", "report"]
    assert main(report) == 0
    assert "no completions to show" not in Path("report/report.md").read_text() and not recwarn.list
    (tmp_path / "work/data/mine.jsonl").rename("kept.jsonl")
    assert main(report) == 0
    said = str(recwarn.pop(UserWarning).message)
    assert said.startswith("mine: no completions to show, because the file of completions, mine.jsonl, is neither")
    assert main([*report, "--completions", "kept.jsonl"]) == 0
    assert not recwarn.list


@pytest.mark.usefixtures("consent")
def test_intervals_are_the_same_everywhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Computed once, with the scores: in the table at the terminal, the score file and the report."""
    monkeypatch.chdir(tmp_path)
    tasks = [{**TASK.to_row(), "task_id": f"box_{number}"} for number in range(6)]
    Path("tasks.json").write_text(json.dumps(tasks))
    rows = [{"task_id": task["task_id"], "completion": RIGHT if index % 3 else ""} for index, task in enumerate(tasks)]
    Path("mine.jsonl").write_text("\n".join(map(json.dumps, rows)))
    assert main(["score", "mine.jsonl", "--tasks-from", "tasks.json", "-o", "scores.json"]) == 0
    low, high = json.loads(Path("scores.json").read_text())["mine.jsonl"]["intervals"]["class_pass@1"]
    assert f"66.7 ({low * 100:.1f}-{high * 100:.1f})" in capsys.readouterr().out
    assert main(["report", "scores.json", "-o", "report"]) == 0
    (row,) = csv.DictReader(Path("report/scores.csv").read_text().splitlines())
    assert [float(row[f"class_pass@1_{end}"]) for end in ("low", "high")] == [low, high]
    assert main(["report", "scores.json", "-o", "other", "--ci", "0.9"]) == 2
    assert "--ci 0.9: mine has intervals of level 0.95. Leave --ci out" in capsys.readouterr().err
    for name in ("report.md", "report.html"):
        assert re.search(rf"{low * 100:.1f} ?(to|-) ?{high * 100:.1f}", Path("report", name).read_text()), name


def test_run_folders(tmp_path: Path) -> None:
    rows = [{"task_id": task, "sample": index, "completion": ""} for task in ("box", "bag") for index in range(2)]
    folders = [tmp_path / "all" / strategy for strategy in ("holistic", "incremental")]
    for folder in folders:
        folder.mkdir(parents=True)
        (folder / "samples.jsonl").write_text("\n".join(map(json.dumps, rows)))
        (folder / "metrics.json").write_text(json.dumps(make_run("any").scores.to_dict()))
    with pytest.raises(FileNotFoundError, match=r"has no run\.json"):
        read_runs([str(folders[0])])
    arguments = {"model": "bigcode/starcoder", "strategy": "holistic", "greedy": False, "split": "open"}
    (folders[0] / "run.json").write_text(json.dumps({"arguments": arguments, "model": {"name": "x"}}))
    arguments = {"model": "./models/mine", "strategy": "incremental", "greedy": True, "split": "data/my.jsonl"}
    (folders[1] / "run.json").write_text(json.dumps({"arguments": arguments, "tasks": {"sha256": "0123456789"}}))
    first, second = read_runs([str(tmp_path / "all")])
    assert first.name == RunName("bigcode/starcoder", "holistic", "nucleus")
    assert second.name == RunName("mine", "incremental", "greedy")
    assert (first.data_version, second.data_version) == ("split open", "my.jsonl, 0123456")
    assert first.samples_per_task == "2"
    assert first.completions is not None
    (folders[1] / "samples.jsonl").unlink()
    with pytest.raises(FileNotFoundError, match=r"finished generation run: it has no samples\.jsonl"):
        read_runs([str(tmp_path / "all")])


@pytest.mark.usefixtures("consent")
def test_answers_are_scored_on_the_way(tmp_path: Path, open_tasks: list[ClassTask]) -> None:
    answers = tmp_path / "mine.jsonl"
    rows = [{"task_id": task.task_id, "completion": task.solution_code} for task in open_tasks[:2]]
    answers.write_text("\n".join(map(json.dumps, rows)))
    (run,) = read_runs([f"mine,holistic,greedy={answers}"])
    assert (run.value("class_pass@1"), run.data_version) == (1.0, "split open")

    own = tmp_path / "upstream.json"
    own.write_text(json.dumps([{**open_tasks[0].to_row(), "task_id": "own", "predict": ["no class"]}]))
    (run,) = read_runs([str(own)], ScoringOptions(own_tasks=True))
    assert run.value("class_pass@1") == 0.0
    assert run.data_version.startswith("recorded with the samples, ")
    with pytest.raises(ValueError, match=r"unknown task own.*--own-tasks"):
        read_runs([str(own)])


def test_nothing_is_scored_without_consent(tmp_path: Path) -> None:
    answers = tmp_path / "mine.jsonl"
    answers.write_text(json.dumps({"task_id": "ClassEvalOpen_0", "completion": ""}))
    with pytest.raises(ValueError, match="HF_ALLOW_CODE_EVAL=1"):
        read_runs([str(answers)])


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ('{"a": {}}', "a: these are no scores: Object missing required field `n_tasks`"),
        ("{}", "it is empty"),
        ('{"n_tasks": 1}', "these are no scores: Object missing required field `n_samples`"),
    ],
)
def test_what_is_no_score_file_is_refused(tmp_path: Path, content: str, problem: str) -> None:
    path = tmp_path / "scores.json"
    path.write_text(content)
    with pytest.raises(ValueError, match=rf"scores\.json holds no scores: {problem}"):
        read_runs([str(path)])


# Published values


def test_published_scores_are_those_of_table_7() -> None:
    shown = {
        row.name: row for row in published_runs() if row.best and row.run.sampling == "nucleus" and row.release < "v"
    }
    assert shown.keys() == TABLE_7.keys()
    for name, percents in TABLE_7.items():
        metrics = [f"{level}@{k}" for level in ("class_pass", "test_class_pass") for k in (1, 3, 5)]
        found = [shown[name].scores[metric] * 100 for metric in metrics]
        # The paper has 20.0 for WizardCoder where the results have 19.9.
        assert found == pytest.approx(percents, abs=0.051 if name != "WizardCoder_C" else 0.101), name


def test_published_scores_say_where_they_are_shown() -> None:
    greedy, nucleus, worse = (find_published(name) for name in ("GPT-4_H(greedy)", "GPT-4_H", "GPT-4_I"))
    assert greedy is not None and nucleus is not None and worse is not None
    assert greedy.source("class_pass@1") == "Figure 5"
    assert (nucleus.source("class_pass@1"), nucleus.source("class_pass@5")) == ("Table 7", "Table 7, Figure 6")
    assert (worse.source("class_pass@1"), worse.source("class_pass@5")) == ("results of 2023-08", "Figure 6")


def test_runs_are_compared_with_the_published_run_that_is_meant() -> None:
    runs = [make_run("GPT-4,holistic,greedy"), make_run("mine"), make_run("theirs")]
    found = match_published(runs, {"mine": "SantaCoder_I(greedy)"})
    assert {label: row.name for label, row in found.items()} == {
        "GPT-4, holistic, greedy": "GPT-4_H(greedy)",
        "mine": "SantaCoder_I(greedy)",
    }
    by_metric = {(score.label, score.metric): score for score in compare_with_published(runs, found)}
    assert by_metric["GPT-4, holistic, greedy", "class_pass@1"].difference == pytest.approx(0.25 - 0.37)
    for choice, message in (({"nobody": "GPT-4_H"}, "nobody"), ({"mine": "GPT-5_H"}, "GPT-5_H")):
        with pytest.raises(ValueError, match=message):
            match_published(runs, choice)


def test_claims_of_the_paper_are_held_against_the_runs() -> None:
    other = {**ANALYSIS, "dep_f": 0.5, "method_pass_by_dependencies": {"0": {"share": 0.1}, "1": {"share": 0.2}}}
    claims = check_claims([make_run("a", ANALYSIS), make_run("b", other), make_run("c")])
    assert [claim.measured for claim in claims] == [
        "holds for 1 of 2 runs",
        "holds for 1 of 2 runs",
        "35.0% (mean of 2 runs)",
        "30.0% (mean of 1 run)",
        "most frequent are TypeError and AttributeError",
    ]
    assert claims[2].difference == pytest.approx(0.35 - 0.277)


# Numbers and figures


def test_table_7_has_the_best_strategy_of_each_model() -> None:
    better = {**NUCLEUS, "class_pass@1": 0.3}
    runs = [
        make_run("a,holistic,nucleus", NUCLEUS),
        make_run("a,incremental,nucleus", better),
        make_run("a,compositional,greedy", {"class_pass@1": 0.9}),
        make_run("b,holistic,nucleus", NUCLEUS),
    ]
    assert [run.label for run in table_7_runs(runs)] == ["a, incremental, nucleus", "b, holistic, nucleus"]


def test_task_pass_rates_leave_out_what_was_not_judged() -> None:
    results = {"box": [{"class_passed": True}, {"class_passed": None}], "bag": [{"class_passed": None}]}
    assert task_pass_rates(make_run("a", {"results": results})) == {"box": 1.0, "bag": None}


def test_rare_errors_are_taken_together() -> None:
    run = make_run("a", {"error_distribution": {"A": 0.5, "B": 0.3, "C": 0.15, "D": 0.05}})
    types = common_errors([run], 3)
    assert types == ["A", "B", OTHER]
    assert error_shares(run, types) == pytest.approx({"A": 0.5, "B": 0.3, OTHER: 0.2})


@pytest.mark.slow
# Not of objects of other tests that are collected while this one runs.
@pytest.mark.filterwarnings("error", "ignore::ResourceWarning")
def test_figures_are_drawn_from_what_there_is() -> None:
    runs = [
        make_run("$a_1^,holistic,greedy", ANALYSIS, data_version="split open"),
        make_run("b,holistic,nucleus", {**NUCLEUS, **ANALYSIS}, data_version="split open"),
        make_run("b,incremental,nucleus", NUCLEUS, data_version="split open"),
    ]
    figures = draw_figures(runs)
    assert [figure.name for figure in figures] == [f"figure{number}" for number in range(5, 10)]
    for figure in figures:
        assert isinstance(figure, DrawnFigure)
        assert figure.svg.startswith(b"<?xml")
        assert figure.png.startswith(b"\x89PNG")
        assert b"#171d24" in figure.dark_svg and b"#171d24" not in figure.svg, "each ground has its figure"
    assert figures == draw_figures(runs), "equal runs must give equal files"
    five, six = figures[:2]
    assert isinstance(five, DrawnFigure) and isinstance(six, DrawnFigure)
    assert five.description == "$a_1^, holistic: class@1 25.0%, method@1 50.0%."
    assert "class@5: b: holistic 50.0%, incremental 50.0%" in six.description


def test_figures_without_data_are_left_out_with_a_reason() -> None:
    reasons = {
        figure.name: figure.reason for figure in draw_figures([make_run("a")]) if isinstance(figure, MissingFigure)
    }
    assert reasons.keys() == {"figure5", "figure6", "figure7", "figure8", "figure9"}
    assert "MODEL,STRATEGY,greedy=RUN" in reasons["figure5"]
    assert "score it with this version" in reasons["figure7"]
    assert reasons["figure9"] == "a: score it with this version"
    of_projects = draw_figures([make_project_run("a", {"error_distribution": {}})])
    for figure in of_projects:
        assert not isinstance(figure, MissingFigure) or "this version" not in figure.reason
        if isinstance(figure, MissingFigure) and figure.name in ("figure7", "figure8"):
            assert figure.reason == "it is of class tasks, and all runs are of repository-level tasks"
    assert {"figure7", "figure8"} <= {figure.name for figure in of_projects if isinstance(figure, MissingFigure)}


# Text that may be anything


def test_visible_text() -> None:
    text = "a\tb\r\nc\x1b[31m\x00\x7f\u2028\u202e\xa0\ud800\x9b é"
    assert visible(text) == "a\tb\nc\u241b[31m\u2400\u2421\\u2028\\u202e \\ud800\\x9b é"
    visible(text).encode()


def test_long_answers_are_cut_with_a_note() -> None:
    text, notes = clip_completion("x" * 50 + "\n" + "y" * 50, limit=80, line_limit=20)
    assert text == "x" * 19 + "\u2026\n" + "y" * 19 + "\u2026"
    assert notes == ["Shown are the first 80 of 101 characters.", "Lines are cut at 20 characters: line 1, 2."]
    assert clip_completion("short", limit=80) == ("short", [])


def test_answers_share_the_space_of_a_page() -> None:
    def limit(lengths: list[int]) -> int:
        return fair_limit([make_run("a", completions={"box": ["x" * length for length in lengths]})], 1_000, 300)

    assert limit([100, 100, 100]) == 1_000
    assert limit([20, 5_000, 5_000]) == 140
    assert limit([]) == 1_000


def test_a_class_that_does_not_load_says_why_first() -> None:
    unreported = {"test": "test_1", "outcome": "error", "error_type": "", "message": "no report"}
    verdict = {"passed": False, "error_types": ["SyntaxError"], "message": "line 3", "failures": [unreported] * 100}
    results = {"box": [{"class_passed": False, "test_classes": {"BoxTest": verdict}}]}
    ((sample,),) = run_details(make_run("a", {"results": results}), ["box"], 100)
    assert sample["failures"][sample["first"]] == ["BoxTest", "(outside its tests)", "error", "SyntaxError", "line 3"]
    assert (len(sample["failures"]), sample["more"]) == (60, 41)


@pytest.mark.parametrize("text", ["</script><script>", "<!--", "]]>", "&amp;", "\u2028\u2029", "\ud800", "\x00"])
def test_json_in_a_script_element(text: str) -> None:
    written = json_for_script({"a": text})
    assert not set(written) & set("<>&\u2028\u2029")
    assert written.isascii()
    assert json.loads(written) == {"a": text}


def test_markdown_text() -> None:
    assert markdown_text("a|b\n<img>`c`") == r"a\|b \<img\>\`c\`"


# The folder


def test_report_folder(tmp_path: Path) -> None:
    runs = [make_run("GPT-4,holistic,greedy", ANALYSIS), make_run("x|y,holistic,nucleus", NUCLEUS)]
    files = write_report(runs, tmp_path / "report", paper=True)
    names = {path.relative_to(tmp_path / "report").as_posix() for path in files}
    assert {"report.md", "report.html", "scores.csv", "scores.json", "tasks.csv", "table7.csv", "paper.csv"} <= names
    assert {"figures/figure5.svg", "figures/figure9.png"} <= names
    assert all(path.is_file() for path in files)

    rows = list(csv.DictReader((tmp_path / "report" / "scores.csv").read_text().splitlines()))
    assert [row["model"] for row in rows] == ["GPT-4", "x|y"]
    assert (rows[0]["class_pass@1"], rows[0]["class_pass@1_low"], rows[1]["class_pass@1_low"]) == ("0.25", "0.1", "")
    tasks = list(csv.DictReader((tmp_path / "report" / "tasks.csv").read_text().splitlines()))
    assert {row["task_id"]: row["class_pass_rate"] for row in tasks[:2]} == {"box": "0.5", "bag": "0.0"}

    text = (tmp_path / "report" / "report.md").read_text()
    assert "25.0 (10.0 to 40.0)" in text
    assert r"x\|y" in text
    assert "GPT-4_H(greedy)" in text
    assert "The runs were scored" not in text

    write_report(runs[:1], tmp_path / "report")
    left = {path.name for path in (tmp_path / "report").rglob("*") if path.is_file()}
    assert not left & {"paper.csv", "table7.csv", "figure6.svg"}, "an earlier report's files must not stay"
    assert "figure5.svg" in left


def test_differences_between_runs_are_said(tmp_path: Path) -> None:
    other = make_run("b", {"metric_version": "0.9", "results": {}, "n_infrastructure_errors": 2}, note="lost")
    write_report([make_run("a", data_version="split open"), other], tmp_path)
    assert "versions of the task data" not in (tmp_path / "report.md").read_text(), "other tasks have another hash"
    later = make_run("c", data_version="a later version")
    write_report([make_run("a", data_version="split open"), other, later], tmp_path)
    text = (tmp_path / "report.md").read_text()
    for words in (
        "different versions of the metric",
        "different versions of the task data",
        "same tasks",
        "b: 2 samp",
    ):
        assert words in text
    assert "because lost" in text


def test_other_commands_do_without_the_libraries_of_the_report(run_python: Any) -> None:
    script = "import sys, classeval_hf.cli.report; print({'matplotlib', 'jinja2'} & set(sys.modules))"
    assert run_python(script).stdout.strip() == "set()"


def command(*arguments: str) -> int:
    parser = argparse.ArgumentParser()
    add_commands(parser.add_subparsers())
    parsed = parser.parse_args(["report", *arguments])
    status: int = parsed.run(parsed)
    return status


def test_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scores, output = tmp_path / "scores.json", tmp_path / "new" / "report"
    scores.write_text(json.dumps(make_run("any").scores.to_dict()))
    label = f"mine,holistic,greedy={scores}"
    with pytest.warns(UserWarning, match="mine, holistic, greedy: no completions to show, because"):
        assert command(label, "-o", str(output), "--paper", "--published", "mine=GPT-4_I(greedy)") == 0
    assert str(output / "report.html") in capsys.readouterr().out
    assert "GPT-4_I(greedy)" in (output / "report.md").read_text()
    with pytest.raises(ValueError, match="not of the form RUN=NAME"):
        command(label, "-o", str(output), "--paper", "--published", "mine")
    with pytest.raises(ValueError, match="--published is for --paper"):
        command(label, "-o", str(output), "--published", "mine=GPT-4_H")
    with pytest.raises(FileNotFoundError, match=r"missing\.json"):
        command(str(tmp_path / "missing.json"), "-o", str(tmp_path / "nothing"))
    assert not (tmp_path / "nothing").exists()


def test_names_that_a_model_chose_are_cut(tmp_path: Path) -> None:
    run = make_run("a", {**ANALYSIS, "error_distribution": {"i" * 100_000: 0.6, "j" * 100_000: 0.4}})
    write_report([run], tmp_path, paper=True)
    for path in (tmp_path / "report.md", tmp_path / "report.html"):
        text = path.read_text()
        assert f"{'i' * 79}\u2026" in text and f"{'j' * 79}\u2026" in text
        assert "i" * 80 not in text and "j" * 80 not in text


# Repository-level tasks


def test_runs_of_projects_are_shown(tmp_path: Path) -> None:
    """pass@1, test rate with floors, recall, tests by file, and suspicious samples, beside runs of class tasks."""
    runs = [make_project_run("worse", {"pass@1": 0.25}), make_project_run("better"), make_run("classes")]
    write_report(runs, tmp_path)
    rows = list(csv.DictReader((tmp_path / "scores.csv").read_text().splitlines()))
    assert [row["model"] for row in rows] == ["classes", "better", "worse"]
    assert [rows[1][name] for name in ("pass@1", "test_rate", "test_rate_stub", "recall@1", "suspicious")] == [
        *("0.5", "0.75", "0.25", "0.625", "1")
    ]
    tasks = list(csv.DictReader((tmp_path / "tasks.csv").read_text().splitlines()))
    assert {(row["run"], row["task_id"]): row["pass_rate"] for row in tasks}["better", "OpenRepo_b_0"] == "0.0"

    text = (tmp_path / "report.md").read_text()
    columns = ["pass@1", "class@1", "method@1", "test rate", "floor, stub", "floor, removed", "recall@1", "suspicious"]
    header = next(line for line in text.split("\n") if line.startswith("| model "))
    assert [cell.strip() for cell in header.split("|")[6:-2]] == columns
    row = next(line for line in text.split("\n") if line.startswith("| better "))
    cells = ["50.0", "", "", "75.0", "25.0", "0.0", "62.5", "1, 1 pass"]
    assert [cell.strip() for cell in row.split("|")[6:-2]] == cells
    assert "better: 1 of 2 samples is suspicious, 1 of them passes" in text and "(frames, gc)" in text
    assert "Failing tests by test file of projects" in text and "| b-1.0 tests/test_b.py |" in text
    assert re.search(r"\| better +\| 50\.0 +\| 0\.0 +\|", text)


def test_a_report_of_projects_alone_does_not_speak_of_class_tasks(tmp_path: Path) -> None:
    """Neither its title, nor what is filtered and counted, nor a figure of the paper's that would need another run."""
    write_report([make_project_run("mine")], tmp_path)
    text, page = ((tmp_path / name).read_text() for name in ("report.md", "report.html"))
    assert text.startswith("# Repository-level report\n")
    assert "<title>Repository-level report</title>" in page and "ClassEval report" not in page
    assert len(re.findall("left out, it is of class tasks", text)) == 4 and "Table 7" not in text
    assert 'placeholder="task, target or project"' in page and ">tests</button>" in page
    write_report([make_project_run("mine"), make_run("classes")], tmp_path)  # it replaces what it writes
    assert (tmp_path / "report.md").read_text().startswith("# ClassEval report\n")


def test_a_report_of_classes_is_what_it_was(tmp_path: Path) -> None:
    """No column of projects, and the old name of the pass rates."""
    write_report([make_run("classes")], tmp_path)
    assert "class_pass_rate" in (tmp_path / "tasks.csv").read_text()
    assert "suspicious" not in (tmp_path / "report.md").read_text() + (tmp_path / "scores.csv").read_text()


def test_marks_that_the_reference_has_too_are_no_suspicion(tmp_path: Path) -> None:
    """Right code of a project may touch frames itself; only what a sample adds is counted and shown."""
    marks = {"OpenRepo_a_0": ["frames"]}
    some = make_project_run("some", {"reference_suspicious": marks})
    (first,), _ = run_details(some, list(some.results), 100)
    assert first["suspicious"] == ["gc"]
    itself = {"OpenRepo_a_0": ["frames", "gc", RUNS_ITSELF]}
    sample = SampleResult(
        suspicious=["gc", RUNS_ITSELF]
    )  # of pytest, of which each candidate is part of what judges it
    of_pytest = make_project_run("pytest", {"reference_suspicious": itself}).scores
    assert of_pytest.marks("OpenRepo_a_0", sample) == [RUNS_ITSELF]
    none = make_project_run("none", {"reference_suspicious": {"OpenRepo_a_0": ["frames", "gc"]}})
    write_report([some, none], tmp_path)
    rows = list(csv.DictReader((tmp_path / "scores.csv").read_text().splitlines()))
    assert [row["suspicious"] for row in rows] == ["1", "0"]
    assert "none: 1 of" not in (tmp_path / "report.md").read_text()


def test_what_the_page_has_of_a_sample_of_a_project() -> None:
    """Test files with their counts, the marks, and tests as what the heat map counts beside samples."""
    run = make_project_run("mine", completions={"OpenRepo_a_0": ["pass"], "OpenRepo_b_0": ["return 1"]})
    summary = run_summary(run, list(run.results))
    assert (summary["parts"], summary["counts"]) == ("tests", [[1, 1, 2, 2], [0, 1, 1, 2]])
    (first,), (second,) = run_details(run, list(run.results), 100)
    assert (first["target"], first["passed"], first["suspicious"]) == (True, True, ["frames", "gc"])
    assert second["classes"][0][:4] == ["tests/test_b.py", False, 1, 2] and second["suspicious"] == []
    assert second["failures"][0][1] == "tests/test_b.py::test_2"


@pytest.mark.slow
@pytest.mark.skipif(not linux.is_supported(), reason="isolation needs Linux on x86-64 or arm64")
@pytest.mark.usefixtures("consent")
def test_samples_of_projects_are_scored_on_the_way(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A report and a comparison take them as they take samples of class tasks."""
    (task,) = select_tasks(task_ids=["OpenRepo_berthplan_9"])
    assert isinstance(task, RepositoryTask)
    for name, text in {"right": task.reference, "wrong": "pass"}.items():
        row = {"task_id": task.task_id, "completion": text}
        (tmp_path / f"{name}.jsonl").write_text(json.dumps(row))
    (run,) = read_runs([str(tmp_path / "right.jsonl")])
    assert (run.value("pass@1"), run.data_version, run.is_of_projects) == (1.0, "split open_repo", True)
    assert main(["compare", str(tmp_path / "right.jsonl"), str(tmp_path / "wrong.jsonl")]) == 0
    compared = capsys.readouterr().out
    assert re.search(r"^pass@1 +1 +1.0000 +0.0000 ", compared, re.MULTILINE) and "test_rate_stub" not in compared
