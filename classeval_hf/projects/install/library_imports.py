"""Finds the libraries that a project imports, so that they are imported once and not for each sample."""

import ast
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from classeval_hf.core.syntax import parse_or_none

_MAX_LIBRARIES, _OFTEN = 200, 2  # a library counts if so many files import it, or one `conftest.py`


def library_imports(tree: Path, packages: Sequence[Path]) -> tuple[str, ...]:
    """Modules of libraries in `packages` that a project's files import, the most used first."""
    counts: Counter[str] = Counter()
    there: dict[str, bool] = {}
    for path in filter(Path.is_file, sorted(tree.rglob("*.py"))):
        module, names = parse_or_none(path.read_text("utf-8-sig", "replace")), set[str]()
        for node in module.body if module is not None else ():
            if isinstance(node, ast.Import):
                names.update(alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                names.add(node.module)
        for name in names:
            top = name.partition(".")[0]
            if top not in there:
                there[top] = (
                    any((folder / top).is_dir() or list(folder.glob(f"{top}.*")) for folder in packages)
                    and not list(tree.glob(f"{top}*"))
                    and not list(tree.glob(f"src/{top}*"))
                )
            if there[top]:
                counts[name] += _OFTEN if path.name == "conftest.py" else 1
    return tuple(name for name, count in counts.most_common(_MAX_LIBRARIES) if count >= _OFTEN)
