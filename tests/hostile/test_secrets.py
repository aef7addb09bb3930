"""What must not be found in the processes of a sample; samples side by side have nothing of each other."""

import hashlib
import json
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import neighbour_spies
import pytest
from hostile_samples import RIGHT, SECRETS, TASK, TIERS, WRONG, details, outcome, read_spy
from programs import run_python
from slow_and_full import one_in, slow

from classeval_hf.engine.executor import Executor
from classeval_hf.sandbox.jobs import IsolationError


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
    """Neither other answers, references, withheld values nor folders: in no frame, object, or byte of memory."""
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
from classeval_hf.sandbox.jobs import IsolationError
from classeval_hf.engine.executor import Executor
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


CONTAINED = ("T3", "T2")


def together(executor: Executor, *codes: str) -> list[str]:
    """What right samples get that do this beside, at the same time."""
    with ThreadPoolExecutor(2) as pool:
        return [outcome(one.verdict) for one in pool.map(lambda code: executor.run(TASK, RIGHT + code), codes)]


@pytest.mark.parametrize("tier", CONTAINED)
def test_samples_do_not_see_each_other(tier: str, executors: Callable[[str], Executor]) -> None:
    """Neither the folder nor the processes of a sample that runs at the same time."""
    executor = executors(tier, 10.0)  # the spy looks at every process, which takes long on a busy machine
    victim = f"{RIGHT}\nimport os, time\nopen('of-the-victim', 'w').write('x')\ntime.sleep(0.7)\n"
    spy = RIGHT + read_spy("neighbours", OTHERS_ARE_SEEN=tier == "T2")
    with ThreadPoolExecutor(2) as pool:
        hidden = pool.submit(executor.run, TASK, victim)
        time.sleep(0.3)
        verdict = executor.run(TASK, spy).verdict
        assert outcome(verdict) == "pass", details(verdict)
        assert outcome(hidden.result().verdict) == "pass"


@pytest.mark.parametrize("tier", CONTAINED)
def test_nothing_passes_thanks_to_an_earlier_sample(tier: str, executors: Callable[[str], Executor]) -> None:
    """A right sample leaves its answers wherever it can; a wrong one looks for them there."""
    leave = RIGHT + read_spy("answers_left")
    use = WRONG + read_spy("answers_used", RIGHT=RIGHT)
    assert outcome(executors(tier).run(TASK, leave).verdict) == "pass"
    assert outcome(executors(tier).run(TASK, use).verdict) == "fail"


BIT = """
import fcntl, json, time
file, seen = open(json.__file__), []
for _ in range(300):
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        fcntl.flock(file, fcntl.LOCK_UN)
        seen.append(0)
    except BlockingIOError:
        seen.append(1)
    time.sleep(0.01)
if sorted(set(seen)) != [0, 1]:
    raise RuntimeError("no bit came")
"""
TELLS = """
import fcntl, json, time
file = open(json.__file__)
for number in range(30):
    fcntl.flock(file, (fcntl.LOCK_EX, fcntl.LOCK_UN)[number % 2])
    time.sleep(0.1)
"""


@pytest.mark.slow
@pytest.mark.parametrize("tier", one_in(2, CONTAINED))
def test_locks_on_libraries_tell_bits(tier: str, executors: Callable[[str], Executor]) -> None:
    """A documented limit: while both run. What is locked is free when its sample is over."""
    executor = executors(tier, 20.0)
    assert together(executor, TELLS, BIT) == ["pass", "pass"]
    assert together(executor, BIT.replace("300", "30")) == ["fail"]


TAKES = """
import os, socket, time
for _ in range(12):
    if os.fork() == 0:
        kept = []
        for _ in range(120):
            reading, writing = os.pipe()
            os.close(writing)
            kept.append(reading)
        time.sleep(3)
        os._exit(0)
one, other = socket.socketpair()
try:
    for _ in range(40):
        socket.send_fds(one, [b"x"], [0] * 60)
except OSError:
    pass
time.sleep(3)
"""
LACKS = """
import fcntl, os, socket, time
smallest, passed = 1 << 16, []
for _ in range(1000):
    ends, pair = os.pipe(), socket.socketpair()
    smallest = min(smallest, fcntl.fcntl(ends[0], 1032))
    try:
        socket.send_fds(pair[0], [b"x"], [0])
        passed.append(True)
    except OSError:
        passed.append(False)
    for one in ends:
        os.close(one)
    for one in pair:
        one.close()
    if (smallest, all(passed), any(passed)) == (8192, False, True):
        break
    time.sleep(0.01)
else:
    raise RuntimeError(f"nothing was lacking: {smallest}")
"""


@pytest.mark.slow
@pytest.mark.parametrize("tier", one_in(2, CONTAINED))
def test_what_the_kernel_counts_for_a_user_is_shared(tier: str, executors: Callable[[str], Executor]) -> None:
    """Likewise: pages of pipes, and descriptors on their way. The scorer, which may have more of them, has enough."""
    executor = executors(tier, 20.0)
    assert together(executor, TAKES, LACKS) == ["pass", "pass"]
    assert together(executor, LACKS.replace("1000", "25")) == ["fail"]
