"""`classeval-hf report --serve`: the main thread builds the report, the server's threads hand out the last one."""

import ipaddress
import json
import os
import shutil
import socket
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import chain, count, takewhile
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from classeval_hf.core.errors import CONSENT_VARIABLE, ClassEvalError
from classeval_hf.core.terminal import visible
from classeval_hf.prompting.steps import read_generated_samples
from classeval_hf.reports.display import asset, source_hash
from classeval_hf.runs.loading import split_label
from classeval_hf.runs.run_records import RunFiles, read_run_record, run_folders

LOCAL = "127.0.0.1"
_POLL = 1.0  # seconds between two looks at the files of the runs
_REST = 5.0  # least seconds between two builds; after a build that takes longer, as many as that took
_MAX_CONNECTIONS = 32  # at a time
_CONNECTION_TIMEOUT = 30  # seconds of a connection, from its first byte to the last of the answer
_NO_CONSENT = f"Runs without scores are not scored here: set {CONSENT_VARIABLE}=1 for that."
_SCRIPT = asset("live.js")
_STYLE = asset("live.css")
_PAGE = f"""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Runs in progress</title><style>{_STYLE}</style></head>
<body><header><ul id="runs"></ul><p id="note" role="status"></p></header>
<iframe id="report" title="Report" hidden></iframe><script>{_SCRIPT}</script></body></html>
"""
_POLICY = (
    "Content-Security-Policy",
    f"default-src 'none'; connect-src 'self'; frame-src 'self'; style-src {source_hash(_STYLE)}; "
    f"script-src {source_hash(_SCRIPT)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
)  # of the page; the report states a policy of its own
_HEADERS = {
    **{"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer"},
    "Cross-Origin-Resource-Policy": "same-origin",
}


class WatchedRuns:
    """The runs that are watched, named as `classeval-hf report` takes them: `PATH` or `LABEL=PATH`."""

    def __init__(self, inputs: Sequence[str]) -> None:
        self._places = [(text, *split_label(text)) for text in inputs]
        for _, _, path in self._places:
            if not path.exists():
                raise FileNotFoundError(f"{path} does not exist: name the folder of a run that has begun.")

    def fingerprint(self) -> tuple[tuple[str, int, int], ...]:
        """Name, size and time of every file that the report depends on."""
        states, files = [], [path for *_, path in self._places if not path.is_dir()]
        for run in chain(*(run_folders(path) for *_, path in self._places if path.is_dir())):
            files += [run.record, run.samples, run.metrics, *run.samples_of_ranks()]
        for path in sorted(files):
            with suppress(FileNotFoundError):  # merged in the meantime
                status = path.stat()
                states.append((str(path), status.st_size, status.st_mtime_ns))
        return tuple(states)

    def progress(self) -> list[dict[str, Any]]:
        """Per run its name, samples that are finished and that it will have, and whether it has scores of its own."""
        known = []
        runs = chain(*(run_folders(path) for *_, path in self._places if path.is_dir()))
        for run in (run for run in runs if run.record.is_file()):  # else it has not begun
            record = read_run_record(run.record)
            total = record.tasks.count * (record.arguments.decoding.n_samples or 1)
            done, name = sum(map(len, _lines(run).values())), visible(str(run.folder))
            known.append({"name": name, "done": done, "total": total, "scored": run.metrics.is_file()})
        return known

    def snapshot(self, folder: Path, with_consent: bool) -> list[str]:
        """Copies finished runs, and the complete samples of the others."""
        runs = []
        for text, label, path in self._places:
            if not path.is_dir():
                runs.append(text)
                continue
            for number, run in enumerate(run for run in run_folders(path) if run.record.is_file()):
                goes_on = not run.samples.is_file() or bool(run.samples_of_ranks())
                scored = run.metrics.is_file() and not goes_on
                # Samples of a task end in any order.
                of_tasks = [
                    [of_task[index] for index in takewhile(of_task.__contains__, count())]
                    for of_task in (_lines(run).values() if scored or with_consent else ())
                ]
                if not any(of_tasks):  # a report has no use for it yet
                    continue
                copy = RunFiles(folder / f"{len(runs)}-{number}" / run.folder.resolve().name)
                copy.folder.mkdir(parents=True)
                shutil.copy(run.record, copy.record)
                copy.samples.write_text("".join(chain(*of_tasks)), encoding="utf-8")
                if scored:
                    shutil.copy(run.metrics, copy.metrics)
                runs.append(str(copy.folder) if label is None else f"{label}={copy.folder}")
        return runs


class ReportServer(ThreadingHTTPServer):
    """A server of the contents published last. It listens from its creation on; port 0 chooses a free one."""

    daemon_threads = True
    block_on_close = False

    def __init__(self, host: str = LOCAL, port: int = 0) -> None:
        self.host = host
        self.contents: Mapping[str, tuple[str, bytes]] = {}
        self.publish({"version": 0, "runs": [], "note": "Reading the runs"}, None)
        self.address_family = socket.AF_INET6 if ":" in host else socket.AF_INET
        self._free = threading.BoundedSemaphore(_MAX_CONNECTIONS)
        try:
            super().__init__((host, port), _Handler)
        except (OSError, OverflowError) as error:
            why = str(error.strerror if isinstance(error, OSError) else error).rstrip(".")
            raise OSError(f"{host} port {port} cannot be used: {why}. Choose another --host or --port.") from error
        self.url = f"http://{self.host}:{self.server_address[1]}/"
        self._thread = threading.Thread(target=self.serve_forever, daemon=True)
        self._thread.start()

    def publish(self, state: Mapping[str, Any], report: bytes | None) -> None:
        state_json = ("application/json", json.dumps(state).encode())
        contents = {"/": ("text/html; charset=utf-8", _PAGE.encode()), "/state.json": state_json}
        if report is not None:
            contents["/report.html"] = ("text/html; charset=utf-8", report)
        self.contents = contents  # in one step, since requests are answered at the same time

    def close(self) -> None:
        self.shutdown()
        self.server_close()
        self._thread.join()

    def process_request(self, request: Any, client_address: Any) -> None:
        if not self._free.acquire(blocking=False):
            self.shutdown_request(request)
            return
        super().process_request(request, client_address)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        def shut() -> None:  # also while another thread reads from the connection or writes to it
            with suppress(OSError):
                request.shutdown(socket.SHUT_RDWR)

        # The limit applies to the whole request, even if it arrives byte by byte.
        end = threading.Timer(_CONNECTION_TIMEOUT, shut)
        end.daemon = True
        end.start()
        try:
            super().process_request_thread(request, client_address)
        finally:
            end.cancel()
            self._free.release()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignores browsers that close the connection."""


class _Handler(BaseHTTPRequestHandler):
    server: ReportServer
    server_version = "classeval-hf"
    sys_version = ""

    def log_message(self, format: str, *args: Any) -> None:
        """Requests are not printed."""

    def do_GET(self) -> None:
        path = urlsplit(self.path).path
        if not is_known_host(self.headers.get("Host"), self.server.host):
            self.send_error(403, "This server is asked by its address")
        elif path not in (contents := self.server.contents):
            self.send_error(404)
        else:
            kind, body = contents[path]
            self.send_response(200)
            headers = {"Content-Type": kind, "Content-Length": str(len(body)), **_HEADERS}
            for name, value in headers.items() if path != "/" else (*headers.items(), _POLICY):
                self.send_header(name, value)
            self.end_headers()
            if self.command == "GET":
                self.wfile.write(body)

    do_HEAD = do_GET


def is_known_host(header: str | None, host: str) -> bool:
    """Whether a `Host` header is an address, `localhost` or the given name, which no other site can point here."""
    with suppress(ValueError):
        name = urlsplit(f"//{header}").hostname if header else None
        if name in ("localhost", host.lower()):
            return True
        if name is not None:
            ipaddress.ip_address(name)  # an error for other names
            return True
    return False


def serve_report(
    inputs: Sequence[str], build: Callable[[Sequence[str], Path], object], host: str = LOCAL, port: int = 0
) -> int:
    """Serves the report of runs until it is interrupted, and builds it again when they have changed."""
    watch = WatchedRuns(inputs)
    is_local = host == "localhost"
    with suppress(ValueError):  # a name
        is_local = ipaddress.ip_address(host).is_loopback
    if not is_local:
        print(f"Anyone who reaches {host} can read this report: it has no password.", file=sys.stderr)
    server = ReportServer(host, port)
    print(f"Serving at {server.url} until Ctrl+C", flush=True)
    known: tuple[tuple[str, int, int], ...] | None = None
    version, report = 0, None
    has_consent = os.environ.get(CONSENT_VARIABLE) == "1"
    try:
        while True:
            now = watch.fingerprint()
            if now == known:
                time.sleep(_POLL)
                continue
            known = now
            started = time.monotonic()
            note, runs = "" if has_consent else _NO_CONSENT, watch.progress()
            server.publish({"version": version, "runs": runs, "note": "Building the report"}, report)
            try:
                with tempfile.TemporaryDirectory(prefix="classeval-report-") as name:
                    output = Path(name, "report")
                    if found := watch.snapshot(Path(name, "runs"), has_consent):
                        build(found, output)
                        version, report = version + 1, (output / "report.html").read_bytes()
            except (ClassEvalError, OSError) as error:
                note = visible(f"The report could not be built: {error}")
            server.publish({"version": version, "runs": runs, "note": note}, report)
            time.sleep(max(_REST, time.monotonic() - started))
    except KeyboardInterrupt:
        print("Stopped.")
    finally:
        server.close()
    return 0


def _lines(run: RunFiles) -> dict[str, dict[int, str]]:
    """By task and index, the lines of finished samples; a sample that was merged meanwhile counts once."""
    lines: dict[str, dict[int, str]] = {}
    for file in (run.samples, *run.samples_of_ranks()):
        with suppress(FileNotFoundError):
            for line, sample in read_generated_samples(file):
                lines.setdefault(sample.task_id, {})[sample.sample] = line
    return lines
