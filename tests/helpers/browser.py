"""A real, headless Chromium for tests that look at a page, and the fixture `browser`."""

import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser")
"""Programs, by choice: without what shows windows it starts in a quarter of the time."""

_ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
_ARGUMENTS += ["--disable-sync", "--no-first-run"]


@dataclass
class Watched:
    """A page of playwright, and what it did that a page of ours must not do."""

    page: Any
    complaints: list[str] = field(default_factory=list)  # errors and warnings of its console, and exceptions
    requests: list[str] = field(default_factory=list)  # addresses it asked for, its own file aside
    dialogs: list[str] = field(default_factory=list)  # messages of dialogs it opened


def chromium() -> str:
    """The browser's path; skips the test where there is none."""
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, _NAMES)), "")
    if not found:
        pytest.skip("chromium is not installed (Debian: apt-get install chromium, or set CHROMIUM to its path)")
    return found


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """One for a module, or a skipped test: while it runs, no other event loop can in this thread."""
    playwright = pytest.importorskip("playwright.sync_api")
    path = chromium()
    with playwright.sync_playwright() as driver:
        running = driver.chromium.launch(executable_path=path, args=_ARGUMENTS)
        yield running
        running.close()


def open_file(browser: Any, path: Path, **context: Any) -> Watched:
    """Opens a file in a fresh context, with options of `browser.new_context`, and watches it from the first moment."""
    page = browser.new_context(**context).new_page()
    watched = Watched(page)
    page.on("console", lambda message: watched.complaints.append(f"{message.type}: {message.text}"))
    page.on("pageerror", lambda error: watched.complaints.append(str(error)))

    def on_request(request: Any) -> None:
        if not request.url.startswith("data:") and request.url.partition("#")[0] != path.as_uri():
            watched.requests.append(request.url)

    def on_dialog(dialog: Any) -> None:
        watched.dialogs.append(dialog.message)
        dialog.dismiss()

    page.on("request", on_request)
    page.on("dialog", on_dialog)
    page.goto(path.as_uri(), wait_until="load")
    return watched


def serious_findings(page: Any) -> list[str]:
    """What axe-core holds to be serious or critical in the page as it is now: rule, place and reason."""
    page.evaluate((resources.files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8"))
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    assert len(found["passes"]) > 10, "most of its rules had something to look at"
    return [
        f"{rule['id']}: {node['html'][:200]}: {node['failureSummary']}"
        for rule in found["violations"]
        if rule["impact"] in ("serious", "critical")
        for node in rule["nodes"]
    ]
