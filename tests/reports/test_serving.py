"""`classeval-hf report --serve`: what it answers, to whom, and what it makes of runs that are going on."""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from browser import open_browser, serious_findings
from report_runs import make_run

from classeval_hf.cli import main
from classeval_hf.reports import serving
from classeval_hf.reports.serving import LOCAL, ReportServer, WatchedRuns, is_known_host
from classeval_hf.reports.writing import write_report
from classeval_hf.runs.run_records import Decoding, RunArguments, RunRecord, TaskSet, write_run_record
from classeval_hf.runs.sample_files import sample_line
from classeval_hf.runs.sample_records import GeneratedSample
from classeval_hf.runs.score_files import write_run_scores

RECORD = RunRecord(
    arguments=RunArguments("org/tiny", "open", "holistic", Decoding(greedy=False, n_samples=2)),
    tasks=TaskSet(2, "0" * 64),
)


def line(task_id: str, sample: int) -> str:
    return sample_line(GeneratedSample(task_id, sample, "holistic", "class Box:\n    pass\n"))


@pytest.fixture
def going_on(tmp_path: Path) -> Path:
    """A run of two processes, one of which is in the middle of a line."""
    folder = tmp_path / "runs" / "going-on"
    folder.mkdir(parents=True)
    write_run_record(folder / "run.json", RECORD)
    (folder / "samples.rank0.jsonl").write_text(line("box", 0) + line("box", 1))
    (folder / "samples.rank1.jsonl").write_text(line("bag", 1) + '{"task_id": "ba')
    return folder


@pytest.fixture
def finished(tmp_path: Path) -> Path:
    """A scored run."""
    folder = tmp_path / "runs" / "finished"
    folder.mkdir(parents=True)
    write_run_record(folder / "run.json", RECORD)
    (folder / "samples.jsonl").write_text("".join(line(task, sample) for task in ("box", "bag") for sample in (0, 1)))
    write_run_scores(folder / "metrics.json", make_run("org/tiny,holistic").scores)
    return folder


@pytest.fixture
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


def test_what_is_published_is_handed_out(server: ReportServer) -> None:
    assert urlsplit(server.url).hostname == LOCAL
    status, page, headers = ask(server.url, "/")
    assert status == 200 and b"<iframe" in page
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert ask(server.url, "/report.html")[0] == 404
    server.publish({"version": 1, "runs": [], "note": "x"}, b"<p>report</p>")
    assert ask(server.url, "/report.html?1")[1] == b"<p>report</p>"
    assert json.loads(ask(server.url, "/state.json")[1])["note"] == "x"
    assert ask(server.url, "/report.html", "HEAD")[:2] == (200, b"")
    assert ask(server.url, "/", "POST")[0] == 501


@pytest.mark.parametrize("path", ["/../../etc/passwd", "/..%2f..%2fetc%2fpasswd", "//etc/passwd", "/etc/passwd", "*"])
def test_no_path_leads_to_a_file(server: ReportServer, path: str) -> None:
    status, content, _ = ask(server.url, path)
    assert status == 404 and b"root" not in content


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "127.0.0.1.evil.example", "", "[::1"])
def test_another_sites_name_is_refused(server: ReportServer, host: str) -> None:
    """DNS rebinding: a name that points here is not enough."""
    server.publish({"version": 1, "runs": [], "note": ""}, b"secret")
    status, content, _ = ask(server.url, "/report.html", host=host)
    assert status == 403 and b"secret" not in content
    assert is_known_host("localhost:80", LOCAL) and is_known_host("[::1]:80", LOCAL)
    assert is_known_host("node7:80", "node7") and not is_known_host("node7:80", LOCAL)


def test_silent_connections_do_not_pile_up(server: ReportServer) -> None:
    """Beyond the limit a connection is closed at once, and those before are still answered."""
    place = urlsplit(server.url)
    silent = [socket.create_connection((place.hostname, place.port), timeout=60) for _ in range(32)]
    try:
        with socket.create_connection((place.hostname, place.port), timeout=60) as beyond:
            assert beyond.recv(1) == b""
        silent[0].sendall(f"GET /state.json HTTP/1.0\r\nHost: {place.netloc}\r\n\r\n".encode())
        assert silent[0].recv(100).startswith(b"HTTP/1.0 200")
    finally:
        for connection in silent:
            connection.close()


def test_slow_requests_have_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """A byte now and then keeps no connection: 32 such had kept all others out."""
    monkeypatch.setattr(serving, "_CONNECTION_TIMEOUT", 1.0)
    server = ReportServer()
    place = urlsplit(server.url)
    slow = [socket.create_connection((place.hostname, place.port), timeout=60) for _ in range(32)]
    try:
        ended = 0
        while ended < len(slow):  # each is sent a byte for as long as it takes one
            ended = 0
            for connection in slow:
                try:
                    connection.sendall(b"G")
                except OSError:
                    ended += 1
            time.sleep(0.05)
        status, _, _ = ask(server.url, "/")
        assert status == 200
    finally:
        for connection in slow:
            connection.close()
        server.close()


def test_an_answer_that_nobody_takes_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "_CONNECTION_TIMEOUT", 1.0)
    server = ReportServer()
    server.publish({"version": 1, "runs": [], "note": ""}, bytes(64 << 20))
    place = urlsplit(server.url)
    slow = [socket.create_connection((place.hostname, place.port), timeout=60) for _ in range(32)]
    try:
        for connection in slow:
            connection.sendall(f"GET /report.html HTTP/1.0\r\nHost: {place.netloc}\r\n\r\n".encode())
        time.sleep(1.5)
        for _ in range(100):
            with suppress(OSError, http.client.HTTPException):
                if ask(server.url, "/")[0] == 200:
                    break
            time.sleep(0.1)
        else:
            raise AssertionError("all connections are still kept")
    finally:
        for connection in slow:
            connection.close()
        server.close()


def test_a_port_that_is_taken_is_named(server: ReportServer) -> None:
    port = urlsplit(server.url).port
    assert port is not None
    with pytest.raises(OSError, match=f"port {port} cannot be used.*Choose another --host or --port"):
        ReportServer(port=port)


def test_a_run_that_goes_on(going_on: Path, finished: Path, tmp_path: Path) -> None:
    """What is whole counts; with consent it can be scored, up to the first gap of a task."""
    watch = WatchedRuns([str(going_on.parent)])
    assert [(run.done, run.total, run.scored) for run in watch.progress()] == [(4, 4, True), (3, 4, False)]
    without = watch.snapshot(tmp_path / "without", with_consent=False)
    assert [Path(folder).name for folder in without] == ["finished"]
    both = watch.snapshot(tmp_path / "with", with_consent=True)
    assert [Path(folder).name for folder in both] == ["finished", "going-on"]
    copied = (Path(both[1]) / "samples.jsonl").read_text()
    assert copied == line("box", 0) + line("box", 1)
    assert not (Path(both[1]) / "metrics.json").exists()
    (labelled,) = WatchedRuns([f"org/other={finished}/"]).snapshot(tmp_path / "labelled", with_consent=False)
    label, _, path = labelled.partition("=")
    assert label == "org/other" and (Path(path) / "samples.jsonl").is_file()


def test_a_change_is_seen(going_on: Path) -> None:
    watch = WatchedRuns([f"org/tiny={going_on}"])
    before = watch.fingerprint()
    assert before == watch.fingerprint()
    with (going_on / "samples.rank0.jsonl").open("a") as file:
        file.write(line("bag", 0))
    assert before != watch.fingerprint()


def test_bad_input_is_named(tmp_path: Path, finished: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", str(tmp_path / "none"), "--serve"]) == 2
    assert "none is not there: give the folder of a run that has begun" in capsys.readouterr().err
    assert main(["report", str(finished), "--serve", "--port", "-1"]) == 2
    assert "port -1 cannot be used: bind(): port must be 0-65535. Choose another" in capsys.readouterr().err
    assert main(["report", str(finished), "--serve", "-o", str(tmp_path / "out")]) == 2
    assert "--serve writes nothing: leave out -o" in capsys.readouterr().err
    assert main(["report", str(finished)]) == 2
    assert "(-o DIR), or --serve" in capsys.readouterr().err


@pytest.mark.slow
def test_the_command_serves_until_it_is_interrupted(finished: Path) -> None:
    """The report of the run, another one when its scores change, and a clean end."""
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
            write_run_scores(finished / "metrics.json", scores)
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
def test_a_newer_report_leaves_the_reader_in_place(server: ReportServer, tmp_path: Path) -> None:
    """Sample, filters and address stay; the newer one waits for a sample that is open; the back button works."""
    write_report([make_run("org/tiny,holistic", completions={"box": ["first", "second"], "bag": ["", ""]})], tmp_path)
    page_of_report = (tmp_path / "report.html").read_bytes()
    server.publish({"version": 1, "runs": [], "note": ""}, page_of_report)
    with open_browser() as browser:
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
        report.get_by_role("heading", name="Newer ClassEval report").wait_for()
        assert report.locator("[data-value=hard]").get_attribute("aria-pressed") == "true"
        assert report.locator("#map tbody .task-id").all_inner_texts() == ["bag", "box"]
        page.wait_for_url("**/#order=hard")
        report.locator("#search").fill("bo")
        page.frames[1].evaluate("scrollTo({top: 300, behavior: 'instant'})")
        page.wait_for_timeout(300)  # the browser may move it once more, for what the filter took out
        scrolled = page.frames[1].evaluate("scrollY")
        server.publish({"version": 3, "runs": [], "note": ""}, page_of_report.replace(b"<h1>", b"<h1>Third "))
        report.get_by_role("heading", name="Third ClassEval report").wait_for()
        report.locator("#search:focus").wait_for()
        assert report.locator("#search").input_value() == "bo"
        assert page.frames[1].evaluate("scrollY") == scrolled > 0
        page.go_back()
        page.wait_for_url("**/#*task=box*sample=1*")
        dark = "getComputedStyle(document.body).color === 'rgb(255, 255, 255)'"
        assert page.evaluate(dark), "also around the report"
        assert serious_findings(page) == []
        assert problems == []
