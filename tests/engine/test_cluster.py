"""Scoring by the workers of a joblib backend: real processes, of a real Dask cluster where Dask is installed."""

import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from pickled import RunsCode, older_settings
from places import ROOT
from slow_and_full import one_in, slow

from classeval_hf.cli import main
from classeval_hf.core.errors import InfrastructureError
from classeval_hf.core.tasks import BASE, ClassTask
from classeval_hf.core.verdicts import METRIC_VERSION, CandidateVerdict, TestClassVerdict
from classeval_hf.engine.cluster import (
    Cluster,
    JoblibWorkers,
    _work,
    read_reply,
    sign_reply,
)
from classeval_hf.engine.executor import Executor
from classeval_hf.engine.verdict_cache import VerdictCache
from classeval_hf.projects.install.installation import find_project, installed_project, load_catalogue
from classeval_hf.sandbox.jobs import IsolationError
from classeval_hf.scoring.compute import compute_scores

pytest.importorskip("joblib", reason="joblib is not installed: pip install 'classeval-hf[cluster]'")
NO_DASK = "Dask is not installed: pip install 'classeval-hf[cluster]'"
TESTS = """
import unittest
class BoxTestPut(unittest.TestCase):
    def test_1(self):
        box = Box()
        box.put(1)
        self.assertEqual(box.items, [1])
class BoxTestSize(unittest.TestCase):
    def test_1(self): self.assertEqual(Box().size(), 0)
"""
RIGHT = """class Box:
    def __init__(self): self.items = []
    def put(self, item):
        self.items.append(item)
    def size(self): return len(self.items)
"""
NO_PUT = RIGHT.replace("self.items.append(item)", "pass")
ENDLESS = RIGHT.replace("self.items.append(item)", "while True: pass")
BOX = {"class_name": "Box", "import_statement": [], "test": TESTS, "test_classes": ["BoxTestPut", "BoxTestSize"]}
BOX |= {"methods_info": [{"method_name": "put"}, {"method_name": "size"}], "solution_code": RIGHT}
TASKS = [{"task_id": name, **BOX} for name in "abcd"]
COMPLETIONS = [
    [RIGHT, NO_PUT, RIGHT, "no Python ("],
    [ENDLESS, RIGHT, RIGHT, ""],
    [NO_PUT, NO_PUT, f"{RIGHT}# other\n", RIGHT],
    [RIGHT, RIGHT, RIGHT, RIGHT],
]
EXPECTED = "no text|weaker isolation|no Python|shorter time limit|workers are unpickled|can open connections"
"""What is warned of when these are scored."""


def score(cluster: str | None = None, **kwargs: Any) -> dict[str, Any]:
    with pytest.warns(UserWarning, match=EXPECTED):
        return compute_scores(COMPLETIONS, TASKS, **{"timeout": 0.5, "progress": False, **kwargs}, cluster=cluster)


def timeless(scores: dict[str, Any]) -> dict[str, Any]:
    return {**scores, "provenance": {**scores["provenance"], "started": "", "ended": ""}}


def stored(cache: Path) -> int:
    if not cache.is_file():
        return 0
    with closing(sqlite3.connect(cache, timeout=60)) as connection:
        tables = connection.execute("SELECT name FROM sqlite_master WHERE name = 'signed_verdicts'").fetchall()
        return int(connection.execute("SELECT COUNT(*) FROM signed_verdicts").fetchone()[0]) if tables else 0


@contextmanager
def once_stored(cache: Path, count: int, action: Callable[[], None]) -> Iterator[None]:

    def wait() -> None:
        end = time.monotonic() + 100
        while stored(cache) < count and time.monotonic() < end:
            time.sleep(0.02)
        action()

    thread = threading.Thread(target=wait)
    thread.start()
    try:
        yield
    finally:
        thread.join()


@contextmanager
def start_dask(*consents: str) -> Iterator[Any]:
    """A Dask cluster with one process of one thread per consent; gives its client."""
    distributed = pytest.importorskip("distributed", reason=NO_DASK)
    options = {"nthreads": 1, "silence_logs": 50, "dashboard": False}
    workers = {
        number: {"cls": distributed.Nanny, "options": {**options, "env": {"HF_ALLOW_CODE_EVAL": consent}}}
        for number, consent in enumerate(consents)
    }
    scheduler = {"cls": distributed.Scheduler, "options": {"port": 0, "dashboard_address": ":0"}}
    with (
        distributed.SpecCluster(workers, scheduler=scheduler, silence_logs=50) as cluster,
        distributed.Client(cluster) as client,
    ):
        client.wait_for_workers(len(consents))
        yield client


@pytest.fixture(scope="module")
def dask_client() -> Iterator[Any]:
    with start_dask("1", "1") as client:
        yield client


@pytest.fixture
def cache(hf_home: Path, consent: None) -> Path:
    """Consent, and the path of a cache of verdicts that is empty."""
    return hf_home / "classeval_hf" / "verdicts.sqlite"


@pytest.fixture(scope="module")
def local() -> dict[str, Any]:
    """What is to come out: what this machine alone gives."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HF_ALLOW_CODE_EVAL", "1")
        return score(cache=False)


@pytest.mark.slow
@pytest.mark.parametrize("backend", one_in(2, ["loky", "multiprocessing"]))
def test_backends_without_dask(backend: str, cache: Path, tmp_path: Path) -> None:
    """With results at the end of a call, as Ray gives them too, and one by one; workers judge by each suite."""
    suite = {"name": "plus", "source": TESTS.replace("[1]", "[1, 1]"), "test_classes": ["BoxTestPut", "BoxTestSize"]}
    tasks = [{**TASKS[0], "solution_code": NO_PUT}, {**TASKS[1], "extra_suites": [suite]}]
    options = {"progress": False, "preflight": True, "suites": ("base", "plus")}
    with pytest.warns(UserWarning, match="reference fails here in 1 task"):
        local = compute_scores(COMPLETIONS[2:], tasks, cache=False, **options)
    with pytest.warns(UserWarning, match="reference fails here in 1 task"):
        there = compute_scores(COMPLETIONS[2:], tasks, cluster=backend, **options)
    assert list(there["unsound_tasks"]) == ["a"] and list(there["suites"]["plus"]["unsound_tasks"]) == ["b"]
    assert (there["class_pass@1"], there["class_pass_plus@1"]) == (0.75, 0.25)
    assert timeless(there) == timeless(local)
    assert stored(cache) == 5  # of tasks whose references differ each by itself

    marks = tmp_path / "marks"
    marking = f"open({str(marks)!r}, 'a').write('x')\n{RIGHT}"
    task = {**TASKS[0], "test_classes": ["BoxTestSize"]}
    with pytest.warns(UserWarning, match="open connections|5 samples in weaker isolation"):
        scores = compute_scores([[marking] * 5], [task], progress=False, isolation="T1", cluster=backend)
    assert scores["class_pass@1"] == 1
    assert marks.read_text() == "x", "five equal candidates are run once"


@pytest.mark.usefixtures("consent")
def test_a_worker_with_another_version_or_without_a_project_is_named(hf_home: Path) -> None:
    cluster = Cluster(JoblibWorkers("loky"), Executor, older_settings, cache=False)
    with pytest.raises(ValueError, match=r"On the worker .*: the metric's version is 0\.1, but here it is"), cluster:
        pass
    reply = _work(Executor, older_settings, b"secret", (), path_of_project, "litestar")
    with pytest.raises(ValueError, match=r"On the worker .*: litestar.* projects install litestar"):
        read_reply(reply, b"secret")


def path_of_project(executor: Executor, name: str) -> str:
    return str(installed_project(find_project(name, load_catalogue())))


@pytest.mark.slow
def test_dask(dask_client: Any, cache: Path, local: dict[str, Any]) -> None:
    there = score("dask")
    assert there["results"] == local["results"]
    assert timeless(there) == timeless(local)
    assert stored(cache) == 4, "what is no Python needs no process, and the tests of all tasks are the same"
    verdict = json.dumps(CandidateVerdict("", (TestClassVerdict("BoxTest", ()),)).to_dict())
    with closing(VerdictCache({}, cache)) as known, closing(sqlite3.connect(cache)) as connection:
        for (key,) in connection.execute("SELECT key FROM signed_verdicts").fetchall():
            row = verdict, known._signature(key, verdict), key
            connection.execute("UPDATE signed_verdicts SET verdict = ?, signature = ? WHERE key = ?", row)
        connection.commit()
    assert score("dask")["class_pass@1"] == 0, "known verdicts are taken from the cache"
    assert score()["class_pass@1"] == 0, "and those of workers that are like this machine are known here"


def test_command_line(cache: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("distributed", reason=NO_DASK)
    tasks, completions, output = tmp_path / "tasks.json", tmp_path / "answers.jsonl", tmp_path / "scores.json"
    tasks.write_text(json.dumps(TASKS))
    completions.write_text("\n".join(json.dumps({"task_id": "a", "completion": text}) for text in COMPLETIONS[0]))
    command = ["score", str(completions), "--tasks-from", str(tasks), "-o", str(output)]

    for options, words in (
        (["--cluster", "dask"], "--scheduler tcp://host:8786"),
        (["--scheduler", "tcp://127.0.0.1:1"], "--cluster dask"),
        (["--cluster", "dask", "--scheduler", str(tmp_path / "nowhere.json")], "there is no file"),
        (["--cluster", "nonsense"], "'nonsense'"),
    ):
        assert main([*command, *options]) == 2
        assert words in capsys.readouterr().err
    assert not output.exists()

    file = tmp_path / "scheduler.json"
    with start_dask("1") as client:
        file.write_text(json.dumps({"address": client.scheduler.address}))
        for scheduler in (client.scheduler.address, str(file)):
            with pytest.warns(UserWarning, match="are unpickled"):
                assert main([*command, "--cluster", "dask", "--scheduler", scheduler]) == 0
            assert json.loads(output.read_text())[completions.name]["class_pass@1"] == 0.5


@pytest.mark.full
@pytest.mark.usefixtures("cache")
def test_a_worker_without_consent_is_named() -> None:
    with start_dask("1", "0") as client:
        consents = client.run(lambda: (os.environ["HF_ALLOW_CODE_EVAL"], os.getpid()))
        (process,) = (pid for consent, pid in consents.values() if consent == "0")
        with pytest.raises(ValueError, match=rf"On the worker .*, process {process}: .*HF_ALLOW_CODE_EVAL=1"):
            compute_scores(COMPLETIONS, TASKS, progress=False, cluster="dask")


@pytest.mark.full
def test_a_lost_worker_is_made_up_for(dask_client: Any, cache: Path, local: dict[str, Any]) -> None:
    victim = next(iter(dask_client.run(os.getpid).values()))
    with once_stored(cache, 1, lambda: os.kill(victim, signal.SIGKILL)):
        assert timeless(score("dask")) == timeless(local)
    dask_client.wait_for_workers(1, timeout=300)  # a busy machine may be slow to start another
    assert victim not in dask_client.run(os.getpid).values()


@pytest.mark.slow
def test_what_workers_lose_again_and_again_is_not_charged(cache: Path) -> None:
    """A sample that kills the worker, as it can at T1: Dask gives its batch up, or no new worker is there in time."""
    dask = pytest.importorskip("dask", reason=NO_DASK)
    deadly = (
        "import os\npid = os.getpid()\nwhile b'spawn_main' not in open(f'/proc/{pid}/cmdline', 'rb').read():\n"
        f"    pid = int(open(f'/proc/{{pid}}/stat').read().rpartition(')')[2].split()[1])\nos.kill(pid, 9)\n{RIGHT}"
    )
    completions = [[deadly], *([completion] for completion in (NO_PUT, RIGHT, ""))]
    with dask.config.set({"distributed.scheduler.allowed-failures": 0}), start_dask("1") as client:
        places = list(JoblibWorkers("dask").call(lambda _: os.getpid(), [None] * 3))
        assert {process for _, process in places} == set(client.run(os.getpid).values()) != {os.getpid()}

        lost = r"1 of 4 samples .* of task a: the workers lost it: (KilledWorker|TimeoutError)"
        warned = pytest.warns(UserWarning, match="open connections|are unpickled")
        with warned, pytest.raises(InfrastructureError, match=lost):
            compute_scores(completions, TASKS, progress=False, isolation="T1", cluster="dask")
    assert stored(cache) == 2, "what the others came to is kept"


@pytest.mark.slow
def test_an_interruption_keeps_what_is_done(dask_client: Any, cache: Path) -> None:
    # All but one take long enough to be interrupted on a busy machine.
    waits = [f"import time\ntime.sleep({min(number, 1)})\n{RIGHT}    number = {number}\n" for number in range(8)]
    slow = [waits[task : task + 2] for task in range(0, 8, 2)]
    main_thread = threading.main_thread().ident
    assert main_thread is not None
    with (
        once_stored(cache, 1, lambda: signal.pthread_kill(main_thread, signal.SIGINT)),
        pytest.warns(UserWarning, match="are unpickled"),
        pytest.raises(KeyboardInterrupt),
    ):
        compute_scores(slow, TASKS, progress=False, cluster="dask")
        time.sleep(60)
    assert 1 <= stored(cache) < 8
    with pytest.warns(UserWarning, match="are unpickled"):
        assert compute_scores(slow, TASKS, progress=False, cluster="dask")["class_pass@1"] == 1
    assert stored(cache) == 8


@contextmanager
def weaker_worker(scheduler: str) -> Iterator[None]:
    """A Dask worker whose kernel does not let it make namespaces."""
    command = [sys.executable, "-m", "dask", "worker", scheduler, "--nthreads", "1", "--no-nanny", "--no-dashboard"]
    script = 'echo 0 > /proc/sys/user/max_user_namespaces && exec "$@"'
    process = subprocess.Popen(["unshare", "-Ur", "sh", "-c", script, "sh", *command], stderr=subprocess.DEVNULL)
    try:
        yield
    finally:
        process.terminate()
        process.wait()


@pytest.mark.slow
@pytest.mark.usefixtures("cache")
def test_the_weakest_isolation_counts(local: dict[str, Any]) -> None:
    forbidding = "echo 0 > /proc/sys/user/max_user_namespaces"
    if not shutil.which("unshare") or subprocess.run(["unshare", "-Ur", "sh", "-c", forbidding]).returncode:
        pytest.skip("a worker with weaker isolation cannot be made here")
    with Executor() as executor:
        if executor.isolation_in_force.tier.value != "T3":
            pytest.skip("this machine does not give T3 itself")
    with start_dask("1") as client, weaker_worker(client.scheduler.address):
        client.wait_for_workers(2)
        scores = score("dask")
        (weaker,) = [warning for warning in scores["warnings"] if warning["kind"] == "weaker_tier"]
        assert "T2 only: on the worker" in weaker["message"]
        assert scores["isolation"]["tier"] == "T2"
        assert "T3: " in scores["isolation"]["reason"]
        assert scores["results"] == local["results"]
        with pytest.raises(IsolationError, match=r"On the worker .*: No isolation of at least T3"):
            compute_scores(COMPLETIONS, TASKS, progress=False, cluster="dask", min_isolation="T3")


SECRET = bytes(32)
ISOLATION = dict.fromkeys(("network", "filesystem_read", "filesystem_write", "processes", "memory", "reason"), "")
ISOLATION["tier"] = "T3"
OWN = {"settings": json.dumps({"metric_version": METRIC_VERSION}), "isolation": ISOLATION}
REPLY: dict[str, Any] = {"worker": "w", "isolation": {}, "settings": "{}", "result": []}


def signed(reply: dict[str, Any], secret: bytes = SECRET) -> bytes:
    return sign_reply(json.dumps(reply).encode(), secret)


SIGNED, NOT_SIGNED = signed(REPLY), "no signature of this run"


def test_replies_that_are_not_of_this_runs_workers() -> None:
    for data, problem in (
        *((data, "oversized reply") for data in (None, b"", b"x" * 64)),
        *((data, NOT_SIGNED) for data in (b"x" * 1000, signed(REPLY, b"another key"), SIGNED + b" ")),
        (SIGNED, "On w: its reply is signed, but cannot be read .*metric_version"),
        (signed({**REPLY, **OWN, "isolation": {}}), "cannot be read .*`tier`"),
        (signed({**REPLY, **OWN, "isolation": {**ISOLATION, "tier": "T9"}}), "cannot be read"),
        (signed({"worker": "w", **OWN}), "cannot be read .*result"),
        (signed({}), "cannot be read .*worker"),
        *((sign_reply(data, SECRET), "cannot be read") for data in (b"[]", b"{", b"\xff\xfe", b"[" * 100_000)),
        (signed({"worker": "w", "refusal": "SystemExit", "reason": "no"}), "On w: no"),
    ):
        with pytest.raises(ValueError, match=problem):
            read_reply(data, SECRET)


@dataclass
class _Replying:
    """Workers that have the key of the run, and give one result for each item."""

    result: Any

    def call(self, function: Any, batches: list[tuple[Any, ...]]) -> Generator[tuple[int, Any], None, None]:
        secret = function.args[2]
        for number, batch in enumerate(batches):
            yield number, signed({**REPLY, **OWN, "result": [self.result] * len(batch)}, secret)


def test_what_says_nothing_of_a_reference() -> None:
    task = ClassTask("box", "Box", TESTS, ("BoxTestPut",))
    for result in (None, [], {}, {"floors": 5}, {"task_id": 3, "passed_runs": "many"}, "x"):
        workers: Any = _Replying(result)
        with pytest.raises(InfrastructureError, match="has no outcome for the reference of box"):
            list(Cluster(workers, Executor, dict, cache=False).check_references([task], BASE))


@pytest.mark.slow
@pytest.mark.parametrize("backend", ["loky", slow("dask")])
def test_workers_are_trusted_with_the_account_that_scores(
    backend: str, tmp_path: Path, request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str]
) -> None:
    """What a worker replies is unpickled here before it is looked at: if that changes, so may the guide."""
    if backend == "dask":
        request.getfixturevalue("dask_client")
    made = tmp_path / "made-by-a-reply"
    list(JoblibWorkers(backend).call(RunsCode, [str(made)]))
    assert made.is_dir()
    guide = " ".join((ROOT / "docs" / "guides" / "containers-and-clusters.md").read_text().split())
    assert "whoever runs a worker is trusted with the account that scores" in guide
    with pytest.raises(SystemExit):
        main(["score", "--help"])
    assert "trusted with your account" in " ".join(capsys.readouterr().out.split())
