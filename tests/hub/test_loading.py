"""What is loaded in place of the dataset and the metric, in fresh interpreters, without the Hub."""

import json
import os
import resource
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from classeval_hf.hub import loading

SCRIPT = """
import json, os, warnings
from pathlib import Path
from datasets import load_dataset
import evaluate

def splits():
    return list(load_dataset("classeval"))

os.makedirs("sub")
os.makedirs("classeval")
Path("classeval/data.jsonl").write_text('{"a": 1}')
os.chdir("sub")
load_dataset("classeval", split="open").map(lambda row: {"more": 1})  # from now on, the folder was changed today
os.chdir("..")
found = [splits()]
with warnings.catch_warnings(record=True) as warned:
    warnings.simplefilter("always")
    evaluate.load("classeval_metric")
found.append([str(item.message) for item in warned if "load_dataset" in str(item.message)])
os.chdir("sub")
found.append(splits())
try:
    evaluate.load("classeval_metric", revision="v0.0.9")
except ValueError as error:
    found.append(str(error))
metric = evaluate.load("classeval_metric")
found.append([metric.license, metric.homepage])
print(json.dumps(found))
"""


def run(*options: str, **how: Any) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "classeval_hf", "install", *options]
    return subprocess.run(command, capture_output=True, text=True, timeout=300, **how)


@pytest.mark.slow
def test_a_folder_of_the_datasets_name(hf_home: Path, run_python, tmp_path: Path) -> None:
    """It is named where it lies; the metric puts the tasks first again, and `install` removes what came of it."""
    installed = run().stdout
    assert "export HF_HUB_OFFLINE=1" in installed and "classeval is removed" not in installed
    done = run_python(SCRIPT)
    assert done.returncode == 0, done.stderr
    of_folder, (first, second), after, refused, about = json.loads(done.stdout)
    assert (of_folder, after) == (["train"], ["open"])
    assert "loads the folder" in first and "rename it" in first and "repaired: load the dataset again" in second
    assert "revision='v0.0.9' cannot be honoured" in refused
    assert about == ["Apache-2.0", "https://github.com/FudanSELab/ClassEval"]
    again = run("--quiet", cwd=tmp_path / "elsewhere")
    assert "held other data of the name classeval" in again.stderr
    assert "In this directory load_dataset" in again.stderr and "HF_HUB_OFFLINE" not in again.stdout
    assert not list(hf_home.glob("datasets/classeval/*/0.0.0/*/dataset_info.json"))


def test_nothing_is_said_where_nothing_is_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(loading.datasets.config, "HF_DATASETS_CACHE", tmp_path)
    assert (loading.local_folder(), loading.other_datasets()) == ("", [])
    loading.check_metric_loading(__file__)
    half_written = tmp_path / "classeval" / "default" / "1.0.0" / "abc"
    half_written.mkdir(parents=True)
    assert loading.other_datasets() == [half_written]
    assert str(tmp_path / "classeval") in loading.local_folder()


@pytest.mark.slow
def test_a_full_disk_is_told(hf_home: Path) -> None:
    """A limit on the size of files stands for it: the system says so by an error of the same kind."""
    full = run(preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, 50_000)))
    assert (full.returncode, full.stdout) == (2, "")
    assert "The disk of the caches is full" in full.stderr and os.fspath(hf_home) in full.stderr
    assert "Traceback" not in full.stderr
