"""
Runs among which a sample is put that searches its whole process for marks of other texts: `hostile/spies/marks.py`.

Run as `python neighbour_spies.py TIER BACKEND`, in a folder and with caches whose names are marks too; prints what
three spies found as JSON, the second of which holds a mark of its own. A mark is a fixed beginning and twenty
hexadecimal digits, so that the spy finds marks without holding any.
"""

import hashlib
import json
import os
import sys
import warnings
from typing import Any

from hostile_samples import read_spy

from classeval_hf.core.tasks import ClassTask
from classeval_hf.sandbox.jobs import IsolationError
from classeval_hf.scoring.compute import compute_scores

_BEGINNING = "qz" + "7k"


def mark(name: str) -> str:
    """A mark of one text."""
    return _BEGINNING + hashlib.sha256(name.encode()).hexdigest()[:20]


def _task(name: str) -> ClassTask:
    expected = mark(f"expected by {name}")
    tests = "import unittest\n\n\nclass BoxTest(unittest.TestCase):\n    def test_box(self):\n"
    tests += f"        self.assertEqual(Box().content(), {expected!r})\n"
    reference = f"class Box:\n    def content(self):\n        return {expected!r}\n# {mark(f'reference of {name}')}\n"
    return ClassTask(name, "Box", tests, ("BoxTest",), solution_code=reference)


def main(tier: str, backend: str) -> None:
    warnings.simplefilter("ignore")
    names = ["first", "spied", "last"]
    other = "class Box:\n    def content(self):\n        return 3\n# {}\n"
    completions = [[other.format(mark(f"answer {index} to {name}")) for index in range(4)] for name in names]
    spy = read_spy("marks", SCORER_BY_SEVEN=os.getpid() * 7)
    planted = f"class Box:\n    pass\nPLANTED = {mark('planted')!r}\n{spy}"
    completions[1] += [f"class Box:\n    pass\n{spy}", planted, f"class Box:\n    pass\n{spy}# 2\n"]
    options: dict[str, Any] = {"cluster": backend} if backend else {"num_workers": 1}
    try:
        options |= {"isolation": tier, "min_isolation": tier, "timeout": 60.0, "preflight": True, "progress": False}
        scores = compute_scores(completions, [_task(name) for name in names], k=1, **options)
    except IsolationError as error:
        print(json.dumps({"unavailable": str(error)}))
        return
    messages = [item["test_classes"]["BoxTest"]["message"] for item in scores["results"]["spied"][-3:]]
    print(json.dumps([json.loads(message) for message in messages]))


if __name__ == "__main__":
    main(*sys.argv[1:3])
