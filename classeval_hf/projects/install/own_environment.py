"""Environments of projects in folders. Our own projects get only pytest, since this package's environment contains
their references; a user's project gets the packages of a named interpreter, recorded outside the folder."""

import ast
import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from importlib import metadata
from pathlib import Path

import msgspec
from packaging.requirements import Requirement

from classeval_hf.core.errors import ProjectError, in_words
from classeval_hf.core.storage import cache_directory, write_whole
from classeval_hf.core.syntax import parse_or_none
from classeval_hf.sandbox.code_transfer import ask_interpreter

_SITE = "import json, sysconfig as s; print(json.dumps(sorted({s.get_path('purelib'), s.get_path('platlib')})))"

_MAX_LIBRARIES, _OFTEN = 200, 2  # a library counts if so many files import it, or one `conftest.py`


@dataclass(frozen=True)
class OwnEnvironment:
    """The interpreter that runs the tests of a user's project, and the folders of its packages."""

    python: str
    packages: tuple[str, ...]

    @classmethod
    def of(cls, program: str | None) -> "OwnEnvironment":
        """The environment of an interpreter, by default this one; it runs without the user's variables."""
        path = shutil.which(program or sys.executable)
        if path is None:
            raise ProjectError(
                f"--python {program}: there is no such program. Name the interpreter of the project's environment."
            )
        python = str(Path(path).absolute())  # not resolved: a virtual environment's interpreter is a link
        try:
            return cls(python, tuple(json.loads(ask_interpreter(python, "-I", "-c", _SITE))))
        except (OSError, subprocess.SubprocessError, ValueError) as error:
            reason = "it is no Python" if isinstance(error, ValueError) else in_words(error).rstrip(".")
            raise ProjectError(
                f"The interpreter {python} cannot be run: {reason}. Name another by --python."
            ) from error

    @classmethod
    def recorded(cls, sha256: str) -> "OwnEnvironment | None":
        """The environment recorded on this machine for folders of this content."""
        try:
            return msgspec.json.decode(_record(sha256).read_bytes(), type=cls)
        except (OSError, msgspec.DecodeError):
            return None

    def record(self, sha256: str) -> None:
        """Records it for all folders of this content: a folder's own files must not name a program."""
        _record(sha256).parent.mkdir(parents=True, exist_ok=True)
        write_whole(_record(sha256), json.dumps(asdict(self)))


def _record(sha256: str) -> Path:
    return cache_directory() / "projects" / "own-environments" / f"{sha256}.json"


def check_no_copy(packages: tuple[str, ...], modules: Iterable[str]) -> None:
    """Refuses an environment with a copy of a project, in which samples could read the reference."""
    for folder in packages:
        for name in modules:
            if Path(folder, name).exists():
                raise ProjectError(
                    f"{folder} holds a copy of {name}, in which samples could read the reference: uninstall it there, "
                    "or name an environment without it by --python."
                )


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
    there: dict[str, bool] = {}
    for path in filter(Path.is_file, sorted(tree.rglob("*.py"))):
        module, names = parse_or_none(path.read_text("utf-8-sig", "replace")), set[str]()
        for node in module.body if module is not None else ():
            if isinstance(node, ast.Import):
                names.update(alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                names.add(node.module)
        for name in names:
            top = name.partition(".")[0]
            if top not in there:
                there[top] = (
                    any((folder / top).is_dir() or list(folder.glob(f"{top}.*")) for folder in packages)
                    and not list(tree.glob(f"{top}*"))
                    and not list(tree.glob(f"src/{top}*"))
                )
            if there[top]:
                counts[name] += _OFTEN if path.name == "conftest.py" else 1
    return tuple(name for name, count in counts.most_common(_MAX_LIBRARIES) if count >= _OFTEN)
