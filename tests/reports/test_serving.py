"""`classeval-hf report --serve`: what it answers, to whom, and what it makes of runs that are going on."""

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from browser import serious_findings
from report_runs import make_run

from classeval_hf.cli import main
from classeval_hf.prompting.steps import GeneratedSample, sample_line
from classeval_hf.reports import serving
from classeval_hf.reports.serving import LOCAL, ReportServer, WatchedRuns, is_known_host
from classeval_hf.reports.writing import write_report
from classeval_hf.runs.run_records import Decoding, RunArguments, RunRecord, TaskSet, write_run_record
from classeval_hf.runs.score_files import write_scores

CANNOT = "cannot be used"
ARGUMENTS = RunArguments("org/tiny", "open", "holistic", Decoding(greedy=False, n_samples=2))
RECORD = RunRecord(arguments=ARGUMENTS, tasks=TaskSet(2, "0" * 64))


def line(task_id: str, sample: int) -> str:
    return sample_line(GeneratedSample(task_id, sample, "holistic", "class Box:\n    pass\n"))


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path]:
    """A scored run, and one of two processes, one of which is in the middle of a line."""
    finished, going_on = (tmp_path / "runs" / name for name in ("finished", "going-on"))
    for folder in (finished, going_on):
        folder.mkdir(parents=True)
        write_run_record(folder / "run.json", RECORD)
    samples = "".join(line(task, sample) for task in ("box", "bag") for sample in (0, 1))
    (finished / "samples.jsonl").write_text(samples)
    write_scores(finished / "metrics.json", make_run("org/tiny,holistic").scores)
    (going_on / "samples.rank0.jsonl").write_text(line("box", 0) + line("box", 1))
    (going_on / "samples.rank1.jsonl").write_text(line("bag", 1) + '{"task_id": "ba')
    return finished, going_on


@pytest.fixture(scope="module")
def server() -> Iterator[ReportServer]:
    made = ReportServer()
    yield made
    made.close()


def ask(url: str, path: str, method: str = "GET", host: str | None = None) -> tuple[int, bytes, dict[str, str]]:
    place = urlsplit(url)
    connection = http.client.HTTPConnection(place.hostname or "", place.port, timeout=60)
    connection.putrequest(method, path, skip_host=True)
    connection.putheader("Host", host if host is not None else place.netloc)
    connection.endheaders()
    response = connection.getresponse()
    content = response.read()
    connection.close()
    return response.status, content, dict(response.getheaders())


@contextmanager
def all_connections(server: ReportServer) -> Iterator[list[socket.socket]]:
    """As many as a server takes, opened one after the other, since it lets few wait."""
    place = urlsplit(server.url)
    with ExitStack() as stack:
        opened = []
        for _ in range(32):
            time.sleep(0.02)
            opened.append(stack.enter_context(socket.create_connection((place.hostname, place.port), timeout=60)))
        yield opened


def test_what_is_published_is_handed_out() -> None:
    server = ReportServer()
    assert urlsplit(server.url).hostname == LOCAL
    status, page, headers = ask(server.url, "/")
    assert status == 200 and b"<iframe" in page and "default-src 'none'" in headers["Content-Security-Policy"]
    assert ask(server.url, "/report.html")[0] == 404
    server.publish({"version": 1, "runs": [], "note": "x"}, b"<p>report</p>")
    assert ask(server.url, "/report.html?1")[1] == b"<p>report</p>"
    assert json.loads(ask(server.url, "/state.json")[1])["note"] == "x"
    assert ask(server.url, "/report.html", "HEAD")[:2] == (200, b"") and ask(server.url, "/", "POST")[0] == 501
    port = urlsplit(server.url).port
    with pytest.raises(OSError, match=f"port {port} {CANNOT}.*Choose another --host or --port"):
        ReportServer(port=port or 0)
    server.close()


def test_what_the_server_leaves_out(server: ReportServer) -> None:
    """DNS rebinding: a name that points here is not enough."""
    server.publish({"version": 1, "runs": [], "note": ""}, b"secret")
    for path in ("/../../etc/passwd", "/..%2f..%2fetc%2fpasswd", "//etc/passwd", "/etc/passwd", "*"):
        status, content, _ = ask(server.url, path)
        assert status == 404 and b"root" not in content, path
    for host in ("evil.example", "evil.example:80", "127.0.0.1.evil.example", "", "[::1"):
        status, content, _ = ask(server.url, "/report.html", host=host)
        assert status == 403 and b"secret" not in content, host
    assert is_known_host("localhost:80", LOCAL) and is_known_host("[::1]:80", LOCAL)
    assert is_known_host("node7:80", "node7") and not is_known_host("node7:80", LOCAL)
    # Beyond the limit a connection is closed at once, and those before are still answered.
    place = urlsplit(server.url)
    with all_connections(server) as silent:
        with socket.create_connection((place.hostname, place.port), timeout=60) as beyond:
            assert beyond.recv(1) == b""
        silent[0].sendall(f"GET /state.json HTTP/1.0\r\nHost: {place.netloc}\r\n\r\n".encode())
        assert silent[0].recv(100).startswith(b"HTTP/1.0 200")


@pytest.mark.parametrize("sent", ["G", "GET /report.html HTTP/1.0\r\nHost: {}\r\n\r\n"], ids=["slow", "untaken"])
def test_a_request_has_an_end(monkeypatch: pytest.MonkeyPatch, sent: str) -> None:
    """A byte now and then keeps no connection, nor does an answer that nobody takes: 32 such had kept all out."""
    monkeypatch.setattr(serving, "_CONNECTION_TIMEOUT", 0.5)
    server = ReportServer()
    server.publish({"version": 1, "runs": [], "note": ""}, bytes(64 << 20))
    with all_connections(server) as slow:
        for _ in range(200):
            for connection in slow:
                with suppress(OSError):
                    connection.sendall(sent.format(urlsplit(server.url).netloc).encode())
            with suppress(OSError, http.client.HTTPException):
                if ask(server.url, "/")[0] == 200:
                    break
            time.sleep(0.05)
        else:
            raise AssertionError("all connections are still kept")
        for connection in slow:  # each has ended, and not one of them alone
            with suppress(ConnectionError):
                while connection.recv(1 << 20):
                    pass
    server.close()


def test_a_run_that_goes_on(folders: tuple[Path, Path], tmp_path: Path) -> None:
    """What is whole counts; with consent it can be scored, up to the first gap of a task. A change is seen."""
    finished, going_on = folders
    watch = WatchedRuns([str(going_on.parent)])
    assert [(run["done"], run["total"], run["scored"]) for run in watch.progress()] == [(4, 4, True), (3, 4, False)]
    without = watch.snapshot(tmp_path / "without", with_consent=False)
    assert [Path(folder).name for folder in without] == ["finished"]
    both = watch.snapshot(tmp_path / "with", with_consent=True)
    assert [Path(folder).name for folder in both] == ["finished", "going-on"]
    copied = (Path(both[1]) / "samples.jsonl").read_text()
    assert copied == line("box", 0) + line("box", 1) and not (Path(both[1]) / "metrics.json").exists()
    (labelled,) = WatchedRuns([f"org/other={finished}/"]).snapshot(tmp_path / "labelled", with_consent=False)
    label, _, path = labelled.partition("=")
    assert label == "org/other" and (Path(path) / "samples.jsonl").is_file()
    watch = WatchedRuns([f"org/tiny={going_on}"])
    before = watch.fingerprint()
    assert before == watch.fingerprint()
    with (going_on / "samples.rank0.jsonl").open("a") as file:
        file.write(line("bag", 0))
    assert before != watch.fingerprint()


def test_bad_input_is_named(tmp_path: Path, folders: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    finished = str(folders[0])
    for options, message in (
        ([str(tmp_path / "none"), "--serve"], "none does not exist: name the folder of a run that has begun"),
        ([finished, "--serve", "--port", "-1"], f"port -1 {CANNOT}: bind(): port must be 0-65535. Choose another"),
        ([finished, "--serve", "-o", str(tmp_path / "out")], "--serve writes nothing: leave out -o"),
        ([finished], "(-o DIR), or --serve"),
    ):
        assert main(["report", *options]) == 2 and message in capsys.readouterr().err


@pytest.mark.slow
def test_the_command_serves_until_it_is_interrupted(folders: tuple[Path, Path]) -> None:
    """The report of the run, another one when its scores change, and a clean end."""
    finished, _ = folders
    command = [sys.executable, "-m", "classeval_hf", "report", str(finished), "--serve"]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as run:
        assert run.stdout is not None and run.stderr is not None
        try:
            url = run.stdout.readline().split()[2]
            assert urlsplit(url).hostname == LOCAL
            wait_for(url, 1, run)
            assert b"org/tiny" in ask(url, "/report.html")[1]
            scores = make_run("org/tiny,holistic", {"class_pass@1": 0.5}).scores
            write_scores(finished / "metrics.json", scores)
            wait_for(url, 2, run)
            run.send_signal(signal.SIGINT)
            printed, errors = run.communicate(timeout=300)
        finally:
            run.kill()  # a failed test leaves no server behind
    assert (run.returncode, printed.strip(), errors) == (0, "Stopped.", "")


def wait_for(url: str, version: int, run: subprocess.Popen[str]) -> None:
    while run.poll() is None:
        state = json.loads(ask(url, "/state.json")[1])
        assert "could not be built" not in state["note"], state
        if state["version"] >= version:
            return
        time.sleep(0.2)
    raise AssertionError("the server has ended")


@pytest.mark.slow
def test_a_newer_report_leaves_the_reader_in_place(browser: Any, server: ReportServer, tmp_path: Path) -> None:
    """Sample, filters and address stay; the newer one waits for a sample that is open; the back button works."""
    write_report([make_run("org/tiny,holistic", completions={"box": ["first", "second"], "bag": ["", ""]})], tmp_path)
    page_of_report = (tmp_path / "report.html").read_bytes()
    server.publish({"version": 1, "runs": [], "note": ""}, page_of_report)
    page = browser.new_context(viewport={"width": 1000, "height": 500}, color_scheme="dark").new_page()
    problems: list[str] = []
    page.on("console", lambda message: problems.append(message.text))
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.goto(f"{server.url}#task=box&sample=2&order=hard")
    report = page.frame_locator("#report")
    report.get_by_text("second", exact=True).wait_for()
    server.publish({"version": 2, "runs": [], "note": ""}, page_of_report.replace(b"<h1>", b"<h1>Newer "))
    page.get_by_text("A newer report is shown when the sample is closed.").wait_for()
    page.keyboard.press("p")
    page.wait_for_url("**/#*sample=1*")
    report.get_by_role("button", name="Close").click()
    report.get_by_role("heading", name="Newer ClassEval-HF report").wait_for()
    assert report.locator("[data-value=hard]").get_attribute("aria-pressed") == "true"
    assert report.locator("#map tbody .task-id").all_inner_texts() == ["bag", "box"]
    page.wait_for_url("**/#order=hard")
    report.locator("#search").fill("bo")
    page.frames[1].evaluate("scrollTo({top: 300, behavior: 'instant'})")
    page.wait_for_timeout(300)  # the browser may move it once more, for what the filter took out
    scrolled = page.frames[1].evaluate("scrollY")
    server.publish({"version": 3, "runs": [], "note": ""}, page_of_report.replace(b"<h1>", b"<h1>Third "))
    report.get_by_role("heading", name="Third ClassEval-HF report").wait_for()
    report.locator("#search:focus").wait_for()
    assert report.locator("#search").input_value() == "bo" and page.frames[1].evaluate("scrollY") == scrolled > 0
    page.go_back()
    page.wait_for_url("**/#*task=box*sample=1*")
    dark = "getComputedStyle(document.body).color === 'rgb(255, 255, 255)'"
    assert page.evaluate(dark), "also around the report"
    assert serious_findings(page) == [] and problems == []
