"""The command `classeval-hf projects`. What `check` would do, judging the references, belongs to a room above."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from classeval_hf.core.command_line import add_output_options
from classeval_hf.core.progress import ProgressBar
from classeval_hf.core.terminal_tables import terminal_table
from classeval_hf.projects.catalogue import Project, ProjectError, find_project, load_catalogue
from classeval_hf.projects.installation import (
    check_installable,
    install_project,
    project_state,
    projects_folder,
    remove_project,
)

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]


def add_projects_command(commands: Commands) -> Commands:
    """Adds `classeval-hf projects`; returns its subparsers, for further commands."""
    projects = commands.add_parser("projects", help="real projects as tasks: list, install, remove")
    actions = projects.add_subparsers(required=True, metavar="ACTION")

    shown = actions.add_parser("list", help="the projects that there are, and how they stand on this machine")
    add_output_options(shown)
    shown.set_defaults(run=_list)

    install = actions.add_parser("install", help="download projects and build environments for their tests")
    install.add_argument("names", nargs="+", metavar="NAME", help="name of a project")
    install.add_argument(
        "--checkout",
        action="append",
        default=[],
        metavar="NAME=FOLDER",
        help="take the tests of this project from a local checkout of its release; can be given again",
    )
    add_output_options(install)
    install.set_defaults(run=_install)

    remove = actions.add_parser("remove", help="remove installed projects, and what is left of interrupted ones")
    remove.add_argument("names", nargs="+", metavar="NAME", help="name of a project")
    add_output_options(remove)
    remove.set_defaults(run=_remove)
    return actions


def _list(arguments: argparse.Namespace) -> int:
    rows = [(project, project_state(project)) for project in load_catalogue()]
    arguments.result = [_row(project, state) for project, state in rows]
    header = ["project", "version", "benchmark", "tasks", "download, MB", "disk, MB", "state"]
    print(
        terminal_table(
            header,
            [
                [
                    project.name,
                    project.version,
                    project.benchmark,
                    project.tasks,
                    _megabytes(project.download_bytes),
                    _megabytes(project.disk_bytes),
                    state,
                ]
                for project, state in rows
            ],
        )
    )
    if arguments.quiet:
        return 0
    installed = sum(state == "installed" for _, state in rows)
    available = sum(not state.startswith("unavailable") for _, state in rows)
    print(
        f"\n{len(rows)} projects, of which {available} can be installed here and {installed} are: {projects_folder()}"
    )
    return 0


def _row(project: Project, state: str) -> dict[str, Any]:
    state, _, reason = state.partition(": ")
    return {
        "name": project.name,
        "version": project.version,
        "benchmark": project.benchmark,
        "repository": project.repository,
        "tasks": project.tasks,
        "download_bytes": project.download_bytes,
        "disk_bytes": project.disk_bytes,
        "tests_from_checkout": project.tests_from_checkout,
        "tests_version": project.tests_version,
        "state": state,
        "reason": reason,
    }


def _install(arguments: argparse.Namespace) -> int:
    projects = _found(arguments.names)
    checkouts = _checkouts(arguments.checkout, projects)
    wanted = []
    for project in projects:
        check_installable(project, checkouts.get(project.name))
        if project_state(project) == "installed":
            print(f"{project.label} is installed already.")
        else:
            wanted.append(project)
    if wanted and not arguments.quiet:
        print(
            f"To download: about {_megabytes(sum(project.download_bytes for project in wanted))} MB; on disk: about "
            f"{_megabytes(sum(project.disk_bytes for project in wanted))} MB below {projects_folder()}"
        )
    for project in wanted:
        with ProgressBar(project.label, project.download_bytes, "B", shown=not arguments.quiet) as bar:
            installed = install_project(
                project,
                checkouts.get(project.name),
                on_bytes=bar.update,
                on_step=bar.set_step,
            )
        record = installed.record
        print(
            f"{project.label}: {project.tasks} tasks of {project.benchmark}, {_megabytes(record['disk_bytes'])} MB, "
            f"{record['seconds']:.0f} s\n  {installed.folder}"
        )
    arguments.result = [_row(project, project_state(project)) for project in projects]
    return 0


def _remove(arguments: argparse.Namespace) -> int:
    projects = _found(arguments.names)
    for project in projects:
        freed = remove_project(project)
        print(f"{project.label}: {_megabytes(freed)} MB freed" if freed else f"{project.label} was not installed.")
    arguments.result = [_row(project, project_state(project)) for project in projects]
    return 0


def _found(names: Sequence[str]) -> list[Project]:
    return list(dict.fromkeys(find_project(name, load_catalogue()) for name in names))


def _checkouts(given: Sequence[str], projects: Sequence[Project]) -> dict[str, Path]:
    """Folders by the names of their projects."""
    folders: dict[str, Path] = {}
    for text in given:
        name, sign, folder = text.partition("=")
        if not sign or not folder:
            raise ProjectError(f"--checkout {text}: write it as --checkout NAME=FOLDER.")
        project = find_project(name, load_catalogue())
        if project not in projects:
            raise ProjectError(f"--checkout {text}: {project.name} is not among the projects to install.")
        if not Path(folder).is_dir():
            raise ProjectError(f"--checkout {text}: there is no folder {folder}.")
        folders[project.name] = Path(folder)
    return folders


def _megabytes(size: int) -> int:
    return round(size / 1e6)
