"""`classeval-hf projects new`: a project of the user's as tasks, and what is refused."""

import ast
import json
import shutil
from pathlib import Path

import pytest
from slow_cases import one_in

from classeval_hf.cli import main
from classeval_hf.core.errors import UserError
from classeval_hf.judging.project_tasks import ProjectFolders
from classeval_hf.tasks.project_folders import read_project_folder
from classeval_hf.tasks.splits import has_repository_tasks, load_tasks

PARCELS = Path(__file__).parents[2] / "docs" / "guides" / "parcels"
MODULE = 'def double(number):\n    """Twice the number."""\n    return 2 * number\n'
TESTS = "from pkg.numbers import double\n\n\ndef test_double():\n    assert double(2) == 4\n"


def write(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


def project(folder: Path, tests: str = TESTS, module: str = MODULE) -> Path:
    return write(folder, {"pkg/__init__.py": "", "pkg/numbers.py": module, "tests/test_numbers.py": tests})


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
    assert {name: task.target.kind for name, task in tasks.items()} == {
        **dict.fromkeys(("Parcel", "Tariff", "Van"), "class"),
        **dict.fromkeys(
            ("Parcel.read", "Parcel.label", "Tariff.price", "Tariff.total", "Van.free", "Van.load"), "method"
        ),
        **dict.fromkeys(("grams", "shown"), "function"),
    }
    assert {test.partition("::")[2] for test in tasks["Tariff.total"].tests} == {"test_totals"}
    assert "the tenth parcel on" in tasks["Tariff.total"].requirement.functionality
    assert "Parcels that do not break come first" in tasks["Van"].detailed_description
    assert tasks["Parcel.read"].dependencies.cross_file == ("parcels.weights.grams",)
    assert has_repository_tasks(parcels)
    assert load_tasks(parcels) == list(tasks.values())


@pytest.mark.usefixtures("consent", "hf_home")
@pytest.mark.parametrize("count", [2, pytest.param(11, marks=pytest.mark.slow)])
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
    file = tmp_path / "samples.jsonl"
    file.write_text("".join(f"{json.dumps(sample)}\n" for sample in samples))
    assert main(["score", str(file), "--tasks-from", str(parcels), "-o", str(tmp_path / "scores.json"), "-q"]) == 0
    (scores,) = json.loads((tmp_path / "scores.json").read_text()).values()
    assert scores["pass@1"] == 0.5
    assert [results[0]["passed"] for results in scores["results"].values()] == [True] * count
    write(tmp_path, dict(zip(("a.jsonl", "b.jsonl"), file.read_text().splitlines(keepends=True), strict=False)))
    runs = [str(tmp_path / "a.jsonl"), str(tmp_path / "b.jsonl")]
    assert main(["compare", *runs, "--tasks-from", str(parcels), "-q"]) == 0
    assert "pass@1" in capsys.readouterr().out
    capsys.readouterr()
    assert main(["projects", "check", str(parcels), "--json", "-q", "--task-ids", *scores["results"]]) == 0
    (outcomes,) = json.loads(capsys.readouterr().out).values()
    assert set(outcomes) == set(scores["results"])
    assert all(outcome["passed"] == outcome["runs"] == 3 for outcome in outcomes.values())


@pytest.mark.parametrize(
    ("tests", "module", "words"),
    one_in(
        3,
        [
            ("def test_double():\n    assert 1 == 2\n", MODULE, "none can decide: tests/test_numbers.py::test_double"),
            ("def test_double():\n    assert True\n", MODULE, "must call a class, method or function"),
            (TESTS, "def double(number):\n    return 2 * number\n", "double (pkg/numbers.py) has no docstring"),
            (f"import no_such_library\n{TESTS}", MODULE, "has the module and pytest: --python PROGRAM"),
            (
                f"{TESTS}    import socket\n    socket.create_connection(('example.org', 80))\n",
                MODULE,
                "tests without a network: --tests PATH",
            ),
            ("value = 1\n", MODULE, "pytest finds none there"),
            (TESTS, f"{MODULE}\n\n{MODULE}", "double (pkg/numbers.py) is defined twice."),
        ],
    ),
)
def test_tests_that_cannot_decide(
    tests: str, module: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = project(tmp_path / "source", tests, module)
    assert main(["projects", "new", str(source), "-o", str(tmp_path / "out")]) == 2
    assert words in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


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
def test_what_pytest_is_asked_for_and_has_not(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = write(project(tmp_path / "source"), {"pytest.ini": "[pytest]\naddopts = --no-such-plugin\n"})
    assert main(["projects", "new", str(source), "-o", str(tmp_path / "out")]) == 2
    assert "options of plugins (`addopts`)" in capsys.readouterr().err


def test_conditional_and_asynchronous_definitions_are_found(tmp_path: Path) -> None:
    """As `projects new` finds them; and what names the interpreter is looked at before anything runs."""
    module = f"try:\n    import json\nfinally:\n    async def first():\n        return 1\n\n\n{MODULE}"
    folder = project(tmp_path / "made", module=module)
    record = {"task_id": "a", "path": "pkg/numbers.py", "target": "first", "kind": "function", "tests": ["t.py::t"]}
    record["requirement"] = {"functionality": "One."}
    write(folder, {"project.json": '{"name": "made"}', "tasks.jsonl": json.dumps(record), "environment.json": "{}"})
    (task,) = read_project_folder(folder)
    assert task.reference == "async def first():\n    return 1"
    with pytest.raises(UserError, match=r'environment.json must be an object that has at least \{"python": '):
        ProjectFolders().located([task])


def test_wrong_paths(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = project(tmp_path / "source")
    full = write(tmp_path / "full", {"tasks.jsonl": "mine\n"})
    for arguments, words in (
        ([str(tmp_path / "nowhere"), "-o", str(tmp_path / "out")], "is no folder"),
        ([str(source), "-o", str(source / "out")], "name a place outside of it"),
        ([str(source), "-o", str(full)], "holds something else than a new project, which would be lost"),
        ([str(source), "-o", str(tmp_path / "out"), "--tests", "checks"], "--tests checks: "),
        ([str(source), "-o", str(tmp_path / "out"), "--tests", "pkg"], "has no file of tests in pkg"),
        ([str(source), "-o", str(tmp_path / "out"), "--python", "no-python"], "--python no-python"),
    ):
        assert main(["projects", "new", *arguments]) == 2
        assert words in capsys.readouterr().err
    (source / "tests.txt").write_text("")
    assert main(["projects", "new", str(source), "-o", str(tmp_path / "out"), "--tests", "tests.txt"]) == 2
    assert "has no file of tests in tests.txt: pytest takes" in capsys.readouterr().err
    assert (full / "tasks.jsonl").read_text() == "mine\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["full", "source"]


def test_a_copy_of_the_project_in_the_environment_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Samples could import the reference from it."""
    source = write(tmp_path / "source", {"packaging/__init__.py": MODULE, "tests/test_numbers.py": TESTS})
    assert main(["projects", "new", str(source), "-o", str(tmp_path / "out")]) == 2
    assert "holds a copy of packaging" in capsys.readouterr().err


@pytest.mark.usefixtures("consent", "hf_home")
def test_a_project_finds_its_version_and_what_changes_is_left_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Ids that differ from run to run name no test that a sample could be judged by."""
    module = "from importlib.metadata import version\n\nVERSION = version('pkg-of-numbers')\n" + MODULE
    tests = (
        "import time\nimport pytest\nfrom pkg.numbers import VERSION, double\n"
        + TESTS
        + (
            "\n\n@pytest.mark.parametrize('n', [time.time_ns()])\ndef test_changing(n):\n    assert double(n) == 2 * n\n"
            "\n\ndef test_version():\n    assert (VERSION, double(1)) == ('1.2.3', 2)\n"
        )
    )
    source = project(tmp_path / "source", tests, module)
    write(source, {"pyproject.toml": '[project]\nname = "pkg-of-numbers"\nversion = "1.2.3"\n'})
    assert main(["projects", "new", str(source), "-o", str(tmp_path / "tasks"), "-q"]) == 0
    (task,) = read_project_folder(tmp_path / "tasks")
    assert [test.partition("::")[2] for test in task.tests] == ["test_double", "test_version"]
    assert "another one in the next run" in capsys.readouterr().out
