"""Projects of users: as tasks by `projects new`, with links in their folders, and with an interpreter of their own."""

import ast
import json
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from benchmark_data import write_lines
from box_task import RIGHT, TASK
from slow_and_full import one_in, slow

from classeval_hf.cli import main
from classeval_hf.core import errors, repository_tasks
from classeval_hf.projects.install import environments, installation
from classeval_hf.projects.located_tasks import ProjectFolders
from classeval_hf.projects.runner.pytest_suite import ProjectFolder
from classeval_hf.projects.tasks.files import read_project_folder
from classeval_hf.scoring.compute import resolve_tasks
from classeval_hf.tasks.splits import kind_of_tasks, load_tasks, select_tasks

PARCELS = Path(__file__).parents[2] / "docs" / "guides" / "parcels"
MODULE = 'def double(number):\n    """Twice the number."""\n    return 2 * number\n'
TESTS = "from pkg.numbers import double\n\n\ndef test_double():\n    assert double(2) == 4\n"
REACHES_OUT = "socket.create_connection(('example.org', 80))"
pytestmark = pytest.mark.usefixtures("shared_judges")


def write(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


def project(folder: Path, tests: str = TESTS, module: str = MODULE) -> Path:
    return write(folder, {"pkg/__init__.py": "", "pkg/numbers.py": module, "tests/test_numbers.py": tests})


@pytest.fixture
def refused(tmp_path: Path, refusal: Callable[..., str]) -> Callable[..., str]:
    def refused(source: Path, *options: str) -> str:
        said = refusal("projects", "new", str(source), *(options or ["-o", str(tmp_path / "out")]))
        assert not (tmp_path / "out").exists()
        return said

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
    assert "def __init__(self, capacity: int) -> None" in tasks["Van"].detailed_description
    assert "@dataclass(frozen=True)\nclass Parcel\nweight: int\n" in tasks["Parcel"].detailed_description
    assert not any(task.underspecified for task in tasks.values())
    assert tasks["Parcel.read"].dependencies.cross_file == ("parcels.weights.grams",)
    assert kind_of_tasks(parcels) == "repository" and load_tasks(parcels) == list(tasks.values())


@pytest.mark.usefixtures("consent", "hf_home")
@pytest.mark.parametrize("count", [2, slow(pytest.param(11))])
def test_references_pass(count: int, parcels: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
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
    checked = [*scores["results"]]
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
            (f"{TESTS}    import socket\n    {REACHES_OUT}\n", MODULE, "tests without a network: --tests PATH"),
            ("value = 1\n", MODULE, "pytest finds none there"),
        ],
    ),
)
def test_undecided_tests(tests: str, module: str, words: str, tmp_path: Path, refused: Callable[..., str]) -> None:
    assert words in refused(project(tmp_path / "source", tests, module))


def test_what_fails_is_left_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = "\n\ndef test_half():\n    assert double(2) == 1\n"
    tests = "from pkg.numbers import bare, double, first, named\n" + TESTS
    tests += "    assert bare() == first() == 1 and named() == 'the first'\n" + wrong
    more = 'def bare():\n    return 1\n\n\ndef named():\n    """A name."""\n    return "the first"\n\n\n'
    more += 'def first():\n    return 2\n\n\ndef first():\n    """One."""\n    return 1\n'
    source = project(tmp_path / "source", tests, f"\ufeff{MODULE}\n\nclass Empty:\n    pass\n\n\n{more}")
    (source / "pkg" / "old.py").write_bytes("# coding: latin-1\n# ä\n".encode("latin-1"))
    assert main(["projects", "new", str(source), "-o", str(tmp_path / "out")]) == 0
    task, unsaid = read_project_folder(tmp_path / "out")
    assert task.tests == ("tests/test_numbers.py::test_double",)
    assert (task.underspecified, unsaid.underspecified) == ((), ("'the first'",))
    printed = capsys.readouterr().out
    assert printed.startswith("Left out: 1 test that does not pass here, tests/test_numbers.py::test_half: ")
    assert "Left out: 1 without a docstring: bare (pkg/numbers.py)" in printed
    assert "Left out: 1 defined twice: first (pkg/numbers.py)" in printed
    assert "Left out: 1 not Python in UTF-8: pkg/old.py" in printed
    said = "Underspecified: 1 task, whose tests reach names that are not stated: {} ('the first')\n"
    assert said.format("named") in printed
    assert "Tasks: source.pkg.numbers.double, source.pkg.numbers.named\n" in printed
    lost = json.loads((tmp_path / "out" / "left_out.json").read_text())
    assert "tests/test_numbers.py::test_half" in lost["tests that do not pass here"]
    assert lost["without a docstring"] == ["bare (pkg/numbers.py)"] and str(tmp_path / "out/left_out.json") in printed
    for name in ("pkg.numbers:named", "numbers:named", "source.pkg.numbers.named"):
        assert [task.task_id for task in select_tasks(tmp_path / "out", [name])] == ["source.pkg.numbers.named"]
    assert main(["projects", "check", str(tmp_path / "out"), "-q", "--task-ids", "numbers:named"]) == 0
    assert f"source: {said.format('source.pkg.numbers.named')}" in capsys.readouterr().out


def test_generated_code_hides_no_function(tmp_path: Path) -> None:
    """The `__init__` that `dataclass` makes has the globals of its module, and begins in line 2 of its own text."""
    module = "from dataclasses import dataclass\n" + MODULE + "\n\n@dataclass\nclass Pair:\n    one: int\n"
    assert module.split("\n")[1].startswith("def double")
    tests = "from pkg.numbers import Pair, double\n\n\ndef test_double():\n    assert double(Pair(2).one) == 4\n"
    assert (
        main(["projects", "new", str(project(tmp_path / "source", tests, module)), "-o", str(tmp_path / "out")]) == 0
    )
    assert [task.target.name for task in read_project_folder(tmp_path / "out")] == ["double"]


@pytest.mark.parametrize("place", ["test/test_numbers.py", "pkg/checks/numbers_test.py", "checks.py"])
def test_tests_are_searched_where_they_usually_lie(
    place: str, tmp_path: Path, refused: Callable[..., str], capsys: pytest.CaptureFixture[str]
) -> None:
    source = project(tmp_path / "source")
    shutil.rmtree(source / "tests")
    write(source, {place: TESTS})
    if place == "checks.py":
        assert "has no folder tests or test, and no file test_*.py or *_test.py: name its tests" in refused(source)
        return
    assert main(["projects", "new", str(source), "-o", str(tmp_path / "out")]) == 0
    assert [task.tests for task in read_project_folder(tmp_path / "out")] == [(f"{place}::test_double",)]
    progress = capsys.readouterr().err
    assert "All tests: 2 of 2 runs" in progress and "Tasks: " in progress


def test_what_is_lost_for_want_of_a_library_is_said_first(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], refused: Callable[..., str]
) -> None:
    """By cause, files and tests of any form, with what to install; `--strict` refuses, but not what skips itself."""
    tests = {
        "tests/test_clock.py": f"import frozenclock.api\n{TESTS}",
        "tests/test_optional.py": f"import pytest\npytest.importorskip('frozenclock')\n{TESTS}",
        "tests/test_late.py": "import pytest\ndef test_late():\n    import frozenclock.api\n"
        "def test_fixture(freezer): ...\n@pytest.mark.skip(reason='old')\ndef test_old(): ...\n",
    }
    source = write(project(tmp_path / "source"), tests)
    said = refused(source, "--strict", "-o", str(tmp_path / "out"))
    assert "Install frozenclock" in said and "test_old" not in said
    assert main(["projects", "new", str(source), "-o", str(tmp_path / "out")]) == 0
    first, *others = capsys.readouterr().out.splitlines()
    assert "2 test files and 1 test that do not" in first and "Install frozenclock where" in first
    assert all(
        name in first for name in ("tests/test_clock.py", "tests/test_late.py::test_late", "tests/test_optional.py")
    )
    assert any("The fixture freezer may be one of a plugin" in line for line in others)


@pytest.mark.slow
def test_what_pytest_is_asked_for_and_has_not(tmp_path: Path, refused: Callable[..., str]) -> None:
    source = write(project(tmp_path / "source"), {"pytest.ini": "[pytest]\naddopts = --no-such-plugin\n"})
    assert "options of plugins (`addopts`)" in refused(source)


def test_conditional_and_asynchronous_definitions_are_found(tmp_path: Path) -> None:
    module = f"try:\n    import json\nfinally:\n    async def first():\n        return 1\n\n\n{MODULE}"
    folder = project(tmp_path / "made", module=module)
    record = {"task_id": "a", "path": "pkg/numbers.py", "target": "first", "kind": "function", "tests": ["t.py::t"]}
    record["requirement"] = {"functionality": "One."}
    write(folder, {"project.json": '{"name": "made"}', "tasks.jsonl": json.dumps(record)})
    (task,) = read_project_folder(folder)
    assert task.reference == "async def first():\n    return 1"


def test_wrong_paths_and_a_copy_of_the_project_in_the_environment(tmp_path: Path, refused: Callable[..., str]) -> None:
    source = project(tmp_path / "source")
    full = write(tmp_path / "full", {"tasks.jsonl": "mine\n"})
    output = ["-o", str(tmp_path / "out")]
    for folder, options, words in (
        (tmp_path / "nowhere", output, "is not a folder"),
        (source, ["-o", str(source / "out")], "name a folder outside"),
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
    # Samples could import the reference from a copy in the environment.
    source = write(tmp_path / "copy", {"packaging/__init__.py": MODULE, "tests/test_numbers.py": TESTS})
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
    assert "differs in the next run" in capsys.readouterr().out


@pytest.mark.usefixtures("consent")
def test_samples_are_no_links(tmp_path: Path) -> None:
    (tmp_path / "tasks.json").write_text(json.dumps([TASK.to_row()]))
    (tmp_path / "secret.py").write_text(RIGHT)
    for name in ("ann", "bob"):
        (tmp_path / "class" / name).mkdir(parents=True)
    (tmp_path / "class" / "ann" / f"{TASK.task_id}.py").write_text(RIGHT)
    (tmp_path / "class" / "bob" / f"{TASK.task_id}.py").symlink_to(tmp_path / "secret.py")
    (tmp_path / "class" / "eve").symlink_to(tmp_path / "class" / "ann")
    scores = tmp_path / "scores.json"
    options = ["--tasks-from", str(tmp_path / "tasks.json"), "-o", str(scores), "-q"]
    with pytest.warns(UserWarning) as warned:
        assert main(["score", str(tmp_path / "class"), *options]) == 0
    assert [str(one.message) for one in warned][:2] == [
        f"Left out: {place} is a link, which is not followed." for place in (f"bob/{TASK.task_id}.py", "eve")
    ]
    rates = {Path(name).name: of_author["class_pass@1"] for name, of_author in json.loads(scores.read_text()).items()}
    assert rates == {"ann": 1.0, "bob": 0.0, "eve": 0.0}
    (tmp_path / "class" / "ann" / "more.py").symlink_to(tmp_path / "secret.py")
    with pytest.warns(UserWarning, match=r"ann: links are not followed, and left out: more\.py\."):
        assert main(["score", str(tmp_path / "class" / "ann"), *options]) == 0


def test_a_new_project_copies_no_links(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Two links to the folder itself would be copied again and again; those of tests and modules are no part of it."""
    source = project(tmp_path / "source")
    (tmp_path / "secret.py").write_text(MODULE)
    goals = {"a": ".", "b": ".", "pkg/key.py": "../../secret.py", "tests/test_key.py": "/etc/passwd"}
    for name, goal in goals.items():
        (source / name).symlink_to(goal)
    write(tmp_path / "other", {"pkg/other.py": MODULE, "key.toml": 'name = "other"\nversion = "6.6.6"\n'})
    write(tmp_path / "other", {"other.egg-info/PKG-INFO": "Name: other\nVersion: 6.6.6\n"})
    for name, goal in {"src": "", "pyproject.toml": "key.toml", "other.egg-info": "other.egg-info"}.items():
        (source / name).symlink_to(tmp_path / "other" / goal)
    output = tmp_path / "out"
    assert main(["projects", "new", str(source), "-o", str(output)]) == 0
    printed = capsys.readouterr().out
    assert "Left out: 7 symbolic links, which are not followed: a, b, other.egg-info, ..." in printed
    assert not list(output.rglob("*6.6.6*"))
    assert not [path for path in output.rglob("*") if path.is_symlink()] and not (output / "pkg" / "key.py").exists()
    (output / "pkg" / "key.py").symlink_to(tmp_path / "secret.py")
    with pytest.raises(errors.UserError, match=r"key\.py leads out of the project's folder"):
        read_project_folder(output)


RECORD = {
    **{"task_id": "made_0", "path": "pkg/numbers.py", "target": "double", "kind": "function"},
    **{"tests": ["tests/test_numbers.py::test_double"], "requirement": {"functionality": "Twice the number."}},
}


@pytest.fixture
def folder(tmp_path: Path, hf_home: Path) -> Path:
    """A folder of tasks that came from elsewhere: what it has names a program, which leaves a trace where it runs."""
    program = tmp_path / "made" / "bench" / "evil"
    files = {
        "project.json": json.dumps({"name": "made", "python": str(program)}),
        "tasks.jsonl": json.dumps({**RECORD, "project": {"folder": "/", "name": "../../x"}}) + "\n",
        "environment.json": json.dumps({"python": str(program), "packages": []}),
        "bench/evil": f"#!/bin/sh\nenv > {tmp_path}/trace\n",
    }
    made = write(project(tmp_path / "made"), files)
    program.chmod(0o755)
    return made


def row(**project: str) -> dict[str, object]:
    return {**RECORD, "kind": "repository", "target": {"name": "double", "kind": "function"}, "project": project}


@pytest.mark.usefixtures("consent")
def test_no_file_of_a_folder_names_a_program(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    samples = tmp_path / "samples.jsonl"
    samples.write_text(json.dumps({"task_id": "made_0", "completion": MODULE}))
    assert main(["projects", "check", str(folder), "-q"]) == 0
    assert main(["score", str(samples), "--tasks", str(folder), "-o", str(tmp_path / "scores.json"), "-q"]) == 0
    assert not (tmp_path / "trace").exists()
    scores = json.loads((tmp_path / "scores.json").read_text())
    (result,) = scores["samples.jsonl"]["results"]["made_0"]
    assert result["passed"], result


def test_the_user_names_it_once_for_a_content(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is asked without the user's secrets, kept outside of the folder, and found for copies, until files change."""
    monkeypatch.setenv("HF_TOKEN", "secret")
    seen = tmp_path / "seen"
    python = tmp_path / "python"
    python.write_text(f'#!/bin/sh\nenv >> {seen}\nexec {sys.executable} "$@"\n')
    python.chmod(0o755)
    before = sorted(folder.rglob("*"))
    assert main(["projects", "check", str(folder), "--python", str(python), "-q"]) == 0
    assert "PATH=" in seen.read_text() and "secret" not in seen.read_text()
    assert sorted(folder.rglob("*")) == before
    copy = shutil.copytree(folder, tmp_path / "copy")
    (task,) = read_project_folder(copy)
    found = ProjectFolders().of(task)
    assert isinstance(found, ProjectFolder) and found.python == str(python)
    (copy / ".pytest.ini").write_text("[pytest]\n")
    (changed,) = read_project_folder(copy)
    assert changed.project.sha256 != task.project.sha256, "hidden files decide too"
    assert environments.OwnEnvironment.recorded(changed.project.sha256) is None
    with pytest.raises(installation.ProjectError, match="nowhere: there is no such program"):
        environments.OwnEnvironment.of("nowhere")
    assert main(["projects", "check", "stitchwork", "--python", str(python)]) == 2


def test_rows_name_no_folder(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    release = repository_tasks.ProjectRelease("made", folder=str(folder))
    environments.OwnEnvironment(str(folder / "bench" / "evil"), ()).record(release.sha256)
    assert repository_tasks.RepositoryTask.from_row(row(name="made", folder=str(folder))).project.folder == ""
    (task,) = resolve_tasks([row(name="made", folder=str(folder))])
    assert isinstance(task, repository_tasks.RepositoryTask)
    with pytest.raises(installation.ProjectError, match="made"):
        ProjectFolders().located([task])
    assert not (tmp_path / "trace").exists()


@pytest.mark.parametrize("name", ["/x", "../../x", "..", ".", "a/b", "a\\b", "a\0b"])
@pytest.mark.parametrize("part", ["name", "version", "file"])
def test_names_are_no_paths(name: str, part: str) -> None:
    with pytest.raises(errors.UserError, match="must be a name, and no path"):
        repository_tasks.ProjectRelease(**{"name": "made", part: name})
    with pytest.raises(ValueError, match="must be a name, and no path"):
        repository_tasks.RepositoryTask.from_row(row(**{"name": "made", part: name}))


def test_modules_are_imported_from_the_project_alone(folder: Path) -> None:
    (folder / "project.json").write_text(json.dumps({"name": "made", "import_root": "../.."}))
    (task,) = read_project_folder(folder)
    environments.OwnEnvironment(sys.executable, ()).record(task.project.sha256)
    with pytest.raises(errors.UserError, match=r"import_root of .* must be a path in the project's folder"):
        ProjectFolders().of(task)
