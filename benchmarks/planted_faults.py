"""
What the tests protect: which of 60 planted faults they find.

Each line of `planted_faults.jsonl` is a fault: one line of the package, changed so that it does something wrong. It is
planted in a clone, and the tests that a change of its room would run say whether they see it. Who makes tests fewer or
cheaper measures before and after:

    python benchmarks/planted_faults.py run --tests fast -o before.csv
    python benchmarks/planted_faults.py run --tests slow -o before.csv      # those that the fast tests did not catch
    python benchmarks/planted_faults.py run --tests fast --known before.csv -o after.csv
    python benchmarks/planted_faults.py table before.csv after.csv

`planted_faults_before.csv` has what the fast tests of 2026-11-28 (11ec4acc) caught: 41 of 60.
`planted_faults_after.csv` has what those of 2026-11-30 (3963af01) caught: 60, with tests that are newer than the first
measurement for what the other 19 broke. So these figures show that cutting tests lost nothing of what was found
before, not what share of any fault is found. Of 20 further faults that nobody had aimed at (`choose --seed 7`, first
five of sandbox, runners and reading) fast tests caught 14 then, and 19 now. `scoring-2` and `reading-6` are of that
kind too: they took the place of one that changed nothing, and of one whose line is gone.

A test catches a fault if it fails with it and passes without it. One that fails without it too is noted as flaky, and
the others go on. First each fault is planted alone, and the fast tests that name its module run. Then all faults of a
room that are left are planted at once, its tests run, and those that fail run again with each of these faults alone.
Slow tests run so from the start. A fault that another one undoes is not seen then.

`choose` draws faults for a person to review, by a seed, of lines that tests reach where there is a `--coverage` file:

    cd TREE && coverage run --source classeval_hf -m pytest -m "not slow" tests/core
    python benchmarks/planted_faults.py choose --rooms core --coverage TREE/.coverage
"""

from __future__ import annotations

import argparse
import csv
import json
import random
import resource
import signal
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, astuple, dataclass, fields
from itertools import chain, zip_longest
from pathlib import Path

from coverage import CoverageData
from fault_trees import ROOT, Fault, Outcome, Tree, changed_source, planted, prepared
from line_changes import is_other_code, line_changes

from classeval_hf.core.tables import format_table

FAULTS = Path(__file__).with_suffix(".jsonl")

# The test files and folders that a change of a room runs.
TESTS: Mapping[str, Sequence[str]] = {
    "core": [
        "core",
        "tasks",
        "reading",
        "runs",
        "metrics",
        "engine",
        "projects/runner",
        "test_command_line.py",
        "test_outputs.py",
    ],
    "sandbox": ["sandbox", "hostile"],
    "projects": ["projects", "engine/test_repository_tasks.py", "scoring/test_project_commands.py"],
    "tasks": ["tasks", "task_quality", "generation/prompts/test_prompts.py"],
    "reading": ["reading", "generation/pipeline/test_strategies.py", "scoring/test_recorded_runs.py"],
    "repository_tools": ["projects/tools", "generation/pipeline/test_agent_runs.py"],
    "metrics": ["metrics", "scoring"],
    "unittest_runner": ["classes/runner", "hostile/test_samples.py", "hostile/test_comparisons.py"],
    "pytest_runner": ["projects/runner", "hostile/test_pytest_samples.py"],
    "judging": ["engine", "scoring/test_scoring.py", "metrics/test_score_warnings.py"],
    "runs": ["runs", "reports/test_report.py", "generation/pipeline/test_resume.py"],
    "scoring": ["scoring", "test_cli.py"],
    "task_quality": ["task_quality"],
    "strengthening": ["strengthening"],
    "hub": ["hub"],
    "reports": ["reports"],
    "generation": ["generation"],
    "integrations": ["integrations"],
    "cli": ["scoring", "test_cli.py", "test_command_line.py", "test_outputs.py", "test_face.py"],
}
MARKERS = {"fast": "not slow and not full", "slow": "slow and not full", "full": ""}


@dataclass(frozen=True)
class Result:
    id: str
    room: str
    tests: str  # one of `MARKERS`
    caught: str  # yes or no
    test: str  # that caught it
    how: str  # failed, timed out, or empty
    seconds: str  # of processors, of the tests that were run last for this fault
    flaky: str  # tests that failed without the fault too


def read_faults() -> list[Fault]:
    return [Fault(**json.loads(line)) for line in FAULTS.read_text(encoding="utf-8").splitlines()]


def candidates(room: str, coverage_file: Path | None) -> Iterator[Fault]:
    """Faults of a room, of lines that tests reach if it is known."""
    place = ROOT / "classeval_hf" / room
    for file in sorted(place.rglob("*.py")) if place.is_dir() else [place]:
        name = file.relative_to(ROOT).as_posix()
        if "/open_tasks/" not in name and "/open_projects/" not in name:
            covered = _covered(name, coverage_file) if coverage_file else None
            for change in line_changes(file.read_text(encoding="utf-8")):
                if covered is None or change.line in covered:
                    where = room.partition("/")[0], name, change.function
                    yield Fault("", *where, change.before, change.after, change.operator, "")


def _can_be_planted(fault: Fault) -> bool:
    source = (ROOT / fault.file).read_text(encoding="utf-8")
    changed = changed_source(source, fault)
    return changed is not None and is_other_code(source, changed)


def _covered(file: str, coverage_file: Path) -> set[int]:
    data = CoverageData(str(coverage_file))
    data.read()
    return {line for path in data.measured_files() if path.endswith(f"/{file}") for line in data.lines(path) or ()}


def choose(arguments: argparse.Namespace) -> None:
    """Prints candidates of each room: operators in turn, no two of one function."""
    for room in arguments.rooms or TESTS:
        rng = random.Random(f"{arguments.seed}/{room}")
        by_operator: dict[str, list[Fault]] = defaultdict(list)
        for fault in candidates(room, arguments.coverage):
            by_operator[fault.operator].append(fault)
        turns = [rng.sample(faults, len(faults)) for _, faults in sorted(by_operator.items())]
        rng.shuffle(turns)
        seen: set[tuple[str, str]] = set()
        for fault in chain.from_iterable(zip_longest(*turns)):
            if len(seen) == arguments.count:
                break
            if fault and (fault.file, fault.function) not in seen and _can_be_planted(fault):
                seen.add((fault.file, fault.function))
                print(json.dumps(asdict(fault)))


def check(arguments: argparse.Namespace) -> None:
    """Says which faults no longer apply, and which tests are no longer there."""
    gone = [fault.id for fault in read_faults() if not _applies(fault, ROOT)]
    lost = [name for names in TESTS.values() for name in names if not (ROOT / "tests" / name).exists()]
    print(*(f"tests/{name} is no longer there" for name in lost), sep="\n", end="\n" * bool(lost))
    raise SystemExit(1 if gone or lost else 0)


def _applies(fault: Fault, root: Path) -> bool:
    path = root / fault.file
    applies = path.exists() and changed_source(path.read_text(encoding="utf-8"), fault) is not None
    if not applies:
        print(f"{fault.id} no longer applies: {fault.file}, {fault.function}: {fault.before}")
    return applies


@dataclass
class Measurement:
    """What is measured in a tree, with the results, which are written one by one."""

    tree: Tree
    tests: str
    seconds: Mapping[str, float]  # of test files
    output: Path
    known: Mapping[str, str]  # by fault, the test that caught it in another measurement

    def write(self, fault: Fault, test: str, how: str, start: float, flaky: Sequence[str]) -> None:
        spent = f"{processor_seconds() - start:.0f}"
        result = Result(fault.id, fault.room, self.tests, "yes" if test else "no", test, how, spent, "; ".join(flaky))
        is_new = not self.output.exists()
        with self.output.open("a", encoding="utf-8", newline="") as stream:
            writer = csv.writer(stream)
            writer.writerows([[item.name for item in fields(Result)]] if is_new else [])
            writer.writerow(astuple(result))
        print(*astuple(result)[:7], flush=True)

    def files_of(self, room: str) -> list[str]:
        """Test files of a room, the cheapest first."""
        root = self.tree.folder
        places = [root / "tests" / name for name in TESTS[room]]
        files = [file for place in places for file in ([place] if place.is_file() else place.rglob("test_*.py"))]
        names = {file.relative_to(root).as_posix() for file in files}
        return sorted(names, key=lambda name: (self.seconds.get(name, 0.0), name))

    def _naming(self, fault: Fault) -> list[str]:
        """Those of the files that name the module of a fault."""
        module = fault.file.removesuffix(".py").replace("/", ".")
        files = self.files_of(fault.room)
        return [name for name in files if module in (self.tree.folder / name).read_text(encoding="utf-8")]

    def measure_each(self, faults: Sequence[Fault]) -> list[Fault]:
        """Runs the tests that name the module of a fault; returns the faults that they do not catch."""
        return [fault for fault in faults if not self._is_caught(fault)]

    def _is_caught(self, fault: Fault) -> bool:
        start, flaky = processor_seconds(), list[str]()
        near = self._naming(fault)
        for tests in filter(None, [[self.known[fault.id]], near] if fault.id in self.known else [near]):
            while (outcome := self._run(tests, [fault], "-x", *(f"--deselect={test}" for test in flaky))).failed:
                if self.tree.passes(outcome.failed[0]):
                    self.write(fault, outcome.failed[0], outcome.how, start, flaky)
                    return True
                if outcome.failed[0] in flaky:  # a file that cannot be imported: to deselect it changes nothing
                    break
                flaky.append(outcome.failed[0])
        print(f"{fault.id} is not caught by the tests that name its module", flush=True)
        return False

    def measure_room(self, faults: Sequence[Fault]) -> None:
        """Runs tests of a room once with all faults, then those that fail with each fault alone."""
        start = processor_seconds()
        over = [set(self._naming(fault)) if self.tests == "fast" else set[str]() for fault in faults]
        files = [name for name in self.files_of(faults[0].room) if not all(name in names for names in over)]
        together = self._run(files, faults)
        failing = [*files] if together.timed_out else [*together.failed]
        flaky = [] if together.timed_out else [*self.tree.run(failing, clean=True).failed]
        failing = [test for test in failing if test not in flaky]
        for fault in faults:
            alone = self._run(failing, [fault], "-x")
            test, how = (alone.failed[0], alone.how) if alone.failed else ("", "")
            self.write(fault, test, how, start, flaky)
            start = processor_seconds()

    def _run(self, tests: Sequence[str], faults: Sequence[Fault], *options: str) -> Outcome:
        with planted(self.tree.folder, faults):
            return self.tree.run(tests, "-m", MARKERS[self.tests], *options)


def processor_seconds() -> float:
    """Of all processes that were started here and have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def read_results(file: Path) -> list[Result]:
    if not file.exists():
        return []
    with file.open(encoding="utf-8", newline="") as stream:
        return [Result(**row) for row in csv.DictReader(stream)]


def run(arguments: argparse.Namespace) -> None:
    """Measures the faults that have no result yet; by slow and full tests only those that nothing caught."""
    results = read_results(arguments.output)
    over = {result.id for result in results if result.caught == "yes" or result.tests == arguments.tests}
    faults = [fault for fault in read_faults() if fault.id not in over]
    if arguments.faults:
        faults = [fault for fault in faults if fault.id in arguments.faults]
    known = (
        {result.id: result.test for result in read_results(arguments.known) if result.test} if arguments.known else {}
    )
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped"))  # takes the fault back
    with prepared(arguments.tree, arguments.limit) as tree:
        faults = [fault for fault in faults if _applies(fault, tree.folder)]
        seconds = _seconds(arguments.durations) if arguments.durations else {}
        measurement = Measurement(tree, arguments.tests, seconds, arguments.output, known)
        left = measurement.measure_each(faults) if arguments.tests == "fast" else faults
        for room in TESTS:
            if of_room := [fault for fault in left if fault.room == room]:
                measurement.measure_room(of_room)


def _seconds(file: Path) -> dict[str, float]:
    """Seconds of processors by test file, from what `pytest --durations-file` wrote."""
    rows = [line.split() for line in file.read_text(encoding="utf-8").splitlines()]
    return {row[2]: float(row[1]) for row in rows if len(row) > 2 and row[2].endswith(".py")}


def table(arguments: argparse.Namespace) -> None:
    """Prints, by room, how many faults are caught before and after; "whole" is by any of the tests that were run."""
    rooms = {fault.id: fault.room for fault in read_faults()}
    caught: list[set[str]] = []
    for file in (arguments.before, arguments.after):
        results = read_results(file)
        if unknown := rooms.keys() - {result.id for result in results}:
            print(f"Not measured in {file.name}: {', '.join(sorted(unknown))}.\n")
        results = [result for result in results if result.caught == "yes"]
        caught += [{result.id for result in results if result.tests == "fast"}, {result.id for result in results}]
    rows = []
    for room in [*TESTS, "all"]:
        faults = {name for name, of in rooms.items() if room in ("all", of)}
        rows.append([room, len(faults), *(len(faults & found) for found in caught)])
    print(format_table(["room", "faults", "fast, before", "whole, before", "fast, after", "whole, after"], rows))
    for name in sorted(caught[1] - caught[3]):
        print(f"\nlost: {name}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    command = commands.add_parser("choose", help="print candidates for a person to review")
    command.set_defaults(function=choose)
    command.add_argument("--rooms", nargs="+", help="of the package, such as reading or generation/prompts, or files")
    command.add_argument("--seed", type=int, default=1)
    command.add_argument("--count", type=int, default=12, help="candidates of each room (default: 12)")
    command.add_argument("--coverage", type=Path, metavar="FILE", help="of the room's tests, by coverage.py")
    command = commands.add_parser("check", help="say which faults no longer apply")
    command.set_defaults(function=check)
    command = commands.add_parser("run", help="measure which faults tests catch")
    command.set_defaults(function=run)
    command.add_argument("--tests", choices=MARKERS, default="fast")
    command.add_argument("--faults", nargs="+", metavar="ID")
    command.add_argument("--known", type=Path, metavar="FILE", help="results whose catching tests are tried first")
    command.add_argument("--tree", type=Path, help="a clone with its .venv that may be changed (default: a new one)")
    command.add_argument(
        "--durations", type=Path, metavar="FILE", help="of pytest --durations-file; cheap files first"
    )
    command.add_argument("--limit", type=float, default=1200, help="seconds for one run of pytest (default: 1200)")
    command.add_argument("-o", "--output", type=Path, required=True, help="results, which a rerun goes on with")
    command = commands.add_parser("table", help="compare two measurements")
    command.set_defaults(function=table)
    command.add_argument("before", type=Path)
    command.add_argument("after", type=Path)
    arguments = parser.parse_args()
    arguments.function(arguments)


if __name__ == "__main__":
    main()
