"""What a test module declares, read from its source and never from the process that runs it."""

import ast
import symtable
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from classeval_hf.core.syntax import shared_tree


@lru_cache(maxsize=1024)  # tests are asked for theirs several times before the first sample is run
def declared_tests_by_class(test_source: str) -> Mapping[str, tuple[str, ...]]:
    """Per class of a test module the test methods that it defines or inherits within it, sorted as in `unittest`."""
    classes = {node.name: node for node in shared_tree(test_source).body if isinstance(node, ast.ClassDef)}
    return MappingProxyType({name: tuple(sorted(_tests(name, classes, frozenset()))) for name in classes})


def declared_tests(test_source: str, test_class: str) -> tuple[str, ...]:
    """As [`declared_tests_by_class`], for one class; empty if the class is not there."""
    return declared_tests_by_class(test_source).get(test_class, ())


def _tests(name: str, classes: dict[str, ast.ClassDef], seen: frozenset[str]) -> set[str]:
    if name not in classes or name in seen:
        return set()
    body = classes[name]
    own = {
        node.name
        for node in body.body
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.name.startswith("test")
    }
    bases = [base.id for base in body.bases if isinstance(base, ast.Name)]
    return own.union(*(_tests(base, classes, seen | {name}) for base in bases))


def bound_names(test_source: str) -> tuple[str, ...]:
    """Names that a test module binds at its top level, by import, assignment or definition, sorted."""
    symbols = symtable.symtable(test_source, "<tests>", "exec").get_symbols()
    return tuple(sorted(symbol.get_name() for symbol in symbols if symbol.is_imported() or symbol.is_assigned()))
