"""What a candidate lacks: names that it uses and nothing defines, its imports, and what of its file it uses. A model
wrote it, so this runs in a process with limits ([`classeval_hf.sandbox.limited_calls`]) and returns names alone."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import Any

from classeval_hf.core.repository_tasks import Target
from classeval_hf.core.syntax import parse, walk
from classeval_hf.reading.file_assembly import assemble

_MAX_NAMES = 100
_WORD = re.compile(r"\b[^\W\d]\w*")


def read_needs(
    placeholder: str, target: Target, position: int, completion: str, own_names: dict[str, str]
) -> dict[str, Any]:
    """
    What the code of a completion lacks in its file, `placeholder`; `own_names` maps the task's names to the project's.

    Keys: `problem` (why it has no place in the file, or empty), `undefined` (names), `stars` (modules that all is
    imported from, of which undefined names may be), `used` (names that the new definition uses), `imports` (module and
    name of each).
    """
    from pyflakes import checker, messages

    assembly = assemble(placeholder, target, position, completion, paraphrase=own_names)
    if assembly["ruling"] is not None:
        return {"problem": ": ".join(assembly["ruling"]), "undefined": [], "stars": [], "used": [], "imports": []}
    tree = parse(assembly["source"].lstrip("\ufeff"))
    reports = checker.Checker(tree, filename="candidate").messages
    words = {own_names.get(word, word) for word in _WORD.findall(completion)}
    undefined: dict[str, None] = {}
    stars: set[str] = set()
    for report in sorted(reports, key=lambda item: (item.lineno, item.col)):
        if not isinstance(report, (messages.UndefinedName, messages.ImportStarUsage)):
            continue
        name = report.message_args[0]
        if name in words:
            undefined[name] = None
        if isinstance(report, messages.ImportStarUsage):
            stars.update(report.message_args[1].split(", "))
    lines = range(assembly["line"], assembly["line"] + assembly["code"].count("\n"))
    inner = [node for node in walk(tree) if isinstance(node, ast.Name) and node.lineno in lines]
    known = set(_imports(parse(placeholder.lstrip("\ufeff"))))
    imports = [pair for pair in dict.fromkeys(_imports(tree)) if pair not in known]
    return {
        "problem": "",
        "undefined": list(undefined)[:_MAX_NAMES],
        "stars": sorted(stars)[:_MAX_NAMES],
        "used": sorted({node.id for node in inner})[:_MAX_NAMES],
        "imports": imports[:_MAX_NAMES],
    }


def _imports(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Module, with leading dots, and name of what is imported anywhere; no name where it is a module."""
    for node in walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (("." * node.level + (node.module or ""), alias.name) for alias in node.names)
