"""The quick start of the README, and what is loaded in place of the dataset: fresh interpreters, without the Hub."""

import functools
import http.server
import json
import os
import re
import resource
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import datasets
import programs
import pytest
from benchmark_data import DEVEVAL_RECORD, PYTHON_RECORD, java_records, write_json, write_lines
from local_servers import LocalServer, free_port, serving
from places import OPEN, ROOT

from classeval_dataset import ClassEval, repository_task_features
from classeval_hf.cli import main
from classeval_hf.hub import install as installing
from classeval_hf.hub import install as loading
from classeval_hf.hub.install import install
from classeval_hf.sandbox import linux
from classeval_hf.tasks.splits import load_tasks

run_install = functools.partial(programs.run_python, "-m", "classeval_hf", "install")
INSTALLED_SCRIPT = """
import doctest, json
import classeval_metric, evaluate
from datasets import load_dataset
tasks, metric = load_dataset("classeval"), evaluate.load("classeval_metric")
print(list(tasks), len(tasks["open"]), metric.name)
row = load_dataset("classeval", "open_repo", split="test")[9]
completions = [[row["reference"], "pass"]]
by_row = metric.compute(predictions=completions, references=[row], progress=False)
by_id = metric.compute(predictions=completions, references=[row["task_id"]], progress=False)
results = by_row["results"]["OpenRepo_berthplan_9"]
print(json.dumps([by_row["pass@1"], by_id["pass@1"], [item["passed"] for item in results]]))
description = classeval_metric._KWARGS_DESCRIPTION
examples = doctest.DocTestParser().get_doctest(description, {"evaluate": evaluate}, "card", None, 0)
assert len(examples.examples) >= 7
print(doctest.DocTestRunner().run(examples).failed)
"""


@pytest.mark.slow
@pytest.mark.skipif(not linux.is_supported(), reason="isolation needs Linux on x86-64 or arm64")
def test_install_without_the_public_data(hf_home: Path, run_python) -> None:
    """A second time changes nothing. The metric takes rows and ids, and the examples of its card are right."""
    installed = run_install()
    assert installed.returncode == 0, installed.stderr
    assert f"dataset  classeval: open ({OPEN} tasks)\n" in installed.stdout
    assert "dataset  classeval, open_repo: test (20 tasks)\n" in installed.stdout
    assert "'test' (ClassEval's 100 tasks) is left out" in installed.stdout
    for said in (str(hf_home), "--classeval-file", "--repoclassbench-file", "--deveval-file"):
        assert said in installed.stdout
    times = {path: path.stat().st_mtime_ns for path in hf_home.rglob("*.arrow")}
    assert times and run_install().stdout == installed.stdout
    assert {path: path.stat().st_mtime_ns for path in hf_home.rglob("*.arrow")} == times
    prepared = hf_home.glob("datasets/classeval/*/*/*/dataset_info.json")
    assert sorted(path.parts[-4] for path in prepared) == ["default", "default", "open_repo"]
    assert len(list(hf_home.rglob("classeval_metric.py"))) == 1

    loaded = run_python(INSTALLED_SCRIPT, HF_ALLOW_CODE_EVAL="1")
    assert loaded.returncode == 0, loaded.stderr
    what, values, *_, failed = loaded.stdout.splitlines()
    assert what == f"['open'] {OPEN} classeval_metric"
    assert json.loads(values) == [0.5, 0.5, [True, False]] and failed == "0", loaded.stdout
    dated = re.findall(r"configuration 'default' at .* \(last modified on (.*)\)", loaded.stderr)
    assert datetime.strptime(dated[0], "%a %b %d %H:%M:%S %Y") <= datetime.now()


CONFIGS_SCRIPT = """
from datasets import load_dataset
tasks = load_dataset("classeval", "open_repo", split="test")
marked = tasks.map(lambda row: {"short": row["target"]["name"]})
java = load_dataset("classeval", "repoclassbench", split="java")
print(list(load_dataset("classeval", "default")), len(marked), len(java))
try: load_dataset("classeval")
except ValueError as error: print(error)
import evaluate
metric = evaluate.load("classeval_metric")
print("again", list(load_dataset("classeval")))
from classeval_hf.core.repository_tasks import RepositoryTask
from classeval_hf.tasks.splits import load_tasks
assert [RepositoryTask.from_row(row) for row in tasks] == load_tasks("open_repo")
assert [RepositoryTask.from_row(row) for row in java] == load_tasks("repoclassbench/java")
try: load_dataset("classeval", "deveval")
except ValueError as error: print(error)
"""


@pytest.mark.slow
def test_repository_level_tasks(hf_home: Path, tmp_path: Path, run_python) -> None:
    """They are configs; where what is kept in the folder of one changes it, none is taken for the default one."""
    data = write_json(tmp_path / "any name", java_records(130))  # the only check of these data is their number
    installed = run_install("--repoclassbench-file", str(data))
    assert "dataset  classeval, repoclassbench: java (130 tasks)\n" in installed.stdout, installed.stderr
    assert "'repoclassbench' (python_data.json, csharp_data.json) is left out" in installed.stdout
    assert "under the MIT licence" in installed.stdout
    loaded = run_python(CONFIGS_SCRIPT)
    assert loaded.stdout.startswith("['open'] 20 130\nThere are multiple 'classeval' configurations"), loaded.stderr
    assert "again ['open']\n" in loaded.stdout
    assert "did not take the tasks, since" in loaded.stderr
    assert "'default', 'open_repo', 'repoclassbench'" in loaded.stdout


def test_wrong_files_are_refused(hf_home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = write_json(tmp_path / "data.json", java_records(1))
    with pytest.raises(ValueError, match="it has 1 task, not 130"):
        install(repoclassbench_files=[data])
    with pytest.raises(ValueError, match="is not DevEval's data at commit c165345"):
        install(deveval_file=data)
    with pytest.raises(FileNotFoundError):
        install(repoclassbench_files=[tmp_path / "none.json"])
    assert main(["install", "--classeval-file", str(data)]) == 2
    refused = capsys.readouterr()
    assert refused.out == "" and "SHA-256" in refused.err
    assert main(["install", "--classeval-file", str(tmp_path / "missing.json")]) == 2
    assert "missing.json" in capsys.readouterr().err
    assert not hf_home.exists()


def test_what_a_server_has_is_installed(hf_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it does not have, or has otherwise, is left out with a note. What cannot be reached is tried once."""

    def install_from(server: str) -> installing.InstallReport:
        for name in ("CLASSEVAL", "DEVEVAL"):
            monkeypatch.setattr(installing, name, replace(getattr(installing, name), server=server))
        files = {language: replace(file, server=server) for language, file in installing.REPOCLASSBENCH.items()}
        monkeypatch.setattr(installing, "REPOCLASSBENCH", files)
        return install()

    monkeypatch.setattr(datasets.config, "HF_HUB_OFFLINE", False)
    notes = install_from(f"http://127.0.0.1:{free_port()}").notes
    files = ("ClassEval_data.json", "python_data.json", "data.tar.gz")  # each note names its own
    assert all(f"{file} cannot be reached" in note for file, note in zip(files, notes, strict=True))

    for file, count in ((installing.REPOCLASSBENCH["java"], 130), (installing.CLASSEVAL, 1)):
        path = tmp_path / "served" / file.repository / file.commit / file.path
        path.parent.mkdir(parents=True)
        write_json(path, java_records(count))
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=str(tmp_path / "served"))
    with serving(LocalServer(handler)) as server:
        report = install_from(server.url)
    assert report.repository_splits == {"open_repo": {"test": 20}, "repoclassbench": {"java": 130}}
    assert list(report.splits) == ["open"]
    of_test, of_repoclassbench, of_deveval, licence = report.notes
    assert of_test.startswith("Split 'test'") and "SHA-256" in of_test
    assert "(python_data.json, csharp_data.json)" in of_repoclassbench and "404" in of_repoclassbench
    assert of_deveval.startswith("Config 'deveval' is left out") and "data.tar.gz does not give it" in of_deveval
    assert "MIT" in licence


def test_local_copies_of_any_version(hf_home: Path, tmp_path: Path) -> None:
    for config, split, path in (
        ("repoclassbench", "python", write_json(tmp_path / "python.json", [PYTHON_RECORD])),
        ("deveval", "test", write_lines(tmp_path / "data.jsonl", [DEVEVAL_RECORD])),
    ):
        options = {"config_name": config, "cache_dir": str(tmp_path / "cache"), "hash": "a"}
        with pytest.raises(FileNotFoundError, match=f"not installed: run `classeval-hf install` .*--{config}-file"):
            ClassEval(**options).download_and_prepare()
        builder = ClassEval(data_files={split: str(path)}, **options)
        builder.download_and_prepare()
        ((loaded, tasks),) = builder.as_dataset().items()
        assert loaded == split
        assert tasks.features.arrow_schema.types == repository_task_features().arrow_schema.types
        assert [row["path"].rpartition("harbour/")[2] for row in tasks] == ["boats.py"]


PUBLIC_DATA_SCRIPT = """
import json, sys
from classeval_hf.cli import main
for options in [], ["--classeval-file", sys.argv[1]], []:  # without it first: the later one must win
    assert main(["install", *options]) == 0
    print("installed")
from datasets import load_dataset
rows = load_dataset("classeval")["test"]
print(json.dumps([rows[8], rows.num_rows, load_dataset("classeval", split="test").num_rows]))
"""


@pytest.mark.slow
@pytest.mark.classeval
def test_install_with_the_public_data(hf_home: Path, classeval_file: Path, run_python) -> None:
    loaded = run_python(f"import sys; sys.argv[1:] = [{str(classeval_file)!r}]\n{PUBLIC_DATA_SCRIPT}")
    assert loaded.returncode == 0, loaded.stderr
    _, with_file, kept, found = loaded.stdout.split("installed\n")
    assert f"test (100 tasks), open ({OPEN} tasks)" in with_file
    assert "test (100 tasks)" in kept, "the copy is kept"
    row, *counts = json.loads(found)
    assert counts == [100, 100]
    source = json.loads(classeval_file.read_text())[8]
    assert all(row[name] == source[name] for name in source if name != "methods_info")
    method = row["methods_info"][3]
    none = {"standalone": False, "lib_dependencies": [], "field_dependencies": []}
    assert method["dependencies"] == {**none, "method_dependencies": ["deposit", "withdraw"]}
    assert method["test_classes"] == ["BankAccountTestTransfer"]


METRIC_SCRIPT = """
import evaluate, json, os
from datasets import load_dataset
metric = evaluate.load("classeval_metric")
tasks = load_dataset("classeval", split="open").select(range(2))
whole = metric.compute(predictions=[[t["solution_code"]] for t in tasks], references=tasks, progress=False)
metric.add_batch(predictions=[[tasks[0]["solution_code"]]], references=[tasks[0]])
metric.add(prediction=["class X:\\n    x = '\\ud800'\\n"], reference=tasks[1]["task_id"])
parts = metric.compute(k=1, progress=False, num_workers=1, timeout=4.0)
columns = metric.compute(predictions=[[t["solution_code"]] for t in tasks], references=tasks[:], progress=False)
assert columns["per_task"] == whole["per_task"]
print(json.dumps([whole["class_pass@1"], parts["class_pass@1"], sorted(parts["results"])]))
del os.environ["HF_ALLOW_CODE_EVAL"]
metric.compute(predictions=[[t["solution_code"]] for t in tasks], references=tasks, progress=False)
"""


def test_metric(run_python) -> None:
    assert not (ROOT / "classeval").exists(), "it would shadow the dataset"
    assert os.environ["HF_HUB_OFFLINE"] == "1"
    report = install()
    assert report.splits["open"] == OPEN
    assert report.repository_splits["open_repo"] == {"test": 20}
    assert report.dataset.is_dir() and len(report.dataset.name) == 64
    assert report.metric.name == "classeval_metric.py"
    scored = run_python(METRIC_SCRIPT, HF_ALLOW_CODE_EVAL="1")
    assert json.loads(scored.stdout) == [1.0, 0.5, ["ClassEvalOpen_0", "ClassEvalOpen_1"]], scored.stderr
    assert scored.returncode == 1, "without consent it is refused"
    assert "HF_ALLOW_CODE_EVAL=1" in scored.stderr


DATASETS_4 = int(datasets.__version__.split(".")[0]) >= 4
DROPPED = pytest.mark.skipif(DATASETS_4, reason="datasets 4 dropped loading scripts")
LOADED = f"from datasets import load_dataset\nd = load_dataset({str(ROOT / 'classeval_dataset.py')!r}, "


@pytest.mark.slow
@DROPPED
def test_loading_script(hf_home: Path, run_python) -> None:
    shown = "print(list(d), d['open'][0]['methods_info'][0]['test_classes'])\n"
    loaded = run_python(f"{LOADED}trust_remote_code=True)\n{shown}")
    assert loaded.returncode == 0, loaded.stderr
    assert loaded.stdout.strip().endswith("['VolunteerRosterTestAddShift']") or "['open']" in loaded.stdout


@pytest.mark.slow
@pytest.mark.classeval
@DROPPED
def test_loading_script_with_a_local_file(hf_home: Path, classeval_file: Path, run_python) -> None:
    files, shown = {"test": str(classeval_file)}, "print({name: len(split) for name, split in d.items()})\n"
    loaded = run_python(f"{LOADED}data_files={files!r}, trust_remote_code=True)\n{shown}")
    assert loaded.stdout.strip() == str({"test": 100, "open": len(load_tasks("open"))}), loaded.stderr


FOLDER_SCRIPT = """
import json, os, warnings
from pathlib import Path
from datasets import load_dataset
import evaluate
def splits(): return list(load_dataset("classeval"))
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


@pytest.mark.slow
def test_a_folder_of_the_datasets_name(hf_home: Path, run_python, tmp_path: Path) -> None:
    """It is named where it lies; the metric puts the tasks first again, and `install` removes what came of it."""
    installed = run_install().stdout
    assert "export HF_HUB_OFFLINE=1" in installed and "classeval is removed" not in installed
    done = run_python(FOLDER_SCRIPT)
    assert done.returncode == 0, done.stderr
    of_folder, (first, second), after, refused, about = json.loads(done.stdout)
    assert (of_folder, after) == (["train"], ["open"])
    assert "loads the folder" in first and "rename it" in first and "repaired: load the dataset again" in second
    assert "revision='v0.0.9' cannot be honoured" in refused
    assert about == ["Apache-2.0", "https://github.com/FudanSELab/ClassEval"]
    again = run_install("--quiet", cwd=tmp_path / "elsewhere")
    assert "held other data of the name classeval" in again.stderr
    assert "In this directory load_dataset" in again.stderr and "HF_HUB_OFFLINE" not in again.stdout
    assert not list(hf_home.glob("datasets/classeval/*/0.0.0/*/dataset_info.json"))


def test_nothing_is_said_where_nothing_is_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(loading.datasets.config, "HF_DATASETS_CACHE", tmp_path)
    assert (loading.local_folder(), loading._prepared()) == ("", {})
    loading.check_metric_loading(__file__)
    half_written = tmp_path / "classeval" / "default" / "1.0.0" / "abc"
    half_written.mkdir(parents=True)
    assert loading._prepared() == {half_written: {}}
    assert str(tmp_path / "classeval") in loading.local_folder()


@pytest.mark.slow
def test_a_full_disk_is_told(hf_home: Path) -> None:
    """A limit on the size of files stands for it: the system says so by an error of the same kind."""
    full = run_install(preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, 50_000)))
    assert (full.returncode, full.stdout) == (2, "")
    assert "The disk of the caches is full" in full.stderr and os.fspath(hf_home) in full.stderr
    assert "Traceback" not in full.stderr
