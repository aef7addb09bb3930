"""
Writes the page of the command line from the parsers: `python docs/gen_cli.py`.

A test holds the page against the parsers. It is made of their options and not of `--help`, whose form differs between
versions of Python.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from classeval_hf.cli.program import command_parser
from classeval_hf.generation.cli.evaluation import evaluation_parser
from classeval_hf.generation.pipeline.arguments import generation_parser

PAGE = Path(__file__).resolve().parent / "reference" / "cli.md"

_HEAD = """\
# Command line

Written by `docs/gen_cli.py` from the parsers; do not edit. Guides: [scoring](../guides/scoring.md),
[generation](../guides/generation.md), [reports](../guides/reports.md), [publishing](../guides/publishing.md).

`classeval-hf --version` prints the version. `classeval-hf` and `generation/run.py` end with one of these, see the
[guide](../guides/command-line.md):

| exit status | |
|---|---|
| 0 | success |
| 1 | a check that failed |
| 2 | bad input, or what is missing here |
| 3 | a bug of classeval-hf: its traceback is printed |
| 130 | interrupted |
"""


def render() -> str:
    """The whole page."""
    command, generation = command_parser(), generation_parser()
    (subparsers,) = (item for item in command._actions if isinstance(item, argparse._SubParsersAction))
    sections = [_HEAD]
    for choice in subparsers._choices_actions:
        if choice.dest == "evaluate":
            known = {action.dest for action in generation._actions}
            own = [action for action in evaluation_parser()._actions if action.dest not in known]
            text = "Run a model, score what it wrote, and report. All options of `generation/run.py`, and these."
            sections.append("\n".join([f"## classeval-hf {choice.dest}", "", text, "", *_table(own)]))
            continue
        sections += _sections(f"classeval-hf {choice.dest}", choice.help or "", subparsers.choices[choice.dest])
    sections.append(_section("generation/run.py", generation.description or "", generation))
    return "\n".join(sections)


def _sections(title: str, text: str, parser: argparse.ArgumentParser) -> list[str]:
    """A command's section, or one for each command below it."""
    below = [item for item in parser._actions if isinstance(item, argparse._SubParsersAction)]
    if not below:
        return [_section(title, text, parser)]
    return [
        section
        for choice in below[0]._choices_actions
        for section in _sections(f"{title} {choice.dest}", choice.help or "", below[0].choices[choice.dest])
    ]


def _section(title: str, text: str, parser: argparse.ArgumentParser) -> str:
    lines = [f"## {title}", "", text[:1].upper() + text[1:].rstrip(".") + ".", ""]
    if parser.epilog:
        lines += ["```", parser.epilog.strip(), "```", ""]
    plain = [item for group in parser._action_groups[:2] for item in group._group_actions]
    lines += _table(plain)
    for group in parser._action_groups[2:]:
        lines += [f"**{group.title}**", "", *_table(group._group_actions)]
    return "\n".join(lines)


def _table(actions: list[argparse.Action]) -> list[str]:
    rows = [_row(action) for action in actions if not isinstance(action, argparse._HelpAction)]
    return ["| argument | default | meaning |", "|---|---|---|", *rows, ""] if rows else []


def _row(action: argparse.Action) -> str:
    names = ", ".join(f"`{name}`" for name in action.option_strings)
    values = _values(action)
    argument = " ".join(part for part in (names, f"`{values}`" if values else "") if part)
    meaning = (action.help or "") % {**vars(action), "prog": "classeval-hf"}
    if action.required and action.option_strings:
        meaning += " (required)"
    return f"| {_cell(argument)} | {_cell(_default(action))} | {_cell(meaning)} |"


def _values(action: argparse.Action) -> str:
    if action.nargs == 0:
        return ""
    if action.choices is not None:
        name = "|".join(map(str, action.choices))
    else:
        metavar = action.metavar[0] if isinstance(action.metavar, tuple) else action.metavar
        name = metavar or (action.dest.upper() if action.option_strings else action.dest)
    if action.nargs == "?":
        return f"[{name}]"
    return f"{name} ..." if action.nargs in ("+", "*") else name


def _default(action: argparse.Action) -> str:
    if action.default in (None, False, "", argparse.SUPPRESS):
        return ""
    return f"`{action.default}`"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|").replace("<", "\\<")


if __name__ == "__main__":
    PAGE.write_text(render(), encoding="utf-8")
