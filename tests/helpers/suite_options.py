"""
Two options. `--durations-file FILE` writes where the time of a run went, by test file, fixture and test.

Its first twenty lines name the most expensive files and fixtures; CI prints them. Seconds are those of a clock and of
processors. The latter count the test's own process and the processes that it waited for, and hardly change when the
machine is busy. A fixture's seconds are its own, without those of the fixtures that it asks for.

`--strict-skips`: a skip that is not in `tests/expected_skips.txt` below pytest's root fails the run. Each of its lines
has three parts between bars: when the skip is expected, how the test's id begins, and how the reason begins. It is

- `always`: where it depends on the machine or its user in a way that only the test itself can find out;
- `no data`: where ClassEval's data is not at hand;
- `no program NAME`, `no package NAME`: where that is not installed;
- `NAME>=1`: where that package is installed in such a version.
"""

from __future__ import annotations

import json
import os
import resource
import shutil
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import pytest
from packaging.requirements import Requirement
from places import DATA

if TYPE_CHECKING:
    from _pytest.fixtures import FixtureDef, SubRequest

__all__ = ["pytest_addoption", "pytest_configure", "read_list"]

LIST = Path("tests", "expected_skips.txt")
Cost: TypeAlias = "list[float]"
"""Seconds by the clock, and of processors."""
SPENT = "seconds spent"
"""Name of the property of a test's report that carries its costs from a worker: its own first, then by fixture."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--durations-file", type=Path, help="write seconds by test file and by fixture to this file")
    parser.addoption("--strict-skips", action="store_true", help=f"fail where a skip is not in {LIST}")


def pytest_configure(config: pytest.Config) -> None:
    file, reports_here = config.getoption("--durations-file"), not hasattr(config, "workerinput")  # as of pytest-xdist
    if file:
        config.pluginmanager.register(_Clock())
    if file and reports_here:
        config.pluginmanager.register(_Table(Path(file)))
    if config.getoption("--strict-skips") and reports_here:
        config.pluginmanager.register(_Watch(read_list(config.rootpath / LIST)))


def now() -> Cost:
    """The clock, and the time that this process and the children that it waited for had on processors."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return [time.perf_counter(), time.process_time() + children.ru_utime + children.ru_stime]


class _Clock:
    """Takes the time of each test and fixture, where they run."""

    def __init__(self) -> None:
        self._fixtures: dict[str, Cost] = {}
        self._inner = [[0.0, 0.0]]  # what fixtures within the present one have taken, for each that is being set up

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: FixtureDef[object], request: SubRequest) -> Iterator[None]:
        start = now()
        self._inner.append([0.0, 0.0])
        try:
            return (yield)
        finally:
            taken = [after - before for before, after in zip(start, now(), strict=True)]
            inner = self._inner.pop()
            name = f"{fixturedef.baseid or 'pytest'}::{fixturedef.argname}"
            own = self._fixtures.setdefault(name, [0.0, 0.0])
            for unit in (0, 1):
                own[unit] += taken[unit] - inner[unit]
                self._inner[-1][unit] += taken[unit]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[object]:
        self._start = now()
        return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[pytest.TestReport]:
        report: pytest.TestReport = yield
        if call.when == "teardown":
            taken = [after - before for before, after in zip(self._start, now(), strict=True)]
            report.user_properties.append((SPENT, json.dumps([taken, self._fixtures])))
            self._fixtures = {}
        return report


class _Table:
    """Sums what all workers report, and writes it."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._start = time.perf_counter()
        self._by_file: dict[str, Cost] = defaultdict(lambda: [0.0, 0.0])
        self._by_fixture: dict[str, Cost] = defaultdict(lambda: [0.0, 0.0])
        self._by_test: dict[str, Cost] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        for name, value in report.user_properties:
            if name == SPENT:
                test, fixtures = json.loads(str(value))
                file = report.nodeid.partition("::")[0]
                self._by_test[report.nodeid] = test
                spent = [(self._by_file, file, test), *((self._by_fixture, *entry) for entry in fixtures.items())]
                for sums, key, cost in spent:
                    sums[key] = [total + seconds for total, seconds in zip(sums[key], cost, strict=True)]

    def pytest_sessionfinish(self) -> None:
        seconds = time.perf_counter() - self._start
        clock, processors = (sum(cost[unit] for cost in self._by_test.values()) for unit in (0, 1))
        lines = [
            f"{len(self._by_test)} tests in {seconds:.0f} s: {clock:.0f} s by the clocks of all workers, "
            f"{processors:.0f} s of processors ({os.cpu_count()} here)"
        ]
        tables = {"file": self._by_file, "fixture": self._by_fixture, "test": self._by_test}
        for title, most in (("file", 10), ("fixture", 7), ("file", None), ("fixture", None), ("test", None)):
            lines.append(f"   clock  processors  {title}")
            costs = sorted(tables[title].items(), key=lambda entry: -entry[1][0])
            lines += [f"{cost[0]:8.1f}  {cost[1]:10.1f}  {name}" for name, cost in costs[:most]]
        self._file.parent.mkdir(parents=True, exist_ok=True)
        self._file.write_text("\n".join(lines) + "\n", encoding="utf-8")


@dataclass(frozen=True)
class Expected:
    """A line of the list."""

    condition: str
    test: str
    reason: str

    def covers(self, test: str, reason: str) -> bool:
        return test.startswith(self.test) and reason.startswith(self.reason) and self._holds()

    def _holds(self) -> bool:
        match self.condition.split():
            case ["always"]:
                return True
            case ["no", "data"]:
                return not DATA.is_dir()
            case ["no", "program", name]:
                return shutil.which(name) is None
            case ["no", "package", name]:
                return _version(name) is None
            case [requirement]:
                wanted = Requirement(requirement)
                return (version := _version(wanted.name)) is not None and wanted.specifier.contains(version)
        raise ValueError(f"{LIST}: {self.condition!r} is no condition: see tests/helpers/suite_options.py")


def read_list(path: Path) -> list[Expected]:
    """The lines of the list, without comments and empty ones; a `pytest.UsageError` if one has not three parts."""
    expected = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.strip() and not line.startswith("#"):
            parts = [part.strip() for part in line.split("|")]
            if len(parts) != 3:
                raise pytest.UsageError(f"{path}, line {number}: not of the form CONDITION | TEST | REASON")
            expected.append(Expected(*parts))
    return expected


class _Watch:
    """Collects the skips of a run, those of whole modules among them."""

    def __init__(self, expected: list[Expected]) -> None:
        self._expected = expected
        self._unexpected: dict[tuple[str, str], None] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if not hasattr(report, "wasxfail"):
            self._see(report)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        self._see(report)

    def _see(self, report: pytest.TestReport | pytest.CollectReport) -> None:
        if report.skipped and isinstance(report.longrepr, tuple):
            reason = str(report.longrepr[2]).removeprefix("Skipped: ")
            if not any(entry.covers(report.nodeid, reason) for entry in self._expected):
                self._unexpected[report.nodeid, reason] = None

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if self._unexpected and session.exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if self._unexpected:
            terminalreporter.section(f"{len(self._unexpected)} unexpected skips", red=True)
            for test, reason in self._unexpected:
                terminalreporter.write_line(f"{test}: {reason}")
            terminalreporter.write_line(f"Let these tests run, or add a line to {LIST}.")


def _version(name: str) -> str | None:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None
