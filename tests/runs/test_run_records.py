"""Files of runs: each is read again as it was written, those of version 0.1.0 are read, and others are refused."""

import ast
import json
from pathlib import Path
from typing import Any

import pytest

import classeval_hf
from classeval_hf.generation.run_folder import RunFolder, SampleWriter
from classeval_hf.metrics.scores import Scores
from classeval_hf.prompting.steps import GeneratedSample, SampleStep, read_generated_samples, sample_line, step_facts
from classeval_hf.runs import run_records as records
from classeval_hf.runs import score_files
from classeval_hf.runs.loading import find_runs, labelled, labels_of_files, load_runs
from classeval_hf.runs.run_records import Decoding, RunArguments, RunFiles, RunRecord, run_folders, write_run_record
from classeval_hf.runs.sample_files import read_sample_file
from tests.helpers.report_runs import make_run

NO = "these are not scores: Expected"
LONG_PROMPT = records.LongPrompt("a", sample=1, step=2, method="add", prompt_tokens=9000, window=8192)
RECORD = records.RunRecord(
    arguments=records.RunArguments(
        *("org/model", "open", "incremental"),
        records.Decoding(greedy=False, n_samples=5, temperature=0.2, top_p=1.0, top_k=0, seed=7),
        {"max_length": None, "task_ids": ["a"], "dtype": "auto"},
    ),
    model=records.ModelIdentity("org/model", "LlamaForCausalLM", commit="c0ffee"),
    prompt=records.PromptDecision("fim", "starcoder", "it has sentinels", {"order": ["prefix"]}, 8192, ("a note",)),
    tasks=records.TaskSet(14, "f" * 64),
    versions={"python": "3.12.1", "accelerate": None},
    prompts_too_long=(LONG_PROMPT,),
)
OF_0_1_0: dict[str, Any] = {  # what version 0.1.0 wrote into `run.json`
    "arguments": {
        **{"model": "org/model", "split": "test", "limit": None, "task_ids": [], "strategy": "holistic"},
        **{"prompt": "auto", "instruction_style": "paper", "fim_families": None, "preset": None, "greedy": True},
        **{"n_samples": 1, "temperature": 0.0, "top_p": 1.0, "top_k": 0, "seed": 0, "max_length": None},
        **{"output": "out", "score": False},
    },
    "model": {"name": "org/model", "architecture": "LlamaForCausalLM", "commit": None},
    "prompt": {"kind": "instruct", "format": "chat template", "reason": "it has one", "family": None}
    | {"window": 2048, "notes": []},
    "tasks": {"count": 100, "sha256": "0" * 64},
    "versions": {"python": "3.11.2", "torch": "2.5.1", "accelerate": None},
    "prompts_too_long": [],
}
SAMPLE_OF_0_1_0 = (  # a line that it wrote into `samples.jsonl`
    '{"task_id": "a", "sample": 0, "strategy": "holistic", "completion": "class A: \\u00e9", "steps": [{"target": '
    '"class", "method": null, "raw": "\\ud800", "extracted": "class A: \\u00e9", "empty": false, "finish_reason": '
    '"length", "prompt_tokens": 12, "completion_tokens": 3, "trimmed": ["add"]}], "plan_failed": false}\n'
)
SCORES: dict[str, Any] = {  # as they are written, in short
    "schema_version": 3,
    **{"class_pass@1": 0.5, "per_task": {"class_pass@1": {"a": [0.5, 1.0]}}, "error_distribution": {"TypeError": 1.0}},
    **{"n_tasks": 1, "n_samples": 2, "n_infrastructure_errors": 0, "unsound_tasks": {}, "metric_version": "1.0.0"},
    **{"isolation": {"tier": "T3", "network": "none", "reason": ""}, "reference_dependencies": {}},
    "results": {"a": [{"class_passed": True}, {"class_passed": False}]},
}


def written(tmp_path: Path, content: Any) -> Path:
    path = tmp_path / "file.json"
    path.write_text(content if isinstance(content, str) else json.dumps(content))
    return path


def test_a_record_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    records.write_run_record(path, RECORD)
    assert records.read_run_record(path) == RECORD
    assert json.loads(path.read_text())["schema_version"] == records.RUN_SCHEMA_VERSION
    assert str(RECORD.arguments.decoding) == "n=5, temperature 0.2, top-p 1.0"
    path.unlink()
    assert run_folders(tmp_path) == [RunFiles(tmp_path)]
    for name in ("incremental", "holistic"):
        (tmp_path / name).mkdir()
        records.write_run_record(RunFiles(tmp_path / name).record, RECORD)
    assert run_folders(tmp_path) == [RunFiles(tmp_path / "holistic"), RunFiles(tmp_path / "incremental")]


def test_a_record_of_another_version_is_read(tmp_path: Path) -> None:
    path = written(tmp_path, OF_0_1_0)
    record = records.read_run_record(path)
    assert (record.arguments.model, record.arguments.strategy) == ("org/model", "holistic")
    assert str(record.arguments.decoding) == "greedy"
    assert (record.model.commit, record.prompt.window, record.tasks.count) == (None, 2048, 100)
    records.write_run_record(path, record)
    again = json.loads(path.read_text())
    assert again.pop("schema_version") == records.RUN_SCHEMA_VERSION
    assert {**again, "model": {**again["model"], "commit": None}} == OF_0_1_0
    later = {**OF_0_1_0, "comment": ["mine"], "arguments": {**OF_0_1_0["arguments"], "new_option": 3}}
    later["tasks"] = {**OF_0_1_0["tasks"], "unknown": 1}
    path = written(tmp_path, later)
    records.write_run_record(path, records.read_run_record(path))
    again = json.loads(path.read_text())
    assert (again["comment"], again["arguments"]["new_option"]) == (["mine"], 3)


def test_what_is_no_record_is_refused(tmp_path: Path) -> None:
    for content, problem in (
        ("nonsense", "Expecting value"),
        ([], "Expected `object`, got `array`"),
        ({}, "it lacks arguments"),
        (SCORES, "of form 3, and this version reads up to"),
        ({"arguments": []}, "arguments is an object, not a list"),
        ({"arguments": {"strategy": 3}}, r"got `int` - at `\$\.strategy`"),
        ({"arguments": {"greedy": "yes"}}, r"got `str` - at `\$\.greedy`"),
        ({"arguments": {"n_samples": True}}, r"got `bool` - at `\$\.n_samples`"),
        ({"arguments": {}, "prompt": None}, r"got `null` - at `\$\.prompt`"),
        ({"arguments": {}, "model": {"name": 1}}, r"got `int` - at `\$\.model\.name`"),
        ({"arguments": {}, "prompts_too_long": 3}, r"got `int` - at `\$\.prompts_too_long`"),
        ({"arguments": {}, "schema_version": 99}, "of form 99, and this version reads up to"),
    ):
        path = written(tmp_path, content)
        with pytest.raises(ValueError, match=problem) as caught:
            records.read_run_record(path)
        assert f"{path} is not the record of a generation run" in str(caught.value)


def test_a_run_of_version_0_1_0_goes_on(tmp_path: Path) -> None:
    """Its files stay as they are, byte by byte, and what differs is named."""
    files = RunFiles(tmp_path)
    files.record.write_text(json.dumps(OF_0_1_0, indent=1) + "\n")
    files.samples.write_text(SAMPLE_OF_0_1_0)
    before = files.record.read_bytes()
    record, folder = records.RunRecord.from_dict(OF_0_1_0), RunFolder(tmp_path)
    folder.prepare(record)
    folder.note_too_long([])
    assert files.record.read_bytes() == before
    assert folder.remaining(["a", "b"], 1) == [("b", 0)]
    writer = SampleWriter(folder, 0)
    (sample,) = folder.samples()
    writer.write(GeneratedSample("a", 1, sample.strategy, sample.completion, sample.steps))
    writer.close()
    folder.merge(["a"])
    assert files.samples.read_text() == SAMPLE_OF_0_1_0 + SAMPLE_OF_0_1_0.replace('"sample": 0', '"sample": 1')
    folder.note_too_long([LONG_PROMPT])
    assert records.read_run_record(files.record).prompts_too_long == (LONG_PROMPT,)
    with pytest.raises(ValueError, match="holds a run with --seed 0, and this one is with --seed 1"):
        folder.prepare(records.RunRecord.from_dict({**OF_0_1_0, "arguments": {**OF_0_1_0["arguments"], "seed": 1}}))
    with pytest.raises(ValueError, match="differs in the tasks"):
        folder.prepare(records.RunRecord.from_dict({**OF_0_1_0, "tasks": {"count": 99, "sha256": "1"}}))


def test_a_sample_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "samples.jsonl"
    step = SampleStep("method", "add", "x\u2028\x85\ud800", "y", True, "length", 3, 4, ("b", "c"))
    sample = GeneratedSample("a", 0, "incremental", "class A: ...", (step, SampleStep()), plan_failed=True)
    path.write_text(sample_line(sample) + '{"torn')
    assert list(read_generated_samples(path)) == [(sample_line(sample), sample)]
    path.write_text(sample_line(sample))
    facts = step_facts(sample.steps, sample.completion, plan_failed=True)
    assert read_sample_file(path) == {"a": [classeval_hf.Sample("a", 0, "class A: ...", "length", steps=facts)]}
    path.write_text(SAMPLE_OF_0_1_0)
    ((line, sample),) = read_generated_samples(path)
    assert line == sample_line(sample) == SAMPLE_OF_0_1_0
    assert [read.finish_reason for read in read_sample_file(path)[sample.task_id]] == ["length"]


def test_what_is_no_sample_of_a_run_is_refused(tmp_path: Path) -> None:
    path, start = tmp_path / "samples.jsonl", '{"task_id": "a", "sample": 0, "completion": '
    for line in (
        *("[]", "{}", '{"task_id": "a", "sample": 0}', '{"task_id": "a", "sample": "0", "completion": ""}'),
        *(f"{start}5}}", "nonsense", f'{start}"", "steps": [3]}}', f'{start}"", "steps": [{{"raw": 3}}]}}'),
    ):
        path.write_text(SAMPLE_OF_0_1_0 + line + "\n")
        with pytest.raises(ValueError, match=r"samples\.jsonl, line 2 is not a sample: remove the line to go on"):
            list(read_generated_samples(path))


def test_scores_are_written_and_read_again(tmp_path: Path) -> None:
    scores, path = Scores.from_dict(SCORES), tmp_path / "scores.json"
    score_files.write_scores(path, {"a.jsonl": scores, "b.jsonl": scores})
    assert score_files.read_scores(path) == {"a.jsonl": scores, "b.jsonl": scores}
    with pytest.raises(ValueError, match=r"scores\.json holds the scores of 2 runs"):
        score_files.read_run_scores(path)
    score_files.write_scores(path, scores)
    assert score_files.read_run_scores(path) == scores
    assert json.loads(path.read_text()) == scores.to_dict()


def test_short_scores_are_read(tmp_path: Path) -> None:
    for content, key in (({"a.jsonl": SCORES}, "a.jsonl"), (SCORES, "")):
        ((name, scores),) = score_files.read_scores(written(tmp_path, content)).items()
        assert name == key
        assert scores.averages == {"class_pass@1": 0.5}
        assert scores.isolation is not None and scores.isolation.tier.value == "T3"
        assert (scores.provenance, scores.warnings, scores.samples_per_task) == (None, [], (2, 2))
    for samples in (SAMPLE_OF_0_1_0, SAMPLE_OF_0_1_0 * 2, [{"task_id": "a", "predict": ["x"]}]):
        assert score_files.find_scores(written(tmp_path, samples)) is None, "completions are told from scores"


@pytest.mark.parametrize("path", sorted((Path(__file__).parent / "score_files").iterdir()), ids=lambda path: path.name)
def test_score_files_are_written_as_they_were_read(path: Path, tmp_path: Path) -> None:
    """Score files of classes with further tests and other rules, of two splits, with
    intervals, and of two splits by other rules."""
    score_files.write_scores(tmp_path / path.name, score_files.read_run_scores(path))
    assert (tmp_path / path.name).read_text() == path.read_text()


def test_what_is_no_score_file_is_refused(tmp_path: Path) -> None:
    for content, problem in (
        ("nonsense", "something else than a JSON object of scores"),
        ([SCORES], "something else than a JSON object of scores"),
        (SAMPLE_OF_0_1_0, "something else than a JSON object of scores"),
        ({}, "it is empty"),
        (OF_0_1_0, "arguments: these are not scores: Object missing required field `n_tasks`"),
        ({"a.jsonl": 3}, "a.jsonl: these are not scores: Expected `object`, got `int`"),
        ({**SCORES, "schema_version": 99}, r"another version wrote these scores \(form 99, not 3\)"),
        ({**SCORES, "schema_version": 2}, r"an earlier version of the metric wrote these scores \(form 2, not 3\)"),
        ({**SCORES, "schema_version": 1}, r"an earlier version .* \(form 1, not 3\)"),
        ({**SCORES, "n_samples": "2"}, r"Expected `int`, got `str` - at `\$\.n_samples`"),
        ({**SCORES, "results": []}, r"Expected `object`, got `array` - at `\$\.results`"),
        ({**SCORES, "results": {"a": [3]}}, r"Expected `object`, got `int` - at `\$\.results"),
        ({**SCORES, "splits": {"own": {"tasks": ["b"]}}}, "scores of the split own lack `tasks`"),
        ({"m": {**SCORES, "per_task": {"f": {"a": "x"}}}}, rf"m: {NO} `array`, got `str` - at `\$\.per_task"),
        ({"n_tasks": 1}, "these are not scores: Object missing required field `n_samples`"),
        ({**SCORES, "per_task": {"dep_f": {"a": [1]}}}, "Expected `array` of length 2, got 1"),
        ({**SCORES, "per_task": {"dep_f": 3}}, "Expected `object`, got `int`"),
        ({**SCORES, "isolation": "T3"}, r"got `str` - at `\$\.isolation`"),
        ({**SCORES, "isolation": {"tier": "T9"}}, "T9"),
        ({**SCORES, "provenance": {"commit": ""}}, r"missing required field `package_version` - at `\$\.provenance`"),
        ({**SCORES, "warnings": ["beware"]}, r"got `str` - at `\$\.warnings"),
    ):
        path = written(tmp_path, content)
        with pytest.raises(ValueError, match=problem) as caught:
            score_files.read_scores(path)
        assert f"{path} holds no scores: " in str(caught.value)


def test_only_one_module_names_the_files_of_a_run() -> None:
    """Who wants such a file takes its path from `RunFiles`, and with it the types that are read there."""
    names = {RunFiles(Path()).record.name, RunFiles(Path()).samples.name, RunFiles(Path()).metrics.name}
    root = Path(classeval_hf.__file__).parent
    found = set()
    for module in root.rglob("*.py"):
        source = module.read_text(encoding="utf-8")
        if any(name in source for name in names):  # to parse all of them takes seconds
            texts = [node.value for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Constant)]
            if any(isinstance(text, str) and text.rpartition("/")[2] in names for text in texts):
                found.add(str(module.relative_to(root)))
    assert found == {"core/files.py"}


def test_score_files_do_not_say_where_folders_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    scores = Scores.from_dict(SCORES)
    given = ["", "-", "a/x.json", f"{tmp_path}/here/y.json", "../z.json", "../b/w.json", f"{tmp_path}/c/w.json"]
    keys = list(score_files.plain_scores(dict.fromkeys([*given, f"{tmp_path}/d/c/w.json"], scores)))
    assert keys == ["", "-", "a/x.json", "y.json", "z.json", "b/w.json", "c/w.json", "c/w.json 2"]
    score_files.write_scores(Path("out.json"), dict.fromkeys(given, scores))
    assert str(tmp_path) not in Path("out.json").read_text()
    assert list(score_files.read_scores(Path("out.json"))) == keys[:-1]


LINES = "".join(json.dumps({"task_id": task, "completion": "class Box: pass"}) + "\n" for task in ("box", "bag") * 2)


def test_a_run_has_one_label_everywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    files = [Path("a/log.jsonl"), Path("b/log.jsonl")]
    for file in files:
        file.parent.mkdir()
        file.write_text(LINES)
    score_files.write_scores(Path("scores.json"), {str(file): make_run("any").scores for file in files})
    labels = labels_of_files(files)
    assert labels == ["log (a)", "log (b)"]
    assert [run.label for run in load_runs(list(map(str, files)))] == labels
    loaded = load_runs(["scores.json"])
    assert [run.label for run in loaded] == labels
    assert [run.label for run in labelled(find_runs("scores.json"))] == labels
    assert all(run.samples is not None for run in loaded)
    # A generation run is named by its record.
    samples, name = Path("a/samples.jsonl"), "tiny, holistic, greedy"
    files[0].rename(samples)
    arguments = RunArguments(model="tiny", strategy="holistic", decoding=Decoding(greedy=True))
    write_run_record(Path("a/run.json"), RunRecord(arguments=arguments))
    score_files.write_scores(Path("scores.json"), {str(samples): make_run("any").scores})
    assert labels_of_files([samples]) == [name]
    for given in ("a", str(samples), "scores.json"):
        assert [run.label for run in load_runs([given])] == [name]
    assert [run.label for run in load_runs([f"mine={samples}"])] == ["mine"]


@pytest.mark.parametrize("named", ["THERE/all", "../there/all", "all/../../there", "/"])
def test_a_score_file_leads_to_no_other_folder(named: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It may be somebody else's: what it names is looked for where scores were made and below, and nowhere else."""
    (tmp_path / "there/all/T").mkdir(parents=True)
    (tmp_path / "there/all/T/0.py").write_text("class A: pass\n")
    (tmp_path / "mine").mkdir()
    monkeypatch.chdir(tmp_path / "mine")
    named = named.replace("THERE", str(tmp_path / "there"))
    Path("scores.json").write_text(json.dumps({named: Scores.from_dict(SCORES).to_dict()}))
    (run,) = load_runs(["scores.json"])
    assert run.scores is not None and run.samples is None
    assert "neither where it was" in run.note or "does not state where" in run.note
