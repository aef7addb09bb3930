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

`classeval-hf --help` lists the commands, and `classeval-hf score --help` the options of one. This page is written by
`docs/gen_cli.py` from the parsers; do not edit it. Guides: [scoring](../guides/scoring.md),
[generation](../guides/generation.md), [reports](../guides/reports.md), [publishing](../guides/publishing.md).

```bash
HF_ALLOW_CODE_EVAL=1 classeval-hf score samples.jsonl --json -q | jq '.[]."class_pass@1"'
```

| exit status | |
|---|---|
| 0 | success |
| 1 | a check that failed: `validate` found a problem, or no reference passed in `preflight` |
| 2 | bad input, or what is missing here: an unknown option, an unreadable file, a split that is not installed |
| 3 | a bug of classeval-hf: please report its traceback |
| 130 | interrupted, by Ctrl-C |

Results go to standard output; warnings, notes, progress and errors go to standard error. `-q` prints only results,
warnings and errors; `-v` prints each warning in full. `--json` prints the results as one JSON object:

| command | object |
|---|---|
| `score`, `evaluate`, `demo` | what `score -o` writes, a [score file](scores.schema.json) |
| `compare`, `projects check` | what `-o` writes |
| `preflight` | per task its reference's runs: `passed`, `runs`, `cause` |
| `floors` | per split and stub `class_pass@1`, `method_pass@1`, and the test classes that pass |
| `validate` | number of tasks, problems, and rules not checked (`unchecked`); with `--stats` the paper's statistics |
| `strengthen` | `totals` of `report.json` |
| `projects list`, `install`, `remove` | a list with an object per project |
| `publish`, `publish-results` | `repository`, `type`, `files`, and the address of `pull_request`, or `null` |

`-o` replaces only files of the same kind that this package wrote, and empty files. It refuses an output that is one of
the inputs or belongs to a run. A misspelt option, task or name gets a suggestion.
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
