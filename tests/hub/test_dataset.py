"""The dataset's folder for the Hub: it loads, and its generated parts are those of the package."""

import re
import runpy
from pathlib import Path

import pytest
import yaml
from datasets import load_dataset
from huggingface_hub import DatasetCard
from places import ROOT
from slow_cases import slow

from classeval_hf.core.tasks import ClassTask
from classeval_hf.metrics.pass_at_k import DEFAULT_KS
from classeval_hf.task_quality.statistics import compute_statistics
from classeval_hf.tasks.features import task_features

FOLDER = ROOT / "hub_cards" / "dataset"
with_statistics = runpy.run_path(str(ROOT / "hub_cards" / "build.py"))["with_statistics"]


@pytest.fixture(scope="module")
def card() -> str:
    return (FOLDER / "README.md").read_text(encoding="utf-8")


def test_folder_loads_as_the_split_open(open_tasks: list[ClassTask], tmp_path: Path) -> None:
    splits = load_dataset(str(FOLDER), cache_dir=str(tmp_path))
    assert list(splits) == ["open"]
    # The names of list types differ between versions of `datasets`; the types in the table do not.
    assert splits["open"].features.arrow_schema.remove_metadata() == task_features().arrow_schema.remove_metadata()
    assert splits["open"].to_list() == [task.to_row() for task in open_tasks]


@pytest.mark.parametrize("coverage", [False, slow(True)], ids=["counts", "all"])
def test_statistics_are_those_of_the_package(card: str, open_tasks: list[ClassTask], coverage: bool) -> None:
    """Coverage, for which all references run, is compared among the slow tests."""
    made = with_statistics(card, compute_statistics(open_tasks, coverage))
    before, after = ({re.sub(r"-{3,}| +", " ", line) for line in text.splitlines()} for text in (card, made))
    assert all("coverage" in line and not coverage for line in before ^ after), "run python hub_cards/build.py"
    assert coverage is (card == made)
    with pytest.raises(ValueError, match="one pair of marks"):
        with_statistics("# No place for them\n", compute_statistics(open_tasks[:1], coverage=False))


def test_card(card: str) -> None:
    """Each column of the data is described in it; nothing of the public data is in the folder."""
    data = DatasetCard(card, ignore_metadata_errors=False).data
    assert (data.license, data.size_categories, data.task_categories) == ("apache-2.0", ["n<1K"], ["text-generation"])
    assert data.pretty_name
    (config,) = data.to_dict()["configs"]
    assert [list(FOLDER.glob(item["path"])) for item in config["data_files"]] != [[]]
    for name in task_features():
        assert f"`{name}" in card, name
    names = {str(path.relative_to(FOLDER)) for path in FOLDER.rglob("*") if path.is_file()}
    assert names == {"README.md", "eval.yaml", "data/open-00000-of-00001.parquet"}


def test_benchmark_registration() -> None:
    """The fields that the Hub asks of a benchmark, and leaderboards only for what is in the folder."""
    registration = yaml.safe_load((FOLDER / "eval.yaml").read_text(encoding="utf-8"))
    assert set(registration) == {"name", "description", "evaluation_framework", "tasks"}
    assert registration["evaluation_framework"] == "inspect-ai"  # the Hub takes no name that it does not know
    assert {(task["config"], task["split"]) for task in registration["tasks"]} == {("default", "open")}
    ids = {f"{level}_pass_at_{k}" for level in ("class", "method") for k in DEFAULT_KS}
    assert {task["id"] for task in registration["tasks"]} == ids
