"""Loops over tables of cases, withheld row by row: from `for text, count in [("a", 1), ("", 0)]` the parent takes 1
and 0, and the test has the numbers of the rows instead."""

import ast
import copy
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from classeval_hf.classes.runner.withheld.literals import known_value
from classeval_hf.core.syntax import children

Key = tuple[object, ...]  # a loop variable, or an element of one: `("case", "want")` for `case["want"]`
_Cell = tuple[list[ast.expr], int]  # where an expression stands: a list of a node, and the index in it
_Row = _Cell | list[Any]
Resolve = Callable[[ast.expr], ast.expr]


@dataclass(frozen=True)
class Column:
    """The literals that a loop variable takes, in the order of the rows."""

    loop: ast.For
    cells: Sequence[_Cell]  # where the literals stand


Columns = Mapping[Key, Column]


def find_columns(loop: ast.For, names: Mapping[str, Any], resolve: Resolve) -> dict[Key, Column]:
    """The columns of literals of the table that a loop is over; none for a loop over anything else."""
    rows = _rows(loop.iter, resolve)
    if not rows:
        return {}
    matched = [_match(loop.target, row) for row in rows]
    literal_cells = [{key: one for key, one in row if known_value(one[0][one[1]], names)} for row in matched]
    keys = [key for key in literal_cells[0] if all(key in cells for cells in literal_cells)]
    return {key: Column(loop, [cells[key] for cells in literal_cells]) for key in keys}


def references(node: ast.AST, columns: Columns) -> list[tuple[ast.expr, Key]]:
    """The parts of a node that read columns, each with the column."""
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and isinstance(node.slice, ast.Constant):
        key: Key = (node.value.id, node.slice.value)
        if key in columns:
            return [(node, key)]
    if isinstance(node, ast.Name):
        return [(node, (node.id,))] if (node.id,) in columns else []
    return [found for child in children(node) for found in references(child, columns)]


def row_values(node: ast.expr, columns: Columns, names: Mapping[str, Any]) -> tuple[ast.expr, list[Any]] | None:
    """The node that reads the number of the row, and the expression's value in each row; `None` if one is unknown."""
    read = references(node, columns)
    if len({id(columns[key].loop) for _, key in read}) != 1:
        return None
    values = []
    for number in range(len(columns[read[0][1]].cells)):
        cells = {ast.dump(part): columns[key].cells[number] for part, key in read}
        value = known_value(_Filled(cells).visit(copy.deepcopy(node)), names)
        if value is None:
            return None
        values.append(value[0])
    return read[0][0], values


class _Filled(ast.NodeTransformer):
    def __init__(self, cells: Mapping[str, _Cell]) -> None:
        self._cells = cells

    def visit(self, node: ast.AST) -> Any:
        cell = self._cells.get(ast.dump(node)) if isinstance(node, (ast.Name, ast.Subscript)) else None
        return self.generic_visit(node) if cell is None else cell[0][cell[1]]


def _rows(node: ast.expr, resolve: Resolve) -> list[_Row]:
    """The rows of a table, or of `enumerate`, `zip` or `.items()` of one."""
    node = resolve(node)
    if isinstance(node, (ast.List, ast.Tuple)):
        return [] if any(isinstance(item, ast.Starred) for item in node.elts) else _cells(node.elts)
    if not isinstance(node, ast.Call) or any(isinstance(argument, ast.Starred) for argument in node.args):
        return []
    if isinstance(node.func, ast.Attribute) and node.func.attr == "items" and not node.args:
        table = resolve(node.func.value)
        if isinstance(table, ast.Dict) and _has_distinct_keys(table):
            keys: list[Any] = table.keys
            return [[(keys, index), (table.values, index)] for index in range(len(keys))]
    elif isinstance(node.func, ast.Name) and node.func.id in ("enumerate", "zip") and node.args:
        columns = [_rows(argument, resolve) for argument in node.args[: None if node.func.id == "zip" else 1]]
        if len({len(column) for column in columns}) == 1:
            if node.func.id == "zip":
                return [list(row) for row in zip(*columns, strict=True)]
            return [[([ast.Name("", ast.Load())], 0), row] for row in columns[0]]
    return []


def _cells(items: list[ast.expr]) -> list[_Row]:
    return [(items, index) for index in range(len(items))]


def _has_distinct_keys(table: ast.Dict) -> bool:
    keys = [key.value for key in table.keys if isinstance(key, ast.Constant)]
    return len(keys) == len(table.keys) == len(set(keys))


def _match(target: ast.expr, row: _Row) -> Iterator[tuple[Key, _Cell]]:
    """Binds the variables of a loop to the parts of a row that are written in the test."""
    parts = _parts(row)
    if isinstance(target, ast.Name):
        if isinstance(row, tuple):
            yield (target.id,), row
        for key, part in parts.items():
            if isinstance(part, tuple):
                yield (target.id, key), part
    elif isinstance(target, (ast.Tuple, ast.List)) and list(parts) == list(range(len(target.elts))):
        for item, part in zip(target.elts, parts.values(), strict=True):
            yield from _match(item, part)


def _parts(row: _Row) -> dict[object, _Row]:
    """The parts of a row, by key or index."""
    if not isinstance(row, tuple):
        return dict(enumerate(row))
    node = row[0][row[1]]
    if isinstance(node, (ast.Tuple, ast.List)) and not any(isinstance(item, ast.Starred) for item in node.elts):
        return dict(enumerate(_cells(node.elts)))
    if isinstance(node, ast.Dict) and _has_distinct_keys(node):
        keys = [key.value for key in node.keys if isinstance(key, ast.Constant)]
        return dict(zip(keys, _cells(node.values), strict=True))
    return {}
