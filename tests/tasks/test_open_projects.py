"""The projects of the repository-level tasks: what a task says of its project, its tests and its target holds."""

import ast
import dataclasses
import functools
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from places import ROOT
from slow_and_full import one_in, slow

from classeval_hf.projects.tools.interfaces import CodeOfTests, Neighbours, interface, unstated
from classeval_hf.projects.tools.project_index import ProjectIndex
from classeval_hf.projects.tools.source_files import signature
from classeval_hf.reading.definitions import DEFINITIONS, Definition, find_definition

FOLDER = ROOT / "classeval_hf" / "projects" / "tasks" / "open_projects"
PROJECTS = sorted(path.parent for path in FOLDER.glob("*/project.json"))
TASKS = [json.loads(line) for project in PROJECTS for line in (project / "tasks.jsonl").read_text().splitlines()]
KEYS = [
    *("task_id", "project", "version", "path", "target", "kind", "detailed_description", "sketchy_description"),
    *("requirement", "tests", "dependencies", "licence", "underspecified", "sound"),
]
PLAIN_ID = re.compile(r"tests/\w+\.py(::\w+)+(\[[A-Za-z0-9_.:+-]+\])?")
FOREIGN_ATTRIBUTES = {name for kind in (str, list, dict, set, tuple, int, dataclasses.Field) for name in dir(kind)}
"""What attributes of other objects than those of the project may be called."""

each_project = pytest.mark.parametrize("project", PROJECTS, ids=lambda path: path.name)
each_task = pytest.mark.parametrize("task", TASKS, ids=lambda task: task["task_id"])
some_tasks = pytest.mark.parametrize("task", one_in(20, TASKS[::-1]), ids=lambda task: task["task_id"])
MARKED = [task if task["project"] == PROJECTS[-1].name else slow(task) for task in TASKS]
tasks_of_one = pytest.mark.parametrize("task", MARKED, ids=lambda task: task["task_id"])
"""The tests of a whole project take seconds: those of the others run in `make test-full`."""


def target_of(task: dict[str, Any]) -> Definition:
    return find_definition((FOLDER / task["project"] / task["path"]).read_text(encoding="utf-8"), task["target"])


def run_tests(project: Path, outcomes: Path, *arguments: str, seed: int = 0) -> dict[str, Any]:
    options = ["-q", "--tb=no", "-p", "project_plugin", "--continue-on-collection-errors", "--outcomes"]
    command = [sys.executable, "-B", "-m", "pytest", *options, str(outcomes), *arguments]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "tests" / "helpers"), "PYTHONHASHSEED": str(seed)}
    environment.update(COVERAGE_CORE="ctrace", PYTEST_DISABLE_PLUGIN_AUTOLOAD="1")
    environment.pop("PYTEST_ADDOPTS", None)
    run = subprocess.run(command, cwd=project, env=environment, capture_output=True, text=True)
    if "while loading conftest" in run.stderr:  # no test can run
        return {"passed": {}}
    assert outcomes.is_file(), run.stdout + run.stderr
    return json.loads(outcomes.read_text(encoding="utf-8"))


def copy_project(name: str, folder: Path) -> Path:
    return Path(shutil.copytree(FOLDER / name, folder / name, ignore=shutil.ignore_patterns("__pycache__")))


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Per project, a run of all its tests that says which test ran which line; made when it is asked for."""

    @functools.cache
    def record(name: str) -> dict[str, Any]:
        folder = tmp_path_factory.mktemp(name)
        project = copy_project(name, folder)
        run = run_tests(project, folder / "outcomes.json", "--lines-of", read_project(project)["package"])
        for part in ("lines", "statements"):
            run[part] = {Path(file).relative_to(project).as_posix(): of for file, of in run[part].items()}
        return run

    return record


def read_project(project: Path) -> dict[str, Any]:
    return json.loads((project / "project.json").read_text(encoding="utf-8"))


def calling_tests(run: dict[str, Any], task: dict[str, Any], target: Definition) -> set[str]:
    """Those in which a line has run that does so only when the target, or a method of it, is called."""
    functions = [node for node in ast.walk(target.node) if isinstance(node, ast.FunctionDef)]
    bodies = {line for node in functions for line in range(node.body[0].lineno, (node.end_lineno or 0) + 1)}
    lines = run["lines"][task["path"]]
    return {test for line, tests in lines.items() if int(line) in bodies for test in tests if test}


def emptied(node: ast.AST) -> str:
    """A definition of which nothing but the signature, or the signatures of its methods, is left."""
    node = ast.parse(ast.unparse(node)).body[0]  # a copy
    for function in ast.walk(node):
        if isinstance(function, ast.FunctionDef):
            function.body = [ast.Pass()]
    return ast.unparse(node)


def without_target(source: str, name: str) -> Iterator[tuple[str, str]]:
    """The source of a file with less and less of the target in it."""
    target = find_definition(source, name)
    lines = source.splitlines()
    before, after = lines[: target.first_line - 1], lines[target.last_line :]
    variants = {"bodies": emptied(target.node)}
    if isinstance(target.node, ast.ClassDef):
        bases = ", ".join(map(ast.unparse, target.node.bases))
        decorators = "".join(f"@{ast.unparse(item)}\n" for item in target.node.decorator_list)
        variants["header"] = f"{decorators}class {target.node.name}({bases}):\n    pass"
        variants["name"] = f"class {target.node.name}:\n    pass"
    variants["removed"] = "pass"  # a class of which the only method is removed still needs a body
    indent = " " * target.node.col_offset
    for kind, text in variants.items():
        yield kind, "\n".join([*before, *(indent + line for line in text.splitlines()), *after]) + "\n"


def needing(task: dict[str, Any], tests: set[str]) -> set[str]:
    """Those of the tests that fail however the target is left out; what passes once is not run again."""
    source = (FOLDER / task["project"] / task["path"]).read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as scratch:
        project = copy_project(task["project"], Path(scratch))
        only = Path(scratch, "only.txt")
        for kind, changed in without_target(source, task["target"]):
            only.write_text("\n".join(tests), encoding="utf-8")
            (project / task["path"]).write_text(changed, encoding="utf-8")
            files = sorted({test.partition("::")[0] for test in tests})
            passed = run_tests(project, Path(scratch, f"{kind}.json"), "--only", str(only), *files)["passed"]
            tests = {test for test in tests if not passed.get(test, False)}
    return tests


def module_name(path: str) -> str:
    return path.removesuffix(".py").replace("/", ".").removesuffix(".__init__")


def modules_of(name: str) -> list[str]:
    folder = FOLDER / name
    return [file.relative_to(folder).as_posix() for file in (folder / read_project(folder)["package"]).glob("*.py")]


@functools.cache
def code_of_tests(name: str) -> CodeOfTests:
    return CodeOfTests(FOLDER / name, modules_of(name))


@functools.cache
def neighbours(name: str) -> Neighbours:
    return Neighbours(FOLDER / name, ProjectIndex(FOLDER / name), modules_of(name))


@functools.cache
def project_index(name: str) -> dict[str, set[str]]:
    """Every definition of a project's package: qualified names at module level, each with its members."""
    index: dict[str, set[str]] = {}
    project = FOLDER / name
    for file in sorted((project / read_project(project)["package"]).glob("*.py")):
        module = module_name(file.relative_to(project).as_posix())
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(node, DEFINITIONS):
                index[f"{module}.{node.name}"] = members(node) if isinstance(node, ast.ClassDef) else set()
            elif isinstance(node, ast.Assign | ast.AnnAssign):
                for goal in node.targets if isinstance(node, ast.Assign) else [node.target]:
                    index[f"{module}.{ast.unparse(goal)}"] = set()
    return index


def members(node: ast.ClassDef) -> set[str]:
    found = set()
    for item in ast.walk(node):
        if isinstance(item, ast.FunctionDef):
            found.add(item.name)
        for goal in item.targets if isinstance(item, ast.Assign) else [getattr(item, "target", None)]:
            if isinstance(goal, ast.Attribute) and ast.unparse(goal.value) == "self":
                found.add(goal.attr)
            elif isinstance(goal, ast.Name) and item in node.body:
                found.add(goal.id)
    return found


def used_names(task: dict[str, Any], target: Definition) -> set[str]:
    """Qualified names at module level of the project that a target uses when it runs; annotations do not count."""
    project = FOLDER / task["project"]
    package = read_project(project)["package"]
    module = module_name(task["path"])
    index = project_index(task["project"])
    known = {name.rpartition(".")[2]: name for name in index if name.rpartition(".")[0] == module}
    for node in ast.parse((project / task["path"]).read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ImportFrom) and node.level:
            for alias in node.names:
                known[alias.asname or alias.name] = f"{package}.{node.module}.{alias.name}"
    itself = f"{module}.{(*target.parents, target.node)[0].name}"
    return {known[node.id] for node in running_names(target.node) if node.id in known} - {itself}


def running_names(node: ast.AST) -> Iterator[ast.Name]:
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.Name):
                yield child
            elif isinstance(child, ast.AST):
                yield from running_names(child)


@each_project
def test_project_json_agrees_with_the_folder_and_its_tasks(project: Path) -> None:
    """There are enough of each kind, and the package needs the standard library alone, its tests pytest."""
    assert len(PROJECTS) == 2
    kinds = [task["kind"] for task in TASKS]
    assert kinds.count("class") >= 5
    assert kinds.count("method") + kinds.count("function") >= 8
    assert len({task["task_id"] for task in TASKS}) == len(TASKS)
    described = read_project(project)
    stated = {"name": project.name, "licence": "Apache-2.0", "requirements": [], "python_requires": ">=3.10"}
    assert {name: described[name] for name in stated} == stated
    assert (project / described["package"] / "__init__.py").is_file()
    assert (project / described["tests"] / "conftest.py").is_file()
    version = f'__version__ = "{described["version"]}"'
    assert version in (project / described["package"] / "__init__.py").read_text(encoding="utf-8")
    assert len(list((project / described["package"]).glob("*.py"))) >= 10
    tasks = [task for task in TASKS if task["project"] == project.name]
    assert {(task["version"], task["licence"]) for task in tasks} == {(described["version"], "Apache-2.0")}
    for folder, others in ((described["package"], set()), (described["tests"], {"pytest", described["package"]})):
        for file in (project / folder).glob("*.py"):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
                if isinstance(node, ast.ImportFrom) and not node.level:
                    names.append(node.module or "")
                assert {name.split(".")[0] for name in names} <= sys.stdlib_module_names | others, file


@pytest.mark.full
@each_project
def test_references_pass_in_three_of_three_runs(project: Path, recorded: Any, tmp_path: Path) -> None:
    copy = copy_project(project.name, tmp_path)
    runs = [run_tests(copy, tmp_path / f"{seed}.json", seed=seed)["passed"] for seed in (1, 2)]
    runs.append(recorded(project.name)["passed"])
    for passed in runs:
        assert [test for test, good in passed.items() if not good] == []
        assert passed.keys() == runs[0].keys()
    for task in TASKS:
        if task["project"] == project.name:
            assert task["tests"], task["task_id"]
            assert set(task["tests"]) <= runs[0].keys()


@each_task
def test_a_row_has_its_form(task: dict[str, Any]) -> None:
    """Classes have two descriptions, others a requirement; ids of tests are plain, and no description holds code."""
    assert list(task) == KEYS
    assert task["sound"] is True
    assert task["tests"] == sorted(set(task["tests"]))
    assert all(map(PLAIN_ID.fullmatch, task["tests"]))
    target = target_of(task)
    if task["kind"] == "class":
        assert isinstance(target.node, ast.ClassDef)
        assert task["requirement"] is None
        assert 2 * len(task["sketchy_description"]) < len(task["detailed_description"])
        methods = [item for item in target.node.body if isinstance(item, ast.FunctionDef)]
        assert 4 <= len(methods) <= 12
        assert [method.name for method in methods if method.name not in task["detailed_description"]] == []
        prose, _, stated = task["detailed_description"].partition("\n\nInterface:\n\n")
        declared = "\n".join(declared for declared, _ in interface(target.node))
        used = [*task["dependencies"]["intra_file"], *task["dependencies"]["cross_file"]]
        above, tests = f"{prose}\n\nInterface:\n\n{declared}", code_of_tests(task["project"]).named_by(task["tests"])
        around, members = neighbours(task["project"]).stated(target, task["path"], used, tests, above)
        assert stated == f"{declared}\n\n{around}"
        texts = [prose, task["sketchy_description"]]
    else:
        assert isinstance(target.node, ast.FunctionDef)
        assert (task["kind"] == "method") == bool(target.parents)
        assert task["detailed_description"] is task["sketchy_description"] is None
        assert list(task["requirement"]) == ["functionality", "arguments"]
        for argument in target.node.args.args:
            assert argument.arg in ("self", "cls") or f":param {argument.arg}: " in task["requirement"]["arguments"]
        texts, members = list(task["requirement"].values()), set()
        stated = signature(target.node)
    named = code_of_tests(task["project"]).named_by(task["tests"])
    said, index = "\n".join([stated, *texts]), ProjectIndex(FOLDER / task["project"])
    assert unstated(target, task["path"], said, named, index, members) == task["underspecified"] == []
    code = {line.strip() for line in ast.unparse(target.node).splitlines() if len(line.strip()) > 12}
    assert [line for text in texts for line in code if line in text] == []


@some_tasks
def test_declared_tests_are_those_that_need_the_target(task: dict[str, Any], recorded: Any) -> None:
    """With the target emptied or removed every one fails, and no other that calls the target does so in every case."""
    calling = calling_tests(recorded(task["project"]), task, target_of(task))
    assert sorted(needing(task, calling)) == task["tests"]


@tasks_of_one
def test_declared_tests_run_95_percent_of_the_target(task: dict[str, Any], recorded: Any) -> None:
    run = recorded(task["project"])
    target = target_of(task)
    span = range(target.first_line, target.last_line + 1)
    statements = [line for line in run["statements"][task["path"]] if line in span]
    lines = run["lines"][task["path"]]
    declared = {"", *task["tests"]}  # "" is the import, which runs the first lines of definitions
    missed = [line for line in statements if declared.isdisjoint(lines.get(str(line), []))]
    assert len(missed) <= 0.05 * len(statements), missed


@each_task
def test_dependencies_are_those_of_the_source(task: dict[str, Any]) -> None:
    """Names at module level are just those that the target uses; members are real, used, and none is forgotten."""
    index = project_index(task["project"])
    target = target_of(task)
    attributes = {node.attr for node in ast.walk(target.node) if isinstance(node, ast.Attribute)}
    module = module_name(task["path"])
    own = f"{module}.{(*target.parents, target.node)[0].name}"
    in_module = [name for name in index if name.rpartition(".")[0] == module]
    declared: set[str] = set()
    for kind in ("intra_class", "intra_file", "cross_file"):
        names = task["dependencies"][kind]
        assert names == sorted(set(names))
        declared |= set(names)
        for name in names:
            in_class = bool(target.parents) and name.startswith(f"{own}.")
            in_file = name in in_module or name.rpartition(".")[0] in in_module
            assert kind == ("intra_class" if in_class else "intra_file" if in_file else "cross_file"), name
    assert list(task["dependencies"]) == ["intra_class", "intra_file", "cross_file"]
    at_module_level = {name for name in declared if name in index}
    assert at_module_level == used_names(task, target)
    for name in declared - at_module_level:
        holder, _, member = name.rpartition(".")
        assert member in index[holder], name
        assert member in attributes, name
    own_members = index.get(own, set()) if isinstance(target.node, ast.ClassDef) else set()
    known = {member for found in index.values() for member in found} - own_members - FOREIGN_ATTRIBUTES
    assert attributes & known <= {name.rpartition(".")[2] for name in declared}
    others = {name.removeprefix(f"{task['project']}.").split(".")[0] for name in task["dependencies"]["cross_file"]}
    assert len(others) >= (3 if task["kind"] == "class" else 1)
