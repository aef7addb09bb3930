"""Program mutants: copies of a reference's module with one small change each, where a contract decides.
`docs/design/strengthening.md` says how equivalent mutants are handled."""

import ast
import random
import types
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from classeval_hf.core.errors import UserError
from classeval_hf.core.syntax import FunctionNode, compile_or_none, nested_statements, parse
from classeval_hf.strengthening.mutant_operators import (
    FAMILIES,
    FUNCTIONS,
    Place,
    called,
    constants,
    is_in_step,
    reads_of,
    with_fields,
)

_UNCHANGED_FIELDS = {"annotation", "returns", "decorator_list", "format_spec", "type_params", "exc", "cause", "msg"}
_MESSAGE_OWNERS = {"print", "logging", "logger", "warnings"}
_MAX_SIDE = 60  # maximum of characters that `change` shows of old and new code


@dataclass(frozen=True)
class ProgramMutant:
    operator: str  # see `docs/design/strengthening.md`
    method: str  # the changed method of the class; empty for functions of the module
    line: int  # line of the reference
    change: str  # old and new code, such as `a < b -> a <= b`; long code is cut
    source: str  # source of the whole module with the change


@dataclass(frozen=True)
class _Piece:
    """A statement of a module or class, which is unparsed for each mutant: whole modules would take too long."""

    node: ast.stmt
    owner: ast.ClassDef | None = None
    is_first: bool = False  # whether it is the first statement of the class

    def module(self) -> str:
        """The statement as a module, within its class if it has one."""
        return ast.unparse(self.node if self.owner is None else with_fields(self.owner, body=[self.node]))

    def text(self) -> str:
        """Its lines in the module; the first statement of a class includes the head of the class."""
        head = "" if self.owner is None or self.is_first else ast.unparse(with_fields(self.owner, body=[]))
        return self.module()[len(head) :].strip("\n") + "\n\n"

    def code(self) -> types.CodeType | None:
        """Its code without line numbers; `None` if it does not compile."""
        try:
            code = compile_or_none(self.module(), "<mutant>")
        except ValueError:  # Python before 3.12 cannot write some fields of f-strings
            return None
        return code and _without_lines(code)

    def functions(self, class_name: str) -> Iterator[tuple[str, FunctionNode]]:
        """Functions of the module (with empty names) and methods of the class that it defines."""
        for node in nested_statements([self.node]):
            if not isinstance(node, FUNCTIONS):
                continue
            if self.owner is None:
                yield "", node
            elif self.owner.name == class_name and node.name != "__repr__":
                yield node.name, node


def _without_lines(code: types.CodeType) -> types.CodeType:
    constants = tuple(_without_lines(item) if isinstance(item, types.CodeType) else item for item in code.co_consts)
    return code.replace(co_consts=constants, co_firstlineno=1, co_linetable=b"")


def program_mutants(
    source: str, class_name: str, limit: int | None = None, seed: int = 0
) -> tuple[ProgramMutant, ...]:
    """The mutants of a class, each with different code; a `limit` spreads them over methods and operators."""
    if limit is not None and limit < 0:
        raise ValueError(f"limit is {limit}: give the maximum of mutants, 0 or more, or None for all.")
    tree, mutants, pieces = parse(source), [], list[_Piece]()
    if not any(isinstance(node, ast.ClassDef) and node.name == class_name for node in tree.body):
        raise UserError(f"The module defines no class {class_name}: give the name of a class at its top level.")
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            pieces += [_Piece(inner, node, is_first=number == 0) for number, inner in enumerate(node.body)]
        else:
            pieces.append(_Piece(node))
    texts = [piece.text() for piece in pieces]
    for number, piece in enumerate(pieces):
        before, after = "".join(texts[:number]), "".join(texts[number + 1 :])
        seen = {piece.code()}
        for method, function in piece.functions(class_name):
            for place, operator, new in _changes(function, piece.owner):
                place.put(new)
                code = piece.code()
                changed = f"{before}{piece.text()}{after}" if code is not None and code not in seen else ""
                place.put(place.node)
                if changed:
                    seen.add(code)
                    line, change = getattr(place.node, "lineno", 0), _shown(place.node, new)
                    mutants.append(ProgramMutant(operator, method, line, change, changed.rstrip("\n") + "\n"))
    if limit is None or limit >= len(mutants):
        return tuple(mutants)
    # Taken in turn from each method, from the operator with the fewest taken.
    waiting: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for number in random.Random(seed).sample(range(len(mutants)), len(mutants)):
        waiting[mutants[number].method][mutants[number].operator].append(number)
    taken = Counter[str]()
    chosen: list[int] = []
    while len(chosen) < limit:
        for method in waiting:
            operators = [name for name, numbers in waiting[method].items() if numbers]
            if operators and len(chosen) < limit:
                operator = min(operators, key=taken.__getitem__)
                taken[operator] += 1
                chosen.append(waiting[method][operator].pop())
    return tuple(mutants[number] for number in sorted(chosen))


def _changes(function: FunctionNode, owner: ast.ClassDef | None) -> Iterator[tuple[Place, str, ast.AST]]:
    """The changes of a function of the module or a method of `owner`: place, operator and new node."""
    # Finds names that only loops over `range(...)` from 0 and `enumerate(...)` bind.
    counted = Counter[str]()
    bound = Counter(item.arg for item in ast.walk(function) if isinstance(item, ast.arg))
    for node in ast.walk(function):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            bound[node.id] += 1
        if not (isinstance(node, (ast.For, ast.comprehension)) and isinstance(node.iter, ast.Call)):
            continue
        if len(node.iter.args) != 1 or node.iter.keywords:
            continue  # it starts elsewhere
        target = node.target
        if called(node.iter) == "enumerate" and isinstance(target, ast.Tuple):
            target = target.elts[0]
        elif called(node.iter) != "range":
            continue
        if isinstance(target, ast.Name):
            counted[target.id] += 1
    unsigned = frozenset(name for name, count in counted.items() if count == bound[name])
    read = reads_of(function)
    raised = sum((reads_of(node) for node in ast.walk(function) if isinstance(node, ast.Raise)), Counter[str]())
    messages = frozenset(name for name, count in raised.items() if count == read[name])  # read only by `raise`
    places = [
        (place.node.lineno, place.node.col_offset, place)
        for place in _places(function, (owner,) if owner else (), unsigned, messages)
        if isinstance(place.node, (ast.expr, ast.stmt, ast.ExceptHandler))
    ]
    for _, _, place in sorted(places, key=lambda item: item[:2]):
        for kind, family in [(ast.AST, constants)] if is_in_step(place) else FAMILIES:
            for operator, new in family(place, place.node) if isinstance(place.node, kind) else ():
                yield place, operator, new


def _places(
    node: ast.AST, ancestors: tuple[ast.AST, ...], unsigned: frozenset[str], messages: frozenset[str]
) -> Iterator[Place]:
    for field in node._fields:
        if field in _UNCHANGED_FIELDS:
            continue
        value = getattr(node, field, None)
        for index, item in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if isinstance(item, ast.AST) and not _is_message(item, messages):
                place = Place(item, (*ancestors, node), field, index, unsigned)
                yield place
                yield from _places(item, place.ancestors, unsigned, messages)


def _is_message(node: ast.AST, messages: frozenset[str]) -> bool:
    """Whether code is a message to people: a docstring, print, log, or text for an exception."""
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant) or _is_message(node.value, messages)
    if isinstance(node, ast.Assign):
        return all(isinstance(target, ast.Name) and target.id in messages for target in node.targets)
    if not isinstance(node, ast.Call):
        return False
    owner = node.func
    while isinstance(owner, ast.Attribute):
        owner = owner.value
    return isinstance(owner, ast.Name) and owner.id in _MESSAGE_OWNERS


def _shown(old: ast.AST, new: ast.AST) -> str:
    """Old and new code, each in one line and cut."""
    before, after = (" ".join(line.strip() for line in ast.unparse(node).split("\n")) for node in (old, new))
    pairs = enumerate(zip(before, after, strict=False))
    shared = next((number for number, (first, second) in pairs if first != second), min(len(before), len(after)))
    start = shared - 10 if max(len(before), len(after)) > _MAX_SIDE and shared > 20 else 0
    sides = [f"...{text[start:]}" if start else text for text in (before, after)]
    return " -> ".join(side if len(side) <= _MAX_SIDE else f"{side[: _MAX_SIDE - 3]}..." for side in sides)
