"""The command `classeval-hf install`."""

import argparse
import warnings
from collections import Counter

from classeval_hf.cli.program import Commands
from classeval_hf.core.command_line import add_output_options, option
from classeval_hf.core.terminal import counted


def add_commands(commands: Commands) -> None:
    install = commands.add_parser("install", help='make load_dataset("classeval") and evaluate.load work anywhere')
    option(install, "--classeval-file FILE", "local copy of ClassEval_data.json")
    text = "local copy of RepoClassBench's python_data.json, java_data.json or csharp_data.json; may be repeated"
    option(install, "--repoclassbench-file FILE", text, action="append", default=[])
    option(install, "--deveval-file FILE", "local copy of DevEval's data.tar.gz, or of data.jsonl in it")
    option(install, "--plus", "also make the strengthened tests of ClassEval's tasks, in some minutes")
    add_output_options(install, _install, as_json=False)


def _install(arguments: argparse.Namespace) -> int:
    from classeval_hf.hub.install import install, install_plus

    report = install(arguments.classeval_file, arguments.repoclassbench_file, arguments.deveval_file)
    for config, counts in {"": report.splits, **report.repository_splits}.items():
        splits = ", ".join(f"{name} ({counted(count, 'task')})" for name, count in counts.items())
        print(f"dataset  classeval{config and ', ' + config}: {splits}")
    print(f"         {report.dataset}\nmetric   classeval_metric\n         {report.metric}")
    for warning in report.warnings:
        warnings.warn(warning, stacklevel=2)
    if not arguments.quiet:
        for note in report.notes:
            print(note)
        print("Where the Hub cannot be reached, set this, and nothing is looked for there: export HF_HUB_OFFLINE=1")
    if not arguments.plus:
        return 0
    new = install_plus(progress=not arguments.quiet)
    print(f"Strengthened tests: {sum(new.tests.values())} of {counted(len(new.tests), 'task')}\n         {new.path}")
    for task_id, missing in new.missing.items():
        reasons = ", ".join(f"{count} since {reason}" for reason, count in Counter(missing.values()).items())
        print(f"{task_id}: {len(missing)} strengthened tests are left out: {reasons}.")
    return 0
