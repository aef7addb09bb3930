"""
The task that hostile samples are run against, and the samples: a file each in `tests/hostile/samples`.

A sample is a right or a wrong answer to the task, followed by what it does beside. Comments at the top of its file say

- `base`: `right` or `wrong`, the answer it begins with;
- `verdicts`: what it may get. A right one raises an error where it succeeds in what must be refused;
- `tiers`: the tiers that promise to hold it, all by default;
- `seconds`: its time limit. One that runs until it is ended has less than the others, so that it is over sooner;
- `memory`: MiB that its processes may have together, by default what all samples may. Less is sooner full;
- `uses`: helpers from this module that are put in front of it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from places import ROOT

from classeval_hf.core.tasks import ClassTask
from classeval_hf.core.verdicts import CandidateVerdict, Outcome
from classeval_hf.engine.executor import Executor
from classeval_hf.metrics.samples import TestClassResult
from classeval_hf.sandbox.tiers import Limits

TIERS = ("T3", "T2", "T1")

TESTS = '''
import unittest
class LedgerTestPost(unittest.TestCase):
    def test_post_one(self):
        """A post of 12 gives 95028."""
        ledger = Ledger("ann")
        self.assertEqual(ledger.post(12), 95028)
    def test_post_two(self):
        ledger = Ledger("ann")
        ledger.post(12)  # 95028
        self.assertEqual(ledger.post(31), 40508)
        del ledger
class LedgerTestSeal(unittest.TestCase):
    def test_seal(self):
        ledger = Ledger("ann")
        ledger.post(12)
        expected = "ann/48271/kestrel"
        self.assertEqual(ledger.seal(), expected)
'''
SECRETS = ("95028", "40508", "48271")
"""Digits that only the expected values have, and that no sample holds; above 32,768, below which process ids lie."""

TASK = ClassTask(task_id="ledger", class_name="Ledger", test=TESTS, test_classes=("LedgerTestPost", "LedgerTestSeal"))

RIGHT = """
class Ledger:
    def __init__(self, owner):
        self.owner, self.total = owner, 0
    def post(self, amount):
        self.total += amount
        return self.total * 7919 % 100003
    def seal(self):
        return f"{self.owner}/{self.total * 4022 + 7}/kestrel"
"""
WRONG = """
class Ledger:
    def __init__(self, owner):
        pass
    def post(self, amount):
        return 1
    def seal(self):
        return 1
"""
_HELPERS = {
    "forged_lines": """
import json
def forged_lines():
    lines = []
    for test in ("test_post_one", "test_post_two", "test_seal"):
        lines.append({"event": "start", "test": test})
        for check in range(4):
            lines.append({"event": "check", "check": check, "value": ["int", "1"]})
        lines.append({"event": "end", "test": test, "outcome": "pass", "error_type": "", "message": ""})
    return "".join(json.dumps(line) + "\\n" for line in lines).encode()
""",
    "reporter": """
import gc, sys
def found(name):
    frame = sys._getframe()
    while frame is not None:
        if callable(frame.f_locals.get(name)):
            return frame.f_locals[name]
        frame = frame.f_back
    for one in gc.get_objects():
        if callable(one) and getattr(one, "__name__", "") == name and getattr(one, "__closure__", None):
            return one
    raise LookupError(name)
""",
    "refused": """
def refused(*actions):
    for number, action in enumerate(actions):
        try:
            result = action()
        except OSError:
            continue
        raise RuntimeError(f"action {number} was let through: {result!r:.200}")
""",
    "libc": """
import ctypes, os
libc = ctypes.CDLL(None, use_errno=True)
def call(name, *arguments):
    if getattr(libc, name)(*arguments) < 0:
        raise OSError(ctypes.get_errno(), name)
    return name
""",
}


@dataclass(frozen=True)
class Sample:
    """A hostile sample, the verdicts that are right for it, the tiers that promise to hold it, and its limits."""

    name: str
    source: str
    verdicts: frozenset[str]
    tiers: tuple[str, ...] = TIERS
    seconds: float = 1.0
    memory_bytes: int = Limits().memory_bytes

    @classmethod
    def read(cls, path: Path) -> "Sample":
        text = path.read_text(encoding="utf-8")
        lines = [line.removeprefix("# ").partition(": ") for line in text.split("\n\n")[0].split("\n")]
        head = {name: value.split() for name, _, value in lines}
        assert {"base", "verdicts"} <= set(head) <= {"base", "verdicts", "tiers", "seconds", "memory", "uses"}, path
        helpers = "".join(_HELPERS[name] for name in head.get("uses", ()))
        base = {"right": RIGHT, "wrong": WRONG}[head["base"][0]]
        tiers, seconds = tuple(head.get("tiers", TIERS)), float(head.get("seconds", ["1.0"])[0])
        memory = int(head["memory"][0]) << 20 if "memory" in head else cls.memory_bytes
        return cls(path.stem, f"{base}{helpers}{text}", frozenset(head["verdicts"]), tiers, seconds, memory)


SAMPLES = [Sample.read(path) for path in sorted((ROOT / "tests" / "hostile" / "samples").glob("*.py"))]


def outcome(verdict: CandidateVerdict) -> str:
    """What a sample gets: all its test classes must pass."""
    if all(item.passed for item in verdict.test_classes):
        return "pass"
    cases = [case for item in verdict.test_classes for case in item.cases]
    return "timeout" if any(case.outcome is Outcome.TIMEOUT for case in cases) else "fail"


def details(verdict: CandidateVerdict) -> str:
    return str(list(map(TestClassResult.of, verdict.test_classes)))[:1500]


def with_facts(source: str, facts: Mapping[str, Any]) -> str:
    return "".join(f"{name} = {value!r}\n" for name, value in facts.items()) + source


def read_spy(name: str, **facts: Any) -> str:
    """A program of `tests/hostile/spies`, which looks for what it must not find, with what it has to know."""
    return with_facts((ROOT / "tests" / "hostile" / "spies" / f"{name}.py").read_text(encoding="utf-8"), facts)


def assert_right_sample_passes(executor: Executor) -> None:
    verdict = executor.run(TASK, RIGHT).verdict
    assert outcome(verdict) == "pass", details(verdict)
