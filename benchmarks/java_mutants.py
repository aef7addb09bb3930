"""What the tests of a project in Java decide. For classes drawn by chance: outcomes of references, the test rates of
stubs, the share of one-line mutants that fail, and processor time. A second call goes on where the first ended.
`classeval-hf projects new --language java` makes the folder of tasks.

    python benchmarks/java_mutants.py TASKS --classes 10 --mutants 10 -o OUT.json
"""

import argparse
import json
import os
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

from classeval_hf.core.errors import CONSENT_VARIABLE
from classeval_hf.core.files import write_whole
from classeval_hf.core.repository_tasks import RepositoryTask
from classeval_hf.core.tables import terminal_table
from classeval_hf.core.verdicts import STUB_BASELINES, CandidateVerdict
from classeval_hf.engine.executor import Executor
from classeval_hf.engine.judge import Judge
from classeval_hf.projects.java.junit_suite import COMPILE_ERROR, JunitSuite
from classeval_hf.projects.java.source import JavaSource, walk
from classeval_hf.projects.located_tasks import ProjectFolders
from classeval_hf.projects.tasks.files import read_project_folder

_BODIES = ("block", "constructor_body")
_CHANGES = (
    *((r"==", "!="), (r"!=", "=="), (r"<=", ">"), (r"(?<!>)>=", "<"), (r"(?<![<-])<(?![<=\w?])", ">="), (r"&&", "||")),
    *((r"\|\|", "&&"), (r"\btrue\b", "false"), (r"\bfalse\b", "true"), (r"\+\+", "--"), (r" \+ 1\b", " + 2")),
    *(
        (r" - 1\b", " - 2"),
        (r"\bif \((.*)\) \{$", r"if (!(\1)) {"),
        (r"\breturn (?!null|this)[^;{]*\([^;{]*;$", "return null;"),
    ),
)  # what may be another operator or constant, in one line


def mutants(source: str, target: str, count: int) -> Iterator[str]:
    """Copies of a file, each with another line of the target's bodies changed."""
    file = JavaSource(source)
    lines = source.split("\n")
    bodies = [node for node in walk(file.target(target)) if node.type in _BODIES]
    inner = sorted({row for node in bodies for row in range(node.start_point[0], node.end_point[0] + 1)})
    found = []
    for row in inner:
        if lines[row].lstrip().startswith(("*", "//", "/*")):
            continue
        for pattern, new in _CHANGES:
            changed = re.sub(pattern, new, lines[row], count=1)
            if changed != lines[row]:
                found.append("\n".join([*lines[:row], changed, *lines[row + 1 :]]))
    random.Random(0).shuffle(found)
    yield from found[:count]


def failing_mutants(judge: Judge, task: RepositoryTask, source: str, count: int) -> tuple[int, int]:
    """The number of a class's mutants that compile, at most `count`, and of those that fail."""
    texts = mutants(source, task.target.name, 3 * count)
    outcomes: list[bool] = []
    while len(outcomes) < count and (batch := list(islice(texts, count - len(outcomes)))):
        (samples,) = judge.judge([task], [[f"```java\n{text}\n```" for text in batch]]).values()
        verdicts = [sample.verdict for sample in samples if isinstance(sample.verdict, CandidateVerdict)]
        compiled = [one for one in verdicts if one.test_classes[0].error_type != COMPILE_ERROR]
        outcomes += [all(item.passed for item in verdict.test_classes) for verdict in compiled]
    return len(outcomes), outcomes.count(False)


def seconds_without_tests(folders: ProjectFolders, task: RepositoryTask, executor: Executor) -> float:
    """Processor time of the reference as a candidate, from which no test is run."""
    (located,) = folders.located([task])
    suite = folders.suite(located)
    assert isinstance(suite, JunitSuite)
    alone = replace(suite, tests=replace(suite.tests, tests={next(iter(suite.tests.tests)): ()}))
    return sum(executor.run_suite(alone, folders.source(located), is_reference=True).seconds.values())


def measured(folder: Path, judge: Judge, task: RepositoryTask, arguments: argparse.Namespace) -> dict[str, object]:
    (known,) = judge.soundness([task]).values()
    seconds = sum(known.seconds.values())
    row: dict[str, object] = {"class": task.target.name, "tests": sum(map(len, known.tests.values()))}
    row |= {"sound": f"{known.passed}/{known.runs}", "cause": known.cause, "seconds": round(seconds, 1)}
    if known.is_sound and seconds <= arguments.seconds:
        source = (folder / task.path).read_text(encoding="utf-8")
        with Executor() as executor:
            row["without tests"] = round(seconds_without_tests(ProjectFolders(), task, executor), 1)
        row |= {name: round(100 * known.floors[name], 1) for name in STUB_BASELINES}
        row["mutants"], row["failed"] = failing_mutants(judge, task, source, arguments.mutants)
    return row


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="the tasks")
    parser.add_argument("--classes", type=int, default=10, help="with mutants (default: 10)")
    parser.add_argument("--mutants", type=int, default=10, help="of each class that compile (default: 10)")
    parser.add_argument("--seconds", type=float, default=20.0, help="classes whose tests take longer have no mutants")
    parser.add_argument("-o", "--output", type=Path, required=True, help="the outcome of each task")
    arguments = parser.parse_args()
    os.environ[CONSENT_VARIABLE] = "1"  # no model wrote this code
    tasks = read_project_folder(arguments.folder)
    random.Random(0).shuffle(tasks)
    rows = json.loads(arguments.output.read_text(encoding="utf-8")) if arguments.output.exists() else {}
    with Judge(progress=False, num_workers=1) as judge:
        for task in tasks:
            if sum("mutants" in row for row in rows.values()) == arguments.classes:
                break
            if task.task_id not in rows:
                rows[task.task_id] = measured(arguments.folder, judge, task, arguments)
                write_whole(arguments.output, json.dumps(rows, indent=1))
    header = ["class", "tests", "sound", "seconds", "without tests", *STUB_BASELINES, "mutants", "failed", "cause"]
    print(terminal_table(header, [[row.get(name) for name in header] for row in rows.values()]))


if __name__ == "__main__":
    main()
