"""States the interface of a class, and finds names that tests reach and a task's description does not state. Tests are
only read: uses by computed names, `__dict__` or compared output are not found."""

import ast
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path

from classeval_hf.core.mappings import grouped
from classeval_hf.core.syntax import FunctionNode, bound_names, nested_statements, parse_or_none, walk
from classeval_hf.projects.tools.project_index import ProjectIndex
from classeval_hf.projects.tools.source_files import assignments, decoded, fields_set, signature, summary_text
from classeval_hf.reading.definitions import (
    DEFINITIONS,
    Definition,
    DefinitionNode,
    SourceFile,
    definitions_in,
    docstring_node,
)

_MAX_CHARS, _MAX_VALUE_CHARS = 12_000, 60  # of a description, and of a value in it
_MAX_PLACES = 200  # definitions that are looked at for one description
_CONSTRUCTORS = ("__new__", "__init__", "__post_init__", "__attrs_post_init__")
_PLAIN = (
    *(ast.Constant, ast.Name, ast.Attribute, ast.Call, ast.keyword, ast.Subscript, ast.Starred, ast.Tuple, ast.List),
    *(ast.Set, ast.Dict, ast.UnaryOp, ast.unaryop, ast.BinOp, ast.operator),
)  # nodes of values that are stated
_BY_NAME = frozenset({"setattr", "delattr", "getattr", "hasattr", "patch", "object"})  # functions that take a name
_AUTOMATIC = "@autouse"  # stands for fixtures of all tests
_SET_UP = ("setUp", "setUpClass", "setup_method", "setup_class")
_BY_PROTOCOL = {
    **dict.fromkeys(("__getitem__", "__setitem__", "__delitem__", "pop", "popitem"), ("KeyError", "IndexError")),
    **dict.fromkeys(("__getattr__", "__setattr__", "__delattr__"), ("AttributeError",)),
    "__next__": ("StopIteration",),
}  # errors of Python's own protocols, by method
_ORDERED = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
_CHAINED = frozenset({"__cause__", "__context__", "__suppress_context__"})  # attributes that `raise ... from` sets
_NUMBER = re.compile(r"(?<![\w.])-?\d+(?:\.\d+)?")
_PUNCTUATION = " \"'.,:;!?()[]{}<>"
_WORD = re.compile(r"\b[^\W\d]\w*")
_LETTERS = re.compile(r"[^\W\d_]{3}")
_MANGLED = re.compile(r"_[^\W_]\w*?(__\w+?)(?<!__)")
_FIELD = re.compile(r"%\([^)]*\)\w|%[-#0-9.]*\w|\{[^{}]*\}")  # placeholders in a text
_ESCAPE = re.compile(r"\\(\W)|[\^$]|\.\*")  # additions to a text in a pattern


def interface(node: ast.ClassDef) -> Iterator[tuple[str, str]]:
    """The public parts of a class, each with its docstring: its line and fields, then each method."""
    yield "\n".join([signature(node), *_fields(node)]), ast.get_docstring(node) or ""
    definitions = (item for item in nested_statements(node.body) if isinstance(item, DEFINITIONS))
    for item in sorted(definitions, key=lambda item: isinstance(item, ast.ClassDef)):  # methods first
        if _is_public(item.name):
            own = [(signature(item), ast.get_docstring(item) or "")]
            yield from interface(item) if isinstance(item, ast.ClassDef) else own


def class_description(node: ast.ClassDef) -> str:
    """Docstrings and interface of a class; if they are too long, the longest docstrings are cut to a paragraph."""
    parts = list(interface(node))
    for text in sorted({text for _, text in parts}, key=len, reverse=True):
        if sum(len(declared) + len(said) for declared, said in parts) > _MAX_CHARS:
            parts = [(declared, said.partition("\n\n")[0] if said == text else said) for declared, said in parts]
    (head, said), *members = parts
    shown = "\n\n".join([said, head, *(f"{declared}\n{text}".rstrip() for declared, text in members)]).strip()
    if len(shown) > _MAX_CHARS:
        shown = f"{shown[:_MAX_CHARS].rpartition(chr(10))[0]}\n(The rest is left out.)"
    return shown


class Neighbours:
    """The project's definitions that a class uses, or that tests reach through it."""

    def __init__(self, folder: Path, index: ProjectIndex, modules: Iterable[str]) -> None:
        """`modules` are files without tests."""
        self._folder, self.index = folder, index
        trees = [parse_or_none(decoded((folder / path).read_bytes()) or "") for path in modules]
        parts = walk(*filter(None, trees))
        self._attributes = Counter(part.attr for part in parts if isinstance(part, ast.Attribute))
        self._nodes: dict[str, dict[str, ast.stmt]] = {}  # by module and qualified name

    def stated(
        self, definition: Definition, path: str, dependencies: Iterable[str], tested: "ReachedNames", said: str
    ) -> tuple[str, set[str]]:
        """Their interface, by module, and the members that tests reach."""
        index, own = self.index, (self.index.module_name(path), definition.name)
        named = {*tested.names, *tested.attributes, *_WORD.findall(said)}
        bases, uses = [own], list(filter(None, map(index.located, dependencies)))
        for base in bases:  # grows while it is walked
            bases += [one for one in index.bases(*base) if one not in bases]
        members, shown, left = set[str](), dict[str, list[str]](), _MAX_CHARS - len(said)
        inside = Counter(part.attr for part in walk(definition.node) if isinstance(part, ast.Attribute))
        methods = {item.name: item for item in _methods(definition.node)}
        names = sorted(_members_of(definition.node, definition.parents))
        private = [name for name in names if name[0] == "_" != name[1:2]]
        # A method that nothing calls here is called by a library, as `inspect` does with `_partialmethod`.
        elsewhere = [
            name for name in private if self._attributes[name] > inside[name] or (name in methods and not inside[name])
        ]
        if elsewhere:
            texts = [_outline(methods[name]) if name in methods else f"self.{name}" for name in elsewhere]
            shown[""] = ["Private, but code outside the class uses it:", *texts]
            called = [name for name in elsewhere if name in methods]
            members |= {f"what {name} does" for name in called if not ast.get_docstring(methods[name])}
        # Definitions, the classes of members, and what these hold, return and inherit from.
        places = list(dict.fromkeys([*bases, *uses]))
        seen = set(places)
        for module, name in places:  # grows while it is walked
            owner = name.rpartition(".")[0]
            found = [*index.leads_to(module, name), *[(module, owner)] * bool(owner)]
            places += dict.fromkeys(one for one in found if one not in seen and len(seen) < _MAX_PLACES)
            seen.update(found)
            if module not in self._nodes:  # its classes, functions, and assignments of one name
                file = SourceFile(decoded((self._folder / index.paths.get(module, "")).read_bytes()) or "")
                values = [
                    (target, item) for item in nested_statements(file.tree.body) for target, *_ in assignments(item)
                ]
                self._nodes[module] = {target.id: item for target, item in values if isinstance(target, ast.Name)}
                self._nodes[module] |= {name: found.node for name, found in definitions_in(file)}
            node, text = self._nodes[module].get(name), ""
            if node is None or (module == own[0] and f"{name}.".startswith(f"{own[1]}.")) or not _is_public(name):
                continue
            if isinstance(node, ast.ClassDef):
                reached, is_base = _members_of(node) & (tested.attributes | tested.replaced), (module, name) in bases
                of_module = [other for of, other in uses if of == module]
                used = {other.removeprefix(f"{name}.") for other in of_module if other.split(".")[0] == name}
                if is_base or used or reached or node.name in named:
                    members |= reached
                    text = _outline(node, None if is_base else reached | used)
            elif isinstance(node, FunctionNode):
                text = _outline(node) if (module, name) in uses and "." not in name else ""
            elif all(value is not None and _stated_value(value) for _, _, value in assignments(node)):
                text = ast.unparse(node)
            if text and len(text) < left:
                left -= len(text) + 2
                shown.setdefault(module, [f"In {module}:"]).append(text)
        return "\n\n".join("\n\n".join(texts) for texts in shown.values()), members


def _outline(node: ast.ClassDef | FunctionNode, wanted: Collection[str] | None = ()) -> str:
    """Signature and summary of a definition; of a class also fields, special methods, and wanted or all methods."""
    lines = [signature(node), summary_text(node)]
    if isinstance(node, ast.ClassDef):
        public = [item for item in _methods(node) if _is_public(item.name)]
        shown = [item for item in public if wanted is None or item.name in wanted or item.name.startswith("__")]
        lines += [*_fields(node), *map(_outline, shown)]
    return "\n".join(filter(None, lines))


def _is_public(name: str) -> bool:
    return not name.startswith("_") or (name.startswith("__") and name.endswith("__"))


def _fields(node: ast.ClassDef) -> Iterator[str]:
    """Class attributes with plain values, and attributes that the constructor sets."""
    known = {item.name for item in nested_statements(node.body) if isinstance(item, DEFINITIONS)}
    for name, annotation, value in _declared(node):
        known.add(name)
        if _is_public(name):
            shown = "" if value is None else f" = {_stated_value(value) or '...'}"
            yield f"{name}{f': {ast.unparse(annotation)}' if annotation else ''}{shown}"
    for method in _methods(node):
        types = {item.arg: item.annotation for item in walk(method.args) if isinstance(item, ast.arg)}
        for name, annotation, value in fields_set(method) if method.name in _CONSTRUCTORS else ():
            if name not in known and _is_public(name):
                known.add(name)
                stated = annotation or (types.get(value.id) if isinstance(value, ast.Name) else None)
                yield f"self.{name}{f': {ast.unparse(stated)}' if stated else ''}"


def _methods(node: DefinitionNode) -> list[FunctionNode]:
    return [item for item in nested_statements(node.body) if isinstance(item, FunctionNode)]


def _declared(node: ast.ClassDef) -> Iterator[tuple[str, ast.expr | None, ast.expr | None]]:
    """Names assigned in a class body, with annotation and value."""
    for item in nested_statements(node.body):
        if not isinstance(item, DEFINITIONS):
            for target, annotation, value in assignments(item):
                for part in walk(target):
                    if isinstance(part, ast.Name):
                        yield part.id, annotation, value if part is target else None


def _stated_value(value: ast.expr) -> str:
    """A value as written if it is short, plain, and names nothing private; else empty."""
    written, parts = ast.unparse(value), walk(value)
    is_plain = all(isinstance(part, _PLAIN) and _is_public(_last_name(part)) for part in parts)
    return written if is_plain and len(written) <= _MAX_VALUE_CHARS else ""


@dataclass
class ReachedNames:
    """Names in the code of tests."""

    names: set[str] = field(default_factory=set)  # variables and parameters
    attributes: set[str] = field(default_factory=set)
    own: set[str] = field(default_factory=set)  # attributes of `self` that are read
    own_set: set[str] = field(default_factory=set)
    replaced: set[str] = field(default_factory=set)  # names set or looked up by a text, as by `monkeypatch`
    texts: set[str] = field(default_factory=set)

    @classmethod
    def of(cls, *nodes: ast.AST) -> "ReachedNames":
        found, parts = cls(), walk(*nodes)
        for part in parts:
            if isinstance(part, (ast.Name, ast.arg)):
                found.names.add(part.id if isinstance(part, ast.Name) else part.arg)
            elif isinstance(part, ast.keyword) and part.arg is not None:
                found.texts.add(part.arg)
            elif isinstance(part, ast.Constant) and isinstance(part.value, str):
                found.texts |= {_normal(part.value), _normal(_ESCAPE.sub(r"\1", part.value))}
            elif isinstance(part, ast.expr) and (number := _number(part)) is not None:
                found.texts.add(str(number))
            elif isinstance(part, ast.Attribute):
                mangled, is_own = _MANGLED.fullmatch(part.attr), _last_name(part.value) in ("self", "cls")
                kind = found.own_set if isinstance(part.ctx, ast.Store) else found.own
                (kind if is_own else found.attributes).add(mangled[1] if mangled else part.attr)
            elif isinstance(part, ast.Call) and _last_name(part.func) in _BY_NAME:
                given = [item.value for item in part.args if isinstance(item, ast.Constant)]
                found.replaced.update(name.rpartition(".")[2] for name in given if isinstance(name, str))
        # Without the tests' own variables.
        found.names -= {part.id for part in parts if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)}
        return found


class CodeOfTests:
    """The code of a project's tests, including helpers, fixtures and set-up that they name."""

    def __init__(self, folder: Path, modules: Collection[str]) -> None:
        """`modules` are files without tests."""
        self._defined: dict[str, Mapping[str, Sequence[ast.stmt]]] = {}
        for file in sorted(folder.rglob("*.py")):
            path = file.relative_to(folder).as_posix()
            tree = parse_or_none(decoded(file.read_bytes()) or "") if path not in modules else None
            if tree is None:
                continue
            pairs: list[tuple[str, ast.stmt]] = []  # by their last name and by their name in ids of tests
            waiting = [("", tree.body)]
            for prefix, body in waiting:  # grows while it is walked
                for node in nested_statements(body):
                    if isinstance(node, ast.ClassDef):
                        waiting.append((f"{prefix}{node.name}::", node.body))
                    if isinstance(node, (*DEFINITIONS, ast.Assign, ast.AnnAssign)):
                        names = bound_names(node)
                        pairs += [(known, node) for name in names for known in {name, f"{prefix}{name}"}]
                    if any("autouse=True" in ast.unparse(item) for item in getattr(node, "decorator_list", ())):
                        pairs.append((_AUTOMATIC, node))
            self._defined[path] = grouped(pairs)
        self._read: dict[tuple[str, str], ReachedNames] = {}
        self._files = grouped((name, path) for path, defined in self._defined.items() for name in defined)

    def named_by(self, tests: Sequence[str]) -> ReachedNames:
        """Names in the code of tests, given by ids."""
        found = ReachedNames()
        ids = {test.partition("[")[0].partition("::")[::2] for test in tests}
        inherited = {(path, name) for path, name in ids if name not in self._defined.get(path, ())}
        waiting = [*ids - inherited, *((path, name.rpartition("::")[2]) for path, name in inherited)]
        waiting += [(path, name) for path in {path for path, _ in ids} for name in _SET_UP]
        waiting += [(path, _AUTOMATIC) for path in self._files.get(_AUTOMATIC, ()) if "conftest" in path]
        seen = set(waiting)
        for path, name in waiting:  # grows while it is walked
            for place in [path] if name in self._defined.get(path, ()) else self._files.get(name, ()):
                if (own := self._read.get((place, name))) is None:
                    own = self._read[place, name] = ReachedNames.of(*self._defined[place][name])
                for kind, more in vars(own).items():
                    getattr(found, kind).update(more)
                uses = {(place, other) for other in own.names | own.attributes | own.own if other in self._files}
                waiting += uses - seen
                seen |= uses
        # For test classes that inherit the target.
        found.attributes |= found.own.difference(found.own_set, self._files)
        return found


def unstated(
    definition: Definition,
    path: str,
    stated: str,
    tested: ReachedNames,
    index: ProjectIndex,
    members: Collection[str] = (),
) -> list[str]:
    """Names, values, errors and texts of a definition that tests reach and its description does not state; `members`
    are those of other classes that they reach through it."""
    node, words = definition.node, {form for word in _WORD.findall(stated) for form in (word, word.removesuffix("s"))}
    reached = tested.attributes | tested.replaced
    found = sorted((_members_of(definition.node, definition.parents) & reached).union(members) - words)
    if isinstance(node, ast.ClassDef):
        values = {name for name, _, value in _declared(node) if value is not None and not _stated_value(value)}
        found += [f"the value of {name}" for name in sorted(values & reached & words)]
        undocumented = [item.name for item in _methods(node) if not ast.get_docstring(item)]
        shown = [name for name in undocumented if name in ("__repr__", "__str__")]
        found += [f"the text of {name}" for name in shown if name.strip("_") in tested.names]
    code = walk(*[item for item in node.body if item is not docstring_node(node)])
    used = {part.id for part in code if isinstance(part, ast.Name)}
    used_at_all = used | {part.attr for part in code if isinstance(part, ast.Attribute)}
    for name in sorted((used & (tested.names | reached)) - words):
        place = index.definition(index.module_name(path), name)
        entry = index.entry(*place) if place is not None else None
        found += [name] if entry is not None and entry.kind == "variable" else []
    found += sorted((used_at_all & tested.replaced) - words - set(found))
    errors = set[str]()  # except those of Python's own protocols
    for function in (part for part in walk(node) if isinstance(part, FunctionNode)):
        inner = walk(function)
        raised = [getattr(part.exc, "func", part.exc) for part in inner if isinstance(part, ast.Raise)]
        warned = [part for part in inner if isinstance(part, ast.Call) and _last_name(part.func) == "warn"]
        raised += [argument for part in warned for argument in part.args]
        errors |= set(map(_last_name, raised)).difference(_BY_PROTOCOL.get(function.name, ()))
    errors = {name for name in errors if name[:1].isupper()}
    found += sorted((errors & (tested.names | tested.attributes)) - words)
    if "cause" not in words and any(isinstance(part, ast.Raise) and part.cause is not None for part in code):
        found += sorted(_CHAINED & tested.attributes)
    found += _limits(code, stated, tested)
    joined = {id(inner) for part in code if isinstance(part, (ast.JoinedStr, ast.BinOp)) for inner in walk(part)}
    texts: dict[str, bool] = {}  # texts, and whether each is a part of a longer one
    for part in code:
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            pieces = _FIELD.split(part.value)
            texts |= dict.fromkeys(map(_normal, pieces), len(pieces) > 1 or id(part) in joined)
    said = _normal(stated)
    unsaid = [text for text in sorted(texts) if _LETTERS.search(text) and text not in said and text not in found]
    for text in unsaid:  # the tests have the same text, or one contains the words of the other
        words_of = re.compile(rf"(?<!\w){re.escape(text)}(?!\w)") if texts[text] or " " in text else None
        for other in tested.texts:
            if text == other or (" " in other and other in text) or (words_of is not None and words_of.search(other)):
                found.append(repr(text[:_MAX_VALUE_CHARS]))
                break
    return found


def _limits(code: Sequence[ast.AST], stated: str, tested: ReachedNames) -> list[str]:
    """Limits of parameters other than 0 and 1, where tests give the limit or, by its name, the parameter."""
    parameters = {part.arg for part in code if isinstance(part, ast.arg)}
    known = {0.0, 1.0, *map(float, _NUMBER.findall(stated))}
    limits = dict[str, None]()
    for part in code:
        if isinstance(part, ast.Compare) and all(isinstance(item, _ORDERED) for item in part.ops):
            sides = [part.left, *part.comparators]
            names = [side.id for side in sides if isinstance(side, ast.Name) and side.id in parameters]
            for number in filter(None, map(_number, sides)):
                if number not in known and (str(number) in tested.texts or tested.texts.intersection(names)):
                    limits |= dict.fromkeys(f"the limit {number:g} of {name}" for name in names)
    return [*limits]


def _number(node: ast.AST) -> float | None:
    """The number that is written there, perhaps with a sign."""
    if isinstance(node, (ast.Constant, ast.UnaryOp)):
        with suppress(ValueError, TypeError, OverflowError):
            value = ast.literal_eval(node)
            return float(value) if type(value) in (int, float) else None
    return None


def _members_of(node: DefinitionNode, parents: Sequence[DefinitionNode] = ()) -> set[str]:
    """Names that a class defines anywhere in it, or attributes that only this method of a class sets."""
    if isinstance(node, ast.ClassDef):
        inner = walk(node, closed=(ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda))
        names = {part.name for part in inner if isinstance(part, DEFINITIONS) and part is not node}
        classes = [part for part in inner if isinstance(part, ast.ClassDef)]
        names.update(name for part in classes for name, _, _ in _declared(part))
        return names | {name for part in classes for method in _methods(part) for name, _, _ in fields_set(method)}
    if not parents or not isinstance(parents[-1], ast.ClassDef):
        attributes = [part for part in walk(node) if isinstance(part, ast.Attribute)]
        return {part.attr for part in attributes if isinstance(part.ctx, ast.Store)}
    others = chain.from_iterable(map(fields_set, (item for item in _methods(parents[-1]) if item is not node)))
    others = chain(others, _declared(parents[-1]))
    return {name for name, _, _ in fields_set(node)}.difference(name for name, _, _ in others)


def _last_name(node: ast.AST | None) -> str:
    return getattr(node, "attr", "") or getattr(node, "id", "")


def _normal(text: str) -> str:
    return " ".join(text.split()).strip(_PUNCTUATION)
