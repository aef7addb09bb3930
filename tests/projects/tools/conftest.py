"""A small project to use tools on, and the processes that read candidates."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from classeval_hf.core.repository_tasks import ProjectRelease, RepositoryTask, Target
from classeval_hf.projects.tools.masked_project import MaskedProject
from classeval_hf.projects.tools.retrieval import BM25Retriever
from classeval_hf.projects.tools.tools import RepositoryTools
from classeval_hf.sandbox.limited_calls import LimitedCalls

FILES = {
    "src/fleet/__init__.py": "from .ships import Ship\nfrom .ports import *\n",
    "src/fleet/errors.py": "class FleetError(Exception): ...\n",
    "src/fleet/ports.py": '''\
import numpy as np
from typing import Any
from dataclasses import dataclass
LIMIT = 4
def find(name: str, *, deep: bool = False) -> "Port":
    """Finds a port by its name.

    More of this.
    """
    return Port(name, np.zeros(3))
@dataclass
class Port:
    """A port."""
    name: str
    depths: Any = None
    def greet(self):
        return f"This is {self.name}"
''',
    "src/fleet/ships.py": '''\
import abc
from fleet import ports
from .ports import Port
from .errors import FleetError
from somewhere import Engine
SPEED = 4
class Hull(Engine, abc.ABC):
    def __init__(self, width: int = 1):
        self.width = width
        self._log: list[str] = []
    @property
    def area(self) -> float:
        """How much water it covers."""
        return self.width * 2.0
    @abc.abstractmethod
    async def float(self, *, water: Port) -> None:
        """Floats."""
class Ship(Hull):
    COUNT: int = 0
    @classmethod
    def make(cls, home):
        return cls(home)
    @staticmethod
    def knots(): ...
    def sail(self, to: Port):
        raise FleetError(ports.find(to.name), self.width, SPEED)
''',
    "src/fleet/boats.py": '''\
class Ship:
    """Another ship."""
    def sail(self): ...
def long(x):
''' + "".join(f"    x += {number}\n" for number in range(100)) + "    return x\n",
    "docs/sample.py": "class Sample: ...\n",
}  # fmt: skip
MakeTools = Callable[..., RepositoryTools]


@pytest.fixture(scope="module")
def calls() -> Iterator[LimitedCalls]:
    with LimitedCalls() as found:
        yield found


@pytest.fixture
def make_tools(tmp_path: Path, calls: LimitedCalls) -> MakeTools:
    """Makes the tools of a task of it, with further files, and fields of the task."""

    def make(
        target: str = "Ship",
        kind: str = "class",
        path: str = "src/fleet/ships.py",
        disabled: tuple[str, ...] = (),
        files: Mapping[str, str] | None = None,
        **fields: object,
    ) -> RepositoryTools:
        for name, text in {**FILES, **(files or {})}.items():
            place = tmp_path / name
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text, encoding="utf-8")
        task = RepositoryTask("T", ProjectRelease("fleet"), path, Target(target, kind), **fields)
        return RepositoryTools(MaskedProject.of(task, tmp_path), BM25Retriever(), disabled, calls=calls)

    return make
