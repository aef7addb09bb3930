"""`classeval-hf projects new`: a project of the user's as tasks, and what is refused."""

import ast
import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from benchmark_data import write_lines
from slow_cases import one_in, slow

from classeval_hf.cli import main
from classeval_hf.tasks.project_folders import read_project_folder
from classeval_hf.tasks.splits import has_repository_tasks, load_tasks

PARCELS = Path(__file__).parents[2] / "docs" / "guides" / "parcels"
MODULE = 'def double(number):\n    """Twice the number."""\n    return 2 * number\n'
TESTS = "from pkg.numbers import double\n\n\ndef test_double():\n    assert double(2) == 4\n"


pytestmark = pytest.mark.usefixtures("shared_judges")


def write(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


def project(folder: Path, tests: str = TESTS, module: str = MODULE) -> Path:
    return write(folder, {"pkg/__init__.py": "", "pkg/numbers.py": module, "tests/test_numbers.py": tests})


@pytest.fixture
def refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """What `projects new` says that makes no tasks of a project."""

    def refused(source: Path, *options: str) -> str:
        assert main(["projects", "new", str(source), *(options or ["-o", str(tmp_path / "out")])]) == 2
        assert not (tmp_path / "out").exists()
        return capsys.readouterr().err

    return refused


@pytest.fixture(scope="module")
def parcels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The guide's project as tasks; the project has been left as it was."""
    place = tmp_path_factory.mktemp("parcels")
    source = shutil.copytree(PARCELS, place / "parcels", ignore=shutil.ignore_patterns("__pycache__"))
    before = {path: path.read_bytes() for path in source.rglob("*") if path.is_file()}
    assert main(["projects", "new", str(source), "-o", str(place / "tasks"), "-q"]) == 0
    assert {path: path.read_bytes() for path in source.rglob("*") if path.is_file()} == before
    return place / "tasks"


def test_what_tests_reach_becomes_a_task(parcels: Path) -> None:
    tasks = {task.target.name: task for task in read_project_folder(parcels)}
    methods = ("Parcel.read", "Parcel.label", "Tariff.price", "Tariff.total", "Van.free", "Van.load")
    assert {name: task.target.kind for name, task in tasks.items()} == {
        **dict.fromkeys(("Parcel", "Tariff", "Van"), "class"),
        **dict.fromkeys(methods, "method"),
        **dict.fromkeys(("grams", "shown"), "function"),
    }
    assert {test.partition("::")[2] for test in tasks["Tariff.total"].tests} == {"test_totals"}
    assert "the tenth parcel on" in tasks["Tariff.total"].requirement.functionality
    assert "Parcels that do not break come first" in tasks["Van"].detailed_description
    assert tasks["Parcel.read"].dependencies.cross_file == ("parcels.weights.grams",)
    assert has_repository_tasks(parcels) and load_tasks(parcels) == list(tasks.values())


@pytest.mark.usefixtures("consent", "hf_home")
@pytest.mark.parametrize("count", [2, slow(pytest.param(11))])
def test_references_pass_and_others_fail(
    count: int, parcels: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    samples = []
    for task in read_project_folder(parcels)[:count]:
        wrong = ast.parse(task.reference)
        for node in ast.walk(wrong):
            if isinstance(node, ast.FunctionDef):
                node.body = [ast.Return(ast.Constant(None))]
        for text in (task.reference, ast.unparse(ast.fix_missing_locations(wrong))):
            samples.append({"task_id": task.task_id, "completion": text})
    file = write_lines(tmp_path / "samples.jsonl", samples)
    assert main(["score", str(file), "--tasks-from", str(parcels), "-o", str(tmp_path / "scores.json"), "-q"]) == 0
    (scores,) = json.loads((tmp_path / "scores.json").read_text()).values()
    assert scores["pass@1"] == 0.5
    assert [results[0]["passed"] for results in scores["results"].values()] == [True] * count
    runs = [str(write_lines(tmp_path / f"{number}.jsonl", samples[number : number + 1])) for number in (0, 1)]
    assert main(["compare", *runs, "--tasks-from", str(parcels), "-q"]) == 0
    assert "pass@1" in capsys.readouterr().out
    checked = [*scores["results"]][: count - 1]
    assert main(["projects", "check", str(parcels), "--json", "-q", "--task-ids", *checked]) == 0
    (outcomes,) = json.loads(capsys.readouterr().out).values()
    assert [*outcomes] == checked
    assert all(outcome["passed"] == outcome["runs"] == 3 for outcome in outcomes.values())


@pytest.mark.parametrize(
    ("tests", "module", "words"),
    one_in(
        4,
        [
            ("def test_double():\n    assert 1 == 2\n", MODULE, "none can decide: tests/test_numbers.py::test_double"),
            ("def test_double():\n    assert True\n", MODULE, "must call a class, method or function"),
            (TESTS, "def double(number):\n    return 2 * number\n", "double (pkg/numbers.py) has no docstring"),
            (TESTS, f"{MODULE}\n\n{MODULE}", "double (pkg/numbers.py) is defined twice."),
            (f"import no_such_library\n{TESTS}", MODULE, "has the module and pytest: --python PROGRAM"),
            (
                f"{TESTS}    import socket\n    socket.create_connection(('example.org', 80))\n",
                MODULE,
                "tests without a network: --tests PATH",
            ),
            ("value = 1\n", MODULE, "pytest finds none there"),
        ],
    ),
)
def test_tests_that_cannot_decide(
    tests: str, module: str, words: str, tmp_path: Path, refused: Callable[..., str]
) -> None:
    assert words in refused(project(tmp_path / "source", tests, module))


def test_what_fails_is_left_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = "\n\ndef test_half():\n    assert double(2) == 1\n"
    tests = "from pkg.numbers import bare, double, first\n" + TESTS + "    assert bare() == first() == 1\n" + wrong
    more = "def bare():\n    return 1\n\n\n"
    more += 'def first():\n    return 2\n\n\ndef first():\n    """One."""\n    return 1\n'
    source = project(tmp_path / "source", tests, f"\ufeff{MODULE}\n\nclass Empty:\n    pass\n\n\n{more}")
    (source / "pkg" / "old.py").write_bytes("# coding: latin-1\n# ä\n".encode("latin-1"))
    assert main(["projects", "new", str(source), "-o", str(tmp_path / "out")]) == 0
    (task,) = read_project_folder(tmp_path / "out")
    assert task.tests == ("tests/test_numbers.py::test_double",)
    printed = capsys.readouterr().out
    assert "1 test that does not pass here, tests/test_numbers.py::test_half" in printed
    assert "Left out: 1 without a docstring: bare (pkg/numbers.py)" in printed
    assert "Left out: 1 defined twice: first (pkg/numbers.py)" in printed
    assert "Left out: 1 no Python in UTF-8: pkg/old.py" in printed


@pytest.mark.slow
def test_what_pytest_is_asked_for_and_has_not(tmp_path: Path, refused: Callable[..., str]) -> None:
    source = write(project(tmp_path / "source"), {"pytest.ini": "[pytest]\naddopts = --no-such-plugin\n"})
    assert "options of plugins (`addopts`)" in refused(source)


def test_conditional_and_asynchronous_definitions_are_found(tmp_path: Path) -> None:
    """As `projects new` finds them."""
    module = f"try:\n    import json\nfinally:\n    async def first():\n        return 1\n\n\n{MODULE}"
    folder = project(tmp_path / "made", module=module)
    record = {"task_id": "a", "path": "pkg/numbers.py", "target": "first", "kind": "function", "tests": ["t.py::t"]}
    record["requirement"] = {"functionality": "One."}
    write(folder, {"project.json": '{"name": "made"}', "tasks.jsonl": json.dumps(record)})
    (task,) = read_project_folder(folder)
    assert task.reference == "async def first():\n    return 1"


def test_wrong_paths(tmp_path: Path, refused: Callable[..., str]) -> None:
    source = project(tmp_path / "source")
    full = write(tmp_path / "full", {"tasks.jsonl": "mine\n"})
    output = ["-o", str(tmp_path / "out")]
    for folder, options, words in (
        (tmp_path / "nowhere", output, "is no folder"),
        (source, ["-o", str(source / "out")], "name a place outside of it"),
        (source, ["-o", str(full)], "holds something else than a new project, which would be lost"),
        (source, [*output, "--tests", "checks"], "--tests checks: "),
        (source, [*output, "--tests", "pkg"], "has no file of tests in pkg"),
        (source, [*output, "--python", "no-python"], "--python no-python"),
    ):
        assert words in refused(folder, *options)
    (source / "tests.txt").write_text("")
    assert "has no file of tests in tests.txt: pytest takes" in refused(source, *output, "--tests", "tests.txt")
    assert (full / "tasks.jsonl").read_text() == "mine\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["full", "source"]


def test_a_copy_of_the_project_in_the_environment_is_refused(tmp_path: Path, refused: Callable[..., str]) -> None:
    """Samples could import the reference from it."""
    source = write(tmp_path / "source", {"packaging/__init__.py": MODULE, "tests/test_numbers.py": TESTS})
    assert "holds a copy of packaging" in refused(source)


@pytest.mark.usefixtures("consent", "hf_home")
def test_a_project_finds_its_version_and_what_changes_is_left_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Ids that differ from run to run name no test that a sample could be judged by."""
    module = "from importlib.metadata import version\n\nVERSION = version('pkg-of-numbers')\n" + MODULE
    tests = f"""import time\nimport pytest\nfrom pkg.numbers import VERSION, double\n{TESTS}

@pytest.mark.parametrize('n', [time.time_ns()])
def test_changing(n):
    assert double(n) == 2 * n

def test_version():
    assert (VERSION, double(1)) == ('1.2.3', 2)
"""
    source = project(tmp_path / "source", tests, module)
    write(source, {"pyproject.toml": '[project]\nname = "pkg-of-numbers"\nversion = "1.2.3"\n'})
    assert main(["projects", "new", str(source), "-o", str(tmp_path / "tasks"), "-q"]) == 0
    (task,) = read_project_folder(tmp_path / "tasks")
    assert [test.partition("::")[2] for test in task.tests] == ["test_double", "test_version"]
    assert "another one in the next run" in capsys.readouterr().out
