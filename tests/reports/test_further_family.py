"""A family of tasks besides those of the package is scored, reported and compared from the command line."""

import csv
import json
import re
from pathlib import Path

import pytest
from riddles import Riddle

from classeval_hf.cli import main
from classeval_hf.engine import task_family
from classeval_hf.runs.score_files import read_scores
from classeval_hf.sandbox import linux
from classeval_hf.tasks import splits

RIDDLES = [Riddle(f"riddle_{number}", question="?", answer=str(number)) for number in range(4)]


@pytest.mark.skipif(not linux.is_supported(), reason="isolation needs Linux on x86-64 or arm64")
@pytest.mark.usefixtures("shared_judges", "consent")
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_a_further_family_is_scored_reported_and_compared(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(task_family.FAMILIES, "riddle", "riddles:RiddleFamily")
    monkeypatch.setitem(splits.SPLITS, "riddles", splits.Split("riddle", r"riddle_\d", lambda: RIDDLES))
    files = [str(tmp_path / f"{name}.jsonl") for name in ("all", "half")]
    for file, right in zip(files, (4, 2), strict=True):
        rows = [{"task_id": task.task_id, "completion": str(min(n, right))} for n, task in enumerate(RIDDLES)]
        rows[-1]["completion"] = "3" if right == 4 else "'x'"
        Path(file).write_text("".join(json.dumps(row) + "\n" for row in rows))
    scores, report = tmp_path / "scores.json", tmp_path / "report"
    assert main(["score", *files, "--tasks", "riddles", "-o", str(scores)]) == 0
    assert re.search(r"run +tasks +n +pass@1", capsys.readouterr().out)
    read = list(read_scores(scores).values())
    assert [one.averages["pass@1"] for one in read] == [1.0, 0.75]
    assert [split.split for one in read if one.provenance for split in one.provenance.splits] == ["riddles"] * 2
    assert main(["report", str(scores), "-o", str(report)]) == 0
    text, page = (report / "report.md").read_text(), (report / "report.html").read_text()
    assert re.search(r"\| all +\|.*\| 100\.0", text) and "split riddles" in text and "Table 7" not in text
    assert 'data-column="suspicious"' not in page and 'data-value="method"' not in page
    rows_of_tasks = list(csv.DictReader((report / "tasks.csv").read_text().splitlines()))
    assert [row["pass_rate"] for row in rows_of_tasks] == ["1.0"] * 7 + ["0.0"]
    capsys.readouterr()
    assert main(["compare", str(scores)]) == 0
    assert re.search(r"^pass@1 +4 +1.0000 +0.7500 ", capsys.readouterr().out, re.MULTILINE)
