"""Fresh variants of published tasks: each reference passes, what is remembered fails, and runs on both are paired."""

import json
import os
import re
import shutil
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from slow_and_full import one_in, slow

from classeval_hf.classes.tasks.files import OPEN_TASKS, read_task_folder
from classeval_hf.cli import main
from classeval_hf.core.tasks import ClassTask
from classeval_hf.metrics.scores import Scores
from classeval_hf.scoring.compute import compute_scores
from classeval_hf.task_quality import fresh_tasks
from classeval_hf.task_quality.fresh_tasks import TEMPLATE, fresh_files, templates, write_fresh_tasks
from classeval_hf.task_quality.validation import validate_path

SEED = 5
GAUGE = OPEN_TASKS / "gauge_log"


@pytest.fixture(scope="module", params=[slice(3, None, 10), slow(pytest.param(slice(None)))], ids=["some", "all"])
def few(request: pytest.FixtureRequest) -> Iterator[list[Path]]:
    """The templates that there are in these tests."""
    found = templates()[request.param]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fresh_tasks, "templates", lambda: found)
        yield found


@pytest.fixture(scope="module")
def variants(few: list[Path], tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[ClassTask]]:
    folder = tmp_path_factory.mktemp("fresh") / "tasks"
    return folder, write_fresh_tasks(folder, SEED)


def remembered(folder: Path, tmp_path: Path) -> str:
    """The published solution with the names of the variant, which is what a model at best remembers."""
    copy = Path(shutil.copytree(folder, tmp_path / folder.name))
    template = json.loads((folder / TEMPLATE).read_text(encoding="utf-8"))
    (copy / TEMPLATE).write_text(json.dumps({**template, "rules": []}), encoding="utf-8")
    return fresh_files(copy, SEED)["solution.py"]


def score(completions: list[list[str]], tasks: list[ClassTask]) -> dict[str, Any]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return compute_scores(completions, tasks, progress=False, k=[1], num_workers=os.cpu_count())


@pytest.mark.slow
def test_remembered(few: list[Path], variants: tuple[Path, list[ClassTask]], tmp_path: Path, consent: None) -> None:
    folder, tasks = variants
    published = {item.name: item for item in few}
    assert len(tasks) == len(published) and {item.name for item in folder.iterdir()} == set(published)
    by_id = {read_task_folder(item).task_id: remembered(published[item.name], tmp_path) for item in folder.iterdir()}
    results = score([[task.solution_code, by_id[task.task_id]] for task in tasks], tasks)["results"]
    assert {task: [one["class_passed"] for one in ones] for task, ones in results.items()} == {
        task.task_id: [True, False] for task in tasks
    }


def test_variants_keep_the_construction_rules(variants: tuple[Path, list[ClassTask]], consent: None) -> None:
    """Examples of docstrings and coverage among them."""
    assert validate_path(variants[0], progress=False).problems == ()


@pytest.mark.parametrize("folder", one_in(10, [pytest.param(folder, id=folder.name) for folder in templates()]))
def test_a_seed_gives_one_variant_and_others_give_others(folder: Path) -> None:
    files = [fresh_files(folder, seed) for seed in range(4)]
    assert fresh_files(folder, 0) == files[0] and len({one["skeleton.py"] for one in files}) >= 3
    task = read_task_folder(folder)
    for seed, one in enumerate(files):
        assert one["skeleton.py"] != task.skeleton and one[f"test_{folder.name}.py"] != task.test
        assert json.loads(one["task.json"])["task_id"] == f"{task.task_id}_fresh_{seed}"
        assert task.canary not in "".join(one.values()) and max(map(len, one["skeleton.py"].split("\n"))) < 120


@pytest.mark.slow
def test_a_variant_is_the_same_in_each_process(run_python: Any) -> None:
    """Sets too, whose order the hash of a process decides."""
    script = (
        "from classeval_hf.task_quality.fresh_tasks import fresh_files\n"
        "from classeval_hf.classes.tasks.files import OPEN_TASKS\n"
        "print(fresh_files(OPEN_TASKS / 'ticket_gate', 1))"
    )
    first, *others = (run_python(script, PYTHONHASHSEED=seed) for seed in ("1", "2", "3"))
    assert first.returncode == 0 and first.stdout and [other.stdout for other in others] == [first.stdout] * 2


def test_a_template_that_cannot_hold_is_named(tmp_path: Path) -> None:
    copy = Path(shutil.copytree(GAUGE, tmp_path / "gauge_log"))
    template = json.loads((copy / TEMPLATE).read_text(encoding="utf-8"))
    for change, message in [
        ({"rules": [[{"skeleton": [["no such text", "x"]]}]]}, r"fresh\.json: 'no such text' occurs 0 times"),
        ({"rules": [[{"solution": [["self.end = time", "pass"]]}]]}, r"fresh\.json, seed 5: .* fails"),
        ({"rule": []}, r"fresh\.json: Object contains unknown field `rule`"),
    ]:
        (copy / TEMPLATE).write_text(json.dumps({**template, **change}), encoding="utf-8")
        with pytest.raises(ValueError, match=message):
            fresh_files(copy, SEED)


def test_cli(
    few: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["fresh", "--seed", "3", "--quiet"]) == 0 and f"{len(few)} variant" in capsys.readouterr().out
    assert (tmp_path / "fresh_3" / "gauge_log" / "task.json").is_file()
    before = sorted(tmp_path.rglob("*"))
    assert main(["fresh", "--seed", "3"]) == 2 and "fresh_3 is not empty" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["fresh", "--seed", "x"])
    assert "must be an integer >= 0, got 'x'" in capsys.readouterr().err and sorted(tmp_path.rglob("*")) == before


@pytest.mark.slow
def test_published_and_fresh_runs_are_paired(
    few: list[Path],
    variants: tuple[Path, list[ClassTask]],
    tmp_path: Path,
    consent: None,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A run that knows the published tasks by heart, on both."""
    tasks = variants[1]
    some = [read_task_folder(folder) for folder in few]
    by_heart = [[task.solution_code] for task in some]
    half_known = [["" if index % 2 else task.solution_code] for index, task in enumerate(tasks)]
    files = [str(tmp_path / name) for name in ("model.json", "fresh.json")]
    for file, of_run, texts in zip(files, (some, tasks), (by_heart, half_known), strict=True):
        Path(file).write_text(json.dumps(Scores.from_dict(score(texts, of_run)).to_dict()), encoding="utf-8")
    half = sum(index % 2 == 0 for index in range(len(tasks))) / len(tasks)
    assert main(["compare", *files, "--metric", "class_pass@1", "-o", str(tmp_path / "out.json")]) == 0
    assert f"paired with their fresh variants (seed {SEED})" in capsys.readouterr().err
    (metric,) = json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))["metrics"]
    assert metric["tasks"] == len(tasks)
    assert (metric["first"], metric["second"]) == (pytest.approx(1.0), pytest.approx(half))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # there are no completions to show
        assert main(["report", *files, "-o", str(tmp_path / "report"), "--quiet"]) == 0
    page = (tmp_path / "report" / "report.md").read_text(encoding="utf-8")
    assert "Published tasks and their fresh variants, paired" in page and re.search(rf"\| {half * 100:.1f} +\|", page)
