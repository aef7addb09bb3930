"""The libraries that a project imports: imported once, they need not be imported again for each sample."""

import ast
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from classeval_hf.core.syntax import parse_or_none

_MAX_LIBRARIES = 200
_OFTEN = 2  # files that import a library which is worth it; one `conftest.py` is enough


def library_imports(tree: Path, packages: Sequence[Path]) -> tuple[str, ...]:
    """Modules of libraries in `packages` that a project's files import, those first that most files do."""
    counts: Counter[str] = Counter()
    there: dict[str, bool] = {}
    for path in filter(Path.is_file, sorted(tree.rglob("*.py"))):
        for name in set(_imported(path)):
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


def _imported(path: Path) -> Iterator[str]:
    module = parse_or_none(path.read_text("utf-8-sig", "replace"))
    for node in module.body if module is not None else ():
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module
