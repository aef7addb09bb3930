"""Real projects: the catalogue and its lock files, installing below `HF_HOME`, what is refused, and archives."""

import gzip
import io
import json
import os
import random
import re
import secrets
import signal
import subprocess
import sys
import tarfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from local_index import make_sdist, make_wheel, sha256, stalling_index
from places import ROOT

from classeval_hf.cli import main
from classeval_hf.core.downloads import safe_extract
from classeval_hf.core.errors import ProjectError
from classeval_hf.core.files import cache_directory
from classeval_hf.projects.install import installation
from classeval_hf.projects.install.environments import read_lock
from classeval_hf.projects.install.installation import (
    Project,
    find_project,
    install_project,
    installed_project,
    load_catalogue,
    project_state,
    projects_folder,
)
from classeval_hf.projects.tasks.files import DEVEVAL

_BACKEND = """
import os
import zipfile
def build_wheel(folder, settings=None, metadata=None):
    assert "SECRET_TOKEN" not in os.environ
    import helper  # a pinned wheel, installed before
    name, info = "built-1.0-py3-none-any.whl", "built-1.0.dist-info"
    with zipfile.ZipFile(os.path.join(folder, name), "w") as archive:
        archive.writestr("built.py", f"VALUE = {helper.VALUE + 1}")
        archive.writestr(info + "/METADATA", "Metadata-Version: 2.1\\nName: built\\nVersion: 1.0\\n")
        archive.writestr(info + "/WHEEL", "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
        archive.writestr(info + "/RECORD", "")
    return name
"""
_TINY = {
    "PKG-INFO": "Metadata-Version: 2.1\nName: tiny\nVersion: 1.0\n",
    "setup.py": "raise SystemExit('the source of a project is never built')\n",
    "tiny/__init__.py": "VALUE = 3\n",
    "tiny/more.py": "VALUE = 4\n",
    "tests/test_tiny.py": "from tiny import VALUE\n\n\ndef test_value():\n    assert VALUE == 3\n",
}


@pytest.fixture(autouse=True)
def _place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A home of its own, consent, and an index that is a folder; of its default index pip is not asked."""
    (tmp_path / "index").mkdir()
    for name in [name for name in os.environ if name.startswith("PIP_")]:
        monkeypatch.delenv(name)
    pip = {"PIP_CONFIG_FILE": os.devnull, "PIP_NO_INDEX": "1", "PIP_INDEX_URL": "https://a.invalid"}
    places = {"HF_HOME": str(tmp_path / "home"), "PIP_FIND_LINKS": str(tmp_path / "index")}
    for name, value in {**pip, **places, "HF_ALLOW_CODE_EVAL": "1"}.items():
        monkeypatch.setenv(name, value)


def described(*paths: Path) -> list[dict[str, Any]]:
    return [{"file": path.name, "sha256": sha256(path), "bytes": path.stat().st_size} for path in paths]


def tiny(tmp_path: Path, sdist: Path | None = None, **other: Any) -> Project:
    index = tmp_path / "index"
    source = sdist or make_sdist(index, "tiny", _TINY)
    wheel = make_wheel(index, "tiny", {"tiny/__init__.py": "VALUE = 'the reference'\n"})
    helper = index / "helper-1.0-py3-none-any.whl"
    if not helper.exists():
        make_wheel(index, "helper", {"helper.py": "VALUE = 1\n"})
    files = {"source": described(source), "metadata": described(wheel)}
    entry = {"name": "tiny", "version": "1.0", "benchmark": "DevEval", "repository": "Utilities/tiny", "tasks": 1}
    path = tmp_path / "catalogue.json"
    path.write_text(json.dumps([{**entry, **files, "package": "tiny", "python": ">=3.10", **other}]))
    (tmp_path / "locks").mkdir(exist_ok=True)
    lock = tmp_path / "locks" / "tiny-1.0.txt"
    if not lock.exists():
        lock.write_text(f"# a comment\nhelper==1.0 \\\n    --hash=sha256:{sha256(helper)}\n")
    (project,) = load_catalogue(path)
    return project


def refuses(message: str, project: Project, checkout: Path | None = None) -> None:
    with pytest.raises(ProjectError, match=message):
        install_project(project, checkout)


def in_environment(project: Project, code: str) -> str:
    command = [str(installed_project(project).python), "-I", "-c", code]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def start_install(tmp_path: Path) -> subprocess.Popen[str]:
    code = (
        "import pathlib, sys\n"
        "from classeval_hf.projects.install.installation import load_catalogue\n"
        "from classeval_hf.projects.install.installation import install_project\n"
        "(project,) = load_catalogue(pathlib.Path(sys.argv[1]))\n"
        "print(install_project(project, on_step=print).folder)\n"
    )
    command = [sys.executable, "-c", code, str(tmp_path / "catalogue.json")]
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    return subprocess.Popen(command, cwd=ROOT, text=True, start_new_session=True, **pipes)


def test_an_installed_project_has_its_source_and_what_is_pinned_and_not_its_own_package(tmp_path: Path) -> None:
    project = tiny(tmp_path)
    got: list[int] = []
    installed = install_project(project, on_bytes=got.append)
    assert (installed.source / project.import_root / "tiny" / "more.py").read_text() == "VALUE = 4\n"
    assert (installed.source / "tests" / "test_tiny.py").is_file()
    code = "import helper, importlib.metadata as m, importlib.util as u; print(helper.VALUE, u.find_spec('tiny'), "
    found = in_environment(project, f"{code}m.version('tiny'), m.entry_points(name='tiny'))")
    assert found.startswith("1 None 1.0 ") and "tests_of_classeval_hf" in found
    assert sum(got) == installed.record["download_bytes"] > 0
    assert {path.name for path in installed.folder.iterdir()} == {"source", "environment", "project.json"}
    # byte code has checked hashes, and no path of the build is left
    (compiled,) = installed.environment.rglob("helper.*.pyc")
    assert int.from_bytes(compiled.read_bytes()[4:8], "little") == 0b11
    assert not list(installed.source.rglob("*.pyc"))
    for path in (installed.environment / "bin").iterdir():
        assert path.is_symlink() or b".partial" not in path.read_bytes()
    # installing again does nothing, unless the lock file has changed
    assert project_state(project) == "installed"
    assert install_project(project).record == installed.record
    project.lock_file.write_text(project.lock_file.read_text() + "# another\n")
    assert project_state(project) == "outdated"
    with pytest.raises(ProjectError, match=r"tiny-1\.0 is outdated: run classeval-hf projects install tiny"):
        installed_project(project)
    assert installation.remove_project(project) >= installed.record["disk_bytes"]
    assert project_state(project) == "not installed" and not installed.folder.exists()
    assert installation.remove_project(project) == 0


@pytest.mark.slow
def test_without_a_wheel_the_name_and_version_of_a_project_come_from_its_sdist(tmp_path: Path) -> None:
    info = {"tiny.egg-info/PKG-INFO": _TINY["PKG-INFO"], "tiny.egg-info/SOURCES.txt": "tiny/__init__.py\n"}
    project = tiny(tmp_path, make_sdist(tmp_path / "index", "tiny", {**_TINY, **info}), metadata=[])
    installed = install_project(project)
    assert in_environment(project, "import importlib.metadata as m; print(m.version('tiny'))") == "1.0"
    assert [path.name for path in (installed.packages / "tiny.egg-info").iterdir()] == ["PKG-INFO"]


@pytest.mark.slow
def test_what_is_built_has_pinned_tools_and_no_secrets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A dependency without a wheel. And a changed lock file has an installed project built again."""
    monkeypatch.setenv("SECRET_TOKEN", "hf_secret")
    project = tiny(tmp_path)
    first = install_project(project).record
    settings = '[build-system]\nrequires = []\nbuild-backend = "backend"\nbackend-path = ["."]\n'
    info = "Metadata-Version: 2.1\nName: built\nVersion: 1.0\n"
    files = {"pyproject.toml": settings, "PKG-INFO": info, "backend.py": _BACKEND}
    sdist = make_sdist(tmp_path / "index", "built", files)
    with project.lock_file.open("a") as file:
        file.write(f"built==1.0 --hash=sha256:{sha256(sdist)}\n")
    assert install_project(project).record["lock_sha256"] != first["lock_sha256"]
    assert in_environment(project, "import built; print(built.VALUE)") == "2"


def test_files_with_another_hash_and_missing_ones_are_refused_by_name_and_nothing_is_installed(tmp_path: Path) -> None:
    index, project = tmp_path / "index", tiny(tmp_path)
    source, helper = index / "tiny-1.0.tar.gz", index / "helper-1.0-py3-none-any.whl"
    kept, lock = source.read_bytes(), project.lock_file.read_text()
    make_sdist(index, "tiny", {**_TINY, "tiny/__init__.py": "VALUE = 'changed'\n"})
    refuses(r"tiny-1\.0\.tar\.gz: its SHA-256", project)
    source.write_bytes(kept)
    project.lock_file.write_text(f"helper==1.0 --hash=sha256:{'0' * 64}\n")
    refuses(r"helper-1\.0-py3-none-any\.whl: its SHA-256 is .* not the pinned one", project)
    project.lock_file.write_text(lock)
    helper.unlink()
    refuses(r"helper 1\.0: your package index has no such file", project)
    assert project_state(project) == "interrupted"
    assert not (projects_folder() / "tiny-1.0").exists()


def test_after_a_kill_the_download_goes_on_where_it_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    index = tmp_path / "index"
    content = secrets.token_bytes(2 << 20)
    helper = make_wheel(index, "helper", {"helper.py": "VALUE = 1\n", "helper_data.bin": content})
    project = tiny(tmp_path)
    monkeypatch.delenv("PIP_NO_INDEX")
    monkeypatch.delenv("PIP_FIND_LINKS")
    with stalling_index(index, helper.name) as server:
        monkeypatch.setenv("PIP_INDEX_URL", server.url)
        process = start_install(tmp_path)
        partial = projects_folder() / ".tiny-1.0.partial" / "downloads" / f"{helper.name}.partial"
        while not (partial.is_file() and partial.stat().st_size >= 1 << 19):
            assert process.poll() is None, process.communicate()[0]
            time.sleep(0.02)
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        assert project_state(project) == "interrupted"
        with pytest.raises(ProjectError, match="interrupted: run classeval-hf projects install tiny"):
            installed_project(project)
        start = partial.stat().st_size
        install_project(project)
        assert server.ranges == ["", f"bytes={start}-"]
    assert in_environment(project, "import helper; print(helper.VALUE)") == "1"
    assert not partial.exists()


@pytest.mark.slow
def test_two_processes_that_install_the_same_project_build_it_once(tmp_path: Path) -> None:
    project = tiny(tmp_path)
    processes = [start_install(tmp_path) for _ in range(2)]
    outputs = [process.communicate()[0] for process in processes]
    assert [process.returncode for process in processes] == [0, 0], outputs
    assert sum("building the environment" in output for output in outputs) == 1
    assert in_environment(project, "import helper; print(helper.VALUE)") == "1"


def test_what_leads_out_of_an_archive_or_is_too_much_is_not_written_nor_installed(tmp_path: Path) -> None:
    for name, link in (
        ("../../escaped.py", ""),
        ("/tmp/escaped-from-tests.py", ""),
        ("tiny/passwd", "/etc/passwd"),
        ("tiny/up", "../../../escaped.py"),
    ):
        files, links = ({}, {name: link}) if link else ({name: "x = 1\n"}, {})
        sdist = make_sdist(tmp_path, "tiny", {**_TINY, **files}, links)
        with pytest.raises(ProjectError, match=r"tiny-1\.0\.tar\.gz"):
            safe_extract(sdist, tmp_path / "a" / "b" / "out", top_folder=True)
        assert not list(tmp_path.rglob("escaped.py")) and not Path("/tmp/escaped-from-tests.py").exists()
        assert not list(tmp_path.rglob("passwd"))
    project = tiny(tmp_path, make_sdist(tmp_path / "index", "tiny", {**_TINY, "../../escaped.py": "x = 1\n"}))
    refuses(r"tiny-1\.0\.tar\.gz", project)
    assert not list(tmp_path.rglob("escaped.py")) and project_state(project) == "interrupted"
    for size, links in ((4 << 20, 0), (1 << 20, 9)):
        sdist = make_sdist(
            tmp_path, "tiny", {"large": bytes(size)}, {f"copy{place}": "large" for place in range(links)}
        )
        with pytest.raises(ProjectError, match=r"tiny-1\.0\.tar\.gz"):
            safe_extract(sdist, out := tmp_path / f"out{links}", top_folder=True, max_bytes=3 << 20)
        assert sum(path.stat().st_size for path in out.rglob("*") if path.is_file()) <= 5 << 20


def checkout_of_tiny(folder: Path, **changed: str) -> Path:
    files = {**_TINY, "tests/test_more.py": "from tiny.more import VALUE\n", "conftest.py": "", **changed}
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
    return folder


@pytest.mark.slow
def test_tests_come_from_a_checkout_where_the_archive_has_none(tmp_path: Path) -> None:
    project = tiny(tmp_path, tests_from_checkout=True)
    with pytest.raises(ProjectError, match="run classeval-hf projects install tiny --checkout tiny=FOLDER"):
        installed_project(project)
    refuses(r"lack its tests\. Check out .* --checkout tiny=FOLDER", project)
    installed = install_project(project, checkout_of_tiny(tmp_path / "checkout"))
    assert (installed.source / "tests" / "test_more.py").is_file() and (installed.source / "conftest.py").is_file()
    assert installed.record["tests_from"] == "checkout"


def test_a_checkout_of_another_version_is_refused_and_names_a_file(tmp_path: Path) -> None:
    project = tiny(tmp_path, tests_from_checkout=True)
    checkout = checkout_of_tiny(tmp_path / "checkout", **{"tiny/more.py": "VALUE = 5\n"})
    refuses(r"is not tiny 1\.0: 1 file of its package differs .*more\.py", project, checkout)
    (checkout / "tests" / "test_more.py").unlink()
    (checkout / "tests" / "test_more.py").symlink_to("/etc/passwd")
    (checkout / "tiny" / "more.py").write_text("VALUE = 4\r\n")
    refuses("leads out of the checkout", project, checkout)
    refuses("is not a checkout of tiny", project, tmp_path / "index")
    refuses("leave out --checkout tiny=FOLDER", tiny(tmp_path), checkout)


@pytest.mark.slow
def test_tests_come_from_another_release_and_nothing_of_its_package(tmp_path: Path) -> None:
    """The source is that of the release; a change of the other archive makes the installation another."""
    files = {**_TINY, "tiny/more.py": "VALUE = 5\n", "tests/test_more.py": "", "conftest.py": ""}
    sdist = make_sdist(tmp_path / "index", "tiny", files, version="1.1")
    other = described(sdist)
    without = install_project(tiny(tmp_path)).identity
    project = tiny(tmp_path, tests_version="1.1", tests_source=other)
    assert project_state(project) == "outdated"
    installed = install_project(project)
    assert installed.identity != without
    assert (installed.source / "tests" / "test_more.py").is_file() and (installed.source / "conftest.py").is_file()
    assert (installed.source / "tiny" / "more.py").read_text() == "VALUE = 4\n"
    installation.remove_project(project)
    project = tiny(tmp_path, tests_version="1.1", tests_source=other, tests="testing")
    refuses(r"sdist of tiny 1\.1 has no testing", project)


@pytest.mark.slow
def test_a_wheel_without_tests_gets_those_of_the_sdist_of_its_release(tmp_path: Path) -> None:
    index = tmp_path / "index"
    sdist = make_sdist(index, "tiny", _TINY)
    wheel = make_wheel(index, "tiny", {"tiny/__init__.py": "VALUE = 'the reference'\n"})
    files = {"kind": "wheel", "source": described(wheel), "metadata": [], "tests_source": described(sdist)}
    installed = install_project(tiny(tmp_path, sdist, tests_version="1.0", **files))
    assert (installed.source / "tests" / "test_tiny.py").is_file()
    assert (installed.source / "tiny" / "__init__.py").read_text() == "VALUE = 'the reference'\n"
    assert not (installed.source / "tiny" / "more.py").exists()


def test_what_cannot_be_installed_here_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Because of the project, or without consent."""
    for name, value, reason in (
        ("unavailable", "its release is not known", "its release is not known"),
        ("python", "<3.10", "pinned for Python <3.10"),
        ("machines", ["pdp11"], "pinned for pdp11"),
    ):
        project = tiny(tmp_path, **{name: value})
        assert project_state(project).startswith("unavailable: ")
        refuses(rf"tiny-1\.0 is unavailable: .*{re.escape(reason)}", project)
    monkeypatch.delenv("HF_ALLOW_CODE_EVAL")
    with pytest.raises(ValueError, match=r"Installing tiny-1\.0 .* HF_ALLOW_CODE_EVAL=1"):
        install_project(tiny(tmp_path))
    assert not projects_folder().exists(), "nothing is downloaded"


def test_names_are_found_however_they_are_spelt_and_unknown_ones_get_a_hint() -> None:
    projects = load_catalogue()
    for name in ("imapclient", "IMAPClient", "IMAPClient-3.0.1", "imapclient==3.0.1"):
        assert find_project(name, projects).name == "IMAPClient"
    with pytest.raises(ProjectError, match=r"no project litstar\. Did you mean litestar\?"):
        find_project("litstar", projects)


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    tiny(tmp_path)
    monkeypatch.setattr(installation, "CATALOGUE", tmp_path / "catalogue.json")
    assert main(["projects", "list"]) == 0
    assert re.search(r"(?m)^tiny +1\.0 +DevEval +1 .*not installed", capsys.readouterr().out)
    assert main(["projects", "install", "tiny"]) == 0
    output = capsys.readouterr().out
    assert output.startswith("To download: about ") and "tiny-1.0: 1 task of DevEval" in output
    assert main(["projects", "list", "--json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)
    assert (row["name"], row["state"], row["reason"]) == ("tiny", "installed", "")
    assert main(["projects", "install", "tiny"]) == 0
    assert capsys.readouterr().out == "tiny-1.0 is installed already.\n"
    assert main(["projects", "remove", "tiny"]) == 0
    assert "MB freed" in capsys.readouterr().out
    assert main(["projects", "install", "tiyn"]) == 2
    assert "Did you mean tiny?" in capsys.readouterr().err
    assert main(["projects", "install", "tiny", "--checkout", "tiny"]) == 2
    assert "--checkout NAME=FOLDER" in capsys.readouterr().err


def test_every_project_is_pinned_or_says_why_it_cannot_be_installed() -> None:
    """An advised install has the checkout that it needs. No lock file names a host."""
    projects = load_catalogue()
    assert len({project.name for project in projects}) == len(projects)
    missing = [project for project in projects if project_state(project) == "not installed"]
    assert len({project.tests_from_checkout for project in missing}) == 2
    for project in missing:
        option = f" --checkout {project.name}=FOLDER" if project.tests_from_checkout else ""
        with pytest.raises(ProjectError, match=f"run classeval-hf projects install {project.name}{option}$"):
            installed_project(project)
    locks = sorted(installation.LOCKS.iterdir())
    assert locks == sorted(project.lock_file for project in projects if not project.unavailable)
    for path in (*locks, installation.CATALOGUE):
        assert "://" not in path.read_text(encoding="utf-8"), path.name
    for project in projects:
        if project.unavailable:
            assert not project.source and not project.lock_file.exists(), project.name
            continue
        read_lock(project.lock_file)
        assert project.import_name and project.package and project.python, project.name
        assert project.download_bytes > 0, project.name
        assert bool(project.tests_version) == bool(project.tests_source), project.name
        assert not (project.tests_version and project.tests_from_checkout), project.name
        for file in (*project.source, *project.metadata, *project.tests_source):
            assert re.fullmatch("[0-9a-f]{64}", file.sha256), file.file
        for file in (*project.source, *project.metadata):
            assert file.file.lower().replace("_", "-").startswith(project.label.lower()), file.file
            assert file.file.endswith(".whl") == (file in project.metadata or project.kind == "wheel"), file.file


def test_a_lock_file_without_hash_or_version_is_refused(tmp_path: Path) -> None:
    for line in ("helper==1.0", f"helper>=1.0 --hash=sha256:{'0' * 64}"):
        path = tmp_path / "tiny-1.0.txt"
        path.write_text(f"{line}\n")
        with pytest.raises(ValueError, match=r"tiny-1\.0\.txt: helper\S* is not pinned"):
            read_lock(path)


@pytest.mark.index
@pytest.mark.skipif("CLASSEVAL_INDEX" not in os.environ, reason="the real package index: set CLASSEVAL_INDEX=1")
def test_a_project_of_the_real_index_passes_its_own_tests(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PIP_NO_INDEX", "PIP_FIND_LINKS", "PIP_CONFIG_FILE"):
        monkeypatch.delenv(name)
    installed = install_project(find_project("IMAPClient", load_catalogue()))
    command = [installed.python, "-B", "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests"]
    environment = {"PATH": os.defpath, "PYTHONPATH": str(installed.source / installed.project.import_root)}
    found = subprocess.run(command, cwd=installed.source, env=environment, capture_output=True, text=True)
    assert found.returncode == 0 and "267 passed" in found.stdout


ZEROS = bytes(1 << 20)


def entry(name: str, size: int = 0, kind: bytes = tarfile.REGTYPE, link: str = "") -> bytes:
    item = tarfile.TarInfo(name)
    item.size, item.type, item.linkname = size, kind, link
    return item.tobuf(tarfile.GNU_FORMAT)


def extended(kind: bytes, content: bytes) -> bytes:
    return entry("header", len(content), kind) + content + bytes(-len(content) % 512)


def record(name: str, value: str) -> bytes:
    text = f" {name}={value}\n"
    length = next(size for size in range(len(text), len(text) + 5) if len(str(size)) + len(text) == size)
    return f"{length}{text}".encode()


def large(*parts: bytes, repeat: bytes = b"", times: int = 0, end: bytes = b"") -> Callable[[Path], None]:

    def write(path: Path) -> None:
        with gzip.open(path, "wb", compresslevel=1) as file:
            file.write(b"".join(parts))
            for _ in range(times):
                file.write(repeat)
            file.write(end + bytes(1024))

    return write


MANY = b"".join(record(f"X.{number}", "y") for number in range(2_000))
RANDOM = entry("top/data.jsonl", 1 << 20) + random.Random(0).randbytes(1 << 20)
HOSTILE = {
    **{
        f"{kind!r} without end": large(entry("h", 3 << 30, kind), repeat=ZEROS, times=8)
        for kind in (tarfile.XHDTYPE, tarfile.XGLTYPE, tarfile.GNUTYPE_LONGNAME, tarfile.GNUTYPE_LONGLINK)
    },
    "many global headers": large(extended(tarfile.XGLTYPE, MANY), entry("top/data.jsonl")),
    "many headers of a member": large(extended(tarfile.XHDTYPE, MANY), entry("top/data.jsonl")),
    "link to itself": large(entry("top/data.jsonl", 0, tarfile.SYMTYPE, "data.jsonl")),
    "hard link to itself": large(entry("top/data.jsonl", 0, tarfile.LNKTYPE, "top/data.jsonl")),
    "links in a circle": large(entry("top/a", 0, b"2", "data.jsonl"), entry("top/data.jsonl", 0, b"2", "a")),
    "link to nothing": large(entry("top/data.jsonl", 0, tarfile.SYMTYPE, "../../etc/passwd")),
    "link to what is too large": large(
        entry("top/a", 160 << 20), repeat=ZEROS, times=160, end=entry("top/data.jsonl", 0, tarfile.LNKTYPE, "top/a")
    ),
    "negative size": large(entry("top/data.jsonl").replace(b"00000000000\0", b"\xff" * 12, 1)),
    "device": large(entry("top/data.jsonl", 0, tarfile.CHRTYPE)),
    "packed and cut off": lambda path: path.write_bytes(gzip.compress(RANDOM)[: 1 << 19]),
    "no archive": lambda path: path.write_bytes(gzip.compress(b"no archive" * 1000)),
    "damaged": lambda path: path.write_bytes(gzip.compress(RANDOM)[: 1 << 19] + b"\xff" * 2000),
}


@pytest.mark.parametrize("write", HOSTILE.values(), ids=HOSTILE)
def test_hostile_archives(write: Callable[[Path], object], tmp_path: Path, hf_home: object) -> None:
    archive = tmp_path / "data.tar.gz"
    write(archive)
    with pytest.raises(ProjectError, match=r"data\.tar\.gz"):
        safe_extract(archive, tmp_path / "out", top_folder=True, max_bytes=128 << 20)
    with pytest.raises(ValueError, match=r"data\.tar\.gz (is not the archive|has no data\.jsonl)"):
        replace(DEVEVAL, sha256="0" * 64).store(archive)
    assert not list(cache_directory().glob("*.jsonl"))


def test_archives_of_every_packing_are_read(tmp_path: Path) -> None:
    for mode in ("w", "w:gz", "w:bz2", "w:xz"):
        archive = tmp_path / f"some.{mode.replace(':', '.')}.tar"
        with tarfile.open(archive, mode, format=tarfile.PAX_FORMAT) as tar:  # type: ignore[call-overload]
            for name, content in (("top/a" + "b" * 200, b"text"), ("top/large", bytes(3 << 20))):
                item = tarfile.TarInfo(name)
                item.size = len(content)
                tar.addfile(item, io.BytesIO(content))
            link = tarfile.TarInfo("top/link")
            link.type, link.linkname = tarfile.SYMTYPE, "large"
            tar.addfile(link)
        out = tmp_path / f"out-{mode.replace(':', '-')}"
        safe_extract(archive, out, top_folder=True)
        assert (out / ("a" + "b" * 200)).read_bytes() == b"text"
        assert (out / "link").read_bytes() == (out / "large").read_bytes() == bytes(3 << 20)
        assert not (out / "link").is_symlink()
        archive.write_bytes(archive.read_bytes()[:100])
        with pytest.raises(ProjectError, match=rf"{archive.name} cannot be unpacked"):
            safe_extract(archive, out, top_folder=True)
