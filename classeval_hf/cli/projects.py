"""The command `classeval-hf projects`: list, install, remove, and check the tasks of projects."""

import argparse
import json
import os
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

from classeval_hf.cli.program import Commands
from classeval_hf.core.command_line import Output, OutputKind, add_output_options, option
from classeval_hf.core.errors import CONSENT_VARIABLE, ProjectError, UserError, did_you_mean
from classeval_hf.core.files import write_whole
from classeval_hf.core.mappings import grouped
from classeval_hf.core.repository_tasks import JAVA, PYTHON, RepositoryTask
from classeval_hf.core.tables import terminal_table
from classeval_hf.core.terminal import ProgressBar, counted
from classeval_hf.core.verdicts import REFERENCE_RUNS, STUB_BASELINES, Soundness
from classeval_hf.engine.judge import Judge
from classeval_hf.projects.install import installation
from classeval_hf.projects.install.environments import OwnEnvironment
from classeval_hf.projects.install.installation import Project, find_project, load_catalogue
from classeval_hf.projects.java.compilation import install_checkout, installed_folder, named_jars, remove_checkout
from classeval_hf.projects.located_tasks import ProjectFolders, available_tasks
from classeval_hf.projects.tasks.files import OPEN_PROJECTS, PROJECT, is_project_folder, read_project_folder
from classeval_hf.tasks.splits import load_repository_tasks, named_task, tasks_of_project

_MAX_CAUSES = 8
_SHOWN = (
    *("name", "version", "benchmark", "repository", "tasks", "download_bytes", "disk_bytes"),
    *("tests_from_checkout", "tests_version"),
)
_OUTCOMES = OutputKind("outcomes of references", {"": r'\{\s*(\}|"[^"\\]*":\s*\{\s*(\}|"[^"\\]*":\s*\{\s*"task_id"))'})
_NEW_PROJECT = OutputKind("a new project", {"tasks.jsonl": r"(?!)", "*": r"(?!)"})  # replaces no file


def add_commands(commands: Commands) -> None:
    projects = commands.add_parser("projects", help="real projects as tasks: list, install, remove")
    actions = projects.add_subparsers(required=True, metavar="ACTION")
    shown = actions.add_parser("list", help="list the projects and their state on this machine")
    add_output_options(shown, _list)
    install = actions.add_parser("install", help="download projects and build environments for their tests")
    option(install, "names NAME...", "name of a project")
    text = "take the tests of this project from a local checkout of its release; can be given again"
    option(install, "--checkout NAME=FOLDER", text, action="append", default=[])
    class_path = "in Java: jars of dependencies, folders of jars, or lists by Maven or Gradle"
    option(install, "--class-path PATH...", class_path, type=str, default=[])
    processors = "in Java: jars of processors of annotations (Lombok)"
    option(install, "--processors JAR...", processors, type=str, default=[])
    agents = "in Java: jars of agents that tests need (Mockito)"
    option(install, "--agents JAR...", agents, type=str, default=[])
    add_output_options(install, _install)
    remove = actions.add_parser("remove", help="remove projects, and the rest of interrupted installations")
    option(remove, "names NAME...", "name of a project")
    add_output_options(remove, _remove)
    new = actions.add_parser("new", help="make tasks from the tested code of your own project")
    option(new, "folder FOLDER", "the project, which is only read")
    text = "files and folders of its tests, from FOLDER (default: tests, test, or all files test_*.py and *_test.py)"
    option(new, "--tests PATH...", text, type=str, default=[])
    option(new, "--python PROGRAM", "interpreter with pytest and the packages that the tests need (default: this one)")
    option(new, "--language LANGUAGE", "its language", choices=(PYTHON, JAVA), default=PYTHON)
    option(new, "--class-path PATH...", class_path, type=str, default=[])
    option(new, "--processors JAR...", processors, type=str, default=[])
    option(new, "--agents JAR...", agents, type=str, default=[])
    option(new, "--strict", "fail if tests cannot be used, except tests that skip themselves")
    text = "write a copy of the project and its tasks here"
    option(new, "-o --output NEW_FOLDER", text, action=Output, kind=_NEW_PROJECT, required=True)
    add_output_options(new, _new)
    check = actions.add_parser("check", help="run the references of projects, to find sound tasks")
    option(check, "names NAME", "project, or folder of one of your own (default: all installed)", nargs="*")
    option(check, "--again", "run references again whose outcomes are known")
    option(check, "--task-ids ID...", "these tasks alone, by id or as module:Class.method")
    option(check, "--python PROGRAM", "interpreter that runs the tests of folders of your own, kept for this machine")
    option(check, "--workers N", "references run at a time (default: all cores)")
    option(check, "-o --output OUT.json", "write the outcome of each task here", action=Output, kind=_OUTCOMES)
    add_output_options(check, _check)


def _list(arguments: argparse.Namespace) -> int:
    rows = [(project, installation.project_state(project)) for project in load_catalogue()]
    rows += [_in_java(*item) for item in _tasks_in_java().items()]
    arguments.result = [_row(project, state) for project, state in rows]
    header = ["project", "version", "benchmark", "tasks", "download, MB", "disk, MB", "state"]
    cells = []
    for item, state in rows:
        sizes = round(item.download_bytes / 1e6), round(item.disk_bytes / 1e6)
        cells.append([item.name, item.version, item.benchmark, item.tasks, *sizes, state])
    print(terminal_table(header, cells))
    if arguments.quiet:
        return 0
    installed = sum(state == "installed" for _, state in rows)
    available = sum(not state.startswith("unavailable") for _, state in rows)
    print(f"\n{counted(len(rows), 'project')}; {available} can be installed here, {installed} are installed:")
    print(installation.projects_folder())
    return 0


def _row(project: Project, state: str) -> dict[str, Any]:
    state, _, reason = state.partition(": ")
    return {**{name: getattr(project, name) for name in _SHOWN}, "state": state, "reason": reason}


def _install(arguments: argparse.Namespace) -> int:
    in_java = [name for name in arguments.names if name in _tasks_in_java()]
    if in_java:
        of_java = dict(text.partition("=")[::2] for text in arguments.checkout)
        (name, *others) = arguments.names
        if others or set(of_java) != {name} or not Path(of_java[name]).is_dir():
            raise ProjectError(
                f"Name one project in Java at a time, and its folder: {in_java[0]} --checkout {in_java[0]}=FOLDER"
            )
        jars = named_jars(arguments.class_path, arguments.processors, arguments.agents)
        compiled = install_checkout(name, Path(of_java[name]), jars)
        tasks = _tasks_in_java()[name]
        refused = ProjectFolders().unavailable(tasks)
        can_be_run = counted(len(tasks) - len(refused), "task")
        print(f"{compiled.label}: {can_be_run} of RepoClassBench can be run\n  {compiled.folder}")
        causes = dict.fromkeys([*refused.values(), *map(": ".join, compiled.left_out.items())])
        for why in list(causes)[:_MAX_CAUSES]:
            print(f"Left out: {why}")
        arguments.result = [{"name": name, "state": "installed", "tasks": len(tasks), "refused": refused}]
        return 0
    projects = _found(arguments.names)
    checkouts: dict[str, Path] = {}
    for text in arguments.checkout:
        name, sign, path = text.partition("=")
        if not sign or not path:
            raise ProjectError(f"--checkout {text}: write it as --checkout NAME=FOLDER.")
        found = find_project(name, load_catalogue())
        if found not in projects:
            raise ProjectError(f"--checkout {text}: {found.name} is not among the projects to install.")
        if not Path(path).is_dir():
            raise ProjectError(f"--checkout {text}: there is no folder {path}.")
        checkouts[found.name] = Path(path)
    wanted = []
    for project in projects:
        installation.check_installable(project, checkouts.get(project.name))
        if installation.project_state(project) == "installed":
            print(f"{project.label} is installed already.")
        else:
            wanted.append(project)
    if wanted and not arguments.quiet:
        to_download = round(sum(project.download_bytes for project in wanted) / 1e6)
        on_disk = round(sum(project.disk_bytes for project in wanted) / 1e6)
        below = installation.projects_folder()
        print(f"To download: about {to_download} MB; on disk: about {on_disk} MB below {below}")
    for project in wanted:
        with ProgressBar(project.label, project.download_bytes, "B", shown=not arguments.quiet) as bar:
            folder = checkouts.get(project.name)
            installed = installation.install_project(project, folder, bar.update, partial(bar.update, 0))
        record = installed.record
        print(
            f"{project.label}: {counted(project.tasks, 'task')} of {project.benchmark}, "
            f"{record['disk_bytes'] / 1e6:.0f} MB, {record['seconds']:.0f} s\n  {installed.folder}"
        )
    arguments.result = [_row(project, installation.project_state(project)) for project in projects]
    return 0


def _tasks_in_java() -> dict[str, list[RepositoryTask]]:
    """The installed tasks in Java by the name of their project."""
    with suppress(FileNotFoundError):
        return grouped((task.project.name, task) for task in load_repository_tasks("repoclassbench/java"))
    return {}


def _in_java(name: str, tasks: Sequence[RepositoryTask]) -> tuple[Project, str]:
    """A project in Java of RepoClassBench, and its state."""
    state = "installed" if (installed_folder(name) / PROJECT).is_file() else "not installed"
    return Project(name, "", "RepoClassBench", name, len(tasks), tests_from_checkout=True), state


def _remove(arguments: argparse.Namespace) -> int:
    of_java = _tasks_in_java()
    in_java = [name for name in arguments.names if name in of_java]
    projects = _found([name for name in arguments.names if name not in in_java])
    freed = {project.label: installation.remove_project(project) for project in projects}
    freed |= {name: remove_checkout(name) for name in in_java}
    for label, size in freed.items():
        print(f"{label}: {size / 1e6:.0f} MB freed" if size else f"{label} was not installed.")
    rows = [(project, installation.project_state(project)) for project in projects]
    arguments.result = [_row(*row) for row in [*rows, *(_in_java(name, of_java[name]) for name in in_java)]]
    return 0


def _found(names: Sequence[str]) -> list[Project]:
    for own in OPEN_PROJECTS.iterdir():
        if own.name in names:
            raise ProjectError(f"{own.name} comes with this package: leave it out here. Its folder is {own}.")
    return list(dict.fromkeys(find_project(name, load_catalogue()) for name in names))


def _new(arguments: argparse.Namespace) -> int:
    from classeval_hf.scoring.project_tasks import new_java_project, new_project, summary

    os.environ[CONSENT_VARIABLE] = "1"  # no code of a model is run here
    if arguments.language == JAVA:
        if arguments.tests or arguments.python is not None:
            raise UserError("--tests and --python are for projects in Python: leave them out with --language java.")
        jars = named_jars(arguments.class_path, arguments.processors, arguments.agents)
        made = new_java_project(arguments.folder, arguments.output, jars, arguments.strict)
    else:
        if arguments.class_path or arguments.processors or arguments.agents:
            raise UserError("--class-path, --processors and --agents are for projects in Java: add --language java.")
        named = (arguments.folder, arguments.tests, arguments.output, arguments.python)
        made = new_project(*named, arguments.strict, progress=not arguments.quiet)
    arguments.result = asdict(made)
    print(summary(made, arguments.output))
    return 0


def _check(arguments: argparse.Namespace) -> int:
    from classeval_hf.scoring.project_tasks import check_project, underspecified

    os.environ[CONSENT_VARIABLE] = "1"  # no code of a model is run here
    of_projects = _chosen(arguments.names, arguments.python)
    known = {task.task_id: task for of_project in of_projects.values() for task in of_project}
    wanted = set(known if arguments.task_ids is None else (named_task(known, name) for name in arguments.task_ids))
    for task_id in sorted(wanted - known.keys()):
        raise UserError(f"There is no task {task_id} of {', '.join(of_projects)}.{did_you_mean(task_id, known)}")
    if arguments.python is not None:
        environment = OwnEnvironment.of(arguments.python)
        for sha256 in {of_project[0].project.sha256 for of_project in of_projects.values()}:
            environment.record(sha256)
    kept = {label: [task for task in tasks if task.task_id in wanted] for label, tasks in of_projects.items()}
    outcomes: dict[str, dict[str, Soundness]] = {}
    rows = []
    with Judge(num_workers=arguments.workers, progress=not arguments.quiet) as judge:
        for label, tasks in ((label, tasks) for label, tasks in kept.items() if tasks):
            of_label = outcomes[label] = check_project(judge, tasks, arguments.again)
            tests = sum(len(of_file) for item in of_label.values() for of_file in item.tests.values())
            failures = sum(len(item.failing) for item in of_label.values())
            sound = [item for item in of_label.values() if item.is_sound]
            rates = [[item.floors[name] for item in sound if name in item.floors] for name in STUB_BASELINES]
            floors = [sum(of_floor) / len(of_floor) if of_floor else None for of_floor in rates]
            longest = max((sum(item.clock_seconds.values()) for item in of_label.values()), default=0.0)
            rows.append([label, len(of_label), len(sound), tests, tests - failures, *floors, round(longest, 1)])
    baselines = [f"pass, {name}" for name in STUB_BASELINES]
    header = ["project", "tasks", "sound", "tests", "pass", *baselines, "longest, s"]
    print(f"Sound: the reference passes every test in {REFERENCE_RUNS} of {REFERENCE_RUNS} runs.")
    print(terminal_table(header, rows))
    arguments.result = {}
    for label, of_project in outcomes.items():
        not_run = Counter(item.cause for item in of_project.values() if item.runs == 0)
        most = not_run.most_common(_MAX_CAUSES)
        lines = [f"{counted(count, 'task')} cannot be judged here: {cause}" for cause, count in most]
        failing = [(task, *failed) for task, item in of_project.items() for failed in item.failing.items()]
        by_cause = grouped((why.partition(" (")[0], (task, test, why)) for task, test, why in failing)
        for cause, failed in sorted(by_cause.items(), key=lambda item: -len(item[1]))[:_MAX_CAUSES]:
            task, test, why = failed[-1]
            lines.append(f"{counted(len(failed), 'test')}: {cause}; such as {test} of {task}: {why}")
        of_tasks = {task.task_id: task.underspecified for task in kept[label]}
        for line in [*lines, *underspecified(of_tasks)]:
            print(f"{label}: {line}")
        arguments.result[label] = {
            task: {**asdict(item), "underspecified": of_tasks[task]} for task, item in of_project.items()
        }
    if arguments.output is not None:
        write_whole(arguments.output, json.dumps(arguments.result, indent=1))
    return 0


def _chosen(names: Sequence[str], python: str | None) -> dict[str, list[RepositoryTask]]:
    folders = [name for name in names if is_project_folder(name)]
    others = [name for name in names if name not in folders]
    if python is not None and (others or not names):
        without = f", without {', '.join(others)}" if others else ""
        raise ProjectError(f"--python is for folders of your own: name them alone{without}.")
    in_java = {
        name: own
        for name, own in _tasks_in_java().items()
        if name in others or (not names and (installed_folder(name) / PROJECT).is_file())
    }
    projects = _found([name for name in others if name not in in_java])
    for project in projects:
        installation.installed_project(project)  # raises an error with the fix
    if not names:
        projects = [project for project in load_catalogue() if installation.project_state(project) == "installed"]
        if not projects and not in_java:
            raise ProjectError("No project is installed: classeval-hf projects install NAME")
    named = {project.label: tasks_of_project(project) for project in projects}
    named |= {name: available_tasks(own, leave_out=True) for name, own in in_java.items()}
    for folder in folders:
        tasks = read_project_folder(folder)
        named[tasks[0].project.label] = tasks
    return named
