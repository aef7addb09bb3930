"""
Writes the page of the command line from the parsers: `python docs/gen_cli.py`.

A test holds the page against the parsers. It is made of their options and not of `--help`, whose form differs between
versions of Python.
"""

from __future__ import annotations

import argparse
import itertools
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TypeAlias

from classeval_hf.cli.program import command_parser
from classeval_hf.cli.report import evaluation_parser
from classeval_hf.generation.options import generation_parser

PAGE = Path(__file__).resolve().parent / "reference" / "cli.md"

_RUN = "generation/run.py"
_Command: TypeAlias = tuple[str, str, argparse.ArgumentParser]
_OFTEN = 4  # an option of so many commands is described once

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

## Common options
"""


def commands() -> list[_Command]:
    """All commands, and `generation/run.py`: full name, help and parser."""
    generation = generation_parser()
    return [*_commands("classeval-hf", "", command_parser()), (_RUN, generation.description or "", generation)]


def render() -> str:
    """The whole page."""
    found = commands()
    rows = [list(map(_row, _options(parser))) for _, _, parser in found]
    counted = Counter(itertools.chain.from_iterable(rows))
    common = [row for row, count in counted.items() if count >= _OFTEN]
    of_run = set(rows[-1]) - set(common)
    sections = [
        _section(title, text, parser, set(common), of_run if title != _RUN else set()) for title, text, parser in found
    ]
    return "\n".join([_HEAD, *_list(common), *sections])


def _commands(title: str, text: str, parser: argparse.ArgumentParser) -> Iterator[_Command]:
    """Those without commands below them."""
    below = [item for item in parser._actions if isinstance(item, argparse._SubParsersAction)]
    if title == "classeval-hf evaluate":
        yield title, "Run a model, score what it wrote, and write a report", evaluation_parser()
    elif not below:
        yield title, text, parser
    for item in below:
        for choice in item._choices_actions:
            yield from _commands(f"{title} {choice.dest}", choice.help or "", item.choices[choice.dest])


def _options(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    return [action for action in parser._actions if not isinstance(action, argparse._HelpAction)]


def _section(title: str, text: str, parser: argparse.ArgumentParser, repeated: set[str], of_run: set[str]) -> str:
    end = "" if text.endswith(("?", ".")) else "."
    lines = [f"## {title}", "", f"{text[:1].upper()}{text[1:]}{end}", ""]
    if parser.epilog:
        lines += ["```", parser.epilog.strip(), "```", ""]
    groups: list[tuple[str | None, list[argparse.Action]]] = [
        (None, [item for group in parser._action_groups[:2] for item in group._group_actions])
    ]
    groups += [(group.title, group._group_actions) for group in parser._action_groups[2:]]
    for name, actions in groups:
        own = [item for item in actions if item in _options(parser) and _row(item) not in repeated | of_run]
        lines += [f"**{name}**", "", *_list(map(_row, own))] if name and own else _list(map(_row, own))
    if common := [action for action in _options(parser) if _row(action) in repeated]:
        lines += [f"[Common options](#common-options): {_names(common)}.", ""]
    if others := [action for action in _options(parser) if _row(action) in of_run]:
        everything = len(others) == len(of_run)
        lines += [f"{'All options' if everything else 'Options'} of [`{_RUN}`](#generationrunpy)"]
        lines[-1] += "." if everything else f": {_names(others)}."
        lines.append("")
    return "\n".join(lines)


def _names(actions: list[argparse.Action]) -> str:
    return ", ".join(f"`{action.option_strings[-1]}`" for action in actions)


def _list(rows: Iterable[str]) -> list[str]:
    found = list(rows)
    return [*found, ""] if found else []


def _row(action: argparse.Action) -> str:
    values = _values(action)
    names = ", ".join(f"`{name}`" for name in action.option_strings[:-1])
    argument = f"`{' '.join(part for part in (*action.option_strings[-1:], values) if part)}`"
    meaning = " ".join(((action.help or "") % {**vars(action), "prog": "classeval-hf"}).split())
    if action.default not in (None, False, "", [], (), argparse.SUPPRESS) and "default" not in meaning:
        meaning += f" (default: `{action.default}`)"
    if action.required and action.option_strings:
        meaning += " (required)"
    return f"- {names + ', ' if names else ''}{argument}{': ' if meaning else ''}{meaning}".replace("<", "\\<")


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


if __name__ == "__main__":
    PAGE.write_text(render(), encoding="utf-8")
