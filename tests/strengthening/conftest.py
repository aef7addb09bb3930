"""What the tests of strengthening share: one task, one runner of references and one judge for all of them."""

import os
import sys
from collections.abc import Callable, Iterator

import pytest
from account_task import write_account_folder
from programs import run_python

from classeval_hf.classes.tasks.files import read_task_folder
from classeval_hf.core.tasks import ClassTask
from classeval_hf.engine.judge import Judge
from classeval_hf.sandbox.pool import SandboxPool
from classeval_hf.strengthening.running import ReferenceRunner, Seeds, record_seeds


@pytest.fixture(scope="session")
def account(tmp_path_factory: pytest.TempPathFactory) -> ClassTask:
    return read_task_folder(write_account_folder(tmp_path_factory.mktemp("tasks")) / "account")


@pytest.fixture(scope="session")
def runner() -> Iterator[ReferenceRunner]:
    with SandboxPool() as pool:
        yield ReferenceRunner(pool)


@pytest.fixture(scope="session")
def judge() -> Iterator[Judge]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HF_ALLOW_CODE_EVAL", "1")
        judge = Judge(1.0, num_workers=1, cache=False, progress=False).__enter__()
    try:
        yield judge
    finally:
        judge.__exit__()


@pytest.fixture(scope="session")
def account_seeds(account: ClassTask, runner: ReferenceRunner) -> Seeds:
    return record_seeds(account, runner)


@pytest.fixture(scope="session")
def in_process() -> Callable[[str, int], str]:
    """Runs a script in a process with a seed of hashes, and returns what it prints."""

    def run(script: str, seed: int) -> str:
        variables = {"PYTHONPATH": os.pathsep.join(sys.path), "PYTHONHASHSEED": str(seed)}
        return str(run_python("-c", script, variables=variables, check=True).stdout)

    return run
