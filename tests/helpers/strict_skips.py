"""
The option `--strict-skips`: a skip that is not in the list of expected ones fails the run.

The list is `tests/expected_skips.txt` below pytest's root. Each of its lines has three parts between bars: when the
skip is expected, how the test's id begins, and how the reason begins. It is expected

- `always`: where it depends on the machine or its user in a way that only the test itself can find out;
- `no data`: where ClassEval's data is not at hand;
- `no program NAME`, `no package NAME`: where that is not installed;
- `NAME>=1`: where that package is installed in such a version.
"""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from places import DATA

__all__ = ["pytest_addoption", "pytest_configure", "read_list"]

LIST = Path("tests", "expected_skips.txt")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--strict-skips", action="store_true", help=f"fail where a skip is not in {LIST}")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--strict-skips") and not hasattr(config, "workerinput"):  # pytest-xdist's workers report here
        config.pluginmanager.register(_Watch(read_list(config.rootpath / LIST)))


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
        raise ValueError(f"{LIST}: {self.condition!r} is no condition: see tests/helpers/strict_skips.py")


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
