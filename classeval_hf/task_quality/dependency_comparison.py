"""Compares declared dependencies with the reference's, and decides which are right; ClassEval's are by text search."""

import ast
import re
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass

from classeval_hf.core.syntax import parse
from classeval_hf.core.tasks import ClassTask, Dependencies, Method
from classeval_hf.reading.dependencies import extract_dependencies

KINDS = ("library", "field", "method")  # kinds of dependencies, in the order of the paper's Table 5


@dataclass(frozen=True)
class DependencyDifference:
    task_id: str
    method_name: str
    kind: str  # one of `KINDS`
    name: str  # the name, with `self.` for a field
    declared: bool  # `True` if it is declared and not extracted, `False` if the other way round
    declaration_is_wrong: bool  # whether the code shows this; otherwise the code alone does not decide
    explanation: str  # how the code uses the name


@dataclass(frozen=True)
class DependencyComparison:
    methods: int  # number of methods compared
    agreed: dict[str, int]  # number of methods on which all names of a kind agree, by kind
    differences: tuple[DependencyDifference, ...]  # names that differ, in the order of the tasks

    def __add__(self, other: "DependencyComparison") -> "DependencyComparison":
        agreed = {kind: self.agreed[kind] + other.agreed[kind] for kind in KINDS}
        return DependencyComparison(self.methods + other.methods, agreed, (*self.differences, *other.differences))


def compare_dependencies(tasks: Sequence[ClassTask]) -> DependencyComparison:
    """Compares declared and extracted dependencies: libraries by first part of the name, and declared methods."""
    compared, agreed = 0, dict.fromkeys(KINDS, 0)
    differences: list[DependencyDifference] = []
    for task in tasks:
        extracted = extract_dependencies(task.solution_code, task.class_name, None, task.import_statement)
        for method in (method for method in task.methods_info if method.method_name in extracted):
            compared += 1
            differing = _method_differences(task, method, extracted[method.method_name])
            differences.extend(differing)
            for kind in KINDS:
                agreed[kind] += all(item.kind != kind for item in differing)
    return DependencyComparison(compared, agreed, tuple(differences))


def _method_differences(task: ClassTask, method: Method, extracted: Dependencies) -> list[DependencyDifference]:
    known = {item.method_name for item in task.methods_info}
    functions = [
        node
        for item in parse(task.solution_code).body
        if isinstance(item, ast.ClassDef) and item.name == task.class_name
        for node in item.body
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.name == method.method_name
    ]
    segments = [ast.get_source_segment(task.solution_code, node, padded=True) or "" for node in functions]
    source = "\n".join(map(textwrap.dedent, segments))
    differences = []
    for kind in KINDS:
        wanted, actual = _names(method.dependencies, kind), _names(extracted, kind)
        if kind == "method":
            actual &= known
        for name in sorted(wanted ^ actual):
            facts = (task.task_id, method.method_name, kind, name, name in wanted)
            differences.append(DependencyDifference(*facts, *_explain(kind, name, name in wanted, source)))
    return differences


def _names(dependencies: Dependencies, kind: str) -> set[str]:
    if kind == "library":
        return {name.partition(".")[0] for name in dependencies.lib_dependencies}
    return set(dependencies.field_dependencies if kind == "field" else dependencies.method_dependencies)


def _explain(kind: str, name: str, declared: bool, source: str) -> tuple[bool, str]:
    """Whether the code shows that the declaration is wrong, and how it uses the name."""
    plain = name.removeprefix("self.")
    if not declared:
        if re.search(rf"(?<![\w.]){re.escape(name)}\b", source):
            return True, f"the code uses {name} under this name"
        return True, f"the code uses {plain} through another name or object of the class"
    nodes = list(ast.walk(parse(source)))
    objects = {ast.unparse(node.value) for node in nodes if isinstance(node, ast.Attribute) and node.attr == plain}
    if objects:
        used = f"{plain} is an attribute of another object here ({', '.join(sorted(objects))})"
        return (True, used) if kind == "library" else (False, f"{used}; right only if that is of this class")
    values = (getattr(node, attribute, None) for node in nodes for attribute in ("id", "attr", "arg", "name"))
    identifiers = {value for value in values if isinstance(value, str)}
    if plain in identifiers:
        return True, f"{plain} is here an annotation, or the name of something else"
    longer = sorted(item for item in identifiers if plain in item)
    if longer:
        return True, f"{plain} is only part of {', '.join(longer)}"
    return True, f"{plain} is only text in a string or comment" if plain in source else f"{plain} does not occur"
