"""
Runs pytest in the current folder, with files in the order that is given, and writes down which tests start and fail.

    python benchmarks/watched_tests.py LOG OPTIONS... FILES...

It imports nothing of the package, so that it can run in a tree in which the package is broken.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest


class Watcher:
    """A plugin of pytest."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def pytest_configure(self, config: pytest.Config) -> None:
        for marker in ("slow", "full"):  # a tree may lack one, and is asked for both
            config.addinivalue_line("markers", f"{marker}: left out by the faster commands")

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        files = [Path(name.partition("::")[0]).resolve() for name in config.args]
        places = {file: place for place, file in enumerate(files)}
        items.sort(key=lambda item: places.get(item.path, len(places)))

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self._write("started", nodeid)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self._write("failed", report.nodeid)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self._write("failed", report.nodeid)

    def _write(self, what: str, test: str) -> None:
        with self._file.open("a", encoding="utf-8") as stream:
            stream.write(json.dumps([what, test]) + "\n")


if __name__ == "__main__":
    sys.path[0] = str(Path.cwd())
    raise SystemExit(pytest.main(sys.argv[2:], [Watcher(Path(sys.argv[1]))]))
