"""Reads a task's skeleton: imports, docstring, constructor, fields and contracts of the methods."""

import ast
import textwrap
from collections.abc import Collection
from dataclasses import replace
from typing import Any

from classeval_hf.core.errors import UserError
from classeval_hf.core.source_layout import FunctionNode, definition_source
from classeval_hf.core.syntax import parse_or_none, shared_tree
from classeval_hf.core.tasks import ClassTask, Method
from classeval_hf.reading.outlines import methods_of, parsable_skeleton

STATED = ("class_description", "import_statement", "class_constructor", "fields", "methods_info")


def complete_from_skeleton(task: ClassTask, missing: Collection[str] = STATED) -> ClassTask:
    """Takes missing fields from the skeleton; it must define the class, and the solution all of its methods."""
    source = parsable_skeleton(task) or task.skeleton
    skeleton = shared_tree(source)
    body = _defined_class(skeleton, task.class_name, "the skeleton")
    if "methods_info" not in missing:
        _check_methods(task, body)
    imports = [node for node in skeleton.body if isinstance(node, (ast.Import, ast.ImportFrom))]
    constructor = methods_of(body).get("__init__")
    written = [definition_source(source, constructor, indent=4)] if constructor is not None else []
    inner = [node for node in ast.walk(constructor) if isinstance(node, ast.Attribute)] if constructor else []
    fields = dict.fromkeys(f"self.{node.attr}" for node in inner if isinstance(node.ctx, ast.Store))
    stated: dict[str, Any] = {
        "class_description": ast.get_docstring(body) or "",
        "import_statement": tuple(map(ast.unparse, imports)),
        "class_constructor": "\n".join([f"class {body.name}:", *written, ""]),
        "fields": tuple(fields),
        "methods_info": _methods(task, source, body) if "methods_info" in missing else (),
    }
    return replace(task, **{name: stated[name] for name in missing})


def _methods(task: ClassTask, skeleton: str, body: ast.ClassDef) -> tuple[Method, ...]:
    contracts = {name: node for name, node in methods_of(body).items() if name != "__init__"}
    if not contracts:
        raise UserError(f"the class {body.name} of the skeleton has no method to write")
    module = parse_or_none(task.solution_code)  # generation and scoring do not need one that parses
    solution = _defined_class(module, task.class_name, "the solution") if module is not None and module.body else None
    references = methods_of(solution) if solution is not None else None
    lacking = [name for name in contracts if references is not None and name not in references]
    if lacking:
        raise UserError(f"the solution lacks the method {lacking[0]} of the skeleton")
    return tuple(
        Method(
            method_name=name,
            method_description=definition_source(skeleton, node),
            solution_code=definition_source(task.solution_code, references[name]) if references else "",
        )
        for name, node in contracts.items()
    )


def _check_methods(task: ClassTask, skeleton: ast.ClassDef) -> None:
    """Raises if the skeleton lacks a stated method, or has it with other parameters."""
    contracts = methods_of(skeleton)
    descriptions = {method.method_name: method.method_description for method in task.methods_info}
    for name in task.declared_methods:
        if name not in contracts:
            has = ", ".join(contracts) or "none"
            raise UserError(f"methods_info has the method {name}, which the skeleton lacks: its methods are {has}")
        stated = parse_or_none(textwrap.dedent(descriptions[name]))
        for node in stated.body if stated is not None else ():
            written = contracts[name].args
            if isinstance(node, FunctionNode) and ast.dump(node.args) != ast.dump(written):
                both = f"({ast.unparse(node.args)}) in methods_info and ({ast.unparse(written)})"
                raise UserError(f"the method {name} has the parameters {both} in the skeleton")


def _defined_class(module: ast.Module, name: str, where: str) -> ast.ClassDef:
    classes = {node.name: node for node in module.body if isinstance(node, ast.ClassDef)}
    if name not in classes:
        raise UserError(f"{where} does not define the class {name}: it has {', '.join(classes) or 'no class'}")
    return classes[name]
