"""The command `classeval-hf`."""

from __future__ import annotations

import argparse
import json
import math
import os
import sys
import warnings
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import asdict
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NoReturn

import classeval_hf
from classeval_hf import sandbox
from classeval_hf.core.atomic_write import write_whole
from classeval_hf.core.command_line import (
    SHELLS,
    CommandParser,
    add_output_options,
    collect_garbage_rarely,
    completion_script,
    in_words,
    run_command,
)
from classeval_hf.core.consent import CONSENT_VARIABLE, require_consent
from classeval_hf.core.outputs import Output, OutputKind
from classeval_hf.core.visible_output import visible_output

# Each command imports what it needs where its options are added and where it runs: to load all of it takes longer than
# most commands need for their work.
if TYPE_CHECKING:
    from classeval_hf.core.samples import Sample
    from classeval_hf.core.tasks import ClassTask, Task
    from classeval_hf.metrics.scores import Scores

    Commands = argparse._SubParsersAction[argparse.ArgumentParser]

__all__ = ["main"]

_WITH_A_MODEL = (["generate"], ["evaluate"])
"""How the command lines begin that the command of generation reads."""

_TIMEOUT = 5.0
"""Seconds per test class; the paper's."""

_COMPARISON = OutputKind("a comparison", {"": r'\{\s*"runs":\s*\[\s*"'})


@visible_output()
def main(argv: Sequence[str] | None = None) -> int:
    """
    Runs the command line.

    Args:
        argv (`Sequence[str]`, *optional*): arguments, by default those of the process.

    Returns:
        `int`: the exit status: 0 for success, 1 for a failed check, 2 for bad input.
    """
    given = list(sys.argv[1:] if argv is None else argv)
    if argv is None:
        _settle_program(given)
    if given[:1] in _WITH_A_MODEL:
        return _run_model(given[0], given[1:])
    try:
        status = run_command(_parser(given[0] if given else None).parse_args(given))
        sys.stdout.flush()
        return status
    except BrokenPipeError:  # who reads the output, `head` say, has enough of it
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what is still to be written goes nowhere
        return 0
    except (OSError, ValueError, MemoryError, sandbox.InfrastructureError, sandbox.IsolationError) as error:
        print(f"classeval-hf: error: {in_words(error)}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("classeval-hf: interrupted", file=sys.stderr)
        return 130


def _settle_program(given: Sequence[str]) -> None:
    """What holds for a process that is this program alone."""
    if given[:1] == ["install"]:  # for its evaluators, `evaluate` imports transformers, and PyTorch with it
        sys.modules.setdefault("transformers", None)  # type: ignore[arg-type]
    if given[:1] not in _WITH_A_MODEL:
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # numpy's threads wait busily, and none has work here
    collect_garbage_rarely()


class _PrintVersion(argparse.Action):
    """Looks the version up where it is asked for alone: that reads the metadata of the installed package."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> NoReturn:
        print(f"classeval-hf {classeval_hf.__version__}")
        parser.exit()


def _completion(arguments: argparse.Namespace) -> int:
    from classeval_hf.generation.cli.evaluation import evaluation_parser
    from classeval_hf.generation.pipeline.arguments import generation_parser

    parser = _parser(generation={"evaluate": evaluation_parser(), "generate": generation_parser()})
    print(completion_script(parser, arguments.shell))
    return 0


_GENERATION = {
    "evaluate": "run a model, score what it wrote, and report",
    "generate": "run a model: what generation/run.py does",
}
"""The commands whose options are read by parsers of their own."""


def _parser(
    wanted: str | None = None, generation: Mapping[str, argparse.ArgumentParser] = MappingProxyType({})
) -> argparse.ArgumentParser:
    """With the options of one command alone, where it is known which is wanted."""
    parser: argparse.ArgumentParser = CommandParser(
        prog="classeval-hf", description="Class-level code generation, judged by tests."
    )
    parser.add_argument("--version", action=_PrintVersion, nargs=0, help="print the version, and stop")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    models, publish = partial(_add_models, generation), _add_publish
    adding: dict[str, Callable[[Commands], None]] = {
        "--version": lambda _: None,
        "install": _add_install,
        "score": _add_score,
        "compare": _add_compare,
        **dict.fromkeys(_GENERATION, models),
        "report": _add_report,
        **dict.fromkeys(("publish-results", "publish"), publish),
        "projects": _add_projects,
        "preflight": _add_preflight,
        "floors": _add_floors,
        "demo": _add_demo,
        "validate": _add_validate,
        "strengthen": _add_strengthen,
        "completion": _add_completion,
    }
    for add in [adding[wanted]] if wanted in adding else dict.fromkeys(adding.values()):
        add(commands)
    return parser


def _add_models(generation: Mapping[str, argparse.ArgumentParser], commands: Commands) -> None:
    for name, text in _GENERATION.items():
        commands.add_parser(name, help=text, add_help=False, parents=[generation[name]] if name in generation else [])


def _add_report(commands: Commands) -> None:
    from classeval_hf.reports.command import add_report_command

    add_report_command(commands)


def _add_publish(commands: Commands) -> None:
    from classeval_hf.hub.command import add_publish_commands

    add_publish_commands(commands)


def _add_projects(commands: Commands) -> None:
    from classeval_hf.projects.command import add_projects_command
    from classeval_hf.scoring.project_check import add_check_command

    add_check_command(add_projects_command(commands))


def _add_demo(commands: Commands) -> None:
    demo = commands.add_parser("demo", help="score the completions that come with the open tasks")
    add_output_options(demo, with_warnings=True)
    demo.set_defaults(run=_demo)


def _add_validate(commands: Commands) -> None:
    validate = commands.add_parser("validate", help="check tasks against the construction rules")
    validate.add_argument("path", type=Path, nargs="?", help="folder of task folders (default: the split open)")
    validate.add_argument("--stats", metavar="SPLIT|FILE", help="print the paper's Tables 1, 3, 4, 5 instead")
    add_output_options(validate)
    validate.set_defaults(run=_validate)


def _add_strengthen(commands: Commands) -> None:
    from classeval_hf.generation.pipeline.arguments import add_seed_options
    from classeval_hf.strengthening.command import SeedModel, add_strengthen_command

    add_strengthen_command(commands, SeedModel(add_seed_options, _check_seed_model, _write_seed_tests))


def _add_completion(commands: Commands) -> None:
    completion = commands.add_parser("completion", help="print what completes this command in a shell")
    completion.add_argument("shell", choices=SHELLS, help="which shell the script is for")
    completion.set_defaults(run=_completion)


def _add_install(commands: Commands) -> None:
    install = commands.add_parser("install", help='make load_dataset("classeval") and evaluate.load work anywhere')
    install.add_argument("--classeval-file", type=Path, metavar="FILE", help="local copy of ClassEval_data.json")
    install.add_argument(
        "--repoclassbench-file",
        type=Path,
        action="append",
        default=[],
        metavar="FILE",
        help="local copy of RepoClassBench's python_data.json, java_data.json or csharp_data.json; may be repeated",
    )
    install.add_argument(
        "--deveval-file", type=Path, metavar="FILE", help="local copy of DevEval's data.tar.gz, or of data.jsonl in it"
    )
    install.add_argument(
        "--plus", action="store_true", help="also make the strengthened tests of ClassEval's tasks, in some minutes"
    )
    add_output_options(install, as_json=False)
    install.set_defaults(run=_install)


def _add_preflight(commands: Commands) -> None:
    preflight = commands.add_parser("preflight", help="run the references: which tasks are sound in this environment?")
    preflight.add_argument(
        "--split",
        default="all",
        choices=["all", "test", "open", "open_repo"],
        help="default: the class tasks that are installed",
    )
    preflight.add_argument("--tasks-from", type=Path, metavar="PATH", help="take the tasks from this file or folder")
    preflight.add_argument("--timeout", type=_timeout, default=_TIMEOUT, help="seconds per test class (default: 5)")
    preflight.add_argument("--workers", type=_count, help="references run at a time (default: all cores)")
    _add_isolation(preflight)
    add_output_options(preflight)
    preflight.set_defaults(run=_preflight)


def _add_floors(commands: Commands) -> None:
    floor = commands.add_parser("floors", help="score classes that do nothing, as a baseline for scores")
    floor.add_argument("--split", default="all", choices=["all", "test", "open"], help="default: what is installed")
    _add_scoring(floor, ks=False)
    add_output_options(floor)
    floor.set_defaults(run=_floors)


def _add_score(commands: Commands) -> None:
    from classeval_hf.runs.run_files import SCORES
    from classeval_hf.scoring.upstream_rules import COMPATS
    from classeval_hf.tasks.splits import REPOSITORY_SPLITS

    score = commands.add_parser("score", help="score files of recorded samples")
    score.add_argument(
        "files", nargs="+", type=Path, metavar="FILE", help="file or folder of samples, or - for standard input"
    )
    score.add_argument("-o", "--output", action=Output, kind=SCORES, metavar="OUT.json", help="write all results here")
    score.add_argument(
        "--tasks",
        metavar="|".join(["test", "open", *REPOSITORY_SPLITS, "FILE"]),
        help="what the samples are of: a split, or a file of tasks (default: all that is installed, by task id)",
    )
    score.add_argument("--projects", nargs="+", metavar="NAME", help="the tasks of these projects alone")
    score.add_argument(
        "--installed-projects", action="store_true", help="leave out the tasks of projects that are not installed"
    )
    score.add_argument("--preflight", action="store_true", help="run the references again, to find the sound tasks")
    score.add_argument(
        "--compat",
        choices=COMPATS[:1],
        help="score by the rules of ClassEval's public harness too, with the effect of each of its rules",
    )
    score.add_argument(
        "--plus", action="store_true", help="judge by the strengthened tests too, which what passes must pass as well"
    )
    score.add_argument(
        "--plus-from",
        type=Path,
        metavar="FOLDER",
        help="likewise, by those that `classeval-hf strengthen` wrote",
    )
    score.add_argument("--all", action="store_true", help="print every score, also what the first table leaves out")
    score.add_argument(
        "--ci", type=float, metavar="LEVEL", help="intervals of this level (default: 0.95); print those of all scores"
    )
    score.add_argument(
        "--cluster",
        metavar="BACKEND",
        help="run on the workers of this joblib backend: dask, ray; who runs a worker is trusted with your account",
    )
    score.add_argument(
        "--scheduler", metavar="ADDRESS", help="of the Dask cluster: tcp://host:8786, or its scheduler file (.json)"
    )
    _add_resampling(score)
    _add_scoring(score)
    add_output_options(score, with_warnings=True)
    score.set_defaults(run=_score)


def _add_compare(commands: Commands) -> None:
    compare = commands.add_parser("compare", help="test runs on the same tasks against one another, and rank them")
    compare.add_argument(
        "runs",
        nargs="+",
        metavar="RUN",
        help="score files (of one or several runs), run folders or files of samples; LABEL=RUN names one",
    )
    compare.add_argument(
        "--runs",
        nargs="+",
        dest="chosen",
        metavar="NAME",
        help="of these, the runs with these labels, or parts of them",
    )
    compare.add_argument("--baseline", metavar="NAME", help="compare each other run with this one alone")
    compare.add_argument("--all", action="store_true", help="list every pair, however many there are")
    compare.add_argument(
        "-o", "--output", action=Output, kind=_COMPARISON, metavar="OUT.json", help="write the comparison here"
    )
    compare.add_argument(
        "--metric",
        nargs="+",
        metavar="NAME",
        help="what to compare (default: of two runs all that both have; of more class_pass@1 or pass@1)",
    )
    compare.add_argument("--ci", type=float, default=0.95, metavar="LEVEL", help="level (default: %(default)s)")
    compare.add_argument(
        "--common", action="store_true", help="over the tasks that all can be compared on, and sound in all, alone"
    )
    compare.add_argument("--own-tasks", action="store_true", help="take each file's tasks from the file itself")
    _add_resampling(compare)
    _add_scoring(compare)
    add_output_options(compare, with_warnings=True)
    compare.set_defaults(run=_compare)


def _add_scoring(command: argparse.ArgumentParser, ks: bool = True) -> None:
    from classeval_hf.reading.extraction import MAX_COMPLETION_CHARS

    command.add_argument("--tasks-from", type=Path, metavar="PATH", help="take the tasks from this file or folder")
    if ks:
        command.add_argument("-k", type=int, nargs="+", help="the k of pass@k (default: those of 1, 3, 5 that fit)")
    command.add_argument(
        "--timeout",
        type=_timeout,
        default=_TIMEOUT,
        metavar="SECONDS|auto",
        help="processor time per test class; auto: ten times what the reference takes, 1 to 5 s (default: 5)",
    )
    command.add_argument(
        "--allow-missing-libraries", action="store_true", help="count tasks whose libraries are missing as unsound"
    )
    command.add_argument("--workers", type=_count, help="samples run at a time (default: all cores)")
    command.add_argument(
        "--max-answer-chars",
        type=_count,
        default=MAX_COMPLETION_CHARS,
        metavar="N",
        help="a longer completion is not read, and fails (default: %(default)s)",
    )
    command.add_argument("--no-cache", action="store_true", help="run everything again, and keep no verdicts")
    _add_isolation(command)


def _timeout(text: str) -> float | str:
    """A number of seconds, or `auto`."""
    from classeval_hf.judging.judge import AUTO_TIMEOUT

    if text == AUTO_TIMEOUT:
        return text
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < math.inf:
        raise argparse.ArgumentTypeError(f"{text!r} is no time limit: give a number of seconds above 0, or auto")
    return seconds


def _count(text: str) -> int:
    """A number of 1 or more."""
    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError(f"{text!r} is no number of 1 or more")
    return int(text)


def _add_resampling(command: argparse.ArgumentParser) -> None:
    command.add_argument("--resamples", type=_count, default=9999, help="where some are needed (default: %(default)s)")
    command.add_argument("--seed", type=int, default=0, help="of the resampling (default: %(default)s)")


def _add_isolation(command: argparse.ArgumentParser) -> None:
    tiers = ["T3", "T2", "T1", "T0"]
    command.add_argument("--isolation", default="auto", choices=["auto", *tiers], help="tier of isolation")
    command.add_argument(
        "--min-isolation", choices=tiers, help="weakest tier to accept (default: T1, or what --isolation names)"
    )


def _require_generation(what: str) -> None:
    from classeval_hf.generation import missing_libraries

    if missing := missing_libraries():
        raise ValueError(f"{what} needs {', '.join(missing)}: pip install 'classeval-hf[generation]'")


def _check_seed_model(arguments: argparse.Namespace) -> None:
    from classeval_hf.generation.pipeline.arguments import seed_arguments

    if seed_arguments(arguments) is not None:
        if arguments.seed_tests is not None:
            raise ValueError("Seeds come either from a model or from a file: --seed-model or --seed-tests.")
        _require_generation("--seed-model")


def _write_seed_tests(arguments: argparse.Namespace, tasks: Sequence[ClassTask], file: Path) -> None:
    from classeval_hf.generation.cli.seed_tests import write_seed_tests
    from classeval_hf.generation.pipeline.arguments import seed_arguments

    asked = seed_arguments(arguments)
    assert asked is not None
    write_seed_tests(asked, tasks, file)


def _run_model(command: str, arguments: Sequence[str]) -> int:
    try:
        _require_generation(command)
    except ValueError as error:
        print(f"classeval-hf: error: {error}", file=sys.stderr)
        return 2
    if command == "evaluate":
        from classeval_hf.generation.cli.evaluation import main as evaluate

        return evaluate(arguments)
    from classeval_hf.generation.cli.command import main as generate

    return generate(arguments, "classeval-hf generate")


def _install(arguments: argparse.Namespace) -> int:
    from classeval_hf.hub.install import install

    report = install(arguments.classeval_file, arguments.repoclassbench_file, arguments.deveval_file)
    for config, counts in {"": report.splits, **report.repository_splits}.items():
        splits = ", ".join(f"{name} ({count} tasks)" for name, count in counts.items())
        print(f"dataset  classeval{config and ', ' + config}: {splits}")
    print(f"         {report.dataset}\nmetric   classeval_metric\n         {report.metric}")
    for warning in report.warnings:
        warnings.warn(warning, stacklevel=2)
    if not arguments.quiet:
        for note in report.notes:
            print(note)
        print("Where the Hub cannot be reached, set this, and nothing is looked for there: export HF_HUB_OFFLINE=1")
    return _install_plus(not arguments.quiet) if arguments.plus else 0


def _install_plus(progress: bool) -> int:
    from classeval_hf.hub.plus import install_plus

    report = install_plus(progress=progress)
    tests = sum(report.tests.values())
    print(f"Strengthened tests: {tests} of {len(report.tests)} tasks\n         {report.path}")
    for task_id, missing in report.missing.items():
        reasons = ", ".join(f"{count} since {reason}" for reason, count in Counter(missing.values()).items())
        print(f"{task_id}: {len(missing)} strengthened tests are left out: {reasons}.")
    return 0


def _score(arguments: argparse.Namespace) -> int:
    from classeval_hf.core.repository_tasks import RepositoryTask
    from classeval_hf.runs.run_labels import labels_of_files
    from classeval_hf.runs.sample_files import read_sample_file
    from classeval_hf.runs.score_files import plain_scores, write_scores
    from classeval_hf.scoring.project_check import of_available_tasks
    from classeval_hf.scoring.score_notes import printed_notes
    from classeval_hf.scoring.score_tables import full_table, published_table, score_table
    from classeval_hf.scoring.upstream_rules import check_compat

    require_consent()
    tasks = {task.task_id: task for task in _tasks_to_score(arguments)}
    inputs = {file: read_sample_file(file, tasks.keys()) for file in arguments.files}  # all read before any is run
    inputs = {
        file: of_available_tasks(samples, tasks, arguments.projects, arguments.installed_projects)
        for file, samples in inputs.items()
    }
    for file, samples in inputs.items():
        if arguments.timeout != _TIMEOUT and all(isinstance(tasks[task_id], RepositoryTask) for task_id in samples):
            raise ValueError(
                f"--timeout is for class tasks, and {file} has none: the references decide about the time of "
                "repository-level tasks. Leave it out."
            )
        check_compat(arguments.compat, [tasks[task_id] for task_id in samples])
    if arguments.plus or arguments.plus_from is not None:
        tasks |= _with_plus(inputs, tasks, arguments.plus_from)
    with _connected(arguments):
        scores = {str(file): _score_file(file, completions, tasks, arguments) for file, completions in inputs.items()}
    arguments.result = plain_scores(scores)
    if arguments.output is not None:
        write_scores(arguments.output, scores)
    labelled = dict(zip(labels_of_files(list(inputs)), scores.values(), strict=True))
    print(f"{score_table(labelled)}\n")
    if arguments.all:
        print(f"All scores, from 0 to 1:\n{full_table(labelled)}\n")
    _print_more_tables(arguments, labelled)
    for line in printed_notes(labelled, arguments.verbose, arguments.quiet):
        print(line, file=sys.stderr if arguments.quiet else None)
    comparison = published_table(scores)
    if comparison:
        print(f"\nPublished scores of the same samples:\n{comparison}")
    if arguments.output is not None and not arguments.quiet:
        print(f"\nAll results: {arguments.output}")
    return 0


def _print_more_tables(arguments: argparse.Namespace, scores: Mapping[str, Scores]) -> None:
    from classeval_hf.scoring.score_tables import compat_moves_table, compat_table, interval_table, project_table

    if of_projects := project_table(scores):
        print(f"By project:\n{of_projects}\n")
    if arguments.ci is not None:
        units = "tasks, or over projects where tasks are of several"
        print(f"Confidence intervals, level {arguments.ci}, over {units}:\n{interval_table(scores)}\n")
    if arguments.compat is not None:
        print(f"By the rules of the public harness:\n{compat_table(scores)}\n")
        print(f"What each of its rules moves, of all samples:\n{compat_moves_table(scores)}\n")


def _with_plus(
    inputs: Mapping[Path, Mapping[str, Sequence[Sample]]], tasks: Mapping[str, Task], folder: Path | None
) -> dict[str, Task]:
    """The tasks of the samples with their strengthened tests; each file must have one that has any."""
    from classeval_hf.core.tasks import PLUS
    from classeval_hf.scoring.strengthened import strengthened
    from classeval_hf.tasks.plus_suites import require_suite

    found: dict[str, Task] = {}
    for file, samples in inputs.items():
        of_file = strengthened([tasks[task_id] for task_id in samples], folder)
        try:
            require_suite(of_file, PLUS)
        except ValueError as error:
            raise ValueError(f"{file}: {error}") from error
        found |= {task.task_id: task for task in of_file}
    return found


def _score_file(
    file: Path, samples: Mapping[str, Sequence[Sample]], tasks: Mapping[str, Task], arguments: argparse.Namespace
) -> Scores:
    from classeval_hf.core.tasks import BASE, PLUS
    from classeval_hf.scoring.compute import score_samples
    from classeval_hf.scoring.upstream_rules import compat_of_run

    return score_samples(
        samples,
        tasks,
        num_workers=arguments.workers,
        preflight=arguments.preflight,
        **({"ci": arguments.ci} if arguments.ci is not None else {}),
        ci_resamples=arguments.resamples,
        ci_seed=arguments.seed,
        cluster=arguments.cluster,
        compat=compat_of_run(arguments.compat, file),
        suites=(BASE, PLUS) if arguments.plus or arguments.plus_from is not None else (BASE,),
        **_scoring(arguments),
    )


def _compare(arguments: argparse.Namespace) -> int:
    from classeval_hf.metrics.intervals import Resampling
    from classeval_hf.reports.run_comparisons import choose_runs, compare_splits
    from classeval_hf.reports.runs import ScoringOptions, read_runs
    from classeval_hf.scoring.score_notes import printed_notes

    resampling = Resampling(arguments.ci, arguments.resamples, arguments.seed)
    if arguments.own_tasks and arguments.tasks_from is not None:
        raise ValueError(
            "Tasks come either from the files of samples or from another file: --own-tasks or --tasks-from."
        )
    scoring = _scoring(arguments)
    runs = read_runs(
        arguments.runs,
        ScoringOptions(arguments.tasks_from, arguments.own_tasks, arguments.workers, scoring),
        at_least=2,
    )
    if arguments.chosen is not None:
        runs = choose_runs(runs, arguments.chosen)
    if len(runs) < 2:
        labels = ", ".join(run.label for run in runs)
        raise ValueError(f"Two runs or more are compared, but here are {len(runs)}: {labels}.")
    baseline = choose_runs(runs, [arguments.baseline])[0] if arguments.baseline is not None else None
    found = compare_splits(runs, arguments.metric, resampling, arguments.common, baseline)
    for line in printed_notes({run.label: run.scores for run in runs}, arguments.verbose, arguments.quiet):
        print(line, file=sys.stderr)
    for split, comparison in found.items():
        if split:
            print(f"Split {split}")
        print(comparison.text(arguments.all))
        for note in comparison.notes if not arguments.quiet else ():
            print(note, file=sys.stderr)
    plain = {split: comparison.to_dict() for split, comparison in found.items()}
    arguments.result = plain[""] if "" in plain else {"runs": [run.label for run in runs], "splits": plain}
    if arguments.output is not None:
        write_whole(arguments.output, json.dumps(arguments.result, indent=1))
    return 0


def _preflight(arguments: argparse.Namespace) -> int:
    from classeval_hf.core.tasks import ClassTask
    from classeval_hf.core.terminal_tables import terminal_table
    from classeval_hf.judging.judge import Judge
    from classeval_hf.judging.soundness import REFERENCE_RUNS
    from classeval_hf.tasks.files import read_task_file
    from classeval_hf.tasks.splits import installed_splits, load_tasks

    splits = installed_splits() if arguments.split == "all" else (arguments.split,)
    from_file = arguments.tasks_from is not None
    tasks = (
        read_task_file(arguments.tasks_from) if from_file else [task for name in splits for task in load_tasks(name)]
    )
    os.environ[CONSENT_VARIABLE] = "1"  # no model wrote what is run here
    isolation = (arguments.isolation, arguments.min_isolation)
    with Judge(arguments.timeout, arguments.workers, *isolation, progress=not arguments.quiet) as judge:
        results = list(judge.soundness(tasks, again=True).values())
    arguments.result = {result.task_id: result.to_dict() for result in results}
    unsound = [result for result in results if not result.is_sound]
    without = {task.task_id for task in tasks if isinstance(task, ClassTask) and not task.solution_code.strip()}
    passing = sum(result.is_sound and result.task_id not in without for result in results)
    references = len(results) - len(without)
    print(f"{passing} of {references} references pass {REFERENCE_RUNS} times in this environment.")
    if without:
        print(f"{len(without)} of {len(results)} tasks have no reference, which would tell whether they are sound.")
    if unsound:
        rows = [[result.task_id, f"{result.passed}/{result.runs}", result.cause] for result in unsound]
        print(terminal_table(["task", "passed", "cause"], rows))
    return 1 if references and not passing else 0


def _floors(arguments: argparse.Namespace) -> int:
    from classeval_hf.scoring.floors import floor_table, floors

    os.environ[CONSENT_VARIABLE] = "1"  # no model wrote what is run here
    known = _known_tasks(arguments.tasks_from)
    arguments.result = {}
    for source, tasks in known.items():
        if arguments.split in ("all", source.removeprefix("the split ")) or arguments.tasks_from is not None:
            options = {**_scoring(arguments), "num_workers": arguments.workers, "progress": False}
            found, total = floors(tasks, **options)
            arguments.result[source.removeprefix("the split ")] = {item.stub: item.to_dict() for item in found}
            print(f"{source}, classes that do nothing:\n{floor_table(found, total)}\n")
    return 0


def _scoring(arguments: argparse.Namespace) -> dict[str, Any]:
    """The arguments of [`~classeval_hf.scoring.compute.compute_scores`] that the commands share."""
    return {
        **({"k": arguments.k} if "k" in arguments else {}),
        "timeout": arguments.timeout,
        "max_answer_chars": arguments.max_answer_chars,
        "allow_missing_libraries": arguments.allow_missing_libraries,
        "isolation": arguments.isolation,
        "min_isolation": arguments.min_isolation,
        "cache": not arguments.no_cache,
        "progress": not arguments.quiet,
    }


def _connected(arguments: argparse.Namespace) -> AbstractContextManager[None]:
    """Keeps the connection to the cluster, where there is one to make."""
    from classeval_hf.judging.joblib_workers import connect_to_dask

    if arguments.scheduler is None:
        if arguments.cluster == "dask":
            raise ValueError("--cluster dask needs the address of Dask's scheduler: --scheduler tcp://host:8786.")
        return nullcontext()
    if arguments.cluster != "dask":
        raise ValueError("--scheduler is the address of a Dask cluster, so that it needs --cluster dask.")
    return connect_to_dask(arguments.scheduler)


def _tasks_to_score(arguments: argparse.Namespace) -> list[Task]:
    """The tasks that samples may be of."""
    from classeval_hf.tasks.files import read_task_file
    from classeval_hf.tasks.splits import installed_repository_splits, installed_splits, load_tasks

    if arguments.tasks is not None and arguments.tasks_from is not None:
        raise ValueError("Tasks come either from a split or from a file: --tasks or --tasks-from.")
    if arguments.tasks_from is not None:
        return list(read_task_file(arguments.tasks_from))
    names = [arguments.tasks] if arguments.tasks else [*installed_splits(), *installed_repository_splits()]
    return [task for name in names for task in load_tasks(name)]


def _known_tasks(tasks_from: Path | None) -> dict[str, list[ClassTask]]:
    """The class tasks that samples may be of, by their source."""
    from classeval_hf.tasks.files import read_task_file
    from classeval_hf.tasks.splits import installed_splits, load_split

    if tasks_from is not None:
        return {str(tasks_from): list(read_task_file(tasks_from))}
    return {f"the split {split}": load_split(split) for split in installed_splits()}


def _demo(arguments: argparse.Namespace) -> int:
    from classeval_hf.runs.score_files import plain_scores
    from classeval_hf.scoring.demo import demo_scores
    from classeval_hf.scoring.score_notes import printed_notes
    from classeval_hf.scoring.score_tables import score_table

    os.environ[CONSENT_VARIABLE] = "1"  # all that is run here was written with this package
    scores = demo_scores(progress=not arguments.quiet, cache=False)
    arguments.result = plain_scores(scores)
    print(score_table(scores))
    for line in printed_notes(scores, arguments.verbose, warnings_only=True):
        print(line, file=sys.stderr)
    return 0


def _validate(arguments: argparse.Namespace) -> int:
    from classeval_hf.task_quality.statistics import compute_statistics, format_statistics
    from classeval_hf.task_quality.validation import format_report, validate_path
    from classeval_hf.tasks.splits import load_split_or_file

    if arguments.stats is not None:
        statistics = compute_statistics(load_split_or_file(arguments.stats))
        arguments.result = asdict(statistics)
        print(format_statistics(statistics))
        return 0
    os.environ[CONSENT_VARIABLE] = "1"  # no model wrote what is run here
    report = validate_path(arguments.path, progress=not arguments.quiet)
    problems = [asdict(problem) for problem in report.problems]
    arguments.result = {"tasks": len(report.tasks), "problems": problems, "unchecked": list(report.unchecked)}
    print(format_report(report))
    return 1 if report.problems else 0
