"""
What it costs to judge a file of a project, against plain pytest in the same environment.

Run as `HF_ALLOW_CODE_EVAL=1 python benchmarks/projects.py litestar`, with the project installed and checked, and
nothing else running. Each sound task's reference is run once by plain pytest, in a fresh copy of the project and a
fresh process, and once by the judge's own executor, warm: the process that samples are forked from is there. Prints
seconds by the clock and of processor time, and for how many tasks the goal holds: at most a fifth and a second more.
"""

from __future__ import annotations

import argparse
import resource
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

from classeval_hf.core.tables import format_table
from classeval_hf.engine.judge import Judge
from classeval_hf.projects.install.installation import find_project, load_catalogue
from classeval_hf.projects.located_tasks import InstalledTask, ProjectFolders
from classeval_hf.projects.runner.pytest_suite import ProjectFolder
from classeval_hf.tasks.splits import tasks_of_project

SHARE, SECONDS = 1.2, 1.0
"""The goal: so many times what plain pytest takes, and so many seconds more."""


def main() -> None:
    """Measures the tasks of a project and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("project")
    parser.add_argument("--limit", type=int, help="so many tasks at most")
    arguments = parser.parse_args()
    tasks = tasks_of_project(find_project(arguments.project, load_catalogue()))
    folders = ProjectFolders()
    with Judge(progress=True) as judge, judge.executor() as executors:
        outcomes = judge.soundness(tasks)
        located = {task.task_id: task for task in folders.located(tasks)}
        chosen = [
            located[task_id].with_findings(outcome) for task_id, outcome in outcomes.items() if outcome.is_sound
        ][: arguments.limit]
        executors.run(chosen[0], folders.source(chosen[0]), is_reference=True)  # warms up
        rows = []
        for task in chosen:
            folder = folders.of(task)
            assert isinstance(folder, ProjectFolder), f"{task.task_id} is not in Python"
            plain = plain_pytest(task, folder)
            begin = time.perf_counter()
            execution = executors.run(task, folders.source(task), is_reference=True)
            wall = time.perf_counter() - begin
            assert execution.verdict.passed(task.suite().listed), task.task_id
            rows.append((task, *plain, wall, sum(execution.seconds.values())))
    report(rows)


def plain_pytest(task: InstalledTask, folder: ProjectFolder) -> tuple[float, float]:
    """Seconds by the clock and of processor time that a task's tests take in a copy of the project."""
    with tempfile.TemporaryDirectory() as scratch:
        tree = Path(shutil.copytree(folder.tree, Path(scratch, "project"), symlinks=True))
        ids = [test for _, of_file in task.known_tests for test in of_file]
        paths = ":".join(str(tree / path) for path in folder.import_paths)
        command = [folder.python, "-m", "pytest", "-q", "-p", "no:cacheprovider", *ids]
        environment = {"PATH": "/usr/bin:/bin", "PYTHONPATH": ":".join([paths, *folder.packages]), "HOME": scratch}
        before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        done = subprocess.run(command, cwd=tree, env=environment, capture_output=True, text=True)
        wall, after = time.perf_counter() - begin, resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        print(f"{task.task_id}: plain pytest says {done.stdout.strip().splitlines()[-1:]}")
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def report(rows: list[tuple[InstalledTask, float, float, float, float]]) -> None:
    """Prints the table, and the sums."""
    header = ["task", "files", "tests", "pytest, s", "pytest, CPU s", "judge, s", "judge, CPU s", "ratio"]
    table = []
    for task, plain, plain_cpu, wall, cpu in rows:
        tests = sum(len(ids) for _, ids in task.known_tests)
        numbers = [round(number, 2) for number in (plain, plain_cpu, wall, cpu, wall / plain)]
        table.append([task.task_id, len(task.known_tests), tests, *numbers])
    sums = [sum(values) for values in zip(*(row[1:] for row in rows), strict=True)]
    table.append(["all", "", "", *(round(number, 2) for number in sums), round(sums[2] / sums[0], 2)])
    print(format_table(header, table))
    within = sum(row[3] <= SHARE * row[1] + SECONDS for row in rows)
    print(f"{within} of {len(rows)} tasks take at most {SHARE} times what plain pytest takes and {SECONDS:g} s more.")


if __name__ == "__main__":
    main()
