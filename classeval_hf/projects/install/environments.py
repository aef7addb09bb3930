"""Environments of projects. Those of benchmarks are built without network, from lock files and downloaded files. Our
own projects get only pytest, since this package's environment contains their references. A user's project gets the
packages of a named interpreter, which is recorded outside the folder."""

import ast
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib import metadata
from itertools import product
from pathlib import Path, PurePosixPath

import msgspec
from packaging.requirements import Requirement

from classeval_hf.core.errors import ProjectError, UserError
from classeval_hf.core.files import cache_directory, in_words, write_whole
from classeval_hf.core.syntax import parse_or_none
from classeval_hf.sandbox.code_transfer import ask_interpreter

_OLDEST_PIP, _SECONDS, _SHOWN_LINES = (22, 3), 3600.0, 25
_RECORDS = "projects/own-environments"  # folder below `HF_HOME`
_OF_METADATA = ("PKG-INFO", "entry_points.txt", "requires.txt")
_HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})(?=\s|$)")
_SITE = "import json, sysconfig as s; print(json.dumps(sorted({s.get_path('purelib'), s.get_path('platlib')})))"
_MAX_LIBRARIES, _OFTEN = 200, 2  # a library counts if so many files import it, or one `conftest.py`


@dataclass(frozen=True)
class WantedFile:
    name: str  # its distribution, by its name on the package index
    version: str
    sha256: tuple[str, ...]  # allowed hashes
    file: str = ""  # name of the file; by default, the best for this interpreter is taken


def read_lock(path: Path) -> list[WantedFile]:
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
            pins.append(WantedFile(requirement.name, versions[0], hashes))
    return pins


def build_environment(environment: Path, pins: Sequence[WantedFile], files: Mapping[str, Path], scratch: Path) -> str:
    """Installs exactly the pins: first wheels, without running their code; then sdists, with pinned build tools.
    Returns the name of the installer: `uv` if it is on the path, else this interpreter's pip."""
    venv.EnvBuilder(symlinks=True, with_pip=False).create(environment)
    python = str(environment / "bin" / "python")
    downloads = next(iter(files.values())).parent if files else scratch
    local = ["--no-index", "--find-links", str(downloads), "--no-deps", "--require-hashes"]
    uv = shutil.which("uv")
    if uv is not None:
        name = "uv"
        command = [uv, "pip", "install", "--no-config", "--no-cache", "--offline", "--python", python, *local]
    else:
        try:
            version = metadata.version("pip")
        except metadata.PackageNotFoundError:
            raise ProjectError("pip is missing here: install it with `python -m ensurepip`.") from None
        if tuple(map(int, version.split(".")[:2])) < _OLDEST_PIP:
            raise ProjectError(
                f"pip {version} is too old: python -m pip install --upgrade pip (22.3 or later), or use uv."
            )
        name = f"pip {version}"
        command = [sys.executable, "-m", "pip", "--isolated", "--python", python, "install", *local, "--no-compile"]
        command += ["--no-warn-script-location", "--disable-pip-version-check", "--quiet"]
    wheels = [pin for pin in pins if files[pin.name].suffix == ".whl"]
    sdists = [pin for pin in pins if pin not in wheels]
    for options, chosen in (([], wheels), (["--no-build-isolation"], sdists)):
        if chosen:
            wanted, lines = scratch / "requirements.txt", ""
            for pin in chosen:
                hashes = (f"--hash=sha256:{value}" for value in pin.sha256)
                lines += " ".join([f"{pin.name}=={pin.version}", *hashes]) + "\n"
            wanted.write_text(lines)
            output = _run([*command, *options, "-r", str(wanted)], scratch)
            if output.returncode:
                shown = "\n  ".join(output.stdout.strip().splitlines()[-_SHOWN_LINES:])
                raise ProjectError(f"{name} could not install the dependencies:\n  {shown}")
    compiler = [python, "-I", "-S", "-m", "compileall", "-q", "--invalidation-mode", "checked-hash"]
    # Its status is ignored: some distributions contain files for other versions of Python, which nothing imports.
    _run([*compiler, str(site_packages(environment))], scratch)
    return name


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


def finish_environment(environment: Path, wheels: Sequence[Path], source: Path, final: Path) -> None:
    """Adds name and entry points of a project without its code, from which tests could import the reference: from
    wheels, or else from the folder that `setuptools` left in the sdist. Scripts then name the `final` folder."""
    for wheel in wheels:
        try:
            with zipfile.ZipFile(wheel) as archive:
                for item in archive.infolist():
                    parts = PurePosixPath(item.filename).parts
                    is_metadata = len(parts) == 2 and parts[0].endswith(".dist-info")
                    if is_metadata and parts[1] not in ("..", "RECORD") and not item.is_dir():
                        folder = site_packages(environment) / parts[0]
                        folder.mkdir(exist_ok=True)
                        (folder / parts[1]).write_bytes(archive.read(item))
        except (zipfile.BadZipFile, OSError) as error:
            raise ProjectError(f"{wheel.name} cannot be read as a wheel: {error}") from error
    for path in () if wheels else source.glob("*.egg-info/*"):
        if path.name in _OF_METADATA:
            goal = site_packages(environment) / path.parent.name / path.name
            goal.parent.mkdir(exist_ok=True)
            shutil.copyfile(path, goal)
    old, new = str(environment).encode(), str(final).encode()
    for path in [environment / "pyvenv.cfg", *(environment / "bin").iterdir()]:
        if path.is_file() and not path.is_symlink() and old in (content := path.read_bytes()):
            path.write_bytes(content.replace(old, new))


@dataclass(frozen=True)
class OwnEnvironment:
    """The interpreter that runs the tests of a user's project, and the folders of its packages."""

    python: str
    packages: tuple[str, ...]

    @classmethod
    def of(cls, program: str | None, modules: Iterable[str] = ()) -> "OwnEnvironment":
        """The environment of an interpreter, by default this one; it runs without the user's variables. One with a
        copy of the project's modules is refused: samples could read the reference there."""
        if (path := shutil.which(program or sys.executable)) is None:
            raise ProjectError(
                f"--python {program}: there is no such program. Name the interpreter of the project's environment."
            )
        python = str(Path(path).absolute())  # not resolved: a virtual environment's interpreter is a link
        try:
            packages = tuple(json.loads(ask_interpreter(python, "-I", "-c", _SITE)))
        except (OSError, subprocess.SubprocessError, ValueError) as error:
            reason = "it is not Python" if isinstance(error, ValueError) else in_words(error).rstrip(".")
            raise ProjectError(
                f"The interpreter {python} cannot be run: {reason}. Name another by --python."
            ) from error
        for folder, name in product(packages, modules):
            if Path(folder, name).exists():
                raise ProjectError(
                    f"{folder} holds a copy of {name}, in which samples could read the reference: uninstall it there, "
                    "or name an environment without it by --python."
                )
        return cls(python, packages)

    @classmethod
    def recorded(cls, sha256: str) -> "OwnEnvironment | None":
        """The environment recorded on this machine for folders of this content."""
        try:
            return msgspec.json.decode((cache_directory() / _RECORDS / f"{sha256}.json").read_bytes(), type=cls)
        except (OSError, msgspec.DecodeError):
            return None

    def record(self, sha256: str) -> None:
        """Records it for all folders of this content: a folder's own files must not name a program."""
        folder = cache_directory() / _RECORDS
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(folder / f"{sha256}.json", json.dumps(asdict(self)))


def pytest_packages() -> Path:
    """A folder below `HF_HOME` with copies of the installed pytest and its requirements, made once per version."""
    distributions, wanted = dict[str, metadata.Distribution](), ["pytest"]
    for name in wanted:  # grows while it is walked
        if name not in distributions:
            try:
                item = distributions[name] = metadata.distribution(name)
            except metadata.PackageNotFoundError:
                raise ProjectError(f"{name} is missing here: pip install pytest") from None
            needed = map(Requirement, item.requires or ())
            wanted += [each.name for each in needed if each.marker is None or each.marker.evaluate({"extra": ""})]
    pins = sorted(f"{item.metadata['Name']}=={item.version}" for item in distributions.values())
    python = ".".join(map(str, sys.version_info[:3]))
    digest = hashlib.sha256("\n".join([sys.executable, python, *pins]).encode()).hexdigest()[:12]
    folder = cache_directory() / "projects" / f"pytest-{digest}"
    if not folder.is_dir():
        scratch = folder.with_name(f"{folder.name}.{os.getpid()}")
        shutil.rmtree(scratch, ignore_errors=True)
        for item in distributions.values():
            for file in item.files or ():  # modules and their data, without scripts and byte code
                if ".." not in file.parts and "__pycache__" not in file.parts:
                    goal = scratch / file
                    goal.parent.mkdir(parents=True, exist_ok=True)
                    shutil.copyfile(str(item.locate_file(file)), goal)
        try:
            scratch.rename(folder)
        except OSError:  # another process was first
            shutil.rmtree(scratch)
            if not folder.is_dir():
                raise
    return folder


def library_imports(tree: Path, packages: Sequence[Path]) -> tuple[str, ...]:
    """Modules of libraries in `packages` that a project's files import, the most used first."""
    counts: Counter[str] = Counter()
    for path in filter(Path.is_file, sorted(tree.rglob("*.py"))):
        module, names = parse_or_none(path.read_text("utf-8-sig", "replace")), set[str]()
        for node in module.body if module is not None else ():
            if isinstance(node, ast.Import):
                names.update(alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                names.add(node.module)
        for name in names:
            counts[name] += _OFTEN if path.name == "conftest.py" else 1
    tops = {name.partition(".")[0] for name in counts}
    own = {top for top in tops if any(tree.glob(f"{top}*")) or any(tree.glob(f"src/{top}*"))}
    installed = {
        top for top in tops - own if any((one / top).is_dir() or any(one.glob(f"{top}.*")) for one in packages)
    }
    known = [pair for pair in counts.most_common() if pair[0].partition(".")[0] in installed]
    return tuple(name for name, count in known[:_MAX_LIBRARIES] if count >= _OFTEN)
