"""What a masked project shows, without the target and copies of it; and no tool shows more, whatever is asked."""

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from places import ROOT
from programs import run_python
from slow_and_full import one_in

from classeval_hf.core.repository_tasks import ProjectRelease, RepositoryTask, Target
from classeval_hf.projects.located_tasks import ProjectFolders
from classeval_hf.projects.tools import masked_project
from classeval_hf.projects.tools.masked_project import Masked, MaskedProject, ProjectSources
from classeval_hf.projects.tools.retrieval import BM25Retriever
from classeval_hf.projects.tools.tools import RepositoryTools, ToolCall
from classeval_hf.reading.definitions import Definition, find_definition
from classeval_hf.sandbox.limited_calls import LimitedCalls
from classeval_hf.tasks.splits import installed_repository_splits, load_repository_tasks

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


def masked(folder: Path, *target: str, files: Any = None, **fields: object) -> MaskedProject:
    for name, text in {"pkg/ships.py": FILE, **(files or {})}.items():
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8", newline="")
    return MaskedProject.of(task(*target, **fields), folder)


def task(target: str, kind: str = "class", path: str = "pkg/ships.py", **fields: object) -> RepositoryTask:
    return RepositoryTask("T", ProjectRelease("pkg"), path, Target(target, kind), **fields)


def test_a_class_goes_with_the_imports_that_it_alone_used(tmp_path: Path) -> None:
    """A method keeps its decorators and its signature."""
    found = masked(tmp_path, "Ship")
    text = found.texts["pkg/ships.py"]
    assert "Ship(" not in text and "sail" not in text and "end of" not in text and "final" not in text
    assert "import os" not in text and "json" not in text and "Crew" not in text and "Harbour" not in text
    for line in ("from __future__ import annotations\n", "import re\n", "from .ports import find\n", "Any"):
        assert line in text
    assert "if TYPE_CHECKING:\n    pass\n" in text and "class Base" in text and "def other" in text
    assert "class Ship:\n    pass\n" in found.placeholder
    assert found.placeholder.splitlines()[found.position - 1] == "class Ship:"
    text = masked(tmp_path, "Ship.sail", "method").texts["pkg/ships.py"]
    assert "    def sail(self, to): pass\n" in text
    assert "Sails" not in text and "Harbour(to)" not in text and "end of sailing" not in text
    assert "# the end of the ship" in text and "import os" in text and '"""A ship."""' in text
    text = "\ufeff" + FILE.replace("\n", "\r\n")
    found = masked(tmp_path, "Ship.sail", "method", files={"pkg/ships.py": text})
    assert "def sail(self, to): pass\r\n" in found.texts["pkg/ships.py"], "files of other systems are read as they are"


def test_variants_go_and_other_parts_of_a_property_stay(tmp_path: Path) -> None:
    text = (
        "import sys\nif sys.version_info > (3,):\n    def read(x): return decode(x)\nelse:\n    def read(x):\n"
        "        return decode_old(x)\n\nclass A:\n    @property\n    def name(self):\n        return self._secret\n"
        "    @name.setter\n    def name(self, value):\n        self._secret = check(value)\n"
    )
    file = {"pkg/ships.py": text}
    text = masked(tmp_path, "read", "function", files=file).texts["pkg/ships.py"]
    assert "decode" not in text and text.count("def read(x): pass\n") == 2
    text = masked(tmp_path, "A.name", "method", files=file).texts["pkg/ships.py"]
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
    texts = masked(tmp_path, "sail", "function", files=files).texts
    assert not [path for path, text in texts.items() if "find(to)" in text]
    assert set(texts) == {"pkg/ships.py", "pkg/boats.py", "pkg/small.py"}
    assert "def go(to): pass" in texts["pkg/boats.py"] and "look(to)" in texts["pkg/boats.py"]
    assert "def twin(to): pass" in texts["pkg/ships.py"] and "return 1" in texts["pkg/small.py"]


def test_copies_of_classes_and_of_methods_under_any_name_are_hidden(tmp_path: Path) -> None:
    changed = FILE.replace("class Ship(Base):", "class Ship(Base):\n    extra = 1\n")
    files = {"a/copy.py": FILE + "\nX = 1\n", "a/changed.py": changed}
    texts = masked(tmp_path, "Ship", files=files).texts
    assert "Ship(" not in texts["a/copy.py"] and "X = 1" in texts["a/copy.py"]
    assert "extra = 1" in texts["a/changed.py"] and "def sail(self, to): pass" in texts["a/changed.py"]
    assert "Harbour(to)" not in "".join(texts.values())
    body = "        a = find(to)\n        b = a.depth\n        self.at = b + 1\n        return secret(b)\n"
    files = {
        "pkg/ships.py": f"class Ship:\n    def sail(self, to):\n{body}",
        "pkg/boats.py": f"class Boat:\n    def go(self, to):\n        'Goes.'\n{body}",
        "pkg/functions.py": f"def sail_ship(self, to):\n{body}",
    }
    texts = masked(tmp_path / "other", "Ship", files=files).texts
    assert "def go(self, to)" in texts["pkg/boats.py"] and "def sail_ship(self, to)" in texts["pkg/functions.py"]
    assert not [path for path, text in texts.items() if "secret" in text]


def test_changed_copies_are_hidden(tmp_path: Path) -> None:
    """Renamed, with another line, in another layout; not what has another body of the same length."""
    lines = ["a = find(to)", "b = a.depth + 1", "if b > 2:", "    log(b)", "self.at = b", "return secret(a, b)"]
    kept = ["x = to.first", "y = x.next", "if y > 2:", "    tell(y)", "self.to = y", "return open_to(x, y)"]
    goes, stays = "class Boat:\n    def go(self, to):\n", "    def stay(self, to):\n"
    changed = [line.replace("a", "deep").replace("deept", "at") for line in lines]
    bodies = {"sail": lines, "Boat.go": changed, "other": kept, "late": [*lines[:4], "log('more')", *lines[4:]]}
    text = {name: "".join(f"        {line}\n" for line in body) for name, body in bodies.items()}
    files = {
        "pkg/ships.py": f"class Ship:\n    def sail(self, to):\n{text['sail']}",
        "pkg/boats.py": goes + text["Boat.go"] + stays + text["other"],
        "pkg/late.py": f"class Late:\n    def sail(self, to):\n{text['late']}",
    }
    texts = masked(tmp_path, "Ship.sail", "method", files=files).texts
    assert "secret" not in "".join(texts.values()) and "open_to" in texts["pkg/boats.py"]


HIDDEN = (  # as are links and what cannot be decoded
    *("pkg/test_a.py", "pkg/a_test.py", "conftest.py", "tests/a.py", "pkg/tests/b.py", "testing_trials/b.py"),
    *("unit_tests/a.py", "pkg/tests-unit/a.py", "pkg/Functional_Test/a.py", "unittests/a.py"),
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
    found = masked(tmp_path, "Ship", files=files, tests=("testing_trials/test_x.py::test_y",))
    assert set(found.texts) == {"pkg/ships.py", *SEEN}
    other = {"testing_trials/b.py", *SEEN} - {"checks/a.py"}
    assert set(MaskedProject.of(task("Ship", "class"), tmp_path, "checks").texts) == {"pkg/ships.py", *other}


def test_renamed_symbols(tmp_path: Path) -> None:
    names = {"shIp": "Ship", "hArbour": "Harbour", "HARbour": "Harbour"}
    for name in ("shIp", "Ship"):
        found = masked(tmp_path, name, paraphrase=names)
        assert found.target.name == "Ship" and "class Ship" not in found.texts["pkg/ships.py"]
    assert found.own("shIp(hArbour)") == "Ship(Harbour)" == found.own("Ship(HARbour)")
    assert found.shown("Ship Harbour Shipyard") == "shIp HARbour Shipyard"


def test_tasks_share_what_is_read_and_no_view_shows_its_target(tmp_path: Path) -> None:
    """Files, targets and kinds that are not there are named."""
    for of_task, message in (
        (("Ship", "class", "pkg/boats.py"), r"has no file pkg/boats\.py"),
        (("Boat", "class"), "does not define Boat"),
        (("Ship", "method"), "is not a method"),
    ):
        with pytest.raises(ValueError, match=message):
            masked(tmp_path, *of_task)
    masked(tmp_path, "Ship", files={"pkg/ports.py": "def find(x):\n    return 1\n"})
    sources = ProjectSources()
    first = MaskedProject.of(task("Ship", "class"), tmp_path, sources=sources)
    second = MaskedProject.of(task("find", "function", "pkg/ports.py"), tmp_path, sources=sources)
    assert "class Ship" not in first.texts["pkg/ships.py"] and "class Ship" in second.texts["pkg/ships.py"]
    assert "return 1" in first.texts["pkg/ports.py"] and "return 1" not in second.texts["pkg/ports.py"]


def test_examples_that_try_the_target_are_hidden(tmp_path: Path) -> None:
    other = (
        '"""\nBoats and ships.\n\n>>> ship = Ship("Ann")\n>>> ship.sail(3)\n42\n\nA ship sails. >>> is shown.\n"""\n'
        'def boat():\n    """A boat.\n\n    >>> for name in [1]:\n    ...     boat()\n    43"""\n    return 1\n'
        '# >>> Ship("Bob").sail(5)\n# 44\nx = """\n>>> Ship.\n"""\n'
    )
    plain = 'def port():\n    """\n    >>> port()\n    45\n    """\n    return "Ship"\n'
    texts = masked(tmp_path, "Ship", files={"pkg/a.py": other, "pkg/b.py": plain}).texts
    assert not [number for number in ("42", "43", "44") if number in texts["pkg/a.py"]]
    assert "A ship sails. >>> is shown." in texts["pkg/a.py"] and "return 1" in texts["pkg/a.py"]
    assert "45" in texts["pkg/b.py"], "of examples that do not try the target"


TASKS = load_repository_tasks("open_repo")
SOURCES, FOLDERS, RETRIEVER = ProjectSources(), ProjectFolders(), BM25Retriever()
_PIECE = 400
_WORD = re.compile(r"\w+")


def lines_shown(masked: MaskedProject, found: Definition, raw: Mapping[str, str], outputs: Iterable[str]) -> list[str]:
    """Own lines of the reference in what a tool said; neither spaces nor quotes count, nor lines of one name."""
    file = found.file
    outside = file.text[: found.header_end[1]] + "\n" + file.text[found.end :]
    elsewhere = "\n".join([*(_plain(raw[path]) for path in masked.summaries if path != masked.path), _plain(outside)])
    lines = {line: None for line in file.text[found.header_end[1] : found.end].splitlines() if line.strip()}
    own = [line.strip() for line in lines if len(_WORD.findall(line)) > 1 and _plain(line) not in elsewhere]
    said = "\n".join(map(_plain, outputs))
    return [line for line in own if _plain(line) in said or _plain(masked.shown(line)) in said]


def ask_for_everything(tools: RepositoryTools, masked: MaskedProject, text: str) -> Iterator[str]:
    """What tools say when they are asked for all that there is, and for what is most like the reference."""
    yield from ask_around_the_target(tools, masked, text)
    for summary in masked.summaries.values():
        for symbol in summary.symbols:
            owner, _, name = symbol.name.rpartition(".")
            yield from _ask(tools, symbol.kind, owner, name, text)


def ask_around_the_target(tools: RepositoryTools, masked: MaskedProject, text: str) -> Iterator[str]:
    """What tools say of the target, of all in its file, and of what is most like the reference."""
    pieces = [text, *(text[start : start + _PIECE] for start in range(0, len(text), _PIECE))]
    for piece in pieces:
        yield from (snippet.text for snippet in tools.related_snippets(piece, 10))
        yield tools.call(ToolCall("get_relevant_code", (piece,)), candidate="").output
    owner, _, name = masked.target.name.rpartition(".")
    for kind in ("class", "method", "function"):
        yield from _ask(tools, kind, owner, name, text)
    for symbol in masked.summaries[masked.path].symbols:
        yield from _ask(tools, symbol.kind, *symbol.name.rpartition(".")[::2], text)
    for candidate in (text, "pass", f"def {name}(self): return {name}", f"class {name}: pass"):
        yield tools.call(ToolCall("get_imports"), candidate=candidate).output.replace(candidate, "")


def _ask(tools: RepositoryTools, kind: str, owner: str, name: str, thought: str) -> Iterator[str]:
    if kind == "class":
        yield tools.call(ToolCall("get_class_info", (name,)), candidate="", thought=thought).output
    for tool in ("get_signature", "get_method_body"):
        yield tools.call(ToolCall(tool, (owner, name)), candidate="", thought=thought).output


def _plain(text: str) -> str:
    return "".join(text.split()).replace('"', "'")


def leaks(task: RepositoryTask, calls: LimitedCalls, everything: bool = True) -> list[str]:
    """Lines of a task's reference that tools show, and that are nowhere else in its project."""
    tree = FOLDERS.of(task).tree
    masked = MaskedProject.of(task, tree, sources=SOURCES)
    tools = RepositoryTools(masked, RETRIEVER, calls=calls)
    found = find_definition(SOURCES.texts(tree)[masked.path], masked.target.name, task.position)
    ask = ask_for_everything if everything else ask_around_the_target
    return lines_shown(masked, found, SOURCES.texts(tree), [*masked.texts.values(), *ask(tools, masked, found.text)])


@pytest.mark.parametrize("task", one_in(5, TASKS), ids=lambda task: task.task_id)
def test_nothing_of_the_reference_is_shown(task: RepositoryTask, calls: LimitedCalls) -> None:
    assert leaks(task, calls) == []


@pytest.mark.parametrize("task", [TASKS[0], TASKS[5], TASKS[7]], ids=lambda task: task.target.kind)
def test_the_check_sees_leaks(task: RepositoryTask, calls: LimitedCalls, monkeypatch: pytest.MonkeyPatch) -> None:
    def mask_nothing(text: str, name: str, position: int) -> Masked:
        found = find_definition(text, name, position)
        return Masked(text, text, found.node.lineno, name, (found,))

    monkeypatch.setattr(masked_project, "mask_target", mask_nothing)
    monkeypatch.setattr(masked_project, "normal_form", id)
    monkeypatch.setattr(masked_project, "_lines_of", lambda node: frozenset({id(node)}))
    assert len(leaks(task, calls)) > 3


def test_once_a_view_is_made_no_file_of_the_project_is_opened(calls: LimitedCalls, tmp_path: Path) -> None:
    script = """
import sys
from pathlib import Path
from classeval_hf.core.repository_tasks import ProjectRelease, RepositoryTask, Target
from classeval_hf.projects.tools.retrieval import BM25Retriever
from classeval_hf.projects.tools.tools import ToolCall
from classeval_hf.projects.tools.tools import ToolCall
from classeval_hf.projects.tools.tools import RepositoryTools
from classeval_hf.projects.tools.masked_project import MaskedProject
from classeval_hf.sandbox.limited_calls import LimitedCalls
folder = Path(sys.argv[1])
task = RepositoryTask("T", ProjectRelease("p"), "pkg/a.py", Target("A.f", "method"))
masked = MaskedProject.of(task, folder)
retriever, opened = BM25Retriever(), []
sys.addaudithook(lambda event, args: opened.append(str(args[0])) if event == "open" else None)
with LimitedCalls() as calls:
    tools = RepositoryTools(masked, retriever, calls=calls)
    for call in (("get_class_info", "A"), ("get_method_body", "A", "f"), ("get_relevant_code", "f"), ("get_imports",)):
        tools.call(ToolCall(call[0], call[1:]), candidate="return f()")
    tools.related_snippets("A f")
(folder / "pkg" / "a.py").read_text()  # so that the hook is known to see it
print([path for path in opened if path.startswith(str(folder))])
"""
    (tmp_path / "pkg").mkdir()
    (tmp_path / "pkg" / "a.py").write_text("class A:\n    def f(self):\n        return 1\n")
    done = run_python("-c", script, tmp_path, check=True, cwd=ROOT)
    assert done.stdout.strip() == str([str(tmp_path / "pkg" / "a.py")])


@pytest.mark.full
@pytest.mark.skipif("CLASSEVAL_PROJECTS" not in os.environ, reason="set CLASSEVAL_PROJECTS to a home with projects")
def test_nothing_is_shown_of_installed_projects(calls: LimitedCalls, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_HOME", os.environ["CLASSEVAL_PROJECTS"])
    for name in set(installed_repository_splits()) - {"open_repo"}:
        tasks = [task for task in load_repository_tasks(name) if task.can_be_run]
        unavailable = FOLDERS.unavailable(tasks)
        available = [task for task in tasks if task.task_id not in unavailable]
        found = {task.task_id: leaks(task, calls, everything=False) for task in available}
        assert not any(found.values()), found
