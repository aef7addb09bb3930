"""Ways to run completions against their tests: ours, two that are common, and the tests by themselves."""

from __future__ import annotations

import importlib
import importlib.util
import multiprocessing
import os
import signal
import subprocess
import sys
import tempfile
import time
import types
import unittest
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path

from workloads import Workload

from classeval_hf.core.tasks import ClassTask
from classeval_hf.scoring.compute import compute_scores

__all__ = ["bare_seconds", "passed_by_code_eval", "passed_by_fresh_interpreters", "passed_by_ours", "program"]

_DRIVER = """
import os, signal, sys, unittest
def stop(*_):
    raise KeyboardInterrupt
signal.signal(signal.SIGALRM, stop)
passed = True
for name in sys.argv[2:]:
    signal.setitimer(signal.ITIMER_REAL, float(sys.argv[1]), 1.0)
    try:
        import program
        suite = unittest.defaultTestLoader.loadTestsFromTestCase(getattr(program, name))
        with open(os.devnull, "w") as stream:
            result = unittest.TextTestRunner(stream).run(suite)
        passed = passed and result.wasSuccessful() and result.testsRun > 0
    except BaseException:
        passed = False
    signal.setitimer(signal.ITIMER_REAL, 0)
sys.exit(0 if passed else 1)
"""

_RUN_ALL = """
import unittest as _unittest
for _name in {names!r}:
    _result = _unittest.TestResult()
    _unittest.defaultTestLoader.loadTestsFromTestCase(globals()[_name]).run(_result)
    assert _result.testsRun and _result.wasSuccessful(), _name
"""


def program(task: ClassTask, module: str) -> str:
    """The candidate with its tests behind it, as most harnesses run it."""
    return f"{module}\n\n{task.test}\n"


def passed_by_ours(workload: Workload, tier: str, cache: bool, limit: float, workers: int) -> int:
    """Scores with this package; returns how many samples pass all their test classes."""
    scores = compute_scores(
        workload.completions,
        workload.tasks,
        k=1,
        timeout=limit,
        num_workers=workers,
        progress=False,
        isolation=tier,
        min_isolation=tier,
        cache=cache,
    )
    samples = [sample for samples in scores["results"].values() for sample in samples]
    return sum(all(item["passed"] for item in sample["test_classes"].values()) for sample in samples)


def passed_by_fresh_interpreters(workload: Workload, per_test_class: bool, limit: float, workers: int) -> int:
    """
    Runs `unittest` in a new interpreter per sample, or per sample and test class.

    Args:
        workload ([`Workload`]): what to run.
        per_test_class (`bool`): whether each test class gets an interpreter of its own, instead of running in turn.
        limit (`float`): seconds by the clock per test class.
        workers (`int`): samples at a time.

    Returns:
        `int`: how many samples pass all their test classes.
    """

    def run(sample: tuple[ClassTask, str]) -> bool:
        names = _names(sample[0])
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            Path(folder, "program.py").write_bytes(program(*sample).encode("utf-8", "replace"))
            groups = [[name] for name in names] if per_test_class else [names]
            passed = [_run_driver(folder, group, limit) for group in groups]
            return all(passed)

    return _count(run, workload, workers)


def _run_driver(folder: str, names: Sequence[str], limit: float) -> bool:
    command = [sys.executable, "-B", "-s", "-X", "utf8", "-c", _DRIVER, str(limit), *names]
    environment = {
        "HOME": folder,
        "PATH": os.defpath,
        "PYTHONPATH": folder,
        "PYTHONHASHSEED": "0",
        "TMPDIR": folder,
        "TZ": "UTC",
    }
    quiet = subprocess.DEVNULL
    with subprocess.Popen(
        command, stdin=quiet, stdout=quiet, stderr=quiet, cwd=folder, env=environment, start_new_session=True
    ) as process:
        try:
            return process.wait(timeout=(limit + 1) * len(names) + 1) == 0
        except subprocess.TimeoutExpired:
            return False
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


def passed_by_code_eval(workload: Workload, path: str, limit: float, workers: int) -> int:
    """
    Runs `check_correctness` on each sample as `code_eval` does: in threads of a process that has `evaluate` loaded.

    Args:
        workload ([`Workload`]): what to run.
        path (`str`): file that defines `check_correctness(check_program, timeout, task_id, completion_id)`.
        limit (`float`): seconds for all test classes of a sample together: it has no other limit to set.
        workers (`int`): samples at a time.

    Returns:
        `int`: how many samples pass all their test classes.
    """
    importlib.import_module("evaluate")
    spec = importlib.util.spec_from_file_location("code_eval_execute", path)
    if spec is None or spec.loader is None:
        raise ValueError(f"{path} is no Python file.")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)

    def run(sample: tuple[ClassTask, str]) -> bool:
        task, candidate = sample
        text = program(task, candidate) + _RUN_ALL.format(names=_names(task))
        return bool(module.check_correctness(text, limit, task.task_id, 0)["passed"])

    return _count(run, workload, workers)


def bare_seconds(workload: Workload, limit: float, workers: int) -> list[float]:
    """
    Processor time of the candidates and their tests alone, per sample.

    Each test class runs by plain `unittest` in a fork of a process that has imported what the tasks import, and is
    timed from within, on its main thread: what is counted is to compile and load candidate and tests, once per sample,
    and to run the tests. A test class that does not come to its end counts with what it had used up by then.

    Args:
        workload ([`Workload`]): what to run.
        limit (`float`): seconds per test class.
        workers (`int`): samples at a time.

    Returns:
        `list[float]`: seconds per sample, in order.
    """
    for statement in dict.fromkeys(line for task in workload.tasks for line in task.import_statement):
        with suppress(Exception):
            exec(statement, {})
    with multiprocessing.get_context("fork").Pool(workers) as pool:
        return pool.map(partial(_bare_sample, limit=limit), workload.samples, chunksize=1)


def _bare_sample(sample: tuple[ClassTask, str], limit: float) -> float:
    text = program(*sample)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        times = [_bare_test_class(text, name, folder, limit) for name in _names(sample[0])]
    return sum(load for load, _ in times) / len(times) + sum(run for _, run in times)


def _bare_test_class(text: str, name: str, folder: str, limit: float) -> tuple[float, float]:
    """Seconds to load, and to run a test class."""
    ours, theirs = os.pipe()
    process = os.fork()
    if process == 0:
        try:
            _time_test_class(text, name, folder, limit, theirs)
        finally:
            os._exit(0)
    os.close(theirs)
    _, _, used = os.wait4(process, 0)
    with os.fdopen(ours, "rb") as pipe:
        times = [float(part) for part in pipe.read().split()]
    if len(times) == 2:
        return times[0], times[1]
    load = times[0] if times else 0.0
    return load, used.ru_utime + used.ru_stime - load


def _time_test_class(text: str, name: str, folder: str, limit: float, report: int) -> None:
    os.setsid()
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_REAL, 2 * limit)
    signal.setitimer(signal.ITIMER_PROF, limit)  # ends the process; the kernel then reads process clocks by ticks only
    os.chdir(folder)
    os.environ.update(HOME=folder, TMPDIR=folder)
    tempfile.tempdir = None
    null = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(null, descriptor)
    module = types.ModuleType("program")
    module.__file__ = str(Path(folder, "program.py"))
    sys.modules[module.__name__] = module
    start = time.thread_time()
    with suppress(BaseException):
        exec(compile(text, module.__file__, "exec", dont_inherit=True), module.__dict__)
    loaded = time.thread_time()
    os.write(report, f"{loaded - start} ".encode())
    with suppress(BaseException):
        unittest.defaultTestLoader.loadTestsFromTestCase(getattr(module, name)).run(unittest.TestResult())
    os.write(report, f"{time.thread_time() - loaded}".encode())


def _names(task: ClassTask) -> list[str]:
    return [name.strip() for name in task.test_classes]


def _count(run: Callable[[tuple[ClassTask, str]], bool], workload: Workload, workers: int) -> int:
    with ThreadPoolExecutor(workers) as pool:
        return sum(pool.map(run, workload.samples))
