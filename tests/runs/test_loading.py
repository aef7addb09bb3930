"""One loader: a run has the same label wherever it is shown."""

import json
from pathlib import Path

import pytest

from classeval_hf.runs.loading import find_runs, labelled, labels_of_files, load_runs
from classeval_hf.runs.run_records import Decoding, RunArguments, RunRecord, write_run_record
from classeval_hf.runs.score_files import write_scores
from tests.helpers.report_runs import make_run

LINES = "".join(json.dumps({"task_id": task, "completion": "class Box: pass"}) + "\n" for task in ("box", "bag") * 2)


def test_a_run_has_one_label_everywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    files = [Path("a/log.jsonl"), Path("b/log.jsonl")]
    for file in files:
        file.parent.mkdir()
        file.write_text(LINES)
    write_scores(Path("scores.json"), {str(file): make_run("any").scores for file in files})
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
    write_scores(Path("scores.json"), {str(samples): make_run("any").scores})
    assert labels_of_files([samples]) == [name]
    for given in ("a", str(samples), "scores.json"):
        assert [run.label for run in load_runs([given])] == [name]
    assert [run.label for run in load_runs([f"mine={samples}"])] == ["mine"]
