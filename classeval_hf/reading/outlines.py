"""Parses a task's skeleton into its parts (ClassEval, section 4.2). The four skeletons of ClassEval that do not parse
(5, 22, 43, 46) are made from the task's other fields, so that a model always continues Python."""

import ast
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from classeval_hf.core import syntax
from classeval_hf.core.errors import UserError
from classeval_hf.core.syntax import FunctionNode, cut_statement, find_function, first_line, parse_or_none
from classeval_hf.core.tasks import ClassTask, Method

_FAR_IN = " " * 99  # deeper than any signature, so that a body of this indent fits below each
_QUOTES = "\"'“”"
_CURLY_TRIPLE = re.compile("[“”]{3}")


@dataclass
class Contract:
    name: str
    signature: str  # decorators and signature, indented as in the class
    docstring: str  # the docstring with its quotes, indented as a body; may be empty
    indent: int  # columns that the method is indented by

    def __post_init__(self) -> None:
        self.body_indent = syntax.margin(self.docstring) if self.docstring else " " * (self.indent + 4)
        self.source = f"{self.signature}\n{self.docstring}" if self.docstring else self.signature  # above its body
        self.passing = f"{self.signature}\n{self.body_indent}pass"  # so that the class around it parses
        self.stub = self.source if self.docstring else self.passing

    @cached_property
    def node(self) -> FunctionNode:
        """The method without docstring and body."""
        node = find_function(syntax.parse_fragment(self.passing), self.name)
        assert node is not None
        return node


@dataclass
class ClassOutline:
    preamble: str  # imports, and definitions that the class needs
    header: str  # class line, docstring, attributes and constructor
    contracts: tuple[Contract, ...]  # one per method to write, in order
    indent: int = 4  # columns that members of the class are indented by

    def __post_init__(self) -> None:
        self.class_level = "\n\n".join(part for part in (self.preamble, self.header) if part)  # as in the paper
        self.source = "\n\n".join([self.class_level, *(contract.stub for contract in self.contracts)]) + "\n"

    def contract(self, name: str) -> Contract:
        return next(contract for contract in self.contracts if contract.name == name)


@lru_cache(1024)  # each step of a strategy needs it
def outline_class(task: ClassTask) -> ClassOutline:
    """Splits a task's skeleton into parts; a `ValueError` names the task if it lacks a signature."""
    if not task.skeleton.strip() and not any(method.method_description for method in task.methods_info):
        problem = "has no skeleton and no method_description: there is nothing to show a model"
        raise UserError(f"Task {task.task_id} {problem}.")
    source = parsable_skeleton(task)
    if source is None:
        class_line, *lines = [line.rstrip() for line in task.class_constructor.strip().split("\n")]
        description = task.class_description.strip()
        if description and description[0] not in _QUOTES:
            description = f'"""\n    {description}\n    """'
        docstring = f"    {description}\n\n" if description else ""
        header = f"{class_line or f'class {task.class_name}:'}\n{docstring}" + "\n".join(lines)
        described = tuple(_contract_of_text(task, method, 4) for method in task.methods_info)
        return ClassOutline("\n".join(task.import_statement), header.rstrip(), described)
    tree = syntax.parse(source)
    body = next(node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == task.class_name)
    indent = body.body[0].col_offset if body.body[0].lineno > body.lineno else 4
    written = methods_of(body)
    listed = [item for item in task.methods_info if item.method_name in written or item.method_description]
    # A task that lists no method, such as an ad-hoc one, has the methods of its skeleton.
    contracts = []
    for method in listed or [Method(name) for name in written if not name.startswith("__")]:
        node = written.get(method.method_name)
        contracts.append(_contract_of_node(source, node, indent) if node else _contract_of_text(task, method, indent))
    header = header_without(source.split("\n"), body, {contract.name for contract in contracts})
    preamble = "\n".join(source.split("\n")[: first_line(body) - 1]).strip("\n")
    if task.import_statement:  # with the definitions before the class; other lines do harm (ClassEval_48 and 52)
        kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Assign, ast.AnnAssign)
        before = [node for node in tree.body[: tree.body.index(body)] if isinstance(node, kinds)]
        definitions = (cut_statement(source.split("\n"), node, 0) for node in before)
        preamble = "\n".join([*task.import_statement, *definitions])
    return ClassOutline(preamble, header, tuple(contracts), indent)


def methods_of(body: ast.ClassDef) -> dict[str, FunctionNode]:
    """Methods by name, in order; of a property and its setter, the first."""
    functions = [node for node in body.body if isinstance(node, FunctionNode)]
    return {node.name: node for node in functions} | {node.name: node for node in reversed(functions)}


def parsable_skeleton(task: ClassTask) -> str | None:
    """The skeleton, with curly quotes made straight, or its only string's text, if it defines the class."""
    sources = (task.skeleton, _CURLY_TRIPLE.sub('"""', task.skeleton))
    source, tree = next(((text, tree) for text in sources if (tree := parse_or_none(text)) is not None), ("", None))
    if tree is None or any(isinstance(node, ast.ClassDef) and node.name == task.class_name for node in tree.body):
        return source or None
    for statement in tree.body:
        text = getattr(statement.value, "value", None) if isinstance(statement, ast.Expr) else None
        inner = parse_or_none(text) if isinstance(text, str) else None
        if inner is not None and any(getattr(node, "name", "") == task.class_name for node in inner.body):
            return f"{str(text).strip()}\n"
    return None


def header_without(lines: list[str], body: ast.ClassDef, names: Collection[str], last: int = 0) -> str:
    """The class without the methods to write."""
    left_out: set[int] = set()
    for node in body.body:
        if isinstance(node, FunctionNode) and node.name in names:
            left_out.update(range(first_line(node), (node.end_lineno or node.lineno) + 1))
    numbers = range(first_line(body), (body.end_lineno or body.lineno) + 1 + last)
    kept = "\n".join(lines[number - 1] for number in numbers if number not in left_out)
    return re.sub(r"\n(?:[ \t]*\n){2,}", "\n\n", kept).rstrip()


def _contract_of_node(source: str, node: FunctionNode, indent: int) -> Contract:
    all_lines = source.split("\n")
    lines = cut_statement(all_lines, node, indent).split("\n")
    length = _signature_length(lines)
    if length is None:  # the body stands on the line of the signature
        head = all_lines[first_line(node) - 1 : node.body[0].lineno]
        head[-1] = head[-1].encode()[: node.body[0].col_offset].decode()
        return Contract(node.name, "\n".join(line.rstrip() for line in head), "", indent)
    docstring = ""
    if ast.get_docstring(node, clean=False) is not None:
        deeper = node.body[0].col_offset - node.col_offset
        docstring = cut_statement(all_lines, node.body[0], indent + deeper)
        last = docstring.rpartition("\n")[2]
        if last.strip() in ('"""', "'''") and "\n" in docstring:  # one of ClassEval's (in 73) opens a column too deep
            docstring = syntax.margin(last) + docstring.lstrip()
    return Contract(node.name, "\n".join(lines[:length]), docstring, indent)


def _contract_of_text(task: ClassTask, method: Method, indent: int) -> Contract:
    """The contract in a task's `method_description`, with correct quotes."""
    fragment = syntax.parse_fragment(method.method_description)
    node = find_function(fragment)
    if fragment is not None and node is not None:
        return _contract_of_node(fragment.source, node, indent)
    lines = method.method_description.strip("\n").split("\n")
    length = _signature_length(lines)
    if length is None:
        problem = f"neither the skeleton nor method_description states the signature of method {method.method_name}"
        raise UserError(f"Task {task.task_id}: {problem}.")
    head = syntax.parse_fragment("\n".join([*lines[:length], f"{_FAR_IN}pass"]))
    signature = find_function(head)
    assert head is not None and signature is not None
    margin_of_body = " " * (indent + 4)
    text = "\n".join(lines[length:]).strip().strip(_QUOTES).strip("\n").rstrip().replace('"""', "'''")
    docstring = f'{margin_of_body}"""\n{text}\n{margin_of_body}"""' if text.strip() else ""
    shown = cut_statement(head.lines, signature, indent).split("\n")[:length]
    return Contract(method.method_name, "\n".join(shown), docstring, indent)


def _signature_length(lines: Sequence[str]) -> int | None:
    """Number of lines of decorators and signature; `None` if the body is on the line of the signature."""
    ends = (end for end, line in enumerate(lines, 1) if line.strip() and not line.lstrip().startswith("@"))
    heads = ((end, syntax.parse_fragment("\n".join([*lines[:end], f"{_FAR_IN}pass"]))) for end in ends)
    return next((end for end, head in heads if find_function(head) is not None), None)
