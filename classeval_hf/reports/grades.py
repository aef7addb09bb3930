"""The grades of a class: each hand-in is run as it is, and reported in a table, a CSV file and pages."""

import re
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import msgspec

from classeval_hf.core.command_line import OutputKind
from classeval_hf.core.tasks import ClassTask
from classeval_hf.core.terminal import counted
from classeval_hf.core.verdicts import CandidateVerdict, Outcome
from classeval_hf.engine.judge import Judge
from classeval_hf.metrics.samples import Verdict
from classeval_hf.reading.extraction import build_module
from classeval_hf.reports.display import asset, csv_text, file_names, page_environment, source_hash, write_files
from classeval_hf.reports.samples import FailurePlaces, sources_of_tests
from classeval_hf.runs.hand_ins import Author, HandIn

_AUTHORS = "authors"  # the folder of the authors' pages
_PAGE = "(?s)<!doctype html>.*<title>Tests of "
GRADES = OutputKind("grades", {"grades.csv": "author,", "class.html": _PAGE, f"{_AUTHORS}/*.html": _PAGE})


class Failure(msgspec.Struct, frozen=True):
    test: str
    outcome: str
    message: str  # with the type of the error
    method: str  # that it tests; empty for the class as a whole
    asked: str  # the contract of the method
    source: str  # of the test
    line: int  # in the author's file: the line that failed, or else the first line of the method; 0 for none
    code: str  # that line
    stopped: bool  # whether it stopped there
    statement: str = ""  # the statement of the test that failed


class Grade(msgspec.Struct, frozen=True):
    task_id: str
    tests: int  # of the task
    file: str = ""  # the hand-in, as a path in the folder of the class
    note: str = ""  # why no test was run, if so
    passed: int = 0
    failures: tuple[Failure, ...] = ()

    @property
    def text(self) -> str:
        return f"{self.passed} of {self.tests} tests" + " (missing)" * (not self.file)


class Graded(msgspec.Struct, frozen=True):
    author: str
    grades: tuple[Grade, ...]
    left_out: tuple[str, ...] = ()  # sentences on files that count for no task

    @property
    def all(self) -> Grade:
        """All tasks as one."""
        return Grade("all", sum(one.tests for one in self.grades), "all", "", sum(one.passed for one in self.grades))

    @property
    def notes(self) -> list[str]:
        """Sentences on tasks without tests that were run, on tests that did not finish, and on files left out."""
        notes = []
        for grade in self.grades:
            late = sum(failure.outcome == Outcome.TIMEOUT.value for failure in grade.failures)
            ended = f"the time ran out in {grade.file} before {counted(late, 'test')} ended" if late else ""
            if why := grade.note or ended:
                notes.append(f"{grade.task_id}: {why}.")
        return [*notes, *self.left_out]


def grade_class(
    authors: Sequence[Author], tasks: Sequence[ClassTask], judge: Judge
) -> tuple[list[Graded], dict[str, list[str]]]:
    """Runs the hand-ins; returns grades by author and, by task, the tests that its own solution fails."""
    runs = []
    for task in tasks:
        code = task.solution_code or task.skeleton or f"class {task.class_name}:\n    pass\n"
        runs.append((task, build_module(code, task.import_statement)))
    handed = [(one, task) for one in authors for task in tasks if task.task_id in one.hand_ins]
    handed = [(one, task) for one, task in handed if not one.hand_ins[task.task_id].problem]
    verdicts = judge.run([*runs, *((task, one.hand_ins[task.task_id].source) for one, task in handed)])
    tests: dict[str, int] = {}
    failing: dict[str, list[str]] = {}
    for task, verdict in zip(tasks, verdicts, strict=False):
        if not isinstance(verdict, CandidateVerdict):
            raise verdict
        tests[task.task_id] = sum(len(item.cases) for item in verdict.test_classes)
        if task.solution_code and (failures := _failures(task, HandIn("solution.py"), verdict)):
            failing[task.task_id] = [failure.test for failure in failures]
    found = {
        (one.name, task.task_id): _grade(task, one.hand_ins[task.task_id], verdict, tests[task.task_id])
        for (one, task), verdict in zip(handed, verdicts[len(tasks) :], strict=True)
    }
    graded = []
    for author in authors:
        grades = []
        for task_id, count in tests.items():
            given, others = author.hand_ins.get(task_id), ", ".join(author.others[:3])
            missing_why = f"nothing was handed in, but {others}" if others else "nothing was handed in"
            why = f"{given.file} {given.problem}" if given else missing_why
            missing = Grade(task_id, count, given.file if given else "", why)
            grades.append(found.get((author.name, task_id), missing))
        graded.append(Graded(author.name, tuple(grades), tuple(author.left_out)))
    return graded, failing


def _grade(task: ClassTask, hand_in: HandIn, verdict: Verdict, tests: int) -> Grade:
    if not isinstance(verdict, CandidateVerdict):
        return Grade(task.task_id, tests, hand_in.file, f"{hand_in.file} could not be run on this machine: {verdict}")
    first = verdict.test_classes[0]
    if first.error_type and len({(item.error_type, item.message, item.line) for item in verdict.test_classes}) == 1:
        line = f", line {first.line}" if first.line else ""
        why = _named(f"{first.error_type}: {first.message}", hand_in)
        return Grade(task.task_id, tests, hand_in.file, f"{hand_in.file} ended before any test{line}: {why}")
    passed = sum(item.count(Outcome.PASS) for item in verdict.test_classes if not item.error_type)
    failures = _failures(task, hand_in, verdict)
    lacks = {failure.message for failure in failures} == {f"NameError: name {task.class_name!r} is not defined"}
    classes = re.findall(r"^class[ \t]+(\w+)", hand_in.source, re.MULTILINE)
    alike = [f", but {one}" for one in classes if one.casefold() == task.class_name.casefold()]
    note = f"{hand_in.file} has no class {task.class_name}" + "".join(alike[:1]) if lacks and not passed else ""
    return Grade(task.task_id, tests, hand_in.file, note, passed, tuple(failures) * (not note))


def _failures(task: ClassTask, hand_in: HandIn, verdict: CandidateVerdict) -> list[Failure]:
    suite, lines, failures = task.suite(), re.split(r"\r\n|\r|\n", hand_in.source), []
    places = FailurePlaces(suite)
    cases = [(item, case) for item in verdict.test_classes for case in item.cases]
    failed = [(item, case) for item, case in cases if item.error_type or case.outcome is not Outcome.PASS]
    sources = sources_of_tests(suite, [(item.test_class, case.test) for item, case in failed])
    contracts = {one.method_name: one.method_description for one in task.methods_info}
    for item, case in failed:
        method, begins = places.method(item.test_class, lines)
        stopped = case.line or (item.line if item.error_type else 0)
        line = stopped or begins
        said = item if case.outcome is Outcome.PASS else case
        failures.append(
            Failure(
                case.test,
                Outcome.ERROR.value if case.outcome is Outcome.PASS else case.outcome.value,
                _named(": ".join(filter(None, (said.error_type, said.message))), hand_in),
                method,
                contracts.get(method) or task.class_description,
                sources.get((item.test_class, case.test), ""),
                line,
                lines[line - 1].strip() if 0 < line <= len(lines) else "",
                bool(stopped),
                places.statement(case.test_line) if case.test_line else "",
            )
        )
    return failures


def _named(text: str, hand_in: HandIn) -> str:
    """A message with the author's name of the file."""
    return re.sub(r"(<sandbox>/)?(module/)?\bcandidate\.py\b", lambda _: hand_in.file.rpartition("/")[2], text)


def write_grades(graded: Sequence[Graded], folder: Path) -> list[Path]:
    """Writes the table as CSV and as a page, and a page for each author; removes pages of earlier authors."""
    names = [f"{_AUTHORS}/{name}.html" for name in file_names(one.author for one in graded)]
    pages = dict(zip(names, graded, strict=True))
    tasks = [grade.task_id for grade in graded[0].grades]
    rows = []
    for one in graded:
        shares = [round(grade.passed / grade.tests, 4) if grade.tests else 0.0 for grade in (one.all, *one.grades)]
        rows.append([one.author, one.all.passed, one.all.tests, *shares, " ".join(one.notes)])
    header = ["author", "tests passed", "tests", "share", *(f"share of {task}" for task in tasks), "notes"]
    style = asset("grades.css")
    policy = f"default-src 'none'; style-src {source_hash(style)}; base-uri 'none'; form-action 'none'"
    page = partial(page_environment().get_template("grades.html.j2").render, style=style, policy=policy, tasks=tasks)
    files = {
        "grades.csv": csv_text(header, rows),
        "class.html": page(title="the class", graded=[(one, link) for link, one in pages.items()], one=None),
        **{link: page(title=one.author, one=one) for link, one in pages.items()},
    }
    return write_files(GRADES, folder, files)
