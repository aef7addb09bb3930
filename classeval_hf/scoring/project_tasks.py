"""Finds the sound tasks of projects, and makes tasks from a user's own project, of the code that its tests reach."""

import ast
import json
import os
import re
import shutil
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from packaging.version import VERSION_PATTERN

from classeval_hf.core.errors import UserError
from classeval_hf.core.files import links_below, write_whole
from classeval_hf.core.mappings import grouped
from classeval_hf.core.repository_tasks import JAVA, RepositoryTask, Target
from classeval_hf.core.syntax import has_body
from classeval_hf.core.terminal import ProgressBar, agreeing, counted
from classeval_hf.core.verdicts import Outcome, Soundness, passed_share
from classeval_hf.engine.executor import Executor
from classeval_hf.engine.judge import Judge
from classeval_hf.engine.task_family import Execution
from classeval_hf.projects.family import deciding_tests, named_cause, reference_dependencies, verdict_of_stub
from classeval_hf.projects.install.environments import OwnEnvironment
from classeval_hf.projects.java.compilation import CompiledProject, Jars, copy_project, java_files, other_languages
from classeval_hf.projects.java.source import TypeWithTests, classes_of_tests, types_with_tests
from classeval_hf.projects.located_tasks import LANGUAGES, InstalledTask, ProjectFolders
from classeval_hf.projects.runner.pytest_suite import PytestSuite, time_limit
from classeval_hf.projects.tasks.files import LEFT_OUT, PROJECT, TASKS, release_in
from classeval_hf.projects.tools.interfaces import CodeOfTests, Neighbours, class_description, interface, unstated
from classeval_hf.projects.tools.source_files import signature
from classeval_hf.reading.definitions import Definition, SourceFile, definitions_in
from classeval_hf.sandbox.limited_calls import available_cores

_NOT_COPIED = re.compile(r"__pycache__|build|dist|node_modules|.*\.egg-info|\..*", re.DOTALL)
_TEST_FILES = ("test_*.py", "*_test.py")
_NO_TARGETS = (*_TEST_FILES, "conftest.py", "setup.py")
_UNDESCRIBED = "without a docstring"
_UNDECIDED = "whose tests all pass with a stub too, so that they decide nothing"
_UNNAMED = "without a test class named after it, or a test that fails both with a stub and without it"
_MISSING = re.compile(r"No module named '(\w+)")
_TEST_FOLDERS = ("tests", "test")
_CLASSES_OF_A_RUN = 25  # test classes in Java
_MAX_CAUSES, _MAX_IDS = 8, 12  # that are printed


def underspecified(tasks: Mapping[str, Sequence[str]]) -> list[str]:
    """A line that names the tasks whose tests reach unstated names, with these names; empty without such tasks."""
    named = [f"{task} ({_listed(what)})" for task, what in tasks.items() if what]
    unstated = f"whose tests reach names that are not stated: {_listed(named, _MAX_CAUSES)}"
    return [f"Underspecified: {counted(len(named), 'task')}, {unstated}"] * bool(named)


def check_project(judge: Judge, tasks: Sequence[RepositoryTask], again: bool = False) -> dict[str, Soundness]:
    """
    Runs the references of a project's tasks, three times each, and the stubs of each target.

    Args:
        judge ([`~classeval_hf.engine.judge.Judge`]): an entered judge.
        tasks (`Sequence[RepositoryTask]`): the tasks.
        again (`bool`, defaults to `False`): whether to run them again if outcomes are known.

    Returns:
        `dict[str, Soundness]`: by task id.

    Raises:
        `ValueError`: for a project that is not installed, with the command that installs it.
    """
    return judge.soundness(tasks, again)


@dataclass
class NewProject:
    name: str
    tests: int = 0  # number of passing tests, which decide about tasks
    tasks: list[dict[str, Any]] = field(default_factory=list)  # the lines of `tasks.jsonl`
    failing: dict[str, str] = field(default_factory=dict)  # tests left out since they do not pass, each with the cause
    left_out: dict[str, list[str]] = field(default_factory=dict)  # names of other things left out, by cause


def new_project(
    source: Path,
    tests: Sequence[str],
    output: Path,
    python: str | None = None,
    strict: bool = False,
    progress: bool = False,
) -> NewProject:
    """Copies a project, which is only read, and writes its tasks into the copy; `python` has the tests' packages.
    `strict` raises a `ValueError` if tests are lost that do not skip themselves. Without `tests` they are searched."""
    if not source.is_dir():
        raise NotADirectoryError(f"{source} is not a folder. Name the folder of the project.")
    tests, files = _files_of_tests(source, tests)
    has_src = not (source / "src").is_symlink() and any((source / "src").glob("**/*.py"))
    root = "src" if has_src else "."
    modules = [
        path
        for path in _python_files(source, source / root)
        if not any(map(Path(path).match, _NO_TARGETS)) and not any(map(Path(path).is_relative_to, tests))
    ]
    if not modules:
        raise UserError(f"{source} has no Python module except its tests: name the folder that contains the package.")
    if output.resolve().is_relative_to(source.resolve()):
        raise UserError(f"{output} is in {source}, which is copied there: name a folder outside.")
    environment = OwnEnvironment.of(python, {Path(path).relative_to(root).parts[0] for path in modules})
    made = NewProject(re.sub(r"\W+", "_", source.resolve().name))
    output.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix=f".{output.name}.", dir=output.parent) as scratch:
        folder = Path(scratch, made.name)
        shutil.copytree(source, folder, ignore=_left_out)
        links = [link for link in links_below(source) if not any(map(_NOT_COPIED.fullmatch, Path(link).parent.parts))]
        if links:
            made.left_out["symbolic links, which are not followed"] = links
        about = {"name": made.name, "version": "", "licence": "", "tests": list(tests), "import_root": root}
        _write_metadata(source, folder / root)
        write_whole(folder / PROJECT, json.dumps(about, indent=1))
        environment.record(release_in(folder).sha256)
        _find_tasks(made, folder, modules, files, progress)
        _write_tasks(made, folder, strict)
        folder.rename(output)
    return made


def _write_tasks(made: NewProject, folder: Path, strict: bool) -> None:
    if strict and (lost := {test: why for test, why in made.failing.items() if not why.startswith("Skipped")}):
        nothing = "Nothing was written; without --strict the other code becomes tasks."
        raise UserError(" ".join([*_lost(lost), nothing]))
    write_whole(folder / TASKS, "".join(f"{json.dumps(record)}\n" for record in made.tasks))
    if made.failing or made.left_out:
        left_out = {"tests that do not pass here": made.failing, **made.left_out}
        write_whole(folder / LEFT_OUT, json.dumps(left_out, indent=1))


def new_java_project(source: Path, output: Path, jars: Jars, strict: bool = False) -> NewProject:
    """As [`new_project`] for a project in Java, with the jars that it needs."""
    if not source.is_dir():
        raise NotADirectoryError(f"{source} is not a folder. Name the folder of the project.")
    if output.resolve().is_relative_to(source.resolve()):
        raise UserError(f"{output} is in {source}, which is copied there: name a folder outside.")
    made = NewProject(re.sub(r"\W+", "_", source.resolve().name))
    output.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix=f".{output.name}.", dir=output.parent) as scratch:
        release = copy_project(source, Path(scratch, made.name), made.name, jars)
        folder = Path(release.folder)
        main, tests = java_files(folder)
        classes = classes_of_tests(folder, tests)
        if not main or not classes:
            lacking = "test class of JUnit" if main else "source in Java"
            places = "src/main/java and src/test/java, or src and test"
            raise UserError(f"{source} has no {lacking} in {places}.{other_languages(folder)}")
        target = Target(main[0].stem, "class")
        first = main[0].relative_to(folder).as_posix()
        survey = RepositoryTask(made.name, release, first, target, tuple(classes), language=JAVA)
        folders = ProjectFolders()
        (located,) = folders.located([survey])
        project = folders.of(located)
        assert isinstance(project, CompiledProject)
        compiled = tuple(test for test, path in classes.items() if path not in project.left_out)
        with Executor() as executor:
            passing, seconds = _passing_in_java(made, replace(located, tests=compiled), folders, executor)
            made.failing |= {path: f"does not compile: {why}" for path, why in project.left_out.items()}
            made.tests = len(passing)
            parts = (test.partition("::") for test in passing)  # file, and class with method
            named = (f"{path}::{name.partition('/')[0]}" for path, _, name in parts)
            by_class = grouped(zip(named, passing, strict=True))
            types = list(types_with_tests(folder, main, by_class))
            with ThreadPoolExecutor(available_cores()) as pool:
                decided = pool.map(lambda one: _java_tests(made, one, located, folders, executor, seconds), types)
                for found, (deciding, cause) in zip(types, decided, strict=True):
                    if cause:
                        made.left_out.setdefault(cause, []).append(f"{found.name} ({found.path})")
                    else:
                        name = ".".join(filter(None, (made.name, found.package, found.name)))
                        record: dict[str, Any] = {"task_id": name, "language": JAVA, "path": found.path}
                        record |= {"target": found.name, "kind": "class", "tests": list(deciding)}
                        record |= {"detailed_description": found.description, "sketchy_description": found.summary}
                        made.tasks.append(record | {"licence": "", "sound": True})
        if not made.tasks:
            why = next((f"{test}: {cause}" for test, cause in made.failing.items()), "no documented type is tested")
            raise UserError(f"The tests of {source} reach no code that can be a task: {why}")
        _write_tasks(made, folder, strict)
        folder.rename(output)
    return made


def _passing_in_java(
    made: NewProject, survey: InstalledTask, folders: ProjectFolders, executor: Executor
) -> tuple[list[str], float]:
    """The tests that pass twice, and the seconds of all; some at a time, since one may end the process of all."""
    passing, seconds = list[str](), 0.0
    for first in range(0, len(survey.tests), _CLASSES_OF_A_RUN):
        part = replace(survey, tests=survey.tests[first : first + _CLASSES_OF_A_RUN])
        suite = folders.suite(part, discover=True)
        runs = [executor.run_suite(suite, folders.source(part), is_reference=True) for _ in range(2)]
        _note_failing(made, runs)
        passing += [test for test in runs[0].collected if test not in made.failing]
        seconds += sum(runs[0].seconds.values())
    return passing, seconds


def _java_tests(
    made: NewProject,
    found: TypeWithTests,
    survey: InstalledTask,
    folders: ProjectFolders,
    executor: Executor,
    seconds: float,
) -> tuple[Sequence[str], str]:
    """The tests that decide about a type, or why there are none. `seconds` is what all tests of the project take."""
    if not found.summary:
        return (), _UNDESCRIBED
    task = replace(survey, path=found.path, target=Target(found.name, "class"), tests=found.own_tests)
    if found.own_tests:
        # If all pass while the methods have no content, they decide nothing. A stub that runs out of time, as many do,
        # does not pass.
        limit = time_limit(seconds * len(found.own_tests) / made.tests)
        stub = LANGUAGES[task.language].stubs[0]
        if passed_share(verdict_of_stub(stub, task, folders, executor, limit)) != 1.0:
            return found.own_tests, ""
    tests = deciding_tests(replace(task, tests=found.tests), folders, executor, seconds)
    return tests, "" if tests else _UNDECIDED if found.own_tests else _UNNAMED


def _note_failing(made: NewProject, runs: Sequence[Execution]) -> None:
    """Notes the tests that do not come out well in all runs of all tests, each with the cause."""
    found = [dict.fromkeys(execution.collected) for execution in runs]
    for test in (test for one in found for test in one if not all(test in other for other in found)):
        made.failing[test] = "its id differs in the next run"
    for execution in reversed(runs):  # the first run counts where they differ
        for item in execution.verdict.test_classes:
            if item.error_type:
                made.failing[item.test_class] = named_cause(f"{item.error_type}: {item.message}")
            for case in item.cases:
                if case.outcome is not Outcome.PASS and case.test in execution.collected:
                    cause = f"{case.error_type or case.outcome.value}: {case.message}"
                    made.failing[case.test] = named_cause(cause)


def _write_metadata(source: Path, root: Path) -> None:
    """Writes a project's name and version next to its modules, so that it finds them as if it were installed."""
    files = [source / name for name in ("pyproject.toml", "setup.cfg", "setup.py")]
    stated = [path for path in files if path.is_file() and not path.is_symlink()]
    text = "\n".join(path.read_text(encoding="utf-8", errors="replace") for path in stated)
    places = sorted({*source.glob("*.egg-info/PKG-INFO"), *source.glob("src/*.egg-info/PKG-INFO")})
    own = [path for path in places if path.resolve() == source.resolve() / path.relative_to(source)]
    built = [path.read_text(encoding="utf-8", errors="replace") for path in own[:1]]
    known = {}
    for name in ("name", "version"):
        of_built = re.search(rf"^{name}: *(\S+)", built[0], re.MULTILINE | re.IGNORECASE) if built else None
        found = of_built or re.search(rf"^[ \t]*{name}[ \t]*=[ \t]*['\"]?([\w.+-]+)", text, re.MULTILINE)
        known[name] = found[1] if found else "0"
    if re.fullmatch(VERSION_PATTERN, known["version"], re.VERBOSE | re.IGNORECASE) is None:  # a call, say
        known["version"] = "0"
    if stated and known["name"] != "0":
        folder = root / f"{re.sub(r'[-_.]+', '_', known['name'])}-{known['version']}.dist-info"
        folder.mkdir(exist_ok=True)
        write_whole(folder / "METADATA", "Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n".format(**known))


def _find_tasks(
    made: NewProject, folder: Path, modules: Sequence[str], files: Sequence[str], progress: bool = False
) -> None:
    task = RepositoryTask(made.name, project=release_in(folder), path=modules[0], target=Target("", "function"))
    folders = ProjectFolders()
    with Executor() as executor:
        (survey,) = folders.located([replace(task, tests=tuple(files))])
        suite, source = folders.suite(survey, discover=True), folders.source(survey)
        assert isinstance(suite, PytestSuite)
        suites = replace(suite, reach=True), suite
        bar = ProgressBar("All tests", len(suites), "run", shown=progress)
        with bar, ThreadPoolExecutor(len(suites)) as pool:  # only one of them watches what is called: it takes longer
            runs = []
            for run in pool.map(lambda one: executor.run_suite(one, source, is_reference=True), suites):
                runs.append(run)
                bar.update()
        _note_failing(made, runs)
        found = [dict.fromkeys(execution.collected) for execution in runs]
        for file in files:  # a file that skips itself reports nothing else
            text = (folder / file).read_text(encoding="utf-8", errors="replace")
            skips = re.search(r"importorskip\(\s*['\"]([\w.]+)", text)
            if skips and file not in made.failing and not any(test.startswith(f"{file}::") for test in found[0]):
                made.failing[file] = f"needs a module that its environment lacks (No module named '{skips[1]}')"
        made.tests = sum(test not in made.failing for test in found[0])
        if not made.tests:
            cause = next((f"{test}: {cause}" for test, cause in made.failing.items()), "pytest finds none there")
            raise UserError(
                f"No test in {', '.join(files[:3])} passes where samples are run, so none can decide: "
                f"{cause}.{_fix(cause)}"
            )
        index = folders.index(survey)
        assert index is not None
        code, neighbours = CodeOfTests(folder, modules), Neighbours(folder, index, modules)
        passing = {test: places for test, places in runs[0].reached.items() if test not in made.failing}
        tests = grouped((place, test) for test, places in passing.items() for place in places)
        with ProgressBar("Tasks", len(modules), "module", shown=progress) as bar:
            for path in modules:
                _add_tasks(made, survey, path, tests, code, neighbours, folders)
                bar.update()
    if not made.tasks:
        why = "Tests must call a class, method or function of the project's modules."
        if made.left_out:
            reason, names = list(made.left_out.items())[-1]
            what = "has no docstring, which would be the description" if reason == _UNDESCRIBED else f"is {reason}"
            why = f"{names[0]} {what}."
        raise UserError(f"The tests reach no code that can be a task. {why}")


def _left_out(folder: str, names: list[str]) -> set[str]:
    """Names that are not copied: byte code, built files, hidden folders, environments, links."""
    return {
        name
        for name in names
        if _NOT_COPIED.fullmatch(name) or Path(folder, name).is_symlink() or Path(folder, name, "pyvenv.cfg").is_file()
    }


def _files_of_tests(source: Path, tests: Sequence[str]) -> tuple[Sequence[str], list[str]]:
    """The files and folders of tests that are named, or else found, and all files of tests in them."""
    tests = tests or [name for name in _TEST_FOLDERS if (source / name).is_dir()][:1]
    tests = tests or [path for path in _python_files(source, source) if any(map(Path(path).match, _TEST_FILES))]
    if not tests:
        raise UserError(
            f"{source} has no folder {' or '.join(_TEST_FOLDERS)}, and no file {' or '.join(_TEST_FILES)}: name its "
            "tests from there, as in --tests checks."
        )
    found: list[str] = []
    for name in tests:
        place = source / name
        if not place.exists() or not place.resolve().is_relative_to(source.resolve()):
            raise UserError(
                f"--tests {name}: {source} has no such file or folder. Name its tests from there, as in --tests test."
            )
        paths = [place] if place.suffix == ".py" else [path for kind in _TEST_FILES for path in place.rglob(kind)]
        found += sorted(path.relative_to(source).as_posix() for path in paths if not path.is_symlink())
    if not found:
        raise UserError(
            f"{source} has no file of tests in {', '.join(tests)}: pytest takes {' and '.join(_TEST_FILES)}."
        )
    return tests, list(dict.fromkeys(found))


def _python_files(source: Path, place: Path) -> Iterator[str]:
    """Paths of the files below a place that are copied, in order."""
    for folder, folders, files in os.walk(place):
        folders[:] = sorted(set(folders) - _left_out(folder, folders))
        for name in sorted(set(files) - _left_out(folder, files)):
            if name.endswith(".py"):
                yield Path(folder, name).relative_to(source).as_posix()


def _fix(why: str) -> str:
    """The fix for a test that does not pass since it lacks something."""
    if module := _MISSING.search(why):
        return (
            f" Install {module[1]} where the tests run, or name the interpreter of an environment that has the module "
            "and pytest: --python PROGRAM."
        )
    if "needs a module" in why:
        return " Name the interpreter of an environment that has the module and pytest: --python PROGRAM."
    if "could not load" in why:
        return " If pytest is given options of plugins (`addopts`): name an environment that has them by --python."
    if fixture := re.search(r"FixtureLookupError: \('(\w+)'", why):
        return f" The fixture {fixture[1]} may be one of a plugin of pytest's: install it, or name it by --python."
    return " Name tests without a network: --tests PATH." if "needs a network" in why else ""


def _lost(failing: Mapping[str, str]) -> list[str]:
    """A line for each cause why tests are lost, missing modules first."""
    by_cause = grouped((module[0] if (module := _MISSING.search(why)) else why, test) for test, why in failing.items())
    lines = []
    for tests in sorted(by_cause.values(), key=lambda tests: (not _MISSING.search(failing[tests[0]]), -len(tests))):
        files = [test for test in tests if "::" not in test]
        counts = [counted(len(files), "test file")] * bool(files)
        counts += [counted(len(tests) - len(files), "test")] * (len(tests) > len(files))
        named, why = _listed(tests), failing[tests[0]]
        verb = agreeing(len(tests), "does", "do")
        lines.append(f"Left out: {' and '.join(counts)} that {verb} not pass here, {named}: {why}.{_fix(why)}")
    if len(lines) > _MAX_CAUSES:
        more = counted(len(lines) - _MAX_CAUSES, "further cause")
        lines[_MAX_CAUSES:] = [f"Left out for {more}: see --json."]
    return lines


def _listed(names: Sequence[str], most: int = 3) -> str:
    return ", ".join(names[:most]) + ", ..." * (len(names) > most)


def _add_tasks(
    made: NewProject,
    survey: InstalledTask,
    path: str,
    by_place: Mapping[str, Sequence[str]],
    code: CodeOfTests,
    neighbours: Neighbours,
    folders: ProjectFolders,
) -> None:
    """Adds the tasks of a module: definitions with a docstring that passing tests reach, by places of functions."""
    try:
        source = (Path(survey.project.folder) / path).read_text(encoding="utf-8")
        definitions = list(definitions_in(SourceFile(source)))
    except (SyntaxError, ValueError):
        made.left_out.setdefault("not Python in UTF-8", []).append(path)
        return
    definitions.sort(key=lambda pair: pair[1].first_line)
    names = [name for name, _ in definitions]
    for name, definition in definitions:
        inner = [definition, *(other for _, other in definitions if definition.node in other.parents)]
        tests = sorted({test for one in inner for test in by_place.get(f"{path}:{one.first_line}", ())})
        # A class, a method of one or a function of the module, that does something.
        is_special = definition.node.name.startswith("__") and bool(definition.parents)
        nested = len(definition.parents) > 1 or not all(isinstance(one, ast.ClassDef) for one in definition.parents)
        if not tests or is_special or nested or not has_body(definition.node):
            continue
        described = _description(definition)
        if described is None or names.count(name) > 1:
            why = _UNDESCRIBED if described is None else "defined twice"
            made.left_out.setdefault(why, []).append(f"{name} ({path})")
            continue
        target = Target(name, described.pop("kind"))
        task = replace(survey, path=path, target=target, tests=tuple(tests))
        is_own = task.module.partition(".")[0] == made.name
        task_id = f"{task.module}.{name}" if is_own else f"{made.name}.{task.module}.{name}"
        record = {"task_id": task_id, "path": path, "target": name, "kind": target.kind}
        dependencies = reference_dependencies(task, source, folders)
        tested, members = code.named_by(tests), set[str]()
        texts = described.get("requirement", {"": described.get("detailed_description", "")}).values()
        stated = "\n".join([*map(signature, (*definition.parents, definition.node)), *texts])
        if target.kind == "class":
            used = [*dependencies["intra_file"], *dependencies["cross_file"]]
            around, members = neighbours.stated(definition, path, used, tested, stated)
            described["detailed_description"] += f"\n\n{around}" * bool(around)
            stated += f"\n\n{around}"
        lacking = unstated(definition, path, stated, tested, neighbours.index, members)
        found = {"tests": tests, "dependencies": dependencies, "underspecified": lacking}
        made.tasks.append(record | described | found | {"licence": "", "sound": True})


def _description(definition: Definition) -> dict[str, Any] | None:
    """The fields that describe the target, from docstrings and the interface; `None` without any docstring."""
    docstring = ast.get_docstring(definition.node) or ""
    if not isinstance(definition.node, ast.ClassDef):
        if not docstring:
            return None
        kind = "method" if definition.parents else "function"
        return {"kind": kind, "requirement": {"functionality": docstring, "arguments": ""}}
    if not any(said for _, said in interface(definition.node)):
        return None
    summary = docstring.split("\n\n")[0] or f"The class {definition.node.name}."
    detailed = class_description(definition.node)
    return {"kind": "class", "detailed_description": detailed, "sketchy_description": summary}


def summary(made: NewProject, output: Path) -> str:
    kinds = [sum(record["kind"] == kind for record in made.tasks) for kind in ("class", "method", "function")]
    lines = [
        *_lost(made.failing),
        f"{output}: {counted(len(made.tasks), 'task')} ({counted(kinds[0], 'class')}, {counted(kinds[1], 'method')}, "
        f"{counted(kinds[2], 'function')}), decided by {counted(made.tests, 'test')}.",
        "Tasks: " + _listed([record["task_id"] for record in made.tasks], _MAX_IDS),
    ]
    for why, names in made.left_out.items():
        lines.append(f"Left out: {len(names)} {why}: {_listed(names)}")
    lines += [f"In full: {output / LEFT_OUT}"] * bool(made.failing or made.left_out)
    lines += underspecified({record["target"]: record.get("underspecified", ()) for record in made.tasks})
    return "\n".join([*lines, f"Next: classeval-hf projects check {output}"])
