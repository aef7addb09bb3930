"""Crossed programs: the reference with one method of a solution, since models' mistakes lie in single methods."""

import ast
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from classeval_hf.core.grouping import grouped
from classeval_hf.core.source_layout import FunctionNode
from classeval_hf.core.syntax import parse
from classeval_hf.reading.definitions import docstring_node
from classeval_hf.sandbox.limited_calls import LimitedCalls, UnreadableError

_MAX_PROGRAMS = 40  # maximum per task: each runs all tests that solutions run


@dataclass(frozen=True)
class CrossedProgram:
    solution: str  # name of the first solution with this method
    method: str  # the method that is replaced
    source: str  # source of the whole module


def crossed_programs(
    reference: str, class_name: str, solutions: Sequence[tuple[str, str]], calls: LimitedCalls, seed: int = 0
) -> tuple[CrossedProgram, ...]:
    """The distinct programs from solutions, given by name and source; the seed chooses among many."""
    read = calls.map(crossed_sources, [(reference, class_name, source) for _, source in solutions])
    programs: dict[str, CrossedProgram] = {}
    for (name, _), sources in zip(solutions, read, strict=True):
        for method, source in [] if isinstance(sources, UnreadableError) else sources:
            programs.setdefault(source, CrossedProgram(name, method, source))
    chosen = Random(seed).sample(range(len(programs)), min(_MAX_PROGRAMS, len(programs)))
    return tuple(program for number, program in enumerate(programs.values()) if number in chosen)


def crossed_sources(reference: str, class_name: str, answer: str) -> list[tuple[str, str]]:
    """Name and program for each method of an answer that differs from the reference; call it within limits."""
    tree, theirs = parse(reference), parse(answer)
    body = _class_body(tree, class_name)
    own, others = _methods(body), _methods(_class_body(theirs, class_name))
    imports = [node for node in theirs.body if isinstance(node, (ast.Import, ast.ImportFrom))]
    tree.body = sorted([*imports, *tree.body], key=lambda node: getattr(node, "module", "") != "__future__")
    before = list(body)
    sources = []
    for name, nodes in own.items():
        if name in others and [*map(ast.unparse, others[name])] != [*map(ast.unparse, nodes)]:
            place = before.index(nodes[0])
            left = [node for node in before if node not in nodes]  # all parts of a property are replaced
            body[:] = [*left[:place], *others[name], *left[place:]]
            sources.append((name, ast.unparse(tree) + "\n"))
    return sources


def _class_body(tree: ast.Module, class_name: str) -> list[ast.stmt]:
    """The body of the last class with the name; empty if there is none."""
    found = [node.body for node in tree.body if isinstance(node, ast.ClassDef) and node.name == class_name]
    return found[-1] if found else []


def _methods(body: Sequence[ast.stmt]) -> dict[str, list[FunctionNode]]:
    """The definitions of each method, without their docstrings."""
    methods = [node for node in body if isinstance(node, FunctionNode)]
    for node in methods:
        node.body = (node.body[1:] if docstring_node(node) else node.body) or [ast.Pass()]
    return grouped((node.name, node) for node in methods)
