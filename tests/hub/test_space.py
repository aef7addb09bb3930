"""The metric's Space as it is published, in a real browser."""

import importlib.util
import os
import runpy
import subprocess
import sys
import time
import urllib.request
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest
import without_landlock
from huggingface_hub import SpaceCard
from local_servers import free_port
from places import ROOT

from classeval_hf.core.tasks import ClassTask
from classeval_hf.hub import publishing

if importlib.util.find_spec("gradio") is None:  # it takes seconds to import, in each process that collects tests
    pytest.skip("the Space needs gradio", allow_module_level=True)
sync_api = pytest.importorskip("playwright.sync_api", reason="the browser is driven by playwright")

TOKEN = "hf_of_the_operator"
LANDLOCK = "No isolation of at least T2"
WRONG = "class FixedWidthTable:\n    @staticmethod\n    def clip(text, width):\n        return 'wrong'\n"
ENDLESS = WRONG.replace("return 'wrong'", "while True: pass")
HOSTILE = """
import os, pathlib
markup = "<img src=x onerror='window.injected = 1'><script>window.injected = 1</script>"
print(markup)
class FixedWidthTable:
    @staticmethod
    def clip(text, width):
        seen = [dict(os.environ)]
        for path in ("/proc/{}/environ".format(os.getppid()), "APP", "SECRET"):
            try:
                seen.append(pathlib.Path(path).read_text())
            except Exception as error:
                seen.append(type(error).__name__)
        raise RuntimeError(markup + repr(seen))
"""


@pytest.fixture(scope="module")
def space(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("space") / "classeval_metric"
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(publishing, "show_upload", lambda upload: "")
        given = {"what": "metric", "repo": "org/classeval_metric", "requirement": "", "quiet": True}
        assert publishing.publish_folder(Namespace(**given, output=folder, dry_run=True)) == 0
    return folder


@contextmanager
def running(space: Path, home: Path, *wrapper: str, **environment: str) -> Iterator[str]:
    port, log = free_port(), home / "app.log"
    settings = {"GRADIO_SERVER_PORT": str(port), "HF_HOME": str(home), "HF_TOKEN": TOKEN, **environment}
    command = [sys.executable, *wrapper, "app.py"]
    with log.open("w") as output:
        process = subprocess.Popen(command, cwd=space, env={**os.environ, **settings}, stdout=output, stderr=output)
    address = f"http://127.0.0.1:{port}"
    try:
        while True:
            assert process.poll() is None, log.read_text()
            with suppress(OSError), urllib.request.urlopen(address, timeout=5):
                break
            time.sleep(0.2)
        yield address
    finally:
        process.terminate()
        process.wait(30)


@pytest.fixture(scope="module")
def app(space: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with running(space, tmp_path_factory.mktemp("home"), HF_ALLOW_CODE_EVAL="1") as address:
        yield address


class Visitor:
    def __init__(self, browser: Any, address: str) -> None:
        self.page = browser.new_page(viewport={"width": 1400, "height": 1000})
        self.hosts: set[str] = set()
        self.page.on("request", lambda request: self.hosts.add(request.url.split("/")[2]))
        self.page.goto(address)
        self.page.wait_for_selector("#code .cm-content")

    def choose(self, name: str) -> None:
        self.page.click("#task input")
        self.page.get_by_role("option", name=name).click()
        sync_api.expect(self.page.locator("#code .cm-content")).to_contain_text(f"class {name}", timeout=30_000)

    def run(self, code: str) -> None:
        self.page.click("#code .cm-content")
        self.page.keyboard.press("Control+a")
        self.page.keyboard.insert_text(code)
        self.page.wait_for_timeout(300)  # the editor passes on what was typed with a short delay
        self.page.click("#run")

    def verdict(self) -> str:
        self.page.wait_for_selector("#verdict .headline", timeout=90_000)
        return self.page.inner_text("#verdict")


@pytest.fixture
def visitor(browser: Any, app: str) -> Iterator[Visitor]:
    visitor = Visitor(browser, app)
    visitor.choose("FixedWidthTable")
    yield visitor
    visitor.page.close()


@pytest.fixture(scope="module")
def task(open_tasks: list[ClassTask]) -> ClassTask:
    return next(task for task in open_tasks if task.class_name == "FixedWidthTable")


@pytest.mark.slow
def test_page_shows_the_task_and_asks_nobody_else(visitor: Visitor, task: ClassTask, app: str) -> None:
    visitor.page.get_by_role("tab", name="Contracts").click()
    visitor.page.locator(".contracts summary", has_text="clip").click()
    assert "text: str, the text" in visitor.page.locator(".contracts details").first.inner_text()
    assert len(visitor.page.locator(".contracts summary").all()) == len(task.methods_info)
    visitor.run(task.solution_code)
    verdict = visitor.verdict()
    assert "✓ passed class FixedWidthTable" in verdict and "✗" not in verdict
    assert verdict.count("✓ passed") == 1 + len(task.methods_info) + len(task.class_test_classes)
    assert "DEP(F) 100%" in verdict
    assert visitor.hosts == {app.removeprefix("http://")}


@pytest.mark.slow
def test_endless_loop_ends_and_others_go_on(visitor: Visitor, browser: Any, app: str, task: ClassTask) -> None:
    visitor.run(ENDLESS)
    other = Visitor(browser, app)
    other.choose("FixedWidthTable")
    other.run(WRONG)
    verdict = other.verdict()
    assert "✗ failed class FixedWidthTable" in verdict and "✓" not in verdict
    assert "AssertionError: 'wrong' != " in verdict
    third = Visitor(browser, app)
    third.choose("FixedWidthTable")
    third.run(task.solution_code)
    assert "✓ passed class FixedWidthTable" in third.verdict()
    assert visitor.page.locator("#verdict .headline").count() == 0  # still at it
    for one in (other, third):
        one.page.close()
    verdict = visitor.verdict()
    assert "✗ failed class" in verdict and "ran out of time" in verdict


@pytest.mark.slow
def test_hostile_class_gets_nothing_out(visitor: Visitor, space: Path) -> None:
    secret = space.parent / "secret"
    secret.write_text("what the operator keeps")
    visitor.run(HOSTILE.replace("APP", str(space / "app.py")).replace("SECRET", str(secret)))
    verdict = visitor.verdict()
    assert "✗ failed class" in verdict
    assert "RuntimeError: <img src=x onerror=" in verdict  # as text
    assert visitor.page.locator("#verdict img, #verdict script").count() == 0
    assert visitor.page.evaluate("window.injected") is None
    content = visitor.page.content()
    for kept in (TOKEN, "what the operator keeps", "RUNS_AT_A_TIME"):  # the last one of the app's own source
        assert kept not in content


NO_CONSENT = ("0", ["Nothing is run here"])
FOREIGN = "Nothing is run here. This machine cannot isolate foreign code well enough"
NOT_ISOLATED = ("1", [FOREIGN, LANDLOCK, "Landlock"], without_landlock.__file__)


@pytest.mark.slow
@pytest.mark.parametrize("why", [NO_CONSENT, NOT_ISOLATED], ids=["consent", "isolation"])
def test_nothing_is_run(space: Path, tmp_path: Path, browser: Any, task: ClassTask, why: tuple[Any, ...]) -> None:
    """Without consent or isolation, nor for a client that does not go by the page."""
    consent, reasons, *wrapper = why
    with running(space, tmp_path, *wrapper, HF_ALLOW_CODE_EVAL=consent) as address:
        visitor = Visitor(browser, address)
        said = visitor.page.inner_text("#status")
        assert all(reason in said for reason in reasons)
        assert visitor.page.is_disabled("#run")
        visitor.page.close()
        client = importlib.import_module("gradio_client").Client(address, verbose=False)
        name = f"{task.task_id} · {task.class_name} · {task.topic}"
        shown = client.predict(name, task.solution_code, api_name="/run_tests")
        assert "Not run" in shown and (LANDLOCK in shown) == (LANDLOCK in reasons)
        client.close()


def test_card_and_refusals(space: Path, task: ClassTask, monkeypatch: pytest.MonkeyPatch) -> None:
    """A client is refused without consent, and with too long a class."""
    module = runpy.run_path(str(space / "app.py"), run_name="classeval_space_app")
    monkeypatch.setenv("HF_ALLOW_CODE_EVAL", "0")
    name = next(name for name in module["TASKS"] if task.task_id in name)
    assert "Not run" in module["run_tests"](name, task.solution_code)
    monkeypatch.setenv("HF_ALLOW_CODE_EVAL", "1")
    assert "the maximum is" in module["run_tests"](name, "#" * (module["MAX_CHARS"] + 1))
    card = SpaceCard.load(space / "README.md", ignore_metadata_errors=False)
    assert (card.data.sdk, card.data.app_file) == ("gradio", "app.py")
    assert {"evaluate", "metric"} <= set(card.data.tags)
    assert card.data.sdk_version == metadata.version("gradio"), "tested with another gradio than the Space gets"
    assert (space / "classeval_metric.py").read_bytes() == (ROOT / "classeval_metric.py").read_bytes()
