"""What is taken from pip's settings, and from pages of package indexes."""

import base64
import hashlib
import json
import os
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from classeval_hf.core.errors import ProjectError
from classeval_hf.projects.install.download import Link, PackageIndex, download, pip_settings
from classeval_hf.projects.install.environments import WantedFile

_WHEEL, _SDIST = "helper_x-1.0-py3-none-any.whl", "helper.x-1.0.tar.gz"
_CONTENT = {_WHEEL: b"wheel" * 9, _SDIST: b"sdist" * 9}
_SHA256 = {file: hashlib.sha256(content).hexdigest() for file, content in _CONTENT.items()}


class _Server(ThreadingHTTPServer):
    """An index of `helper-x`: in JSON below `json`, in HTML below `html`, and for a user below `secret`."""

    daemon_threads = True
    ranges: list[str]

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.ranges = []
        self.host = f"127.0.0.1:{self.server_address[1]}"


class _Handler(BaseHTTPRequestHandler):
    server: _Server

    def do_GET(self) -> None:
        form, _, file = self.path.strip("/").partition("/")
        login = "Basic " + base64.b64encode(b"me:pass word").decode()
        if form == "secret" and self.headers.get("Authorization") != login:
            return self._send(401, b"")
        if file == "helper-x":
            files = [*_CONTENT, "helper_x-1.0-cp27-cp27m-win32.whl", "helper_x-2.0-py3-none-any.whl", "more.txt"]
            if form == "json":
                rows = [{"url": f"/files/{file}", "hashes": {"sha256": _SHA256.get(file, "0")}} for file in files]
                return self._send(200, json.dumps({"files": rows}).encode(), "application/vnd.pypi.simple.v1+json")
            body = "".join(f'<a href="{file}#sha256={_SHA256.get(file, 0)}">{file}</a>' for file in files)
            return self._send(200, f'<base href="/{form}/up/../">{body}'.encode())
        content = _CONTENT.get(file.rpartition("/")[2])
        if content is None:
            return self._send(404, b"")
        self.server.ranges.append(self.headers.get("Range", ""))
        start = int(self.headers.get("Range", "bytes=0-")[6:-1])
        if form == "files":  # knows no ranges
            return self._send(200, content)
        if start >= len(content):
            return self._send(416, b"")
        self._send(206 if start else 200, content[start:])

    def _send(self, status: int, body: bytes, kind: str = "text/html") -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Says nothing."""


@pytest.fixture(autouse=True)
def settings_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's file of settings, still empty, which overrides that of a machine's that nobody has written."""
    for name in [name for name in os.environ if name.startswith("PIP_")]:
        monkeypatch.delenv(name)
    path = tmp_path / "home" / ".config" / "pip" / "pip.conf"
    path.parent.mkdir(parents=True)
    path.write_text("")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(path.parent.parent))
    monkeypatch.setenv("XDG_CONFIG_DIRS", str(tmp_path / "machine"))
    return path


@pytest.fixture(scope="module")
def server() -> Iterator[_Server]:
    with _Server() as started:
        thread = Thread(target=started.serve_forever)
        thread.start()
        yield started
        started.shutdown()
        thread.join()


def wanted(file: str, named: bool = False) -> WantedFile:
    return WantedFile("Helper_X", "1.0", (_SHA256[file],), file if named else "")


def test_settings_of_all_places(tmp_path: Path, settings_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    machine = tmp_path / "machine" / "pip" / "pip.conf"
    machine.parent.mkdir(parents=True)
    machine.write_text("[global]\nindex-url = https://of.machine/simple\nproxy = http://of.machine\n")
    settings_file.write_text(
        "[global]\nindex-url = https://of.user/simple\nextra-index-url =\n  https://a/simple\n  https://b/simple\n"
        "timeout = 20\n[download]\ntimeout = 30\ncert = /it's\n[install]\ncert = /another\n"
    )
    monkeypatch.setenv("PIP_RETRIES", "2")
    monkeypatch.setenv("PIP_PROXY", "")
    settings = pip_settings()
    assert settings["index-url"] == "https://of.user/simple" and settings["proxy"] == "http://of.machine"
    assert settings["extra-index-url"].split() == ["https://a/simple", "https://b/simple"]
    assert (settings["timeout"], settings["cert"], settings["retries"]) == ("30", "/it's", "2")
    monkeypatch.setenv("PIP_DEFAULT_TIMEOUT", "40")
    assert pip_settings()["timeout"] == "40"
    machine.unlink()
    settings_file.write_text("")
    assert pip_settings()["index-url"].startswith("https://"), "without a setting it is pip's own"
    settings_file.write_text("index-url = https://no.section\n")
    with pytest.raises(ProjectError, match=r"(?s)pip\.conf.*Correct its settings"):
        pip_settings()


@pytest.mark.parametrize("form", ["json", "html"])
def test_the_file_with_a_pinned_hash_is_found_else_the_best_wheel(server: _Server, form: str) -> None:
    index = PackageIndex({"index-url": f"http://{server.host}/{form}/"})
    for file in _CONTENT:
        link = index.find(wanted(file))
        assert (link.file, link.sha256) == (file, _SHA256[file])
        assert index.find(wanted(file, named=True)) == link
    assert index.find(WantedFile("helper-x", "1.0", ("1",))).file == _WHEEL
    for version in ("3.0", "1.0.post1"):
        with pytest.raises(ProjectError, match=f"helper-x {version}: your package index has no such file"):
            index.find(WantedFile("helper-x", version, ()))


def test_files_come_from_folders_pages_and_addresses_of_files(server: _Server, tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    (folder / "simple" / "helper-x").mkdir(parents=True)
    (folder / _WHEEL).write_bytes(_CONTENT[_WHEEL])
    page = folder / "simple" / "helper-x" / "index.html"
    page.write_text(f"<a href='../../{_WHEEL}'>it</a>")
    address = (folder / _WHEEL).as_uri()
    for place in (str(folder), str(page), address, folder.as_uri()):
        assert PackageIndex({"no-index": "1", "find-links": place}).find(wanted(_WHEEL)) == Link(address)
    assert PackageIndex({"index-url": (folder / "simple").as_uri()}).find(wanted(_WHEEL)) == Link(address)
    with pytest.raises(ProjectError, match=r"nowhere.*No such file"):
        PackageIndex({"no-index": "yes", "find-links": "/nowhere"}).find(wanted(_WHEEL))


def test_a_download_goes_on_where_the_server_lets_it(
    server: _Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for form, found, times in (("html", 10, 2), ("html", 99, 1), ("json", 10, 1)):
        monkeypatch.setenv("PIP_INDEX_URL", f"http://{server.host}/{form}")
        (folder := tmp_path / f"{form}-{found}").mkdir()
        (folder / f"{_SDIST}.partial").write_bytes((_CONTENT[_SDIST] * 3)[:found])
        got: list[int] = []
        server.ranges.clear()
        for _ in range(times):
            files = download([wanted(_SDIST)], folder, got.append)
        assert files == {"Helper_X": folder / _SDIST} and files["Helper_X"].read_bytes() == _CONTENT[_SDIST]
        assert sum(got) == times * len(_CONTENT[_SDIST])
        assert server.ranges == [f"bytes={found}-", *([""] if found == 99 else [])]


def test_places_that_do_not_answer_or_have_no_https(server: _Server) -> None:
    """What does not answer is named if no other has the file; without https none is asked unless it is trusted."""
    settings = {"index-url": "http://127.0.0.1:1/simple", "retries": "0"}
    assert PackageIndex({**settings, "extra-index-url": f"http://{server.host}/json"}).find(wanted(_WHEEL))
    with pytest.raises(ProjectError, match=r"no such file .* http://127\.0\.0\.1:1/simple/helper-x/: .*refused"):
        PackageIndex(settings).find(wanted(_WHEEL))
    plain = {"index-url": "http://index.invalid/simple", "retries": "0"}
    with pytest.raises(ProjectError, match=r"index\.invalid is not asked without https.*trusted-host"):
        PackageIndex(plain).find(wanted(_WHEEL))
    ported = {**plain, "index-url": "http://index.invalid:81/simple"}
    for settings, trusted, message in (
        *((plain, "index.invalid", "Max retries"), (ported, "other index.invalid", "Max retries")),
        *((ported, "index.invalid:81", "Max retries"), (ported, "index.invalid:82", "without https")),
    ):
        with pytest.raises(ProjectError, match=message):
            PackageIndex({**settings, "trusted-host": trusted}).find(wanted(_WHEEL))


def test_users_are_told_to_their_host_alone(server: _Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    index = PackageIndex({"index-url": f"http://me:pass%20word@{server.host}/secret"})
    with index.open(index.find(wanted(_WHEEL)), 0) as (content, _, _):
        assert content.read() == _CONTENT[_WHEEL]
    with pytest.raises(ProjectError, match="401") as refused:
        PackageIndex({"index-url": f"http://me:wrong%20one@{server.host}/secret"}).find(wanted(_WHEEL))
    assert "wrong" not in str(refused.value)
    with pytest.raises(ProjectError, match="401"):
        PackageIndex({"index-url": f"http://{server.host}/secret"}).find(wanted(_WHEEL))
    monkeypatch.setenv("NETRC", str(tmp_path / "netrc"))
    (tmp_path / "netrc").write_text('machine 127.0.0.1 login me password "pass word"\n')
    assert PackageIndex({"index-url": f"http://{server.host}/secret"}).find(wanted(_WHEEL))
    (tmp_path / "netrc").unlink()
    (tmp_path / "keyring.py").write_text(
        "from types import SimpleNamespace as User\ndef get_credential(service, user):\n"
        f"    if service == {server.host!r}: return User(username='me', password='pass word')\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    assert PackageIndex({"index-url": f"http://{server.host}/secret"}).find(wanted(_WHEEL))
