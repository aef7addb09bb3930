"""The share of one-line mutants of references in Java that their tests fail, by task. It shows what the tests of a
project decide; `classeval-hf projects new --language java` makes the folder of tasks.

    python benchmarks/java_mutants.py TASKS --mutants 10
"""

import argparse
import json
import os
import random
import re
from collections.abc import Iterator
from pathlib import Path

from classeval_hf.core.errors import CONSENT_VARIABLE
from classeval_hf.core.tables import terminal_table
from classeval_hf.core.verdicts import CandidateVerdict
from classeval_hf.engine.judge import Judge
from classeval_hf.projects.java.source import JavaSource, walk
from classeval_hf.projects.tasks.files import read_project_folder

_BODIES = ("block", "constructor_body")
_CHANGES = (
    *((r"==", "!="), (r"!=", "=="), (r"<=", ">"), (r">=", "<"), (r"(?<![<-])<(?![<=\w?])", ">="), (r"&&", "||")),
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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="the tasks")
    parser.add_argument("--mutants", type=int, default=10, help="of each class that compile (default: 10)")
    parser.add_argument("--output", type=Path, help="write the outcome of each task here")
    arguments = parser.parse_args()
    os.environ[CONSENT_VARIABLE] = "1"  # no model wrote this code
    rows, outcomes = [], {}
    with Judge(progress=False) as judge:
        tasks = read_project_folder(arguments.folder)
        known = judge.soundness(tasks)
        for task in tasks:
            source = (arguments.folder / task.path).read_text(encoding="utf-8")
            texts = list(mutants(source, task.target.name, 2 * arguments.mutants))
            predictions = [[f"```java\n{text}\n```" for text in texts]]
            (samples,) = judge.judge([task], predictions).values()
            verdicts = [sample.verdict for sample in samples if isinstance(sample.verdict, CandidateVerdict)]
            kinds = [verdict.test_classes[0].error_type for verdict in verdicts]
            compiled = [verdict for verdict, kind in zip(verdicts, kinds, strict=True) if kind != "CompileError"]
            compiled = compiled[: arguments.mutants]
            failed = sum(not all(item.passed for item in verdict.test_classes) for verdict in compiled)
            soundness = known[task.task_id]
            floors = [soundness.floors.get(name) for name in ("stub", "removed")]
            tests = sum(map(len, soundness.tests.values()))
            rows.append([task.target.name, tests, soundness.passed, *floors, len(compiled), failed])
            outcomes[task.task_id] = rows[-1][1:]
    print(terminal_table(["class", "tests", "sound", "stub", "removed", "mutants", "failed"], rows))
    if arguments.output is not None:
        arguments.output.write_text(json.dumps(outcomes, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
