"""The wheel, in an environment that has the dependencies and nothing of this checkout."""

import os
import shutil
import subprocess
import sys
import sysconfig
import venv
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

import pytest
from places import ROOT

WITH_MODELS = all(find_spec(name) is not None for name in ("torch", "transformers", "accelerate"))


def build(kind: str, folder: Path) -> None:
    """Builds the wheel or the sdist from the copy of this checkout in a folder, into that folder."""
    command = [sys.executable, "-m", "build", f"--{kind}", "--no-isolation", "--outdir", str(folder), "source"]
    subprocess.run(command, check=True, capture_output=True, cwd=folder)


@pytest.fixture(scope="module")
def distributions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folder with the wheel built from this checkout, and the copy that it was built from."""
    if not (ROOT / "pyproject.toml").is_file():
        pytest.skip("not run from a checkout")
    folder = tmp_path_factory.mktemp("distributions")
    # A copy, since building leaves files beside the sources that a later build would pick up.
    ignored = shutil.ignore_patterns(".*", "build", "*.egg-info", "__pycache__")
    source = shutil.copytree(ROOT, folder / "source", ignore=ignored)
    shutil.rmtree(source / "tests")
    build("wheel", folder)
    return folder


@pytest.fixture(scope="module")
def wheel_python(distributions: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Interpreter of a fresh environment with the wheel built from this checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    (wheel,) = distributions.glob("classeval_hf-*.whl")
    environment = folder / "venv"
    venv.create(environment)
    python = environment / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet", "--no-deps", "--no-index"]
    subprocess.run([*pip, str(wheel)], check=True)
    # A path entry makes the dependencies importable but not what is installed there in editable form.
    script = "import sysconfig; print(sysconfig.get_path('purelib'))"
    packages = subprocess.run([python, "-c", script], check=True, capture_output=True, text=True).stdout.strip()
    (Path(packages) / "dependencies.pth").write_text(sysconfig.get_path("purelib"))
    return python


@pytest.mark.slow
def test_wheel_passes_the_quick_start(wheel_python: Path, tmp_path: Path, without_transformers: str) -> None:
    script = """
import classeval_hf, sys
assert sys.prefix in classeval_hf.__file__, classeval_hf.__file__
from datasets import load_dataset
tasks = load_dataset("classeval", split="open")
import evaluate
scores = evaluate.load("classeval_metric").compute(
    predictions=[[task["solution_code"]] for task in tasks], references=tasks["task_id"], progress=False)
print(scores["class_pass@1"])
"""
    consent = {"HF_HOME": str(tmp_path / "hf_home"), "HF_ALLOW_CODE_EVAL": "1"}
    environment = {**os.environ, **consent, "PYTHONPATH": without_transformers}
    command = wheel_python.parent / "classeval-hf"
    subprocess.run([command, "install"], check=True, capture_output=True, env=environment, cwd=tmp_path)
    run = [wheel_python, "-c", script]
    loaded = subprocess.run(run, capture_output=True, text=True, env=environment, cwd=tmp_path)
    assert loaded.stdout.strip() == "1.0", loaded.stderr


@pytest.mark.slow
def test_what_the_wheel_holds(wheel_python: Path, tmp_path: Path) -> None:
    """No foreign names, such as packages of the repository-level tasks, and all files of this package."""
    script = "from importlib import metadata; print(*metadata.files('classeval-hf'), sep='\\n')"
    run = subprocess.run([wheel_python, "-c", script], check=True, capture_output=True, text=True, cwd=tmp_path)
    listed = run.stdout.split()
    names = {name for name in (Path(path).parts[0] for path in listed) if not name.endswith(".dist-info")}
    assert names - {"..", "__pycache__"} == {"classeval_hf", "classeval_dataset.py", "classeval_metric.py"}
    held = {name for name in listed if name.startswith("classeval_hf/") and not name.endswith(".pyc")}
    files = (path.relative_to(ROOT) for path in (ROOT / "classeval_hf").rglob("*") if path.is_file())
    assert held == {str(path) for path in files if path.suffix != ".pyc"}
    assert "classeval_hf/tasks/open_projects/README.md" in held


@pytest.mark.slow
def test_wheel_and_sdist_can_be_uploaded(distributions: Path) -> None:
    """The package index would take both: metadata is complete, and the README can be shown."""
    pytest.importorskip("twine", reason="twine is not installed")
    build("sdist", distributions)
    files = [str(path) for ending in ("*.whl", "*.tar.gz") for path in distributions.glob(ending)]
    assert len(files) == 2
    command = [sys.executable, "-m", "twine", "check", "--strict", *files]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("PASSED") == 2


@pytest.mark.full
@pytest.mark.skipif(not WITH_MODELS, reason="the extra `generation` is not installed")
def test_wheel_evaluates_and_generates(wheel_python: Path, tmp_path: Path) -> None:
    """Both commands work outside any checkout, on a model in a folder."""
    from tiny_models import save_tiny_model

    environment = {**os.environ, "HF_HOME": str(tmp_path / "hf_home"), "HF_ALLOW_CODE_EVAL": "1"}
    environment.pop("PYTHONPATH", None)
    model = save_tiny_model(tmp_path / "tiny-llama")
    command = wheel_python.parent / "classeval-hf"
    options = ["--model", str(model), "--split", "open", "--limit", "1", "--greedy", "--max-new-tokens", "8"]
    for name in ("evaluate", "generate"):
        done = subprocess.run(
            [command, name, *options], capture_output=True, text=True, env=environment, cwd=tmp_path, timeout=600
        )
        assert done.returncode == 0, done.stderr
    assert (tmp_path / "runs/tiny-llama/open/holistic-greedy/report/report.html").is_file()
    assert (tmp_path / "runs/tiny-llama/holistic-greedy/samples.jsonl").is_file()


def test_scoring_does_not_import_torch() -> None:
    # Not of `classeval_hf.hub.install`: `evaluate` imports transformers where that is installed.
    script = "import sys, classeval_hf.cli, classeval_hf.scoring.compute; print('torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script], capture_output=True, text=True).stdout.strip() == "False"
    required = [line for line in metadata.requires("classeval-hf") or [] if "extra ==" not in line]
    assert {line.split(">=")[0] for line in required} == {
        *("datasets", "evaluate", "huggingface-hub", "msgspec", "numpy", "packaging", "pytest", "requests", "rich"),
        *("rich-argparse", "scipy", "shtab", "tqdm"),
    }
