"""A plugin for the runs of `test_open_projects.py`: writes what came of each test, and which lines it ran."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    import coverage


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--only", help="file with the ids of the tests to run, one a line")
    parser.addoption("--outcomes", help="file to write to: per test, whether it passed, and per line, the tests")
    parser.addoption("--lines-of", help="package whose lines are recorded")


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    """Starts the measurement before `conftest.py` imports the package."""
    package = early_config.known_args_namespace.lines_of
    recorder = None
    if package:
        import coverage  # here, since most runs need none and it takes its time

        recorder = coverage.Coverage(data_file=None, source=[package], config_file=False)
        recorder.start()
    early_config.pluginmanager.register(Recorder(early_config, recorder))


class Recorder:
    """Hears of tests, and tells the measurement which test is running."""

    def __init__(self, config: pytest.Config, coverage_: "coverage.Coverage | None"):
        self.config, self.coverage, self.passed = config, coverage_, dict[str, bool]()

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        chosen = self.config.getoption("--only")
        if chosen:
            ids = set(Path(chosen).read_text(encoding="utf-8").splitlines())
            items[:] = [item for item in items if item.nodeid in ids]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        if self.coverage:
            self.coverage.switch_context(item.nodeid)
        result = yield
        if self.coverage:
            self.coverage.switch_context("")
        return result

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.passed[report.nodeid] = self.passed.get(report.nodeid, True) and report.passed

    def pytest_sessionfinish(self) -> None:
        lines: dict[str, dict[int, list[str]]] = {}
        statements: dict[str, list[int]] = {}
        if self.coverage:
            self.coverage.stop()
            data = self.coverage.get_data()
            for file in data.measured_files():
                lines[file] = data.contexts_by_lineno(file)
                statements[file] = self.coverage.analysis2(file)[1]
        report = {"passed": self.passed, "lines": lines, "statements": statements}
        Path(self.config.getoption("--outcomes")).write_text(json.dumps(report), encoding="utf-8")
