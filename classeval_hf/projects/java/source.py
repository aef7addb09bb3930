"""Sources in Java as trees of `tree-sitter`, which needs no JDK: types of a file, stub baselines, and types to make
tasks of, with the test classes that are named after each, or else all that name it."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from classeval_hf.core.errors import UserError
from classeval_hf.core.repository_tasks import Target

if TYPE_CHECKING:
    from tree_sitter import Node, Parser

TYPES = frozenset(
    f"{kind}_declaration" for kind in ("class", "interface", "enum", "record", "annotation_type")
)  # declarations that a target may be
_NUMBERS = frozenset(("integral_type", "floating_point_type"))
_MAX_DESCRIPTION = 12_000
_BODIES = frozenset(("block", "constructor_body", "class_body", "interface_body", "enum_body", "annotation_type_body"))
_MEMBERS = frozenset(
    ("method_declaration", "constructor_declaration", "field_declaration", "constant_declaration", "enum_constant")
)
_TESTS = re.compile(r"@(?:[\w.]+\.)?(?:\w+Test|Test\w*)\b|extends\s+[\w.]*Test\w*")
_ANNOTATED = re.compile(r"@(?:[\w.]+\.)?\w*Test\b")
_SUITE = re.compile(r"@(?:[\w.]+\.)?(?:Suite|SuiteClasses|Select\w+)\b|@RunWith\(\s*(?:[\w.]+\.)?(?:Suite|AllTests)\b")
_AFFIX = re.compile(r"^Tests?(?=[A-Z])|(?:Tests?|TestCase|IT)$")


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


def classes_of_tests(source: Path, files: Sequence[Path]) -> dict[str, str]:
    """The test classes of files, as ids such as `src/test/java/a/CartTest.java::CartTest`, each with its file."""
    found: dict[str, str] = {}
    for file in files:
        path, text = file.relative_to(source).as_posix(), file.read_text("utf-8", "replace")
        if _TESTS.search(text) is not None:
            source_file = JavaSource(text)
            node = source_file.types.get(file.stem)
            if node is None or _SUITE.search(head(source_file, node)) is not None:
                continue
            methods = [one.child_by_field_name("name") for one in walk(node) if one.type == "method_declaration"]
            names = {source_file.text(name) for name in methods if name is not None}
            tested = any(name.startswith("test") for name in names) or _ANNOTATED.search(source_file.text(node))
            if tested or "suite" not in names:  # else it only runs the tests of others, which then would be run twice
                found[f"{path}::{file.stem}"] = path
    return found


@dataclass(frozen=True)
class TypeWithTests:
    """A type of a project with code, which test classes name."""

    path: str
    name: str
    package: str
    tests: tuple[str, ...]  # the passing tests of these classes
    own_tests: tuple[str, ...]  # of those that are named after it
    summary: str  # first paragraph of its documentation, which may be empty
    description: str


def types_with_tests(
    source: Path, files: Sequence[Path], passing: Mapping[str, Sequence[str]]
) -> Iterator[TypeWithTests]:
    """The types of files that test classes name; `passing` has the passing tests of each test class."""
    paths = {test: test.partition("::")[0] for test in passing}
    words = dict[str, set[str]]()
    for test, path in paths.items():
        text = JavaSource((source / path).read_text("utf-8", "replace"))
        words[test] = {text.text(node) for node in walk(text.root) if node.type.endswith("identifier")}
    sources = {file: JavaSource(file.read_text("utf-8", "replace")) for file in files}
    names = [name for text in sources.values() for name in text.types]
    owners = {}  # the type with the longest name that a test class such as `TestCart_Totals` begins with
    for test in passing:
        rest = _AFFIX.sub("", test.rpartition("::")[2])
        fitting = [name for name in names if re.match(rf"{re.escape(name)}(?![a-z0-9])", rest)]  # whole words
        owners[test] = max(fitting, key=len, default="")
    for file, text in sources.items():
        for name, node in text.types.items():
            tests = [one for test in passing if name in words[test] for one in passing[test]]
            own = [one for test in passing if name in words[test] and owners[test] == name for one in passing[test]]
            bodies = (one.child_by_field_name("body") for one in walk(node) if one.type in _MEMBERS)
            if tests and any(body is not None and body.named_children for body in bodies):
                lines = (line.strip().removeprefix("*").strip() for line in _comment(text, node)[3:-2].splitlines())
                words_before_tags = "\n".join(lines).strip().partition("\n@")[0].removeprefix("@").strip()
                yield TypeWithTests(
                    file.relative_to(source).as_posix(),
                    name,
                    text.package,
                    tuple(tests),
                    tuple(own),
                    words_before_tags.partition("\n\n")[0],
                    description(text, node)[:_MAX_DESCRIPTION],
                )


def description(source: JavaSource, node: "Node") -> str:
    """A type without bodies: its documentation, and declarations and documentation of what is not private in it."""
    body = node.child_by_field_name("body")
    lines = [line for line in (_comment(source, node), f"{head(source, node)} {{") if line]
    for child in body.children if body is not None else ():
        members = child.children if child.type == "enum_body_declarations" else [child]
        for member in members:
            parts = (part for part in member.children if part.type == "modifiers")
            if any(modifier.type == "private" for part in parts for modifier in part.children):
                continue
            if member.type in TYPES:
                lines += ["", *(f"    {line}" for line in description(source, member).splitlines())]
            elif member.type in _MEMBERS:
                lines += ["", *(f"    {line.strip()}" for line in declaration(source, member).splitlines())]
    return "\n".join([*map(str.rstrip, lines), "}"])


def head(source: JavaSource, node: "Node") -> str:
    """The declaration of a type up to its body."""
    body = node.child_by_field_name("body")
    end = body.start_byte if body is not None else node.end_byte
    return source.data[node.start_byte : end].decode("utf-8", "replace").strip()


def declaration(source: JavaSource, member: "Node") -> str:
    """A member without its body, and without the value of a field, which may be the reference's."""
    ends = [child.start_byte for child in member.children if child.type in _BODIES]
    if member.type == "field_declaration":
        values = [child.child_by_field_name("value") for child in member.children]
        ends += [value.start_byte for value in values if value is not None]
    end = min([*ends, member.end_byte])
    text = source.data[member.start_byte : end].decode("utf-8", "replace").strip()
    return f"{_comment(source, member)}\n{text.rstrip('=;, ')};".lstrip("\n")


def _comment(source: JavaSource, node: "Node") -> str:
    before = node.prev_sibling
    while before is not None and before.type == "line_comment":
        before = before.prev_sibling
    is_doc = before is not None and before.type == "block_comment" and source.text(before).startswith("/**")
    return source.text(before) if before is not None and is_doc else ""
