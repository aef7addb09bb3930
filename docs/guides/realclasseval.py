"""
Makes a file of tasks of RealClassEval's classes: docs/guides/own-tasks.md says how.

If your columns have other names, change the line that names them.
"""

from __future__ import annotations

import ast
import csv
import json
import sys
from pathlib import Path

from classeval_hf.classes.tasks.task_rows import task_from_row

ID, CLASS, SOLUTION, SKELETON = "snippet_id", "class_name", "human_written_code", "class_skeleton"


class BesideTheClass(ast.NodeTransformer):
    """Tests of a module as tests of the class alone, whose name they see."""

    def __init__(self, module: str) -> None:
        self.module, self.alias = module, ""

    def visit_Import(self, node: ast.Import) -> ast.Import | None:
        self.alias = next((one.asname for one in node.names if one.name == self.module), self.alias)
        return None if node.names[0].name == self.module else node

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        node.value = self.visit(node.value)
        of_module = isinstance(node.value, ast.Name) and node.value.id == self.alias
        return ast.Name(node.attr, node.ctx) if of_module else node

    def visit_Compare(
        self, node: ast.Compare
    ) -> ast.AST:  # f"{type(x).__module__}.{type(x).__qualname__}" == "snippet_1.Stack"
        expected = getattr(node.comparators[0], "value", None)
        if isinstance(node.left, ast.JoinedStr) and str(expected).startswith(f"{self.module}."):
            node.left, node.comparators[0].value = node.left.values[-1].value, expected[len(self.module) + 1 :]
        return self.generic_visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST | None:
        """Leaves out decorated tests: the paper does not count those marked `xfail`."""
        return None if node.decorator_list else self.generic_visit(node)


csv.field_size_limit(1 << 30)
with Path(sys.argv[1]).open(newline="", encoding="utf-8") as table:
    for row in csv.DictReader(table):
        try:
            tests = ast.parse(Path(sys.argv[2], f"test_{row[ID]}.py").read_text(encoding="utf-8"))
            tests = ast.fix_missing_locations(BesideTheClass(row[ID]).visit(tests))
            if not row[SKELETON].strip() or not any(isinstance(node, ast.FunctionDef) for node in tests.body):
                raise ValueError("it has no skeleton, or no test that the paper counts")
            task = {
                "task_id": f"RealClassEval/{row[ID]}",
                "class_name": row[CLASS].rpartition(".")[2],
                "skeleton": row[SKELETON],
                "solution_code": row[SOLUTION],
                "import_statement": [],
                "test": ast.unparse(tests),
                "test_classes": ["TestFunctions"],
                "class_test_classes": ["TestFunctions"],
            }
            task_from_row(task)
            print(json.dumps(task))
        except (OSError, SyntaxError, ValueError) as error:
            print(f"{row[ID]} is left out: {error}", file=sys.stderr)
