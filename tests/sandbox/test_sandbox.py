"""The sandbox by itself, with a payload that knows no tests: limits, tiers, and trouble."""

import ctypes
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import sandbox_payload
from box_task import RIGHT, TASK
from tiers_here import TIERS, job, needs_isolation, problem_of, reported, results, sandbox_of, skip_without
from traces import assert_no_descendants_but, descendants

from classeval_hf.core.errors import InfrastructureError
from classeval_hf.core.tasks import ClassTask
from classeval_hf.core.verdicts import CandidateVerdict
from classeval_hf.engine.executor import Executor, LocalMachine, stream_jobs
from classeval_hf.engine.task_family import SampleJob
from classeval_hf.sandbox.jobs import TIME_LIMITS, IsolationError, RawStep
from classeval_hf.sandbox.sandbox import Sandbox
from classeval_hf.sandbox.self_test import choose_isolation
from classeval_hf.sandbox.tiers import Limits, Tier
from classeval_hf.scoring.compute import compute_scores

pytestmark = needs_isolation
Sandboxes = Callable[..., Sandbox]
SHORT = Limits(cpu_seconds=0.3)


def run(sandbox: Sandbox, code: str) -> RawStep:
    return sandbox.run(job(code)).steps[0]


@pytest.mark.parametrize("tier", TIERS)
def test_steps_share_a_folder_and_what_was_prepared(tier: Tier, sandboxes: Sandboxes) -> None:
    write = "open('left', 'w').write('x'); result = prepared"
    read = """
import os, tempfile
with tempfile.NamedTemporaryFile() as file: places = [os.path.dirname(file.name), os.path.expanduser('~'), os.getcwd()]
result = [open('left').read(), open('../module/a.txt').read(), *(os.path.relpath(place, '..') for place in places)]
"""
    sandbox = sandboxes(tier)
    steps = sandbox.run(job(write, read, files={"module/a.txt": "text"}, shared={"shared": 7})).steps
    other = run(sandbox, "import os; result = os.listdir('.')")
    assert [reported(step)["result"] for step in steps] == [{"shared": 7}, ["x", "text", "tmp", "work", "work"]]
    assert reported(other) == {"result": []}
    assert {step.limit for step in (*steps, other)} == {""}


HOARD = """
import os, time
def keep():
    held = bytearray(b"x") * (50 << 20)
    time.sleep(60)
for _ in range(CHILDREN):
    if os.fork() == 0:
        keep()
time.sleep(WAIT)
result = "lives"
"""
SPIN = "import os\nfor _ in range(4):\n    if os.fork() == 0:\n        while True: pass\nos.wait()"


@pytest.mark.parametrize("tier", TIERS)
def test_limits_hold_for_all_processes_together(tier: Tier, sandboxes: Sandboxes) -> None:
    """None of them is near the limit that each has for itself."""
    sandbox = sandboxes(tier, Limits(cpu_seconds=3, memory_bytes=200 << 20))
    few = run(sandbox, HOARD.replace("CHILDREN", "2").replace("WAIT", "0.3"))
    assert few.limit == "" and reported(few) == {"result": "lives"}
    assert run(sandbox, HOARD.replace("CHILDREN", "5").replace("WAIT", "60")).limit == "memory"
    step = run(sandboxes(tier, SHORT), SPIN)
    assert step.limit == "cpu" or (step.limit in TIME_LIMITS and step.is_contended)  # the latter on a busy machine


def test_time_that_a_sample_lets_pass_is_limited(sandboxes: Sandboxes) -> None:
    """A fifth of a core is neither a core nor none; what ends it is that nobody kept it from a core."""
    step = run(
        sandboxes(Tier.T1, SHORT),
        "import time\nwhile True:\n    end = time.process_time() + 0.01\n"
        "    while time.process_time() < end: pass\n    time.sleep(0.04)",
    )
    assert step.limit == "active"
    assert step.cpu_seconds < SHORT.cpu_seconds


@pytest.mark.parametrize("tier", TIERS)
def test_why_a_process_ended(tier: Tier, sandboxes: Sandboxes) -> None:
    codes = {
        "import os; os.kill(os.getpid(), 9)": "killed",
        "import os; os.kill(os.getpid(), 15)": "",
        "import os; os._exit(3)": "",
        "import os\nif os.fork() == 0: os.kill(os.getpid(), 9)\nos.wait()": "",
    }
    assert {code: run(sandboxes(tier, SHORT), code).limit for code in codes} == codes
    assert run(sandboxes(tier, SHORT), "while True: pass").limit in TIME_LIMITS


def test_a_loop_whose_supervisor_gets_no_core_is_out_of_time() -> None:
    """The kernel ends it then, by a limit of its own."""
    with sandbox_of(Tier.T3, limits=SHORT) as sandbox, ThreadPoolExecutor(1) as pool:
        sandbox.start()
        assert sandbox._zygote is not None
        children = Path(f"/proc/{sandbox._zygote.pid}/task/{sandbox._zygote.pid}/children")
        running = pool.submit(run, sandbox, "while True: pass")
        while not children.read_text().split():
            time.sleep(0.001)
        time.sleep(0.2)
        (supervisor,) = map(int, children.read_text().split())
        os.kill(supervisor, signal.SIGSTOP)
        step = Path(f"/proc/{supervisor}/task/{supervisor}/children").read_text().strip()
        while ") Z" not in Path(f"/proc/{step}/stat").read_text():
            time.sleep(0.05)
        os.kill(supervisor, signal.SIGCONT)
        assert running.result().limit == "cpu"


def test_a_sample_that_was_killed_is_tried_again_alone(tmp_path: Path) -> None:
    """It may have been the kernel, where memory ran out: what it does then is what counts."""
    flag = tmp_path / "flag"
    once = f"""import os
if not os.path.exists({str(flag)!r}):
    open({str(flag)!r}, "w").close()
    os.kill(os.getpid(), 9)
"""
    always = "import os\nos.kill(os.getpid(), 9)\n"
    with Executor(isolation="T1") as executor:
        jobs = [SampleJob(TASK, once + RIGHT), SampleJob(TASK, always + RIGHT)]
        verdicts = dict(stream_jobs(jobs, LocalMachine(executor, 1), progress=False))
    assert isinstance(verdicts[0], CandidateVerdict) and verdicts[0].passed(["BoxTest"])
    assert isinstance(verdicts[1], CandidateVerdict)
    assert verdicts[1].test_classes[0].error_type == "ProcessKilled"


def test_a_sample_as_a_whole_is_limited() -> None:
    limits = Limits(cpu_seconds=2.0)
    assert limits.sample_seconds(1) > limits.active_seconds
    assert limits.sample_seconds(100) < 100 * limits.wall_seconds


def test_a_kernel_without_user_namespaces_is_named() -> None:
    """As in most containers: the weaker tier is given, and the reason is that of the kernel, each time."""
    switch_off = 'echo 0 > /proc/sys/user/max_user_namespaces && exec "$@"'
    forbidden = ["unshare", "-Ur", "sh", "-c", switch_off, "sh"]
    if not shutil.which("unshare") or subprocess.run([*forbidden, "true"]).returncode:
        pytest.skip("user namespaces cannot be switched off for a process here")
    script = "from classeval_hf.sandbox.self_test import choose_isolation\n"
    script += "for _ in range(2): print(choose_isolation('auto').reason)"
    command = [*forbidden, sys.executable, "-c", script]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert printed.count("T3: ") == printed.count("user namespaces are switched off here") == 2


def test_tiers_that_the_kernel_can_give_are_given() -> None:
    """By what others than this package say of it: where they are not, tests of them would only be skipped."""
    command = "unshare --user --map-root-user --mount --net --pid --fork mount -t tmpfs none /mnt"
    has_namespaces = subprocess.run(command, shell=True, capture_output=True).returncode == 0
    has_landlock = ctypes.CDLL(None).syscall(444, None, ctypes.c_size_t(0), 1) > 0  # its version
    given = [Tier.T3] * has_namespaces + [Tier.T2, Tier.T1] * has_landlock
    assert [problem_of(tier) for tier in given] == [""] * len(given)


def test_a_tier_by_name() -> None:
    """It is refused where it is weaker than the minimum."""
    for isolation, minimum in (("T1", "T3"), ("T1", "T2"), ("T2", "T3"), ("T0", "T1"), ("T0", "T3")):
        with pytest.raises(IsolationError, match=f"isolation='{isolation}' is weaker than min_isolation='{minimum}'"):
            choose_isolation(isolation, minimum)
    with pytest.raises(IsolationError, match="isolation='T1' is weaker"), Executor(isolation="T1", min_isolation="T2"):
        pass
    for isolation, minimum in (("T1", "T1"), ("T0", None)):
        assert choose_isolation(isolation, minimum).tier.value == isolation
    assert choose_isolation("auto", "T1").tier.value >= "T1"
    for name in ("T4", "t3", "", "none"):
        with pytest.raises(ValueError, match=r"isolation must be one of T3, T2, T1, T0 or auto"):
            choose_isolation(name)
        with pytest.raises(ValueError, match=r"min_isolation must be one of T3, T2, T1, T0, not"):
            choose_isolation("auto", name)


@pytest.mark.parametrize(
    ("timeout", "message"),
    [
        *((seconds, rf"time limit of {seconds:g} seconds is too short") for seconds in (0.001, 0.00001)),
        *((seconds, "time limit must be more than 0 seconds") for seconds in (0.0, -1.0, float("nan"))),
    ],
)
def test_a_time_limit_that_leaves_no_time_is_named(timeout: float, message: str) -> None:
    """And is not taken for a lack of isolation."""
    with pytest.raises(ValueError, match=message), Executor(timeout):
        pass


@pytest.fixture(scope="module")
def executor() -> Iterator[Executor]:
    with Executor() as started:
        yield started


def test_a_short_time_limit_gives_no_weaker_tier(executor: Executor) -> None:
    with Executor(0.3) as short:
        assert short.isolation_in_force == executor.isolation_in_force


KILLS = f"{RIGHT}\nimport os, signal\nos.kill(os.getppid(), signal.SIGKILL)\n"


@pytest.mark.usefixtures("consent", "hf_home")
def test_a_sample_that_breaks_its_own_supervisor_fails() -> None:
    """Where signals reach it (T1): others are run all the same, and nothing is raised."""
    completions = [KILLS, RIGHT, f"{KILLS}# again", f"{RIGHT}# again"]
    with pytest.warns(UserWarning, match="4 samples in weaker isolation than T3"):
        scores = compute_scores([completions], [TASK], k=1, isolation="T1", progress=False)
    assert [sample["class_passed"] for sample in scores["results"]["box"]] == [False, True, False, True]
    assert scores["n_infrastructure_errors"] == 0
    (broken,) = scores["results"]["box"][0]["test_classes"].values()
    assert "broke the processes that run it" in broken["message"] and broken["error_types"] == ["SandboxBroken"]


def test_trouble_that_a_control_has_too_is_charged_to_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    with Executor(isolation="T1") as executor:
        assert executor.run(TASK, RIGHT).verdict.passed(["BoxTest"])
        monkeypatch.setattr(sys, "executable", "/nonexistent/python")
        with pytest.raises(InfrastructureError, match="its supervisor died"):
            executor.run(TASK, KILLS)


def test_samples_at_the_same_time_and_of_tasks_of_one_id(executor: Executor) -> None:
    """Tasks with different tests do not share them."""
    other = ClassTask(TASK.task_id, "Box", TASK.test.replace("3001", "3002"), TASK.test_classes)
    with ThreadPoolExecutor(4) as pool:

        def passes(source: str, task: ClassTask = TASK) -> bool:
            return executor.run(task, source).verdict.passed(["BoxTest"])

        assert all(pool.map(passes, [f"{RIGHT}# {number}\n" for number in range(12)]))
        assert not passes(RIGHT, other)
        assert passes(RIGHT.replace("3001", "3002"), other)


LOCKS = """
import multiprocessing, threading
context = multiprocessing.get_context("fork")
lock, bounded, simple, result = context.RLock(), context.BoundedSemaphore(2), context.Lock(), []
def tried(action, *arguments):
    try: result.append(action(*arguments))
    except (AssertionError, ValueError) as error: result.append(type(error).__name__)
def elsewhere(start, action, *arguments):
    queue = context.SimpleQueue()
    one = start(target=lambda: (tried(action, *arguments), queue.put(result.pop())))
    one.start()
    one.join()
    result.append(queue.get())
with lock, lock:
    for start in (threading.Thread, context.Process):
        elsewhere(start, lock.acquire, False)
        elsewhere(start, lock.release)
elsewhere(context.Process, lock.acquire, True, 0.01)
tried(lock.release)
for attempt in ((True,), (True, 1), (False,), (True, 0.01), (True, -1)): tried(bounded.acquire, *attempt)
elsewhere(context.Process, bounded.release)
tried(bounded.get_value)
for _ in range(2): tried(bounded.release)
for attempt in (True,), (False,): tried(simple.acquire, *attempt)
elsewhere(threading.Thread, simple.release)
tried(simple.release)
"""
LOCKED = [False, "AssertionError"] * 2 + [True, "AssertionError", True, True, False, False, False, None, 1, None]
LOCKED += ["ValueError", True, False, None, "ValueError"]


@pytest.mark.parametrize("tier", [Tier.T3, Tier.T2])
def test_locks_of_processes_and_threads(tier: Tier, sandboxes: Sandboxes) -> None:
    """The same with those of the system and, at T2, with those that stand in for them."""
    step = run(sandboxes(tier), LOCKS)
    assert (reported(step), step.output) == ({"result": LOCKED}, "")


@pytest.mark.parametrize("tier", TIERS)
def test_a_sample_ends_with_the_process_that_it_was_forked_from(tier: Tier) -> None:
    with sandbox_of(tier) as sandbox, ThreadPoolExecutor(1) as pool:
        sandbox.start()
        assert sandbox._zygote is not None
        known = {process.number for process in descendants(os.getpid())}
        code = "import os, time\nif os.fork() == 0: os.setsid()\ntime.sleep(20)"
        running = pool.submit(sandbox.run, job(code), attempts=1)
        while len(descendants(sandbox._zygote.pid)) < 3 and not running.done():
            time.sleep(0.01)
        os.kill(sandbox._zygote.pid, signal.SIGKILL)
        with pytest.raises(InfrastructureError, match="supervisor died"):
            running.result()
        assert_no_descendants_but(known, seconds=30)


@pytest.mark.parametrize("number", ["SIGKILL", "SIGSTOP"])
def test_what_is_left_where_a_sample_ended_or_stopped_its_supervisor_is_ended(number: str) -> None:
    """At T1, where it can: its processes, and those that these have started."""
    code = """
import os, signal, time
supervisor = os.getppid()
for depth in range(9):
    if os.fork(): time.sleep(600)
    os.setsid()
os.kill(supervisor, signal.NUMBER)
time.sleep(600)
"""
    with sandbox_of(Tier.T1) as sandbox:
        sandbox.start()
        known = {process.number for process in descendants(os.getpid())}
        with pytest.raises(InfrastructureError, match="supervisor died"):
            sandbox.run(job(code.replace("NUMBER", number)))
        assert_no_descendants_but(known, seconds=30)
        assert results(sandbox, "result = 1") == [1]


@pytest.mark.parametrize("tier", TIERS)
def test_a_long_name_of_the_temporary_folder(tier: Tier, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / ("long" * 40)
    folder.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    with sandbox_of(tier) as sandbox:
        assert results(sandbox, "result = 1") == [1]
        assert choose_isolation(tier.value).tier is tier
    assert not list(folder.iterdir())


@pytest.mark.parametrize("tier", TIERS)
def test_folders_go_with_a_scorer_that_is_killed(tier: Tier, tmp_path: Path) -> None:
    """The process that samples are forked from removes them."""
    script = (
        "import os, sys, tiers_here as here\n"
        "here.new_sandbox(here.Tier(sys.argv[1])).__enter__().run(here.job('result = 1'))\n"
        "os.kill(os.getpid(), 9)"
    )
    skip_without(tier)
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    command = [sys.executable, "-c", script, tier.value]
    done = subprocess.run(command, cwd=Path(sandbox_payload.__file__).parent, env=environment, timeout=300)
    assert done.returncode == -signal.SIGKILL
    deadline = time.monotonic() + 60
    while list(tmp_path.iterdir()) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not list(tmp_path.rglob("*"))
