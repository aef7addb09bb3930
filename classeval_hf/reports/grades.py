"""The grades of a class: each hand-in run as the file that it is, and told in a table, a CSV file and a page each."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import msgspec

from classeval_hf.core.atomic_write import write_whole
from classeval_hf.core.errors import UserError
from classeval_hf.core.outputs import OutputKind
from classeval_hf.core.plurals import counted
from classeval_hf.core.tables import Table
from classeval_hf.core.tasks import ClassTask
from classeval_hf.core.verdicts import CandidateVerdict, Outcome, TestCaseVerdict, TestClassVerdict
from classeval_hf.judging.judge import Judge
from classeval_hf.metrics.judged_samples import Verdict
from classeval_hf.reading.extraction import build_module
from classeval_hf.reports.display import csv_text, page_template
from classeval_hf.reports.task_sheets import sources_of_tests
from classeval_hf.runs.hand_ins import Author, HandIn
from classeval_hf.runs.run_names import numbered

_AUTHORS = "authors"  # the folder of the authors' pages
_PAGE = "(?s)<!doctype html>.*<title>Tests of "

GRADES = OutputKind("grades", {"grades.csv": "author,", "class.html": _PAGE, f"{_AUTHORS}/*.html": _PAGE})


class Failure(msgspec.Struct, frozen=True):
    """A test that a hand-in does not pass."""

    test: str
    what: str  # what happened, in a sentence
    method: str = ""  # the method that it tests; empty for the class as a whole
    asked: str = ""  # what was asked for: the contract of the method
    source: str = ""  # of the test
    line: int = 0  # of the author's own file: where it stopped, or where the method begins
    code: str = ""  # that line
    is_start: bool = False  # whether the method begins there
    is_late: bool = False  # whether the time ran out


class Grade(msgspec.Struct, frozen=True):
    task_id: str
    tests: int  # of the task
    passed: int = 0
    file: str = ""  # what was handed in, as a path in the folder of the class
    note: str = ""  # why no test was run, if so
    failures: tuple[Failure, ...] = ()

    @property
    def text(self) -> str:
        return f"{self.passed} of {self.tests} tests" + " (missing)" * (not self.file)

    @property
    def notes(self) -> list[str]:
        """Sentences on what was not run to its end."""
        late = sum(failure.is_late for failure in self.failures)
        note = self.note or (f"the time ran out in {self.file} before {counted(late, 'test')} ended" if late else "")
        return [f"{self.task_id}: {note}."] if note else []


class Graded(msgspec.Struct, frozen=True):
    """All grades of an author."""

    author: str
    grades: tuple[Grade, ...]
    left_out: tuple[str, ...] = ()  # sentences on files that count for no task

    @property
    def notes(self) -> list[str]:
        return [*(note for grade in self.grades for note in grade.notes), *self.left_out]

    @property
    def passed(self) -> int:
        return sum(grade.passed for grade in self.grades)

    @property
    def tests(self) -> int:
        return sum(grade.tests for grade in self.grades)


@dataclass(frozen=True)
class _Known:
    """What is known of a task: its tests with their sources, and which method each test class is of."""

    task: ClassTask
    verdict: CandidateVerdict  # of its reference
    sources: Mapping[tuple[str, str], str]
    methods: Mapping[str, str]

    @property
    def tests(self) -> int:
        return sum(len(item.cases) for item in self.verdict.test_classes)

    @property
    def failing(self) -> list[str]:
        cases = [(item, case) for item in self.verdict.test_classes for case in item.cases]
        return [case.test for item, case in cases if item.error_type or case.outcome is not Outcome.PASS]


def grade_class(
    authors: Sequence[Author], tasks: Sequence[ClassTask], judge: Judge
) -> tuple[list[Graded], dict[str, list[str]]]:
    """Runs what was handed in; also gives the tests that the reference of a task fails, by task."""
    stubs = {task.task_id: task.skeleton or f"class {task.class_name}:\n    pass\n" for task in tasks}
    references = [
        (task, build_module(task.solution_code or stubs[task.task_id], task.import_statement)) for task in tasks
    ]
    handed = [
        (author.name, task, hand_in)
        for author in authors
        for task in tasks
        if (hand_in := author.hand_ins.get(task.task_id)) and not hand_in.problem
    ]
    verdicts = judge.run([*references, *((task, hand_in.source) for _, task, hand_in in handed)])
    known: dict[str, _Known] = {}
    for task, verdict in zip(tasks, verdicts, strict=False):
        if not isinstance(verdict, CandidateVerdict):
            raise verdict
        suite = task.suite()
        names = [(item.test_class, case.test) for item in verdict.test_classes for case in item.cases]
        methods = {test_class: name for name, classes in suite.methods.items() for test_class in classes}
        known[task.task_id] = _Known(task, verdict, sources_of_tests(suite, names), methods)
    found = {
        (name, task.task_id): _grade(known[task.task_id], hand_in, verdict)
        for (name, task, hand_in), verdict in zip(handed, verdicts[len(tasks) :], strict=True)
    }
    graded = [
        Graded(
            author.name,
            tuple(
                found.get((author.name, task_id)) or _not_run(of_task, author) for task_id, of_task in known.items()
            ),
            tuple(author.left_out),
        )
        for author in authors
    ]
    unsound = {name: one.failing for name, one in known.items() if one.failing and one.task.solution_code}
    return graded, unsound


def _not_run(known: _Known, author: Author) -> Grade:
    hand_in = author.hand_ins.get(known.task.task_id)
    if hand_in is not None:
        return Grade(known.task.task_id, known.tests, 0, hand_in.file, f"{hand_in.file} {hand_in.problem}")
    others = ", ".join(author.others[:3])
    return Grade(known.task.task_id, known.tests, note="nothing was handed in" + f", but {others}" * bool(others))


def _grade(known: _Known, hand_in: HandIn, verdict: Verdict) -> Grade:
    task_id, tests = known.task.task_id, known.tests
    if not isinstance(verdict, CandidateVerdict):
        return Grade(task_id, tests, 0, hand_in.file, f"{hand_in.file} could not be run on this machine: {verdict}")
    around = {(item.error_type, item.message, item.line) for item in verdict.test_classes}
    if len(around) == 1 and verdict.test_classes[0].error_type:
        item = verdict.test_classes[0]
        line = f", line {item.line}" if item.line else ""
        why = _words(f"{item.error_type}: {item.message}", hand_in)
        return Grade(task_id, tests, 0, hand_in.file, f"{hand_in.file} ended before any test{line}: {why}")
    passed = sum(item.count(Outcome.PASS) for item in verdict.test_classes if not item.error_type)
    lines = re.split(r"\r\n|\r|\n", hand_in.source)
    failures = [
        _failure(known, hand_in, lines, item, case)
        for item in verdict.test_classes
        for case in item.cases
        if item.error_type or case.outcome is not Outcome.PASS
    ]
    return Grade(task_id, tests, passed, hand_in.file, "", tuple(failures))


def _failure(
    known: _Known, hand_in: HandIn, lines: Sequence[str], item: TestClassVerdict, case: TestCaseVerdict
) -> Failure:
    method = known.methods.get(item.test_class, "")
    method = method if method in known.task.declared_methods else ""
    asked = next((one.method_description for one in known.task.methods_info if one.method_name == method), "")
    line = case.line if case.outcome is not Outcome.PASS else item.line
    begins = re.compile(rf"\s*(async\s+)?def\s+{re.escape(method)}\b") if method and not line else None
    start = next((number for number, text in enumerate(lines, 1) if begins and begins.match(text)), 0)
    place = line or start
    return Failure(
        case.test,
        _words(_sentence(item, case), hand_in),
        method,
        asked or known.task.class_description,
        known.sources.get((item.test_class, case.test), ""),
        place,
        lines[place - 1].strip() if 0 < place <= len(lines) else "",
        bool(start),
        case.outcome is Outcome.TIMEOUT,
    )


def _sentence(item: TestClassVerdict, case: TestCaseVerdict) -> str:
    if case.outcome is Outcome.TIMEOUT:
        return "The time ran out: in this test, or in one before it that did not come to an end."
    if case.outcome is Outcome.FAIL:
        return f"The result is not what the test expects: {case.message or 'see the test'}"
    if case.outcome is Outcome.SKIPPED:
        return f"The test was skipped: {case.message}"
    if case.error_type:
        return f"It stopped with an error: {case.error_type}: {case.message}".removesuffix(": ")
    what = f"{item.error_type}: {item.message}" if item.error_type else case.message
    return f"The test did not come to its end: {what}"


def _words(text: str, hand_in: HandIn) -> str:
    """A message with the name that the author gave the file."""
    return re.sub(r"(<sandbox>/)?(module/)?\bcandidate\.py\b", lambda _: hand_in.file.rpartition("/")[2], text)


def grade_table(graded: Sequence[Graded]) -> Table:
    columns = ["author", *(grade.task_id for grade in graded[0].grades), "all"]
    rows = [
        [one.author, *(grade.text for grade in one.grades), f"{one.passed} of {one.tests} tests"] for one in graded
    ]
    return Table("Tests that pass", columns, rows)


def write_grades(graded: Sequence[Graded], folder: Path) -> list[Path]:
    """Writes the table as CSV and as a page, and a page for each author; removes pages of earlier authors."""
    names = list(numbered(re.sub(r"[^\w.,=@+-]+|^\.+", "_", one.author) for one in graded))
    tasks = [grade.task_id for grade in graded[0].grades]
    header = ["author", "tests passed", "tests", "share", *(f"share of {task}" for task in tasks), "notes"]
    rows = [
        [
            *(one.author, one.passed, one.tests, _share(one.passed, one.tests)),
            *(_share(grade.passed, grade.tests) for grade in one.grades),
            " ".join(one.notes),
        ]
        for one in graded
    ]
    template, links = page_template("grades.html.j2", "grades.css"), [f"{_AUTHORS}/{name}.html" for name in names]
    files = {
        "grades.csv": csv_text(header, rows),
        "class.html": template(title="the class", graded=list(zip(graded, links, strict=True)), tasks=tasks, one=None),
        **{link: template(title=one.author, one=one) for one, link in zip(graded, links, strict=True)},
    }
    for path in {path for name in GRADES.files for path in folder.glob(name)} - {folder / name for name in files}:
        path.unlink()  # of an earlier class
    (folder / _AUTHORS).mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        write_whole(folder / name, text)
    return [folder / name for name in files]


def _share(passed: int, tests: int) -> float:
    return round(passed / tests, 4) if tests else 0.0


def require_page_library() -> None:
    if find_spec("jinja2") is None:
        raise UserError("Pages need jinja2: pip install 'classeval-hf[report]', or leave -o out.")


def plain_grades(graded: Iterable[Graded]) -> list[dict[str, object]]:
    return [msgspec.to_builtins(one) for one in graded]
