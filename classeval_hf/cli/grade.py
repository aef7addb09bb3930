"""The command `classeval-hf grade`."""

from __future__ import annotations

import argparse
from importlib.util import find_spec
from pathlib import Path

from classeval_hf.cli.options import Commands, add_scoring_options, judge_options
from classeval_hf.core.command_line import add_output_options, option
from classeval_hf.core.consent import require_consent
from classeval_hf.core.errors import UserError, warn_user
from classeval_hf.core.outputs import Output


def add_commands(commands: Commands) -> None:
    from classeval_hf.reports.grades import GRADES

    grade = commands.add_parser("grade", help="run the files of a class of students by the tests of their tasks")
    option(grade, "folder", "what was handed in: AUTHOR/TASK.py, TASK/AUTHOR.py, or AUTHOR.zip", type=Path)
    text = "write grades.csv, and pages for the class and each author"
    option(grade, "-o --output DIR", text, action=Output, kind=GRADES)
    add_scoring_options(grade, of_models=False)
    add_output_options(grade, _grade)


def _grade(arguments: argparse.Namespace) -> int:
    import msgspec

    from classeval_hf.core.tables import titled
    from classeval_hf.judging.judge import Judge
    from classeval_hf.reports import grades
    from classeval_hf.runs.hand_ins import is_of_one_author, read_class
    from classeval_hf.sandbox.tiers import Tier
    from classeval_hf.tasks.splits import select_class_tasks

    require_consent()
    if arguments.tasks_from is None:
        raise UserError("Name the tasks that the class was given: --tasks-from TASKS, a folder or a file.")
    tasks, folder = select_class_tasks(arguments.tasks_from), arguments.folder
    ids = [task.task_id for task in tasks]
    if not folder.is_dir():
        folder.stat()  # raises if it is not there
        raise UserError(f"{folder} is a file: unpack it, or name the folder with what everybody handed in.")
    if is_of_one_author(folder, ids):
        raise UserError(f"{folder} has files that are named for tasks, and no author: name the folder that it is in.")
    if not (authors := read_class(folder, ids)):
        raise UserError(
            f"{folder} holds nothing of any author: it needs AUTHOR/TASK.py, TASK/AUTHOR.py or AUTHOR.zip."
        )
    if arguments.output is not None:
        if find_spec("jinja2") is None:
            raise UserError("Pages need jinja2: pip install 'classeval-hf[report]', or leave -o out.")
        if folder.resolve() in (output := arguments.output.resolve(), *output.parents):
            raise UserError(f"-o {arguments.output} lies in the folder of the class, as if an author's: name another.")
    with Judge(**vars(judge_options(arguments))) as judge:
        graded, failing = grades.grade_class(authors, tasks, judge)
        tier = judge.isolation_in_force.tier
    for task_id, tests in failing.items():
        warn_user(f"Task {task_id}: its own solution fails {', '.join(tests[:3])}, which counts against everybody.")
    if tier.strength < Tier.T2.strength:
        warn_user(f"What was handed in ran at {tier.value}, which stops no malicious file.")
    arguments.result = msgspec.to_builtins(graded)
    print(titled(grades.grade_table(graded)))
    for one in graded:
        for note in one.notes:
            print(f"{one.author}: {note}")
    if arguments.output is not None:
        written = grades.write_grades(graded, arguments.output)
        print(f"\n{written[0]}\n{written[1]}, with a page for each author")
    return 0
