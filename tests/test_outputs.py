"""No command replaces what it reads, or any file that it does not write: whatever `-o` names, all stays as it was."""

import argparse
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from benchmark_data import write_json, write_lines
from box_task import RIGHT, TASK

from classeval_hf.cli import main, program
from classeval_hf.core.command_line import Output
from classeval_hf.generation import missing_libraries

pytestmark = pytest.mark.usefixtures("consent", "shared_judges")
Names = tuple[str, ...]
FOREIGN = "# mine, and of no command\n"


def parsers() -> dict[Names, argparse.ArgumentParser]:
    """Every command with its parser; those of generation too, where what they need is installed."""
    if missing_libraries():
        return dict(below((), program.command_parser()))
    from classeval_hf.cli.report import evaluation_parser
    from classeval_hf.generation.options import generation_parser

    generation = {"evaluate": evaluation_parser(), "generate": generation_parser()}
    given = {name: found for command, parser in generation.items() for name, found in below((command,), parser)}
    return dict(below((), program.command_parser())) | given


def below(names: Names, parser: argparse.ArgumentParser) -> Iterator[tuple[Names, argparse.ArgumentParser]]:
    commands = [action for action in parser._actions if isinstance(action, argparse._SubParsersAction)]
    if not commands:
        yield names, parser
    for action in commands:
        for name, command in action.choices.items():
            yield from below((*names, name), command)


PARSERS = parsers()
WRITING = {names: one for names, parser in PARSERS.items() for one in parser._actions if isinstance(one, Output)}
ENTRIES = {
    names: [
        action
        for action in PARSERS[names]._actions  # any that may be a file: no option, and not one of some choices
        if not (action.option_strings or action.choices) or (action.type is Path and not isinstance(action, Output))
    ]
    for names in WRITING
}
READING = {names: options for names, options in ENTRIES.items() if options and names != ("projects", "check")}
"""What these read, and could lose; arguments of `projects check` are names of projects and tasks."""


def command_line(names: Names, taken: Path | str) -> list[str]:
    """The command with all that it needs, and with a file or folder wherever it takes one."""
    line = list(names)
    for action in PARSERS[names]._actions:
        if isinstance(action, Output):
            continue
        free = "org/name" if "repo" in action.dest else str(taken)
        value = str(next(iter(action.choices))) if action.choices else free
        if not action.option_strings:
            line.insert(len(names), value)
        elif action.required:
            line += [action.option_strings[0], value]
    return line


READ = {  # all options that name a file or folder which is read
    *("--classeval-file", "--repoclassbench-file", "--deveval-file", "--tasks-from", "--plus-from", "--completions"),
    *("--fim-families", "--ledger"),
}


def test_every_path_is_read_or_checked() -> None:
    """A new option is named in `READ`, or is an `Output`: one that is neither could replace anything."""
    actions = [(names, action) for names, parser in PARSERS.items() for action in parser._actions]
    others = [(names, action) for names, action in actions if not isinstance(action, Output)]
    options = {option for _, action in others if action.type is Path for option in action.option_strings[-1:]}
    assert options == READ - ({"--fim-families"} if missing_libraries() else set())
    assert [names for names, action in others if {"-o", "--output", "--out"} & {*action.option_strings}] == []
    assert {("score",), ("compare",), ("report",), ("strengthen",), ("projects", "check")} <= WRITING.keys()
    assert {("publish",), ("publish-results",)} <= WRITING.keys()
    assert missing_libraries() or {("generate",), ("evaluate",)} <= WRITING.keys()


def written(names: Names, output: Path) -> tuple[Path, Path]:
    """A path to give to `-o`, and a file that the command would write there."""
    kind = WRITING[names].kind
    if "" in kind.files:
        return output / "out.json", output / "out.json"
    name = next(name for name in kind.files if "report" in name or "*" not in name)
    return output, output / name


@pytest.mark.parametrize("names", READING, ids="-".join)
@pytest.mark.parametrize("given", ["as it is", "link", "hard link", "detour"])
def test_inputs_are_kept(names: Names, given: str, tmp_path: Path, refusal: Callable[..., str]) -> None:
    """Not under another name either, nor where the file is one of the command's own: an empty one is of any kind."""
    output, target = written(names, tmp_path / "folder")
    target.parent.mkdir(parents=True)
    target.touch()
    taken = tmp_path / "taken.jsonl"
    if given == "link":
        taken.symlink_to(target)
    elif given == "hard link":
        taken.hardlink_to(target)
    else:
        taken = target if given == "as it is" else tmp_path / "folder" / ".." / target.relative_to(tmp_path)
    line = command_line(names, taken)
    if str(taken) not in line:
        line += [READING[names][0].option_strings[0], str(taken)]
    before = {path: path.stat().st_ino for path in tmp_path.rglob("*")}
    said = refusal(*line, WRITING[names].option_strings[0], str(output))
    assert f"{target.name} is read by this command" in said
    assert {path: path.stat().st_ino for path in tmp_path.rglob("*")} == before


@pytest.mark.parametrize("names", WRITING, ids="-".join)
@pytest.mark.parametrize("given", ["as it is", "link"])
def test_other_files_are_kept(names: Names, given: str, tmp_path: Path, refusal: Callable[..., str]) -> None:
    kind = WRITING[names].kind
    for name, head in kind.files.items():
        if not head:
            continue  # checked by what writes it
        folder = tmp_path / (name.replace("/", "-") or "file")
        target = folder / (name.replace("*", "x").replace("[5-9]", "5").replace("[0-9a-f]", "0") or "out.json")
        target.parent.mkdir(parents=True)
        mine = target if given == "as it is" else folder / "mine"
        mine.write_text(FOREIGN)
        if given == "link":
            target.symlink_to(mine)
        line = [*command_line(names, tmp_path / "none"), WRITING[names].option_strings[0]]
        said = refusal(*line, str(target if "" in kind.files else folder))
        assert f"{target} holds something else than {kind.name}" in said
        assert (mine.read_text(), target.is_symlink()) == (FOREIGN, given == "link")


@pytest.mark.parametrize("names", WRITING, ids="-".join)
def test_folders_are_no_files(names: Names, tmp_path: Path, refusal: Callable[..., str]) -> None:
    kind, place = WRITING[names].kind, tmp_path / "place"
    if "" in kind.files:
        place.mkdir()
    else:
        place.touch()
    said = refusal(*command_line(names, tmp_path / "none"), WRITING[names].option_strings[0], str(place))
    assert (
        f"{place} is {'a folder: name a file' if '' in kind.files else 'a file; the folder of ' + kind.name}" in said
    )
    assert "Errno" not in said and said.count("\n") == 1


@pytest.mark.usefixtures("files")
def test_all_that_a_report_writes_is_checked() -> None:
    names = ["a", "b c", "b_c", "b*c"]  # folders of pages have no `*`
    for name in names[1:]:
        shutil.copy("b.jsonl", f"{name}.jsonl")
    made = [*(f"{name}.jsonl" for name in names), "--tasks-from", "tasks.json", "-o", "report", "--page-per-run"]
    Path("report/pages/a").mkdir(parents=True)  # as an earlier report leaves it
    assert main(["report", *made]) == 0
    looked_at = {path for name in WRITING["report",].kind.files for path in Path("report").glob(name)}
    assert {path for path in Path("report").rglob("*") if path.is_file()} <= looked_at
    pages = {path.parent.name: path.read_text() for path in Path("report/pages").glob("*/report.html")}
    assert len(pages) == len(names) and all(any(f">{name}<" in page for page in pages.values()) for name in names)


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, bytes]:
    monkeypatch.chdir(tmp_path)
    write_json(Path("tasks.json"), [TASK.to_row()])
    for name, text in {"a": RIGHT, "b": "no"}.items():
        write_lines(Path(f"{name}.jsonl"), [{"task_id": "box", "completion": text}])
    Path("run").mkdir()
    Path("run/run.json").write_text("{}")
    shutil.copy("a.jsonl", "run/samples.jsonl")
    return contents(tmp_path)


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def test_nothing_is_lost(files: dict[str, bytes], tmp_path: Path, refusal: Callable[..., str]) -> None:
    Path("run/broken").symlink_to("/proc/nothing/here")
    Path("run/loop").symlink_to("loop")
    os.mkfifo("pipe")
    for line, message in (
        ("score a.jsonl -o a.jsonl", "a.jsonl is read by this command"),
        ("score a.jsonl -o b.jsonl", "b.jsonl holds something else than scores, which would be lost"),
        ("score run -o run/samples.jsonl", "a file of this name belongs to a run"),
        ("score a.jsonl -o run/samples.rank0.jsonl", "a file of this name belongs to a run"),
        ("score a.jsonl -o run/run.json", "a file of this name belongs to a run"),
        ("score a.jsonl -o run/metrics.json", "this file is for the scores of the run in run alone"),
        ("score run a.jsonl -o run/metrics.json", "this file is for the scores of the run in run alone"),
        ("score a.jsonl -o ./run/../run/metrics.json", "this file is for the scores of the run"),
        ("compare run run -o run/metrics.json", "this file is for the scores of the run in run alone"),
        ("score a.jsonl -o /proc/x", "/proc/x cannot be created: "),
        ("score a.jsonl -o /proc/x/y.json", "/proc/x/y.json cannot be created: "),
        ("score a.jsonl -o a.jsonl/x.json", "a.jsonl is a file. Name a folder in its place"),
        ("score a.jsonl -o run/broken/x.json", "run/broken/x.json cannot be created: "),
        ("projects check -o a.jsonl", "a.jsonl holds something else than outcomes of references"),
        ("projects check -o /proc/x/y.json", "/proc/x/y.json cannot be created: "),
        ("compare a.jsonl b.jsonl -o run/samples.jsonl", "belongs to a run, and is not for a comparison"),
        ("score a.jsonl -o none/x.json", "none/x.json does not exist. Create it first, or name another"),
        ("score a.jsonl -o run", "run is a folder"),
        ("score a.jsonl -o new/", "new/ is a folder: name a file in it, such as new/FILE"),
        ("score a.jsonl -o -", "--output -: it names a file or folder. For results on standard output, give --json"),
        ("report a.jsonl -o -", "--output -: it names a file or folder"),
        ("score a.jsonl --tasks-from tasks.json -o tasks.json", "tasks.json is read by this command"),
        ("compare a.jsonl b.jsonl -o a.jsonl", "a.jsonl is read by this command"),
        ("compare X=a.jsonl b.jsonl -o a.jsonl", "a.jsonl is read by this command"),
        ("report a.jsonl -o a.jsonl", "a.jsonl is a file; the folder of a report is needed"),
        ("report a.jsonl -o a.jsonl/deeper", "a.jsonl is a file. Name another folder"),
        ("report a.jsonl -o /proc/report", "/proc/report cannot be created"),
        ("report a.jsonl -o run/broken", "run/broken is a broken link; the folder of a report is needed"),
        ("report a.jsonl -o run/loop/x", "run/loop/x: Too many levels of symbolic links"),
        ("score a.jsonl -o pipe", "pipe is not a regular file, so scores cannot replace it"),
    ):
        assert message in refusal(*line.split()), line
        assert contents(tmp_path) == files and Path("pipe").is_fifo(), line


@pytest.mark.slow
@pytest.mark.usefixtures("files")
def test_what_a_command_wrote_it_writes_again(tmp_path: Path, refusal: Callable[..., str]) -> None:
    tasks = ["--tasks-from", "tasks.json"]
    Path("made.json").touch()  # as by `mktemp`
    for _ in range(2):
        assert main(["score", "a.jsonl", "b.jsonl", *tasks, "-o", "made.json"]) == 0
        assert main(["compare", "a.jsonl", "b.jsonl", *tasks, "-o", "compared.json"]) == 0
        assert main(["report", "made.json", "-o", "report"]) == 0
    before = contents(tmp_path)
    for line in (
        "score a.jsonl -o compared.json",
        "compare a.jsonl b.jsonl -o made.json",
        "report report/scores.json -o report",
        "compare made.json -o made.json",
    ):
        refusal(*line.split())
    assert contents(tmp_path) == before


@pytest.mark.usefixtures("files")
def test_a_run_is_scored_into_its_own_folder() -> None:
    for run in ("run", "run", "run/samples.jsonl", "./run"):
        assert main(["score", run, "--tasks-from", "tasks.json", "-o", "run/metrics.json"]) == 0
        assert Path("run/metrics.json").is_file()
