"""What a view shows of a project: all Python files but tests, without the target and copies of it."""

from pathlib import Path
from typing import Any

import pytest

from classeval_hf.core.repository_tasks import ProjectRelease, RepositoryTask, Target
from classeval_hf.repository_tools.views import ProjectSources, ProjectView

FILE = '''\
"""Ships."""
from __future__ import annotations
import os
import re, json
from typing import (
    TYPE_CHECKING, Any,
)
from .ports import Port as Harbour, find
if TYPE_CHECKING:
    from .crews import Crew
__all__ = ["Ship", "find"]
class Base:
    def run(self, where: Any): ...
@final
class Ship(Base):
    """A ship."""
    crew: "Crew"
    notes = "annotations"
    def sail(self, to):
        """Sails."""
        port = Harbour(to)
        json.dumps(port)
        return os.fspath(port)
        # the end of sailing
    # the end of the ship
def other(): return re.compile("x")
'''


def view(folder: Path, *target: str, files: Any = None, **fields: object) -> ProjectView:
    for name, text in {"pkg/ships.py": FILE, **(files or {})}.items():
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8", newline="")
    return ProjectView.of(task(*target, **fields), folder)


def task(target: str, kind: str = "class", path: str = "pkg/ships.py", **fields: object) -> RepositoryTask:
    return RepositoryTask("T", ProjectRelease("pkg"), path, Target(target, kind), **fields)


def test_a_class_goes_with_the_imports_that_it_alone_used(tmp_path: Path) -> None:
    """A method keeps its decorators and its signature."""
    found = view(tmp_path, "Ship")
    text = found.texts["pkg/ships.py"]
    assert "Ship(" not in text and "sail" not in text and "end of" not in text and "final" not in text
    assert "import os" not in text and "json" not in text and "Crew" not in text and "Harbour" not in text
    for line in ("from __future__ import annotations\n", "import re\n", "from .ports import find\n", "Any"):
        assert line in text
    assert "if TYPE_CHECKING:\n    pass\n" in text and "class Base" in text and "def other" in text
    assert "class Ship:\n    pass\n" in found.placeholder
    assert found.placeholder.splitlines()[found.position - 1] == "class Ship:"
    text = view(tmp_path, "Ship.sail", "method").texts["pkg/ships.py"]
    assert "    def sail(self, to): pass\n" in text
    assert "Sails" not in text and "Harbour(to)" not in text and "end of sailing" not in text
    assert "# the end of the ship" in text and "import os" in text and '"""A ship."""' in text
    text = "\ufeff" + FILE.replace("\n", "\r\n")
    found = view(tmp_path, "Ship.sail", "method", files={"pkg/ships.py": text})
    assert "def sail(self, to): pass\r\n" in found.texts["pkg/ships.py"], "files of other systems are read as they are"


def test_variants_go_and_other_parts_of_a_property_stay(tmp_path: Path) -> None:
    text = (
        "import sys\nif sys.version_info > (3,):\n    def read(x): return decode(x)\nelse:\n    def read(x):\n"
        "        return decode_old(x)\n\nclass A:\n    @property\n    def name(self):\n        return self._secret\n"
        "    @name.setter\n    def name(self, value):\n        self._secret = check(value)\n"
    )
    file = {"pkg/ships.py": text}
    text = view(tmp_path, "read", "function", files=file).texts["pkg/ships.py"]
    assert "decode" not in text and text.count("def read(x): pass\n") == 2
    text = view(tmp_path, "A.name", "method", files=file).texts["pkg/ships.py"]
    assert "return self._secret" not in text and "check(value)" in text and "decode" in text


def test_copies_are_hidden(tmp_path: Path) -> None:
    body = "    port = find(to)\n    log(port)\n    return port\n"
    files = {
        "pkg/ships.py": f"def sail(to):\n{body}\ndef twin(to):\n    '''Another text.'''\n{body}",
        "build/lib/pkg/ships.py": f"def sail(to):  \n{body}\ndef twin(to):\n    '''Another text.'''\n{body}\n\n",
        "pkg/boats.py": "class Boat:\n    @staticmethod\n    def go(to):\n        # as ships do\n"
        "        port = (find(to))\n        log(port)\n        return port\n\n"
        f"def near(to):\n{body.replace('find', 'look')}",
        "pkg/old.py": f"def sail(to):\n{body}\nprint 'no Python'\n",
        "pkg/small.py": "def sail(to):\n    return 1\n",
    }
    texts = view(tmp_path, "sail", "function", files=files).texts
    assert not [path for path, text in texts.items() if "find(to)" in text]
    assert set(texts) == {"pkg/ships.py", "pkg/boats.py", "pkg/small.py"}
    assert "def go(to): pass" in texts["pkg/boats.py"] and "look(to)" in texts["pkg/boats.py"]
    assert "def twin(to): pass" in texts["pkg/ships.py"] and "return 1" in texts["pkg/small.py"]


def test_copies_of_classes_and_of_methods_under_any_name_are_hidden(tmp_path: Path) -> None:
    changed = FILE.replace("class Ship(Base):", "class Ship(Base):\n    extra = 1\n")
    files = {"a/copy.py": FILE + "\nX = 1\n", "a/changed.py": changed}
    texts = view(tmp_path, "Ship", files=files).texts
    assert "Ship(" not in texts["a/copy.py"] and "X = 1" in texts["a/copy.py"]
    assert "extra = 1" in texts["a/changed.py"] and "def sail(self, to): pass" in texts["a/changed.py"]
    assert "Harbour(to)" not in "".join(texts.values())
    body = "        a = find(to)\n        b = a.depth\n        self.at = b + 1\n        return secret(b)\n"
    files = {
        "pkg/ships.py": f"class Ship:\n    def sail(self, to):\n{body}",
        "pkg/boats.py": f"class Boat:\n    def go(self, to):\n        'Goes.'\n{body}",
        "pkg/functions.py": f"def sail_ship(self, to):\n{body}",
    }
    texts = view(tmp_path / "other", "Ship", files=files).texts
    assert "def go(self, to)" in texts["pkg/boats.py"] and "def sail_ship(self, to)" in texts["pkg/functions.py"]
    assert not [path for path, text in texts.items() if "secret" in text]


HIDDEN = (  # as are links and what cannot be decoded
    *("pkg/test_a.py", "pkg/a_test.py", "conftest.py", "tests/a.py", "pkg/tests/b.py", "testing_trials/b.py"),
    *(".git/a.py", "pkg/__pycache__/a.py", "pkg/ships.pyi"),
    *("tests.py", "test.py", "pkg/tests.py", "pkg/ship_tests.py", "Tests/ships.py", "TEST/ships.py"),
    *("testing/ships.py", "pkg/testing/ships.py", "Test_ships.py", "pkg/tests/deep/ships.py"),
    *("build/lib/pkg/other.py", "build/lib.linux-x86_64-3.11/pkg/other.py", "build/bdist.linux/pkg/other.py"),
    *("old/pkg/ships.py", "vendor/src/pkg/ships.py"),  # the target's file was changed since it was copied
)
SEEN = {
    *("attest.py", "contest/ships.py", "build/helpers.py", "pkg/ships/other.py", "ships.py", "latest.py"),
    *("pkg/ports.py", "checks/a.py"),
}


def test_tests_copies_and_what_is_no_source_are_left_out(tmp_path: Path) -> None:
    (tmp_path / "pkg").mkdir()
    (tmp_path / "pkg" / "latin.py").write_bytes(b"x = '\xe9'\n")
    outside = tmp_path.parent / f"{tmp_path.name}-outside.py"
    outside.write_text("x = 1\n")
    (tmp_path / "pkg" / "link.py").symlink_to(outside)
    files = dict.fromkeys((*HIDDEN, *SEEN), "def leak():\n    return 1\n")
    found = view(tmp_path, "Ship", files=files, tests=("testing_trials/test_x.py::test_y",))
    assert set(found.texts) == {"pkg/ships.py", *SEEN}
    other = {"testing_trials/b.py", *SEEN} - {"checks/a.py"}
    assert set(ProjectView.of(task("Ship", "class"), tmp_path, "checks").texts) == {"pkg/ships.py", *other}


def test_renamed_symbols(tmp_path: Path) -> None:
    names = {"shIp": "Ship", "hArbour": "Harbour", "HARbour": "Harbour"}
    for name in ("shIp", "Ship"):
        found = view(tmp_path, name, paraphrase=names)
        assert found.target.name == "Ship" and "class Ship" not in found.texts["pkg/ships.py"]
    assert found.own("shIp(hArbour)") == "Ship(Harbour)" == found.own("Ship(HARbour)")
    assert found.shown("Ship Harbour Shipyard") == "shIp HARbour Shipyard"


def test_tasks_share_what_is_read_and_no_view_shows_its_target(tmp_path: Path) -> None:
    """Files, targets and kinds that are not there are named."""
    for of_task, message in (
        (("Ship", "class", "pkg/boats.py"), r"has no file pkg/boats\.py"),
        (("Boat", "class"), "does not define Boat"),
        (("Ship", "method"), "is no method"),
    ):
        with pytest.raises(ValueError, match=message):
            view(tmp_path, *of_task)
    view(tmp_path, "Ship", files={"pkg/ports.py": "def find(x):\n    return 1\n"})
    sources = ProjectSources()
    first = ProjectView.of(task("Ship", "class"), tmp_path, sources=sources)
    second = ProjectView.of(task("find", "function", "pkg/ports.py"), tmp_path, sources=sources)
    assert "class Ship" not in first.texts["pkg/ships.py"] and "class Ship" in second.texts["pkg/ships.py"]
    assert "return 1" in first.texts["pkg/ports.py"] and "return 1" not in second.texts["pkg/ports.py"]


def test_examples_that_try_the_target_are_hidden(tmp_path: Path) -> None:
    other = (
        '"""\nBoats and ships.\n\n>>> ship = Ship("Ann")\n>>> ship.sail(3)\n42\n\nA ship sails. >>> is shown.\n"""\n'
        'def boat():\n    """A boat.\n\n    >>> for name in [1]:\n    ...     boat()\n    43"""\n    return 1\n'
        '# >>> Ship("Bob").sail(5)\n# 44\nx = """\n>>> Ship.\n"""\n'
    )
    plain = 'def port():\n    """\n    >>> port()\n    45\n    """\n    return "Ship"\n'
    texts = view(tmp_path, "Ship", files={"pkg/a.py": other, "pkg/b.py": plain}).texts
    assert not [number for number in ("42", "43", "44") if number in texts["pkg/a.py"]]
    assert "A ship sails. >>> is shown." in texts["pkg/a.py"] and "return 1" in texts["pkg/a.py"]
    assert "45" in texts["pkg/b.py"], "of examples that do not try the target"
