"""What must not be found in the processes of a sample, wherever it looks."""

import hashlib
import json
from pathlib import Path

import neighbour_spies
import pytest
from hostile_samples import RIGHT, SECRETS, TASK, TIERS, read_spy
from programs import run_python
from slow_and_full import slow

from classeval_hf.judging.executor import Executor
from classeval_hf.sandbox.isolation import IsolationError


@pytest.mark.parametrize("tier", TIERS)
def test_expected_values_are_nowhere_in_the_child(tier: str, temporary_folder: Path) -> None:
    """Neither in any object, nor in the tests' source, nor (at T1, where a process can look) in raw memory."""
    digests = [hashlib.sha256(token.encode()).hexdigest() for token in SECRETS]
    # A right class makes these values itself, so this one does not make the two that it looks for.
    source = RIGHT.replace("7919", "7920") + read_spy("expected_values", DIGESTS=digests[:2])
    try:
        with Executor(timeout=20.0, isolation=tier) as executor:
            post, seal = executor.run(TASK, source).verdict.test_classes
            assert not post.passed
            assert seal.passed, seal
            planted = executor.run(TASK, f"{source}\nPLANTED = ''.join(['95', '028'])\n").verdict.test_classes[1]
            assert "an expected value lies in" in planted.cases[0].message  # so the search does find things
    except IsolationError as error:
        pytest.skip(f"this machine does not give {tier}: {error}")


@pytest.mark.parametrize(
    ("tier", "backend"),
    [
        (TIERS[0], ""),
        pytest.param(TIERS[0], "loky", marks=pytest.mark.slow),
        *(slow((tier, backend)) for tier in TIERS[1:] for backend in ("", "loky")),
    ],
)
def test_no_sample_holds_a_text_that_is_not_its_own(tier: str, backend: str, tmp_path: Path) -> None:
    """
    Neither other answers, nor references, nor withheld values, nor folders of the scorer: in no frame, no object, and
    no byte of memory. Answers to the same and to other tasks, and the references three times, were run before.
    """
    names = ("working folder", "caches", "home", "temporary folder")
    folders = {name: tmp_path / neighbour_spies.mark(name) for name in names}
    for folder in folders.values():
        folder.mkdir()
    environment = {"HF_ALLOW_CODE_EVAL": "1", "HF_HOME": str(folders["caches"]), "HOME": str(folders["home"])}
    if tier == "T3":  # elsewhere a sample's own folder lies in it
        environment["TMPDIR"] = str(folders["temporary folder"])
    program = (neighbour_spies.__file__, tier, backend)
    done = run_python(*program, cwd=folders["working folder"], variables=environment)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    if "unavailable" in found:
        pytest.skip(f"this machine does not give {tier}: {found['unavailable']}")
    first, planted, last = found
    assert first["found"] == last["found"] == {}
    (places,) = planted["found"].values()
    assert {"memory", "a frame"} <= set(places), "the search finds what there is"
    assert min(spy["frames"] for spy in found) >= 3 and min(spy["bytes"] for spy in found) > 10_000_000


TOKEN_HUNT = """
import json, os, sys, tempfile
from classeval_hf.sandbox.isolation import IsolationError
from classeval_hf.judging.executor import Executor
from classeval_hf.core.tasks import ClassTask

task, source, tier = json.loads(sys.argv[1])
try:
    with Executor(timeout=2.0, isolation=tier) as executor:
        verdict = executor.run(ClassTask.from_row(task), source).verdict
        print(json.dumps([[item.passed, str(item)] for item in verdict.test_classes]))
except IsolationError as error:
    print(json.dumps(str(error)))
"""


@pytest.mark.parametrize("tier", TIERS)
def test_token_is_not_found(tier: str, tmp_path: Path) -> None:
    """Not in the sample's environment or memory, and at T3 and T2 not in any process that it can look at."""
    token = "hf_" + "canary" * 4
    facts = {"CONTAINED": tier != "T1", "TOKEN_FILE": str(tmp_path / "token")}
    source = RIGHT + read_spy("token", **facts)
    (tmp_path / "token").write_text(token)
    variables, given = {"HF_TOKEN": token, "HF_HOME": str(tmp_path)}, json.dumps([TASK.to_row(), source, tier])
    run = run_python("-c", TOKEN_HUNT, given, variables=variables, check=True)
    found = json.loads(run.stdout)
    if isinstance(found, str):
        pytest.skip(f"this machine does not give {tier}: {found}")
    assert found and all(passed for passed, _ in found), found
