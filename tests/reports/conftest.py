"""Pages of reports in a browser: whatever a test does with one, it must stay clean."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from browser import Watched, open_file
from slow_and_full import slow


@pytest.fixture
def opened(browser: Any) -> Iterator[Callable[..., Any]]:
    """Opens a file. In the end no page has complained, asked for anything, opened a dialog or run what it shows."""
    watched: list[Watched] = []

    def opened(path: Path, address: str = "", **context: Any) -> Any:
        watched.append(open_file(browser, path, **context))
        if address:
            watched[-1].page.goto(f"{path.as_uri()}#{address}")
        return watched[-1].page

    yield opened
    for one in watched:
        ran = one.page.evaluate("typeof window.hacked")
        one.page.context.close()
        assert (one.complaints, one.requests, one.dialogs, ran) == ([], [], [], "undefined")


@pytest.fixture
def page(opened: Callable[..., Any], report: Path) -> Any:
    return opened(report)


@pytest.fixture(params=["1400 light", "390 dark", slow("1400 dark"), slow("390 light")])
def screen(request: pytest.FixtureRequest) -> dict[str, Any]:
    """What a page is opened with: wide or narrow, light or dark."""
    width, scheme = request.param.split()
    return {"viewport": {"width": int(width), "height": 900}, "color_scheme": scheme}
