"""How much of a test module is withheld."""

import ast

from classeval_hf.classes.runner.observe import OBSERVER_NAME
from classeval_hf.classes.runner.withholding import withhold
from classeval_hf.core.syntax import parse


def coverage(test_source: str) -> tuple[int, int]:
    """The number of assertions that are withheld, and of all."""
    held = withhold(test_source)
    calls = [node.func for node in ast.walk(parse(test_source)) if isinstance(node, ast.Call)]
    total = sum(isinstance(function, ast.Attribute) and function.attr.startswith("assert") for function in calls)
    return held.source.count(f"{OBSERVER_NAME}("), total
