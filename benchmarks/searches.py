"""
Compares searches for strengthened tests at equal processor time.

`HF_ALLOW_CODE_EVAL=1 python benchmarks/searches.py test FILE... --task-ids ID... --seconds 20 60` measures as
`strengthening.py power` does, without reduction: a third of each test class is kept, and a search should find the
samples that fail only dropped tests. Contracts and expectations are made as by `classeval-hf strengthen`.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import islice
from math import inf
from pathlib import Path

from guided_search import Guided, Numbered, Search, Start
from metering import tree_cpu_seconds
from stateful_search import stateful_sequences
from strengthening import Answers, chosen_tasks, recorded_answers, thin_task, told_apart
from tqdm.auto import tqdm

from classeval_hf.core.errors import require_consent
from classeval_hf.core.tables import format_table
from classeval_hf.core.tasks import PLUS, ClassTask
from classeval_hf.core.verdicts import CandidateVerdict
from classeval_hf.engine.judge import AUTO_TIMEOUT, Judge
from classeval_hf.sandbox.pool import SandboxPool
from classeval_hf.strengthening.contracts import breach
from classeval_hf.strengthening.expectations import Expectations, StrengthenedTest
from classeval_hf.strengthening.pipeline import Options
from classeval_hf.strengthening.running import ReferenceRunner
from classeval_hf.strengthening.selection import failed_tests, with_tests
from classeval_hf.strengthening.sequences import CallSequence
from classeval_hf.task_quality.statistics import reference_module

BATCH = 200  # sequences tried before the legal ones are run together
SUITE = 300  # tests that are judged together


@dataclass
class Stateful:
    """Sequences of Hypothesis's stateful tests."""

    start: Start

    def sequences(self) -> Iterator[CallSequence | None]:
        return stateful_sequences(self.start.contract, self.start.corpus)

    def chosen(self, legal: Sequence[CallSequence]) -> Sequence[CallSequence]:
        return legal


DEFAULT = "default"  # the search of `strengthen`, without a limit of time
SEARCHES: Mapping[str, Callable[[Start], Search]] = {
    DEFAULT: lambda start: Numbered(start, Options().mutations),
    "numbered": Numbered,
    "guided": lambda start: Guided(start, all_tests=True),
    "guided, new alone": lambda start: Guided(start, all_tests=False),
    "stateful": Stateful,
}


@dataclass(frozen=True)
class Grown:
    """The result of a search on a task so far."""

    seconds: float  # processor time
    tried: int
    legal: int  # legal sequences, each different
    tests: tuple[StrengthenedTest, ...]


@dataclass(frozen=True)
class Measured:
    task_id: str
    search: str
    seconds: float
    tried: int
    legal: int
    tests: int
    found: Mapping[int, int]  # number of tests that find a wrong answer, by the answer's number
    wrong: int
    lost: Mapping[int, int]  # number of tests that a right answer fails, likewise
    right: int


def grow(start: Start, name: str, budgets: Sequence[float]) -> Iterator[Grown]:
    """Searches until nothing is left or the last budget is spent; yields the result at the end of each budget."""
    exceptions = {method: frozenset(rules.raises) for method, rules in start.contract.methods.items()}
    expectations = Expectations(start.task, start.seeds, exceptions)
    begun, waiting, search = tree_cpu_seconds(os.getpid()), sorted(budgets), SEARCHES[name](start)
    given = search.sequences()
    known = {tuple(seed.sequence.lines("C")) for seed in start.seeds}
    tests: dict[str, StrengthenedTest] = {}
    made = Grown(0.0, 0, 0, ())
    while waiting:
        taken = list(islice(given, BATCH))
        new = {tuple(item.lines("C")): item for item in taken if item is not None}
        legal = [item for lines, item in new.items() if lines not in known and breach(start.contract, item) is None]
        known.update(new)
        for test in expectations.tests(search.chosen(legal), start.runner)[0]:
            tests.setdefault(test.sequence.hash, test)
        spent = tree_cpu_seconds(os.getpid()) - begun
        while waiting and spent > waiting[0]:
            waiting.pop(0)
            yield made
        made = Grown(spent, made.tried + len(taken), made.legal + len(legal), tuple(tests.values()))
        if len(taken) < BATCH:
            yield from [made] * len(waiting)
            return


def measured(
    start: Start, answers: Answers, name: str, grown: Grown, failing: Mapping[int, frozenset[str]]
) -> Measured:
    """Counts the answers that fail a test made so far."""
    names = {test.name for test in grown.tests}
    fails = {number: len(tests & names) for number, tests in failing.items() if tests & names}
    wrong = len(answers.wrong)
    return Measured(
        start.task.task_id,
        name,
        grown.seconds,
        grown.tried,
        grown.legal,
        len(names),
        {number: tests for number, tests in fails.items() if number < wrong},
        wrong,
        {number: tests for number, tests in fails.items() if number >= wrong},
        len(answers.right),
    )


def failing(
    judge: Judge, task: ClassTask, answers: Answers, tests: Sequence[StrengthenedTest]
) -> dict[int, frozenset[str]]:
    """Per answer, wrong answers first, the tests that it fails and the reference passes."""
    texts = [*answers.wrong, *answers.right]
    found = dict[int, frozenset[str]]()
    for first in range(0, len(tests), SUITE):
        full = with_tests(task, tests[first : first + SUITE])
        (reference,) = judge.run([(full, reference_module(task))], PLUS)
        bad = failed_tests(reference)[0] if isinstance(reference, CandidateVerdict) else frozenset[str]()
        (judged,) = judge.judge([full], [texts], [PLUS]).values()
        for number, sample in enumerate(judged):
            verdict = sample.verdicts.get(PLUS)
            if isinstance(verdict, CandidateVerdict):
                found[number] = found.get(number, frozenset()) | failed_tests(verdict)[0] - bad
    return found


def main() -> None:
    """Measures the searches on tasks of a split, and prints a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("split", choices=["open", "test"])
    parser.add_argument("files", nargs="+", type=Path, help="recorded samples")
    parser.add_argument("--task-ids", nargs="+", help="default: all; tasks without a wrong answer are left out")
    parser.add_argument("--searches", nargs="+", choices=SEARCHES, default=list(SEARCHES))
    parser.add_argument("--seconds", nargs="+", type=float, default=[60.0], help="processor time per task")
    parser.add_argument("--output", type=Path, help="write the figures of each task to this file, as lines of JSON")
    parser.set_defaults(seed=0, tasks=None)
    arguments = parser.parse_args()
    require_consent("This runs references on strengthened tests, and samples of models.")
    tasks = chosen_tasks(arguments)
    texts = recorded_answers(arguments.files, tasks)
    rows: dict[str, list[Measured]] = {}
    with SandboxPool() as pool, Judge(AUTO_TIMEOUT, progress=False) as judge:
        for task in tqdm(tasks, unit="task"):
            thin = thin_task(task, arguments.seed)
            answers = told_apart(judge, task, thin, texts.get(task.task_id, ()))
            if not answers.wrong:
                continue
            start = Start.of(thin, ReferenceRunner(pool))
            for name in arguments.searches:
                budgets = [inf] if name == DEFAULT else sorted(arguments.seconds)
                grown = list(grow(start, name, budgets))
                fails = failing(judge, thin, answers, grown[-1].tests)
                for budget, item in zip(budgets, grown, strict=True):
                    row = measured(start, answers, f"{name}, {budget:g} s", item, fails)
                    rows.setdefault(row.search, []).append(row)
                    if arguments.output is not None:
                        with arguments.output.open("a", encoding="utf-8") as file:
                            file.write(json.dumps(asdict(row)) + "\n")
    columns = ["search", "seconds", "tried", "legal", "tests", "found again", "wrong", "right failed", "right"]
    print(format_table(columns, [[name, *sums(items)] for name, items in rows.items()]))


def sums(items: Sequence[Measured]) -> list[object]:
    """The figures of some tasks together."""
    counts = [sum(getattr(item, name) for item in items) for name in ("seconds", "tried", "legal", "tests")]
    found, lost = (sum(len(part) for part in parts) for parts in zip(*((i.found, i.lost) for i in items), strict=True))
    wrong, right = (sum(getattr(item, name) for item in items) for name in ("wrong", "right"))
    return [*counts, found, wrong, lost, right]


if __name__ == "__main__":
    main()
