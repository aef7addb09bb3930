"""What a piece of code uses of its project, by the place where that is defined."""

from __future__ import annotations

from pathlib import Path

import pytest

from classeval_hf.core.repository_tasks import CodeDependencies, ProjectRelease, RepositoryTask, Target
from classeval_hf.projects.reading import read_repository_completions
from classeval_hf.projects.tools.name_uses import NameUse, name_uses
from classeval_hf.projects.tools.project_index import ProjectIndex
from classeval_hf.sandbox.limited_calls import LimitedCalls

FILES = {
    "src/fleet/__init__.py": "from .ships import Ship\nfrom .ports import *\n",
    "src/fleet/ports.py": "LIMIT = 4\n\ndef find(name) -> 'Port':\n    return Port(name)\n\n"
    "class Port:\n    def __init__(self, name):\n        self.name = name\n    def greet(self): ...\n",
    "src/fleet/ships.py": '''\
import os
from fleet import ports
from . import ports as places
from .ports import Port, find
SPEED = 4
def measure(text):
    return len(text)
class Hull:
    def __init__(self):
        self.width = 1
    def float(self): ...
    def near(self) -> list[Port]: ...
class Ship(Hull):
    COUNT = 0
    def __init__(self, port):
        self.port = Port(port)
        self.log = os.path
    @property
    def home(self):
        return find("home")
    def sail(self, to: Port):
        """Replaced below."""
''',
}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A small project."""
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


PATH = "src/fleet/ships.py"
PORT = ["fleet.ports.Port"]


def dependencies(project: Path, body: str) -> CodeDependencies:
    """Those of `Ship.sail` with this body."""
    uses = name_uses(FILES[PATH].replace('"""Replaced below."""', body), "Ship.sail")
    return ProjectIndex(project).dependencies(PATH, "Ship.sail", uses)


@pytest.mark.parametrize(
    ("body", "kind", "names"),
    [
        ("self.COUNT += 1", "intra_class", ["fleet.ships.Ship.COUNT"]),
        ("me = self; me.sail(me.log)", "intra_class", ["fleet.ships.Ship.log", "fleet.ships.Ship.sail"]),
        ("self.width = 3", "intra_file", ["fleet.ships.Hull.width"]),
        ("super().float()", "intra_file", ["fleet.ships.Hull.float"]),
        ("return [measure(x) + SPEED for x in y]", "intra_file", ["fleet.ships.SPEED", "fleet.ships.measure"]),
        ("measure = 4; return measure", "intra_file", []),
        ("return Hull().width", "intra_file", [f"fleet.ships.Hull{end}" for end in ("", ".__init__", ".width")]),
        ("to.greet()", "cross_file", ["fleet.ports.Port", "fleet.ports.Port.greet"]),
        ("self.port.greet()", "cross_file", ["fleet.ports.Port", "fleet.ports.Port.greet"]),
        ("self.home.name", "cross_file", ["fleet.ports.Port", "fleet.ports.Port.name"]),
        ("p = find(1)\n        with p: p.name", "cross_file", [*PORT, f"{PORT[0]}.name", "fleet.ports.find"]),
        ("places.LIMIT", "cross_file", ["fleet.ports", "fleet.ports.LIMIT", "fleet.ports.Port"]),
        ("ports.find", "cross_file", ["fleet.ports", "fleet.ports.Port", "fleet.ports.find"]),
        ("from fleet import LIMIT\n        LIMIT", "cross_file", ["fleet.LIMIT", "fleet.ports.Port"]),
        ("import fleet.ports as f\n        f.LIMIT", "cross_file", ["fleet.ports", "fleet.ports.LIMIT", *PORT]),
        ("[p.name for p in self.near()]", "cross_file", ["fleet.ports.Port", "fleet.ports.Port.name"]),
        ("for n, p in enumerate(self.near()):\n            p.greet()", "cross_file", [*PORT, f"{PORT[0]}.greet"]),
        ("sorted(self.near())[0].name", "cross_file", [*PORT, f"{PORT[0]}.name"]),
        ("try: a\n        except Port as e: e.greet()", "cross_file", [*PORT, f"{PORT[0]}.greet"]),
        ("os.path.join(unknown, self.unknown)", "intra_class", []),
    ],
)
def test_uses_are_found(project: Path, body: str, kind: str, names: list[str]) -> None:
    """Members, inherited ones, properties, local variables, re-exports, imports within the function."""
    assert list(getattr(dependencies(project, body), kind)) == names


def test_of_a_function_its_decorators_and_default_values_do_not_count(project: Path) -> None:
    """They stand in the file already. In a class that is to be written they count, and its own members do not."""
    source = FILES[PATH].replace("    def sail(self, to: Port", "    @measure\n    def sail(self, to=SPEED")
    index = ProjectIndex(project)

    def found(name: str) -> tuple[str, ...]:
        return index.dependencies(PATH, name, name_uses(source, name)).intra_file

    assert found("Ship.sail") == ()
    assert found("Ship") == ("fleet.ships.Hull", "fleet.ships.SPEED", "fleet.ships.measure")


def test_imports_that_lead_in_circles_end(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("from b import *\nfrom b import x\nclass A(A): pass\n", encoding="utf-8")
    (tmp_path / "b.py").write_text("from a import *\nfrom a import x\ny = y\n", encoding="utf-8")
    (tmp_path / "c.py").write_text("no Python", encoding="utf-8")
    source = "import a, b, c\ndef f():\n    return a.x, b.nothing, b.y.z, a.A.b, c.x\n"
    uses = name_uses(source, "f")
    (tmp_path / "d.py").write_text(source, encoding="utf-8")
    assert set(ProjectIndex(tmp_path).dependencies("d.py", "f", uses).cross_file) <= {"a", "b", "a.A", "b.y"}


def test_completions_have_their_dependencies(project: Path) -> None:
    """Those of a completion are found where it has a place in the file, in names that the data has."""
    task = RepositoryTask("t", ProjectRelease("fleet"), PATH, Target("Ship.sail", "method"), ("tests/a.py::b",))
    index = ProjectIndex(project)
    items = [(task, FILES[PATH], text) for text in ("        self.COUNT = to.name", "        (")]
    with LimitedCalls() as calls:
        good, bad = read_repository_completions(items, calls, index_of=lambda task: index)
    of_port = "fleet.ports.Port", "fleet.ports.Port.name"
    assert good.used == CodeDependencies(("fleet.ships.Ship.COUNT",), (), of_port)
    assert bad.used is None


def test_code_that_is_nested_deep_is_read_in_part() -> None:
    """What stands before it counts."""
    deep = "1" + " + x" * 800
    assert NameUse("name", "y") in name_uses(f"def f():\n    y\n    return {deep}\n", "f")
    nested = "a and (b or (" * 60 + "c" + "))" * 60
    assert NameUse("name", "a") in name_uses(f"def f():\n    z = {nested}\n    return z.x\n", "f")
