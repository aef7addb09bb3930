"""
Two corpora of hostile samples that lie beside ClassEval's data, where they are: one that other harnesses were measured
with, and one that was written against this one.

Run as `python corpora.py FACTS` by an ordinary user, it prints what went wrong; see `test_corpora.py`.
"""

import ctypes
import json
import os
import sys
import tempfile
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from functools import lru_cache
from pathlib import Path
from typing import Any

from hostile_samples import details, outcome
from places import ROOT
from traces import Traces

from classeval_hf.classes.readings import candidate_module
from classeval_hf.classes.tasks.files import read_task_file
from classeval_hf.core.tasks import ClassTask
from classeval_hf.core.verdicts import CandidateVerdict
from classeval_hf.engine.executor import Executor
from classeval_hf.sandbox.jobs import IsolationError

EVERYTHING = os.environ.get("CLASSEVAL_HOSTILE") == "all"
"""Whether each tier runs the samples for other tiers too, and an ordinary user all: in half an hour."""

LEAST = {"first": 65, "second": 40 if EVERYTHING else 1}
"""How many samples there are at least."""

LEAVES_SHARED_MEMORY = "c19_shm"
"""A documented exception at T1, where /dev/shm is the machine's."""

LIMITS = ("c_s_proc_T3", "p06_long_line_T3")
"""Documented limits: right answers that read /proc, which a sample does not see, or have a million characters."""

NOT_PROMISED = {"T2": ("c_s_localhost",), "T1": ("l13_proc_of_scorer",)}
"""What a tier does not promise, of samples written for a stronger one: T2 has no localhost, T1 lets all be read."""

SURROGATE = "d01_surrogate"
"""Right code with a lone surrogate in a comment, which no file can hold: it is replaced, and a warning counts it."""

Executors = Callable[..., Executor]


Found = tuple[int, list[str]]


def first_corpus(tier: str, executors: Executors, corpora: Path, classeval: Path, folder: Path) -> Found:
    """How many samples were run, and what went wrong, each followed by a right sample."""
    executor = executors(tier, 1.0)
    samples = _read(corpora / "corpus.jsonl")
    controls = {sample["id"]: sample for sample in samples if sample["group"] == "0"}
    problems = []
    for sample in samples:
        traces = Traces(folder)
        task = ClassTask(sample["id"], "Account", sample["test"], tuple(sample["test_classes"]))
        found = outcome(executor.run(task, candidate_module(task, sample["code"])).verdict)
        accepted = {"pass"} if sample["id"] == SURROGATE else {sample["expected"], *sample["accept"]}
        if tier == "T1" and sample["id"] == LEAVES_SHARED_MEMORY:
            Path("/dev/shm/hleak").unlink()
        if found not in accepted:
            problems.append(f"{sample['id']}: {found}, not {' or '.join(sorted(accepted))}")
        probe = executor.run(task, candidate_module(task, controls["0_good"]["code"])).verdict
        if outcome(probe) != "pass":
            problems.append(f"{sample['id']}: the probe after it did not pass: {details(probe)}")
        try:
            traces.assert_none_left()
        except AssertionError as error:
            problems.append(f"{sample['id']}: {str(error)[:300]}")
    return len(samples), problems


def second_corpus(tier: str, executors: Executors, corpora: Path, classeval: Path, folder: Path) -> Found:
    """Its plain answers for a tier, or, asked for everything, for others too; its scripts have tests of their own."""
    tasks = {task.task_id: task for task in read_task_file(classeval)}
    places = {"{PROJECT}": str(ROOT), "{HF_HOME}": os.environ["HF_HOME"], "{HOME}": str(Path.home())}
    places |= {"{SHARED}": str(classeval.parent.parent), "{PYTHON}": sys.prefix}
    read = _read(corpora / "round2.jsonl", places)
    rows = [row for row in read if not row.get("script") and row["id"] not in LIMITS]
    left_out = {*NOT_PROMISED.get(tier, ()), *(_name(row) for row in rows if row["tier"] == tier)}
    problems, seen = [], 0
    for row in rows:
        if row["tier"] != tier and (_name(row) in left_out or not EVERYTHING):
            continue
        seen += 1
        executor, task = executors(tier, row.get("timeout") or 1.0), tasks[row["task_id"]]
        for source in _sources(row.get("before")):
            executor.run(task, candidate_module(task, source))
        verdict = executor.run(task, candidate_module(task, row["source"])).verdict
        for source in _sources(row.get("after")):
            after = executor.run(task, candidate_module(task, source)).verdict
            if outcome(after) != "pass":
                problems.append(f"{row['id']}: a right sample after it did not pass: {details(after)}")
        problems += _problems(row, verdict)
    return seen, problems


def _name(row: Mapping[str, Any]) -> str:
    return str(row["id"].rpartition("_")[0])  # without the tier


CORPORA = {"first": first_corpus, "second": second_corpus}


def _problems(row: Mapping[str, Any], verdict: CandidateVerdict) -> list[str]:
    passed = [item.passed for item in verdict.test_classes]
    found = []
    if row["expect"] == "fail" and any(passed):
        found.append("passes a test class")
    if row["expect"] == "pass" and row["kind"] != "correct" and not all(passed):
        found.append("does not pass")
    if row.get("marker") and row["marker"] in json.dumps(verdict.to_dict()):
        found.append(f"its message holds {row['marker']}")
    if row["kind"] == "correct":  # of which the corpus says: "plain unittest passes 6, of which ..."
        by_unittest = row["observed"].partition("plain unittest passes ")[2].partition(",")[0]
        found += ["passes less than plain unittest says"] * (sum(passed) < int(by_unittest))
    return [f"{row['id']}: {problem}: {details(verdict)}" for problem in found]


def _sources(value: object) -> list[str]:
    return [value] if isinstance(value, str) else list(value) if isinstance(value, list) else []


def _read(path: Path, places: Mapping[str, str] | None = None) -> list[dict[str, Any]]:
    text = path.read_text(encoding="utf-8")
    for name, place in (places or {}).items():
        text = text.replace(name, place)
    return [json.loads(line) for line in text.splitlines()]


def main(facts: str) -> None:
    told = json.loads(facts)
    ctypes.CDLL(None).prctl(36, *map(ctypes.c_ulong, (1, 0, 0, 0)))  # all that escapes below it becomes its child
    folder = tempfile.mkdtemp(dir=Path.home())
    tempfile.tempdir = folder
    with ExitStack() as stack:

        @lru_cache
        def executors(tier: str, timeout: float) -> Executor:
            return stack.enter_context(Executor(timeout=timeout, isolation=tier))

        try:
            samples, problems = CORPORA[told["corpus"]](
                told["tier"], executors, Path(told["corpora"]), Path(told["classeval"]), Path(folder)
            )
        except IsolationError as error:
            print(json.dumps({"unavailable": str(error)}))
            return
    print(json.dumps({"user": os.getuid(), "samples": samples, "problems": problems}))


if __name__ == "__main__":
    main(*sys.argv[1:2])
