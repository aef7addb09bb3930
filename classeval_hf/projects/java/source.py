"""Sources in Java as trees of `tree-sitter`, which needs no JDK: types of a file, and floors."""

import re
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from classeval_hf.core.errors import UserError
from classeval_hf.core.repository_tasks import Target

if TYPE_CHECKING:
    from tree_sitter import Node, Parser

TYPES = frozenset(
    f"{kind}_declaration" for kind in ("class", "interface", "enum", "record", "annotation_type")
)  # declarations that a target may be
_NUMBERS = frozenset(("integral_type", "floating_point_type"))


@cache
def java_parser() -> "Parser":
    """Raises `UserError` where the extra `java` is not installed."""
    try:
        import tree_sitter_java
        from tree_sitter import Language, Parser
    except ImportError as error:
        raise UserError(f"Tasks in Java need {error.name}: pip install 'classeval-hf[java]'") from error
    return Parser(Language(tree_sitter_java.language()))


class JavaSource:
    """A source and its tree, with offsets in bytes of UTF-8; parsing never fails, and marks what it cannot read."""

    def __init__(self, text: str) -> None:
        self.data = text.encode("utf-8", "replace")
        self.root = java_parser().parse(self.data).root_node

    def text(self, node: "Node") -> str:
        return self.data[node.start_byte : node.end_byte].decode("utf-8", "replace")

    @property
    def types(self) -> dict[str, "Node"]:
        """The types at the top of the file by name."""
        found = {}
        for node in self.root.children:
            name = node.child_by_field_name("name") if node.type in TYPES else None
            if name is not None:
                found[self.text(name)] = node
        return found

    @property
    def package(self) -> str:
        nodes = [node for node in self.root.children if node.type == "package_declaration"]
        names = [child for node in nodes for child in node.named_children if "identifier" in child.type]
        return re.sub(r"\s", "", self.text(names[0])) if names else ""

    def replaced(self, edits: dict[tuple[int, int], str]) -> str:
        """The source with other texts in the place of spans of bytes, which do not overlap."""
        data, end, parts = self.data, 0, list[bytes]()
        for (start, stop), text in sorted(edits.items()):
            parts += [data[end:start], text.encode()]
            end = stop
        return b"".join([*parts, data[end:]]).decode("utf-8", "replace")

    def target(self, name: str) -> "Node":
        """The type that a task asks for; a `ValueError` says what is wrong with it."""
        node = self.types.get(name)
        if node is None:
            within = "a class within another" if "." in name else f"none of {', '.join(self.types) or 'no types'}"
            raise UserError(f"{name} is {within}: a target in Java is a type at the top of its file")
        return node


def removed(source: str, target: Target, position: int = 0) -> str:
    """The file without the target."""
    file = JavaSource(source)
    node = file.target(target.name)
    return file.replaced({(node.start_byte, node.end_byte): ""})


def without_body(source: str, target: Target, position: int = 0) -> str:
    """The file with methods of the target that do nothing and return 0, `false` or `null`."""
    file, edits = JavaSource(source), dict[tuple[int, int], str]()
    for node in walk(file.target(target.name)):
        body = node.child_by_field_name("body")
        if node.type == "method_declaration" and body is not None:
            of = node.child_by_field_name("type")
            kind = of.type if of is not None and node.child_by_field_name("dimensions") is None else ""
            value = "0" if kind in _NUMBERS else "false" if kind == "boolean_type" else "null"
            edits[body.start_byte, body.end_byte] = "{ }" if kind == "void_type" else f"{{ return {value}; }}"
        elif node.type in ("constructor_declaration", "compact_constructor_declaration") and body is not None:
            calls = [child for child in body.children if child.type == "explicit_constructor_invocation"]
            edits[body.start_byte, body.end_byte] = f"{{ {' '.join(map(file.text, calls))} }}"
        elif node.type == "field_declaration":  # a constructor that does nothing cannot set a final field
            modifiers = [child for part in node.children if part.type == "modifiers" for child in part.children]
            values = [child for child in node.children if child.type == "variable_declarator"]
            if not all(child.child_by_field_name("value") for child in values):
                edits |= {(one.start_byte, one.end_byte): "" for one in modifiers if one.type == "final"}
    inner = [span for span in edits if any(one != span and one[0] <= span[0] and span[1] <= one[1] for one in edits)]
    return file.replaced({span: text for span, text in edits.items() if span not in inner})


def walk(node: "Node") -> Iterator["Node"]:
    """A node and all below it, in order, however deep."""
    pending = [node]
    while pending:
        current = pending.pop()
        yield current
        pending += reversed(current.children)
