"""Shared fixtures. The caches of a run lie in a folder of their own, which its workers share, and the Hub is off."""

import atexit
import gc
import importlib.util
import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

if "CLASSEVAL_TESTS_HOME" not in os.environ:  # workers share the home of the process that starts them
    os.environ["CLASSEVAL_TESTS_HOME"] = tempfile.mkdtemp(prefix="classeval-tests-")
    atexit.register(shutil.rmtree, os.environ["CLASSEVAL_TESTS_HOME"], ignore_errors=True)
os.environ["HF_HOME"] = os.environ["CLASSEVAL_TESTS_HOME"]  # before anything imports `datasets`
for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ[name] = "1"  # models are tiny here, and threads that wait for each other slow all else down
os.environ["HF_HUB_OFFLINE"] = "1"
os.environ["HF_EVALUATE_OFFLINE"] = "1"
os.environ.pop("HF_ALLOW_CODE_EVAL", None)
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as in `make test &`; the processes of tests inherit it
    signal.signal(signal.SIGINT, signal.default_int_handler)

import hypothesis  # noqa: E402
import programs  # noqa: E402
import pytest  # noqa: E402
import rare_garbage  # noqa: E402, F401
from places import DATA, OPEN  # noqa: E402

from classeval_hf.classes.tasks import files  # noqa: E402
from classeval_hf.core.tasks import ClassTask  # noqa: E402

pytest_plugins = ["browser", "suite_options"]
# The same examples in each run, and no limit on time that a busy machine could break.
hypothesis.settings.register_profile("suite", derandomize=True, deadline=None, database=None)
hypothesis.settings.load_profile("suite")

WITH_MODELS = all(importlib.util.find_spec(name) is not None for name in ("torch", "transformers", "accelerate"))
collect_ignore = [] if WITH_MODELS else ["generation"]


def pytest_report_header() -> list[str]:
    return [] if WITH_MODELS else ["tests of generation left out: the extra `generation` is not installed"]


def pytest_collection_finish() -> None:
    """What is there before the first test stays to the end, and is never again looked through for garbage."""
    gc.freeze()


@pytest.fixture(scope="session")
def classeval_file() -> Path:
    """ClassEval's public data."""
    path = DATA / "ClassEval_data.json"
    if not path.is_file():
        pytest.skip("ClassEval_data.json is not at hand: set CLASSEVAL_DATA to its folder")
    return path


@pytest.fixture(scope="session")
def recorded_outputs() -> Path:
    """Folder of recorded runs of the public repository."""
    path = DATA / "outputs"
    if not path.is_dir():
        pytest.skip("the recorded outputs are not at hand: set CLASSEVAL_DATA to the folder that holds outputs/")
    return path


@pytest.fixture(scope="session")
def hostile_corpora() -> Path:
    """Folder with corpora of hostile and broken samples, and the verdicts that they must get."""
    path = DATA.parent / "hostile"
    if not path.is_dir():
        pytest.skip("the folder hostile/ is not at hand beside the folder of ClassEval's data")
    return path


@pytest.fixture(scope="module", autouse=True)
def consent_ends_with_its_module() -> Iterator[None]:
    """Commands that run no model output set the variable for their process, and fixtures of a module run some."""
    os.environ.pop("HF_ALLOW_CODE_EVAL", None)
    yield
    os.environ.pop("HF_ALLOW_CODE_EVAL", None)


@pytest.fixture(autouse=True)
def consent_is_not_passed_on(consent_ends_with_its_module: None) -> Iterator[None]:
    """Nor does what a test's own command set reach the next test."""
    before = os.environ.get("HF_ALLOW_CODE_EVAL")
    yield
    if before is None:
        os.environ.pop("HF_ALLOW_CODE_EVAL", None)


@pytest.fixture
def consent(monkeypatch: pytest.MonkeyPatch) -> None:
    """The user's consent to run model output."""
    monkeypatch.setenv("HF_ALLOW_CODE_EVAL", "1")


@pytest.fixture
def ended(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[object, str, str]]:
    """Runs a command in this process, and gives its status, its output and its errors."""
    from classeval_hf.cli import main

    def ended(*arguments: str) -> tuple[object, str, str]:
        capsys.readouterr()
        try:
            status: object = main(arguments)
        except SystemExit as end:
            status = end.code
        return status, *capsys.readouterr()

    return ended


@pytest.fixture
def refusal(ended: Callable[..., tuple[object, str, str]]) -> Callable[..., str]:
    """What a command says that refuses to run: of bad input, and without any output."""

    def refusal(*arguments: str) -> str:
        status, out, err = ended(*arguments)
        assert (status, out) == (2, "") and "Traceback" not in err, err
        return err

    return refusal


@pytest.fixture(scope="module")
def consent_of_module(consent_ends_with_its_module: None) -> None:
    """That consent, for fixtures of a module too, which run some."""
    os.environ["HF_ALLOW_CODE_EVAL"] = "1"


@pytest.fixture(scope="module")
def shared_judges() -> Iterator[None]:
    """In a module that asks for it, what scores with equal options does so with one judge."""
    from shared_judges import SharedJudges

    from classeval_hf.engine.judge import Judge
    from classeval_hf.scoring import compute

    with SharedJudges() as shared, pytest.MonkeyPatch.context() as patch:
        patch.setattr(compute, "Judge", shared)
        patch.setattr(Judge, "with_root", lambda judge: shared.with_root(judge))
        yield


@pytest.fixture(scope="session")
def open_tasks() -> list[ClassTask]:
    """The split `open`."""
    return list(files.open_tasks().values())


@pytest.fixture(params=[3, pytest.param(None, marks=pytest.mark.slow)], ids=["three tasks", "all tasks"])
def some_open_tasks(request: pytest.FixtureRequest, open_tasks: list[ClassTask]) -> list[ClassTask]:
    """The first tasks of the split `open`, and in a slow test all of them."""
    assert len(open_tasks[: request.param]) == (request.param or OPEN)
    return open_tasks[: request.param]


@pytest.fixture(scope="session")
def without_transformers(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A folder for `PYTHONPATH` with which there is no transformers, which `evaluate` would import, for seconds."""
    folder = tmp_path_factory.mktemp("without_transformers")
    (folder / "transformers.py").write_text("raise ModuleNotFoundError('No module named transformers')\n")
    return str(folder)


@pytest.fixture
def hf_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty `HF_HOME` for processes that the test starts."""
    monkeypatch.setenv("HF_HOME", str(tmp_path / "hf_home"))
    return tmp_path / "hf_home"


@pytest.fixture
def run_python(tmp_path: Path):
    """Runs a script in a fresh interpreter, in a directory that has nothing to do with the repository."""

    def run(script: str, **environment: str) -> subprocess.CompletedProcess[str]:
        elsewhere = tmp_path / "elsewhere"
        elsewhere.mkdir(exist_ok=True)
        return programs.run_python("-c", script, cwd=elsewhere, variables=environment)

    return run
