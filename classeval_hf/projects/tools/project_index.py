"""Index of a project's definitions by qualified name, read from its trusted files on first use. Uses
([`classeval_hf.projects.tools.name_uses`]) are looked up step by step; kinds of dependencies as in DevEval, 2.2."""

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from classeval_hf.core.repository_tasks import CodeDependencies
from classeval_hf.core.syntax import FunctionNode, assigned, names_bound_by, nested_statements, parse_or_none, walk
from classeval_hf.projects.tools import name_uses
from classeval_hf.projects.tools.name_uses import CALL, CLASS, ELEMENT, INSTANCE, MANY, NAME, SELF, SUPER, NameUse
from classeval_hf.projects.tools.source_files import decoded, imports_in

_MAX_DEPTH = 12  # maximum depth of lookups: re-exports of re-exports, fields of fields
_PROPERTIES = frozenset({"property", "cached_property", "cachedproperty", "reify", "lazy_property"})


@dataclass(frozen=True)
class _Place:
    """A definition of a project, an instance of its class, or a collection of instances."""

    module: str
    name: str = ""  # its qualified name there; empty for the module
    is_instance: bool = False  # whether this is an instance of that class
    many: int = 0  # number of nested collections around it
    method: str = ""  # the method of the outermost collection that this stands for

    @property
    def qualified(self) -> str:
        return f"{self.module}.{self.name}" if self.name else self.module


@dataclass
class _Entry:
    kind: str
    value: NameUse | None = None
    bases: tuple[NameUse, ...] = ()
    is_property: bool = False


@dataclass
class _Module:
    """Definitions of a module by qualified name, its imports by name, and modules imported by `*`."""

    entries: dict[str, _Entry]
    imports: Mapping[str, NameUse]
    stars: Sequence[str]


class ProjectIndex:
    def __init__(self, root: Path, texts: Mapping[str, str] | None = None) -> None:
        """Indexes the files of a folder, or `texts` by path."""
        self._root, self._texts = root, texts
        self._modules: dict[str, _Module | None] = {}
        of_folder = (path.relative_to(root) for path in (root.rglob("*.py") if texts is None else ()))
        files = set(map(PurePosixPath, of_folder if texts is None else texts))
        self.paths: dict[str, str] = {}  # the file of each module by qualified name
        for path in sorted(files, key=lambda path: (len(path.parts), path)):
            names = [] if path.name == "__init__.py" else [path.stem]
            folder = path.parent
            while folder.name and folder / "__init__.py" in files:
                names.insert(0, folder.name)
                folder = folder.parent
            self.paths.setdefault(".".join(names), path.as_posix())
        self._names = {path: name for name, path in self.paths.items()}

    def dependencies(self, path: str, name: str, uses: Sequence[NameUse]) -> CodeDependencies:
        """The project's definitions that a piece of code uses."""
        module = self.module_name(path)
        entry = self.entry(module, name)
        is_class = entry is not None and entry.kind == "class"
        owner = name if is_class else name.rpartition(".")[0]
        kinds: dict[str, list[str]] = {"intra_class": [], "intra_file": [], "cross_file": []}
        for use in uses:
            for place, shown in _Lookup(self, module, owner).places(use):
                in_class = bool(owner) and f"{place.name}.".startswith(f"{owner}.")
                kind = "cross_file" if place.module != module else "intra_class" if in_class else "intra_file"
                if place != _Place(module) and "." in shown and not (is_class and in_class):
                    kinds[kind].append(shown)
        return CodeDependencies(**{kind: tuple(sorted(set(names))) for kind, names in kinds.items()})

    def definition(self, module: str, name: str) -> tuple[str, str] | None:
        """Module and name of the definition that a name of a module refers to, through imports."""
        first, *steps = name.split(".")
        place = _Lookup(self, module).last(NameUse(NAME, first, tuple(steps)))
        return (place.module, place.name) if place is not None else None

    def located(self, qualified: str) -> tuple[str, str] | None:
        """Module and name of the definition with a qualified name."""
        parts = qualified.split(".")
        for depth in range(len(parts) - 1, 0, -1):
            if self.module(module := ".".join(parts[:depth])) is not None:
                *outer, last = parts[depth:]
                lookup = _Lookup(self, module)
                if outer:
                    owner = self.definition(module, ".".join(outer))
                    place = lookup.member(_Place(*owner), last) if owner is not None else None
                else:
                    place = lookup.name_in(module, last)
                return (place.module, place.name) if place is not None else None
        return None

    def bases(self, module: str, name: str) -> list[tuple[str, str]]:
        """The bases of a class that the project defines, each as module and qualified name."""
        return [(base.module, base.name) for base in _Lookup(self, module).bases(_Place(module, name))]

    def leads_to(self, module: str, name: str) -> Iterator[tuple[str, str]]:
        """The definitions that a definition and its members hold or return, and those it inherits from."""
        known = self.module(module)
        lookup = _Lookup(self, module)
        for own in known.entries if known is not None else ():
            place = lookup.value(_Place(module, own)) if f"{own}.".startswith(f"{name}.") else None
            if place is not None and place.name:
                yield place.module, place.name
        yield from self.bases(module, name)

    def module_name(self, path: str) -> str:
        """Qualified name of a file's module; empty if another file is the module of that name."""
        return self._names.get(PurePosixPath(path).as_posix(), "")

    def module(self, name: str) -> _Module | None:
        """The definitions of a module; `None` if the project has no such module, or it does not parse."""
        if name not in self._modules:
            path, tree = self.paths.get(name), None
            if path is not None:
                text = decoded((self._root / path).read_bytes()) if self._texts is None else self._texts[path]
                tree = parse_or_none(text) if text is not None else None
            if tree is None:
                return self._modules.setdefault(name, None)
            stars = [one.module for one in imports_in(nested_statements(tree.body)) if one.imported == "*"]
            module = _Module({}, dict(name_uses.imported_names(tree.body)), stars)
            _read_body(tree.body, "", name_uses.ChainReader(module.imports), module)
            self._modules[name] = module
        return self._modules[name]

    def absolute(self, imported: str, module: str) -> str:
        """The absolute name of a module that another module imports."""
        bare, parts = imported.lstrip("."), module.split(".")
        level = len(imported) - len(bare)
        is_package = PurePosixPath(self.paths.get(module, "")).name == "__init__.py"
        kept = parts[: len(parts) - level + is_package] if level else []
        return ".".join([*kept, *([bare] if bare else [])])

    def entry(self, module: str, name: str) -> _Entry | None:
        known = self.module(module)
        return known.entries.get(name) if known is not None else None


@dataclass(frozen=True)
class _Lookup:
    """Looks uses up from a module and perhaps a class in it (`owner`)."""

    index: ProjectIndex
    module: str
    owner: str = ""
    depth: int = 0

    def places(self, use: NameUse) -> Iterator[tuple[_Place, str]]:
        """The places that the steps of a use refer to, as far as known, each with its name there."""
        if self.depth > _MAX_DEPTH:
            return
        if use.kind == SUPER:
            for base in self.bases(_Place(self.module, self.owner)) if use.steps else ():
                places = list(self._follow(_Place(base.module, base.name, True), base.qualified, use.steps))
                if places:
                    yield from places
                    return
            return
        if (place := self._start(use)) is None:
            return
        shown = place.qualified
        if use.kind == name_uses.IMPORT:
            module, _, name = use.name.partition(":")
            shown = ".".join(filter(None, (self.index.absolute(module, self.module), name)))
        if use.kind not in (SELF, CLASS):
            yield place, shown
        yield from self._follow(place, shown, use.steps)

    def last(self, use: NameUse) -> _Place | None:
        """The place that a use refers to in the end; `None` if unknown."""
        if self.depth > _MAX_DEPTH or use.kind == SUPER:
            return None
        place = self._start(use)
        for step in use.steps:
            place = self._step(place, step)[1] if place is not None else None
        return place

    def _follow(self, place: _Place, shown: str, steps: Sequence[str]) -> Iterator[tuple[_Place, str]]:
        """Places that steps lead to; exported names stay, inherited members belong to the class that defines them."""
        following: _Place | None = place
        known = {(place.module, place.name): shown}
        for step in steps:
            if following is None:
                return
            before, (used, following) = following, self._step(following, step)
            if used is not None:
                holder = (used.module, used.name.rpartition(".")[0]) if before.name else (before.module, "")
                if holder in known:
                    shown = f"{known[holder]}.{used.name.rpartition('.')[2] if before.name else step}"
                else:
                    shown = used.qualified
                known.setdefault((used.module, used.name), shown)
                yield used, shown

    def _start(self, use: NameUse) -> _Place | None:
        if use.kind in (SELF, CLASS):
            return _Place(self.module, self.owner, use.kind == SELF) if self.owner else None
        if use.kind == NAME:
            return self.name_in(self.module, use.name)
        module, _, name = use.name.partition(":")
        absolute = self.index.absolute(module, self.module)
        if not name:
            return _Place(absolute) if self.index.module(absolute) is not None else None
        return self.name_in(absolute, name)

    def name_in(self, module: str, name: str) -> _Place | None:
        """The place of a name in a module: a definition there or elsewhere, or a module."""
        known = self.index.module(module)
        if known is None or self.depth > _MAX_DEPTH:
            return None
        if name in known.entries:
            return _Place(module, name)
        deeper, submodule = _Lookup(self.index, module, depth=self.depth + 1), f"{module}.{name}"
        if name in known.imports and (place := deeper._start(known.imports[name])) is not None:
            return place
        if self.index.module(submodule) is not None:
            return _Place(submodule)
        found = (deeper.name_in(self.index.absolute(star, module), name) for star in known.stars)
        return next(filter(None, found), None)

    def _step(self, place: _Place, step: str) -> tuple[_Place | None, _Place | None]:
        if place.many:
            if step in (MANY, ELEMENT):
                return None, replace(place, many=place.many + (1 if step == MANY else -1))
            if step != CALL:
                return None, replace(place, method=step)
            if place.method in ("copy", "values"):
                return None, replace(place, method="")
            is_element = place.method in ("get", "pop", "setdefault")
            return None, replace(place, method="", many=place.many - 1) if is_element else None
        entry = self.index.entry(place.module, place.name)
        if not place.name:
            used = self.name_in(place.module, step) if step not in (CALL, INSTANCE, MANY, ELEMENT) else None
            return used, used
        if entry is None:
            return None, None
        if entry.kind == "variable":
            following = self.value(place)
            return self._step(following, step) if following is not None and following != place else (None, None)
        if step == INSTANCE:
            return None, _Place(place.module, place.name, True) if entry.kind == "class" else None
        if step == CALL:
            if entry.kind == "class" and not place.is_instance:
                return self.member(place, "__init__"), _Place(place.module, place.name, True)
            return None, self.value(place) if entry.kind == "function" else None
        if step == MANY:
            return None, replace(place, many=1)
        if step == ELEMENT:  # an instance is iterated over or subscripted
            for name in ("__iter__", "__getitem__") if place.is_instance else ():
                method = self.member(place, name)
                if method is not None and (value := self.value(method)) is not None:
                    return None, replace(value, many=max(value.many - 1, 0))
            return None, None
        if entry.kind != "class":
            return None, None
        member = self.member(place, step)
        known = self.index.entry(member.module, member.name) if member is not None else None
        return member, self.value(member) if member is not None and known is not None and known.is_property else member

    def value(self, place: _Place) -> _Place | None:
        entry = self.index.entry(place.module, place.name)
        if entry is None or entry.value is None:
            return None
        return _Lookup(self.index, place.module, place.name.rpartition(".")[0], self.depth + 1).last(entry.value)

    def member(self, place: _Place, name: str) -> _Place | None:
        waiting, seen = [place], set()
        for current in waiting:  # grows while it is walked
            member = _Place(current.module, f"{current.name}.{name}")
            if self.index.entry(member.module, member.name) is not None:
                return member
            seen.add(current.qualified)
            waiting.extend(base for base in self.bases(current) if base.qualified not in seen)
        return None

    def bases(self, place: _Place) -> Iterator[_Place]:
        entry = self.index.entry(place.module, place.name)
        deeper = _Lookup(self.index, place.module, depth=self.depth + 1)
        found = map(deeper.last, entry.bases if entry is not None else ())
        return (base for base in found if base is not None and base.name)


def _read_body(body: Sequence[ast.stmt], prefix: str, reader: name_uses.ChainReader, module: _Module) -> None:
    for node in nested_statements(body):
        if isinstance(node, ast.ClassDef):
            name, inner = prefix + node.name, reader.inside(node)
            module.entries[name] = _Entry("class", bases=tuple(filter(None, map(reader.chain, node.bases))))
            _read_body(node.body, f"{name}.", inner, module)
            methods = [item for item in nested_statements(node.body) if isinstance(item, FunctionNode)]
            readers = [(item, inner.inside(item)) for item in methods]
            for part, own in ((part, own) for item, own in readers for part in ast.walk(item)):
                pairs: list[tuple[ast.expr, ast.expr | None]] = list(assigned(part))
                if isinstance(part, (ast.AnnAssign, ast.AugAssign, ast.For, ast.AsyncFor)) and not pairs:
                    pairs = [(part.target, None)]
                for target, given in pairs:
                    attributes = [one for one in ast.walk(target) if isinstance(one, ast.Attribute)]
                    for one in (one for one in attributes if isinstance(one.ctx, ast.Store)):
                        if own.chain(one.value) in (NameUse(SELF), NameUse(CLASS)):
                            entry = module.entries.setdefault(f"{name}.{one.attr}", _Entry("variable"))
                            if entry.value is None and entry.kind == "variable" and one is target:
                                entry.value = own.chain(given)
            continue
        if isinstance(node, FunctionNode):
            name, inner = prefix + node.name, reader.inside(node)
            returned = (one.value for one in nested_statements(node.body) if isinstance(one, ast.Return))
            value = reader.type_of(node.returns) or next(filter(None, map(inner.chain, returned)), None)
            decorators = {getattr(item, "attr", getattr(item, "id", "")) for item in node.decorator_list}
            if name not in module.entries or not decorators & {"setter", "deleter"}:
                module.entries[name] = _Entry("function", value, is_property=bool(decorators & _PROPERTIES))
            continue
        values = [(target, reader.chain(value)) for target, value in assigned(node)]
        values += [(item.optional_vars, None) for item in getattr(node, "items", ()) if item.optional_vars is not None]
        if isinstance(node, (ast.AnnAssign, ast.AugAssign, ast.For, ast.AsyncFor)):
            values.append((node.target, reader.type_of(getattr(node, "annotation", None))))
        for target, use in values:
            for name in (name for part in walk(target) for name in names_bound_by(part)):
                entry = module.entries.setdefault(prefix + name, _Entry("variable"))
                entry.value = entry.value or use
