"""Reads lock files, and builds a project's environment from files on disk, without network."""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path, PurePosixPath

from packaging.requirements import Requirement

from classeval_hf.core.errors import ProjectError, UserError

_OLDEST_PIP, _SECONDS, _LINES_TOLD = (22, 3), 3600.0, 25
_OF_METADATA = ("PKG-INFO", "entry_points.txt", "requires.txt")


def environment_python(environment: Path) -> Path:
    return environment / "bin" / "python"


def build_environment(environment: Path, pins: "Sequence[Pin]", files: Mapping[str, Path], scratch: Path) -> str:
    """Installs exactly the pins: first wheels, without running their code; then sdists, with pinned build tools."""
    venv.EnvBuilder(symlinks=True, with_pip=False).create(environment)
    name, command = _installer(environment, next(iter(files.values())).parent if files else scratch)
    wheels = [pin for pin in pins if files[pin.name].suffix == ".whl"]
    _install(name, command, wheels, scratch)
    _install(name, [*command, "--no-build-isolation"], [pin for pin in pins if pin not in wheels], scratch)
    compiler = [str(environment_python(environment)), "-I", "-S", "-m", "compileall", "-q"]
    # Its status is ignored: some distributions contain files for other versions of Python, which nothing imports.
    _run([*compiler, "--invalidation-mode", "checked-hash", str(site_packages(environment))], scratch)
    return name


def _installer(environment: Path, downloads: Path) -> tuple[str, list[str]]:
    """Name and command of `uv` if it is on the path, else of this interpreter's pip."""
    python = str(environment_python(environment))
    local = ["--no-index", "--find-links", str(downloads), "--no-deps", "--require-hashes"]
    uv = shutil.which("uv")
    if uv is not None:
        return "uv", [uv, "pip", "install", "--no-config", "--no-cache", "--offline", "--python", python, *local]
    command = [sys.executable, "-m", "pip", "--isolated", "--python", python, "install", *local, "--no-compile"]
    command += ["--no-warn-script-location", "--disable-pip-version-check", "--quiet"]
    try:
        installed = metadata.version("pip")
    except metadata.PackageNotFoundError:
        raise ProjectError("pip is missing here: install it with `python -m ensurepip`.") from None
    if tuple(map(int, installed.split(".")[:2])) < _OLDEST_PIP:
        raise ProjectError(
            f"pip {installed} is too old: python -m pip install --upgrade pip (22.3 or later), or use uv."
        )
    return f"pip {installed}", command


def _install(name: str, command: Sequence[str], pins: "Sequence[Pin]", scratch: Path) -> None:
    if not pins:
        return
    wanted = scratch / "requirements.txt"
    wanted.write_text("".join(f"{pin.line}\n" for pin in pins))
    output = _run([*command, "-r", str(wanted)], scratch)
    if output.returncode:
        lines = "\n  ".join(output.stdout.strip().splitlines()[-_LINES_TOLD:])
        raise ProjectError(f"{name} could not install the dependencies:\n  {lines}")


def _run(command: Sequence[str], scratch: Path) -> subprocess.CompletedProcess[str]:
    """Runs a step of the build without the user's tokens, settings and home folder."""
    home = scratch / "home"
    home.mkdir(exist_ok=True)
    kept = {name: os.environ[name] for name in ("PATH", "LD_LIBRARY_PATH", "TMPDIR") if name in os.environ}
    environment = {"HOME": str(home), "LANG": "C.UTF-8", "PIP_NO_CACHE_DIR": "1", **kept}
    try:
        return subprocess.run(
            command,
            cwd=scratch,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            timeout=_SECONDS,
        )
    except subprocess.TimeoutExpired as error:
        raise ProjectError(f"The build took more than {_SECONDS / 60:.0f} minutes: {command[0]} was ended.") from error


def site_packages(environment: Path) -> Path:
    root = str(environment)
    return Path(sysconfig.get_path("purelib", "posix_prefix", {"base": root, "platbase": root}))


def add_metadata(environment: Path, wheel: Path) -> None:
    """Adds a wheel's name and entry points without its code, from which tests could import the reference."""
    try:
        with zipfile.ZipFile(wheel) as archive:
            for item in archive.infolist():
                parts = PurePosixPath(item.filename).parts
                wanted = len(parts) == 2 and parts[0].endswith(".dist-info") and ".." not in parts
                if wanted and parts[1] not in ("RECORD", "") and not item.is_dir():
                    folder = site_packages(environment) / parts[0]
                    folder.mkdir(exist_ok=True)
                    (folder / parts[1]).write_bytes(archive.read(item))
    except (zipfile.BadZipFile, OSError) as error:
        raise ProjectError(f"{wheel.name} cannot be read as a wheel: {error}") from error


def add_metadata_of_source(environment: Path, source: Path) -> None:
    """As `add_metadata`, for a release without a wheel: from the folder of `setuptools` in an sdist."""
    for folder in source.glob("*.egg-info"):
        for path in folder.iterdir():
            if path.name in _OF_METADATA:
                goal = site_packages(environment) / folder.name / path.name
                goal.parent.mkdir(exist_ok=True)
                shutil.copyfile(path, goal)


def move_paths(environment: Path, final: Path) -> None:
    """Prepares an environment for moving: its scripts then name the `final` folder."""
    old, new = str(environment).encode(), str(final).encode()
    for path in [environment / "pyvenv.cfg", *(environment / "bin").iterdir()]:
        if path.is_file() and not path.is_symlink():
            content = path.read_bytes()
            if old in content:
                path.write_bytes(content.replace(old, new))


_HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})(?=\s|$)")


@dataclass(frozen=True)
class Pin:
    name: str  # its name on the package index
    version: str
    sha256: tuple[str, ...]  # hashes of the files that may be taken

    @property
    def line(self) -> str:
        return " ".join([f"{self.name}=={self.version}", *(f"--hash=sha256:{value}" for value in self.sha256)])


def read_lock(path: Path) -> list[Pin]:
    """The pins for this interpreter and machine, in lines `NAME==VERSION [; MARKER] --hash=...`."""
    pins = []
    for line in path.read_text(encoding="utf-8").replace("\\\n", " ").splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        requirement = Requirement(line.split(" --hash=", 1)[0].strip())
        hashes = tuple(_HASH.findall(line))
        versions = [item.version for item in requirement.specifier if item.operator == "=="]
        if len(versions) != 1 or not hashes:
            raise UserError(f"{path.name}: {line.split()[0]} is not pinned to one version with its hashes.")
        if requirement.marker is None or requirement.marker.evaluate():
            pins.append(Pin(requirement.name, versions[0], hashes))
    return pins
