"""From a completion to its unittest classes, with imports of known libraries, functions, other classes and
assignments, but without a copy of the tested class. A text that was cut off loses its end."""

import ast
import sys
from collections.abc import Collection, Iterator, Sequence
from typing import Any

from classeval_hf.core.source_layout import longest_head
from classeval_hf.core.syntax import BoundedParser
from classeval_hf.reading.code_pieces import code_pieces, code_start
from classeval_hf.reading.completion_blocks import SplitText
from classeval_hf.reading.extraction import split_within_limits

MAX_TEST_CLASSES = 8  # test classes of a text, since each takes a process to run; further ones are left out
MAX_TESTS = 60  # the same for the tests of all test classes


def extract_tests(text: str, class_name: str, modules: Collection[str] = ()) -> dict[str, Any]:
    """Finds unittest classes in raw text: `source` of a module with them, and `tests` by class; both may be empty."""
    known = {*sys.stdlib_module_names, *modules}
    for trees in _places(split_within_limits(text)):
        kept = [node for tree in trees for node in tree.body if _is_kept(node, class_name, known)]
        tests = _tests(kept)
        if tests:
            return {"source": ast.unparse(ast.Module(kept, [])), "tests": tests}
    return {"source": "", "tests": {}}


def _places(split: SplitText) -> Iterator[list[ast.Module]]:
    """The code of places where tests may be, best first."""
    for passage in split.passages:
        yield _heads([block.source for block in passage.blocks], split.parser)
        yield [piece.tree for piece in code_pieces(passage.text, split.parser)]
        start = code_start(passage.text)
        yield _heads([passage.text[start:]] if start is not None else [], split.parser)


def _heads(sources: Sequence[str], parser: BoundedParser) -> list[ast.Module]:
    """The trees of sources, without ends that are cut off."""
    return [longest_head(source.split("\n"), parser).tree for source in sources]


def _is_kept(node: ast.stmt, class_name: str, modules: Collection[str]) -> bool:
    if isinstance(node, ast.Import):
        return all(alias.name.partition(".")[0] in modules for alias in node.names)
    if isinstance(node, ast.ImportFrom):
        return not node.level and (node.module or "").partition(".")[0] in modules
    if isinstance(node, ast.ClassDef):
        return node.name != class_name
    return isinstance(node, (ast.FunctionDef, ast.Assign, ast.AnnAssign))


def _tests(nodes: list[ast.stmt]) -> dict[str, list[str]]:
    by_class: dict[str, list[str]] = {}
    left = MAX_TESTS
    for node in nodes:
        if not isinstance(node, ast.ClassDef) or not node.bases:
            continue
        names = [item.name for item in node.body if isinstance(item, ast.FunctionDef) and item.name.startswith("test")]
        names = list(dict.fromkeys(names))[:left]
        left -= len(names)
        if names:
            by_class[node.name] = names
    return dict(list(by_class.items())[:MAX_TEST_CLASSES])
