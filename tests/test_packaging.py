"""The wheel in an environment that has the dependencies and nothing of this checkout; and systems other than Linux."""

import os
import shutil
import sysconfig
import venv
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

import pytest
from places import ROOT
from programs import run_program, run_python

WITH_MODELS = all(find_spec(name) is not None for name in ("torch", "transformers", "accelerate"))


def build(kind: str, folder: Path) -> None:
    options = (f"--{kind}", "--no-isolation", "--outdir", folder, "source")
    run_python("-m", "build", *options, check=True, cwd=folder)


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
    pip = ("-m", "pip", "--python", python, "install", "--quiet", "--no-deps", "--no-index")
    run_python(*pip, wheel, check=True)
    # A path entry makes the dependencies importable but not what is installed there in editable form.
    script = "import sysconfig; print(sysconfig.get_path('purelib'))"
    packages = run_program(python, "-c", script, check=True).stdout.strip()
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
    variables = {"HF_HOME": str(tmp_path / "hf_home"), "HF_ALLOW_CODE_EVAL": "1", "PYTHONPATH": without_transformers}
    command = wheel_python.parent / "classeval-hf"
    run_program(command, "install", check=True, variables=variables, cwd=tmp_path)
    loaded = run_program(wheel_python, "-c", script, variables=variables, cwd=tmp_path, timeout=900)
    assert loaded.stdout.strip() == "1.0", loaded.stderr


@pytest.mark.slow
def test_what_the_wheel_holds(wheel_python: Path, tmp_path: Path) -> None:
    """No foreign names, such as packages of the repository-level tasks, and all files of this package."""
    script = "from importlib import metadata; print(*metadata.files('classeval-hf'), sep='\\n')"
    run = run_program(wheel_python, "-c", script, check=True, cwd=tmp_path)
    listed = run.stdout.split()
    names = {name for name in (Path(path).parts[0] for path in listed) if not name.endswith(".dist-info")}
    assert names - {"..", "__pycache__"} == {"classeval_hf", "classeval_dataset.py", "classeval_metric.py"}
    held = {name for name in listed if name.startswith("classeval_hf/") and not name.endswith(".pyc")}
    files = (path.relative_to(ROOT) for path in (ROOT / "classeval_hf").rglob("*") if path.is_file())
    assert held == {str(path) for path in files if path.suffix != ".pyc"}
    assert "classeval_hf/projects/tasks/open_projects/README.md" in held


@pytest.mark.slow
def test_wheel_and_sdist_can_be_uploaded(distributions: Path) -> None:
    pytest.importorskip("twine", reason="twine is not installed")
    build("sdist", distributions)
    files = [str(path) for ending in ("*.whl", "*.tar.gz") for path in distributions.glob(ending)]
    assert len(files) == 2
    done = run_python("-m", "twine", "check", "--strict", *files)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("PASSED") == 2


@pytest.mark.full
@pytest.mark.skipif(not WITH_MODELS, reason="the extra `generation` is not installed")
def test_wheel_evaluates_and_generates(wheel_python: Path, tmp_path: Path) -> None:
    from tiny_models import save_tiny_model

    environment = {**os.environ, "HF_HOME": str(tmp_path / "hf_home"), "HF_ALLOW_CODE_EVAL": "1"}
    environment.pop("PYTHONPATH", None)
    model = save_tiny_model(tmp_path / "tiny-llama")
    command = wheel_python.parent / "classeval-hf"
    options = ["--model", str(model), "--split", "open", "--limit", "1", "--greedy", "--max-new-tokens", "8"]
    for name in ("evaluate", "generate"):
        done = run_program(command, name, *options, env=environment, cwd=tmp_path, timeout=600)
        assert done.returncode == 0, done.stderr
    assert (tmp_path / "runs/tiny-llama/open/holistic-greedy/report/report.html").is_file()
    assert (tmp_path / "runs/tiny-llama/holistic-greedy/samples.jsonl").is_file()


def test_scoring_does_not_import_torch() -> None:
    # Not of `classeval_hf.hub.install`: `evaluate` imports transformers where that is installed.
    script = "import sys, classeval_hf.cli, classeval_hf.scoring.compute; print('torch' in sys.modules)"
    assert run_python("-c", script).stdout.strip() == "False"
    required = [line for line in metadata.requires("classeval-hf") or [] if "extra ==" not in line]
    assert {line.split(">=")[0] for line in required} == {
        *("datasets", "evaluate", "huggingface-hub", "msgspec", "numpy", "packaging", "pytest", "requests", "rich"),
        *("rich-argparse", "scipy", "tqdm"),
    }


AS_THERE = """
import os, platform, sys
import datasets, evaluate, numpy, scipy.stats, rich.console, tqdm.auto  # as they are on such a system
child = os.fork()  # a process for each system; what takes time to import is imported once
if child:
    _, status = os.waitpid(child, 0)
    assert status == 0
if not child:
    import ctypes
    for name in ("fcntl", "resource", "grp", "pwd", "termios"):
        sys.modules[name] = None
    sys.platform = "win32"
    ctypes.CDLL = ctypes.PyDLL = None  # the C library has no place there that `None` names
system = "Darwin" if child else "Windows"
platform.system = lambda: system
import classeval_hf, classeval_dataset, classeval_metric
from classeval_hf.cli import main
from classeval_hf.sandbox.jobs import IsolationError
from classeval_hf.sandbox.self_test import choose_isolation
assert main(["compare", "tests/runs/score_files/splits.json", "tests/runs/score_files/splits.json"]) == 0
try:
    choose_isolation()
except IsolationError as error:
    print(system, error, flush=True)
"""


@pytest.mark.slow
def test_the_package_is_imported_and_says_what_works(without_transformers: str) -> None:
    path = os.pathsep.join([without_transformers, *filter(None, [os.environ.get("PYTHONPATH")])])
    done = run_python("-c", AS_THERE, cwd=ROOT, variables={"PYTHONPATH": path})
    assert done.returncode == 0, done.stderr
    windows, darwin = (line for line in done.stdout.splitlines() if line.startswith(("Windows ", "Darwin ")))
    assert "on Windows use WSL 2 or a Linux" in windows
    assert "only isolation='T0' runs candidates, without isolation: use a Linux container" in darwin
