"""
The option `--durations-file FILE`: writes where the time of a run went, by test file and by fixture.

Seconds are those of a clock and of processors. The latter count the test's own process and the processes that it waited
for, and hardly change when the machine is busy. A fixture's seconds are its own, without the fixtures that it asks for.
"""

from __future__ import annotations

import json
import os
import resource
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import pytest

if TYPE_CHECKING:
    from _pytest.fixtures import FixtureDef, SubRequest

__all__ = ["pytest_addoption", "pytest_configure"]

Cost: TypeAlias = "list[float]"
"""Seconds by the clock, and of processors."""
SPENT = "seconds spent"
"""Name of the property of a test's report that carries its costs from a worker: its own first, then by fixture."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--durations-file", type=Path, help="write seconds by test file and by fixture to this file")


def pytest_configure(config: pytest.Config) -> None:
    if file := config.getoption("--durations-file"):
        config.pluginmanager.register(_Clock())
        if not hasattr(config, "workerinput"):  # pytest-xdist's workers report here
            config.pluginmanager.register(_Table(Path(file)))


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
                for sums, key, cost in [(self._by_file, file, test), *((self._by_fixture, *of) for of in fixtures.items())]:
                    sums[key] = [total + seconds for total, seconds in zip(sums[key], cost, strict=True)]

    def pytest_sessionfinish(self) -> None:
        seconds = time.perf_counter() - self._start
        clock, processors = (sum(cost[unit] for cost in self._by_test.values()) for unit in (0, 1))
        lines = [
            f"{len(self._by_test)} tests in {seconds:.0f} s: {clock:.0f} s by the clocks of all workers, "
            f"{processors:.0f} s of processors ({os.cpu_count()} here)"
        ]
        for title, sums in (("file", self._by_file), ("fixture", self._by_fixture), ("test", self._by_test)):
            lines.append(f"   clock  processors  {title}")
            for name, cost in sorted(sums.items(), key=lambda entry: -entry[1][0]):
                lines.append(f"{cost[0]:8.1f}  {cost[1]:10.1f}  {name}")
        self._file.parent.mkdir(parents=True, exist_ok=True)
        self._file.write_text("\n".join(lines) + "\n", encoding="utf-8")
