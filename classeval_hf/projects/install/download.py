"""Downloads pinned files from the package index in the user's settings of pip, without running code: `pip download`
would run build code of sdists, and start interrupted files again."""

import ast
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path
from typing import IO, Any
from urllib.parse import unquote, urldefrag, urljoin, urlsplit
from urllib.request import url2pathname

import requests
from packaging.specifiers import SpecifierSet
from packaging.tags import sys_tags
from packaging.utils import canonicalize_name, parse_wheel_filename
from requests.adapters import HTTPAdapter
from urllib3.exceptions import HTTPError
from urllib3.util import Retry

from classeval_hf.core.downloads import file_sha256
from classeval_hf.core.errors import ProjectError
from classeval_hf.projects.install.environments import WantedFile

_CHUNK = 1 << 18
_PAGES = "application/vnd.pypi.simple.v1+json, application/vnd.pypi.simple.v1+html; q=0.2, text/html; q=0.1"
_SDISTS = (".tar.gz", ".zip", ".tar.bz2", ".tgz", ".tar.xz")
_SPELLINGS = {"default-timeout": "timeout", "pypi-url": "index-url"}
_DEFAULT_INDEX = re.compile(r"--index-url <url>.*?\(default (\S+)\)", re.DOTALL)  # in pip's help


def download(
    wanted: Sequence[WantedFile], folder: Path, on_bytes: Callable[[int], None] = lambda more: None
) -> dict[str, Path]:
    """Downloads files, checks their hashes, and returns them by name; interrupted downloads continue."""
    folder.mkdir(parents=True, exist_ok=True)
    index, files = PackageIndex(pip_settings()), dict[str, Path]()
    try:
        for item in wanted:
            link = index.find(item)
            target = files[item.name] = folder / link.file
            if target.is_file() and file_sha256(target) in item.sha256:
                on_bytes(target.stat().st_size)
                continue
            partial = folder / f"{link.file}.partial"
            with index.open(link, partial.stat().st_size if partial.is_file() else 0) as (content, start, length):
                on_bytes(start)
                with partial.open("ab" if start else "wb") as file:
                    while chunk := content.read(_CHUNK):
                        file.write(chunk)
                        file.flush()
                        on_bytes(len(chunk))
            if partial.stat().st_size < start + length:
                raise ProjectError(f"{link.file}: the connection ended early. Run again to resume.")
            digest = file_sha256(partial)
            if digest not in item.sha256:
                partial.unlink()
                raise ProjectError(
                    f"{link.file}: its SHA-256 is {digest}, which is not the pinned one. Your package index has "
                    "another file, or it was damaged on the way. It was deleted; try again, or use another index."
                )
            partial.replace(target)
        return files
    except (OSError, HTTPError) as error:  # errors of `requests` are `OSError`s
        raise ProjectError(f"Download incomplete; run again to resume. {error!r}") from error


def pip_settings() -> dict[str, str]:
    """Settings for `pip download` by long name of the option; `PIP_*` variables override files."""
    lines = [line.partition("=") for line in _ask_pip("config", "list").splitlines()]
    listed = [(key, str(ast.literal_eval(value))) for key, _, value in lines]
    values = dict(listed)
    for key in {key for key, value in listed if value != values[key]}:
        values[key] = _ask_pip("config", "get", key).strip()  # if several files set it, pip knows which counts
    settings: dict[str, str] = {}
    for start in ("global.", "download.", ":env:."):
        own = {key.removeprefix(start): value for key, value in values.items() if key.startswith(start) and value}
        settings |= {_SPELLINGS.get(name, name): value for name, value in own.items()}
    default = None if "index-url" in settings else _DEFAULT_INDEX.search(_ask_pip("download", "--help"))
    return settings if default is None else {"index-url": default[1], **settings}


def _ask_pip(*arguments: str) -> str:
    command = [sys.executable, "-m", "pip", *arguments]
    ended = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "COLUMNS": "999"})
    if ended.returncode:
        raise ProjectError(
            f"pip does not state your package index: {ended.stderr.strip()[-500:]}. Correct its settings or "
            "install it with `python -m ensurepip`."
        )
    return ended.stdout


@dataclass(frozen=True)
class Link:
    url: str
    sha256: str = ""  # its hash in the index, if any

    @property
    def file(self) -> str:
        return unquote(urlsplit(self.url).path.rpartition("/")[2])


class PackageIndex:
    """Finds files as pip does with these settings, except those that forbid wheels or sdists: files are pinned."""

    def __init__(self, settings: Mapping[str, str]) -> None:
        self._users: dict[str, tuple[str, str]] = {}  # by host; addresses are kept without users
        indexes = [*settings.get("index-url", "").split(), *settings.get("extra-index-url", "").split()]
        no_index = settings.get("no-index", "").lower() in ("1", "true", "yes", "on", "y", "t")
        self._indexes = [] if no_index else [self._without_user(index).rstrip("/") for index in indexes]
        self._find_links = [self._without_user(location) for location in settings.get("find-links", "").split()]
        self._trusted = settings.get("trusted-host", "").split()
        self._cert = settings.get("cert", True)
        self._proxies = {name: settings["proxy"] for name in ("http", "https") if "proxy" in settings}
        self._pages: dict[str, list[Link]] = {}
        self._failures: dict[str, str] = {}
        self._session = requests.Session()
        self._session.cert = settings.get("client-cert")
        retry = Retry(int(settings.get("retries", 5)), backoff_factor=0.25, status_forcelist=(500, 502, 503, 520, 527))
        for scheme in ("http://", "https://"):
            self._session.mount(scheme, HTTPAdapter(max_retries=retry))
        self._timeout = float(settings.get("timeout", 15))
        self._tags = {tag: rank for rank, tag in enumerate(sys_tags())}

    def find(self, item: WantedFile) -> Link:
        """The named file, or the version's best for this interpreter; files with a pinned hash come first."""
        pages = [f"{index}/{canonicalize_name(item.name)}/" for index in self._indexes]
        places = [*self._find_links, *pages]
        for place in (place for place in places if place not in self._pages):
            self._pages[place] = []
            try:
                self._pages[place] = self._read(place, place in pages)
            except (OSError, HTTPError) as error:  # as for pip, another place may have the file
                self._failures[place] = str(error)
        ranks: dict[Link, tuple[Any, ...]] = {}  # of the version's files for this interpreter; highest is best
        for link in (link for place in places for link in self._pages[place]):
            pinned = link.sha256 in item.sha256, not link.sha256
            if item.file:
                if link.file == item.file:
                    ranks[link] = pinned
                continue
            with suppress(ValueError):  # files of no distribution
                if link.file.endswith(".whl"):
                    name, parsed, build, tags = parse_wheel_filename(link.file)
                    version = str(parsed)
                    rank = max((-self._tags[tag] for tag in tags if tag in self._tags), default=None)
                else:
                    stem = next((link.file.removesuffix(end) for end in _SDISTS if link.file.endswith(end)), "")
                    prefix, _, version = stem.rpartition("-")
                    name, build, rank = canonicalize_name(prefix), (), -len(self._tags)
                is_wanted = SpecifierSet(f"=={item.version}").contains(version, prereleases=True)
                if is_wanted and rank is not None and name == canonicalize_name(item.name):
                    ranks[link] = (*pinned, rank, *build[:1])
        if not ranks:
            label = item.file or f"{item.name} {item.version}"
            problem = "your package index has no such file for this interpreter. Check pip's setting index-url."
            failures = "".join(f" {place}: {self._failures[place]}." for place in places if place in self._failures)
            raise ProjectError(f"{label}: {problem}{failures}")
        return max(ranks, key=ranks.__getitem__)

    def _read(self, location: str, is_index: bool) -> list[Link]:
        """The files that a page, a folder or an address offers."""
        address = location if "://" in location else Path(location).expanduser().absolute().as_uri()
        if Link(address).file.endswith((".whl", *_SDISTS)):
            return [Link(address)]
        parts = urlsplit(address)
        path = Path(url2pathname(parts.path)) if parts.scheme == "file" else None
        if path is None:
            response = self._get(address, {"Accept": _PAGES})
            response.raise_for_status()
            address, text = response.url, response.content.decode()
            if "+json" in response.headers.get("Content-Type", ""):
                files = json.loads(text)["files"]
                return [Link(urljoin(address, file["url"]), file["hashes"].get("sha256", "")) for file in files]
        elif path.is_dir() and not is_index:
            return [Link(file.as_uri()) for file in path.iterdir()]
        else:
            text = (path / "index.html" if path.is_dir() else path).read_text(encoding="utf-8")
        parser = _Page()
        parser.address, parser.links = address, []
        parser.feed(text)
        return parser.links

    @contextmanager
    def open(self, link: Link, start: int) -> Iterator[tuple[IO[bytes], int, int]]:
        """A file from a byte on, or from 0 if the server sends the whole: content, first byte, announced length."""
        parts = urlsplit(link.url)
        if parts.scheme == "file":
            path = Path(url2pathname(parts.path))
            with path.open("rb") as file:
                yield file, 0, path.stat().st_size
            return
        headers = {"Accept-Encoding": "identity"}
        response = self._get(link.url, {**headers, "Range": f"bytes={start}-"} if start else headers)
        if response.status_code == 416:  # the part on disk is as long as the whole file, or longer
            response = self._get(link.url, headers)
        with response:
            response.raise_for_status()
            length = int(response.headers.get("Content-Length") or 0)
            yield response.raw, start if response.status_code == 206 else 0, length

    def _get(self, url: str, headers: Mapping[str, str]) -> requests.Response:
        url = self._without_user(url)
        host, name, scheme = urlsplit(url).netloc, urlsplit(url).hostname or "", urlsplit(url).scheme
        trusted = host in self._trusted or name in self._trusted
        if scheme != "https" and not trusted and name not in ("localhost", "::1") and not name.startswith("127."):
            raise OSError(f"{host} is not asked without https: use it, or name the host in pip's setting trusted-host")
        verify, user, proxies = not trusted and self._cert, self._users.get(host), dict(self._proxies)
        response = self._session.get(
            url, headers=headers, stream=True, timeout=self._timeout, verify=verify, proxies=proxies, auth=user
        )
        if response.status_code == 401 and host not in self._users:
            with suppress(Exception):  # there may be no open keyring, and backends raise errors of any type
                import keyring

                found = next(filter(None, (keyring.get_credential(service, None) for service in (url, host))))
                self._users[host] = found.username, found.password
            return self._get(url, headers) if host in self._users else response
        return response

    def _without_user(self, url: str) -> str:
        """An address without user and password, which are kept for its host."""
        parts = urlsplit(url)
        user, _, host = parts.netloc.rpartition("@")
        if user:
            name, _, password = user.partition(":")
            self._users[host] = unquote(name), unquote(password)
        return parts._replace(netloc=host).geturl()


class _Page(HTMLParser):
    """Collects the files of a page of PEP 503, or of any page with links."""

    address: str
    links: list[Link]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        target = dict(attrs).get("href")
        if target and tag == "base":
            self.address = urljoin(self.address, target)
        elif target and tag == "a":
            url, fragment = urldefrag(urljoin(self.address, target))
            name, _, value = fragment.partition("=")
            self.links.append(Link(url, value if name == "sha256" else ""))
