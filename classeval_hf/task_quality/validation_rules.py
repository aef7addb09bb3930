"""Rules for tasks that can be checked without running code (ClassEval, sections 3.2.2 and 3.2.3)."""

import ast
import doctest
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace

from classeval_hf.classes.dependencies import extract_dependencies
from classeval_hf.classes.tasks.test_cases import declared_tests
from classeval_hf.core.syntax import assigned, bound_names, parse, walk
from classeval_hf.core.tasks import ClassTask
from classeval_hf.core.terminal import counted
from classeval_hf.reading.outlines import methods_of
from classeval_hf.task_quality.statistics import DependencyComparison

RULES = {
    "parse": "the files are there and parse, and skeleton and solution define the class",
    "reference": "the solution passes all tests, five times in another random order",
    "skeleton": "every test fails on the skeleton, whose methods do nothing",
    "coverage": "the tests reach 99.7% of the statements and 98.2% of the branches of the solutions of the set",
    "dependencies": "the declared dependencies are those of the solution",
    "constructor": "the constructor explains and sets all fields, calls no method, and is the same in both files",
    "signatures": "skeleton and solution have the same methods with the same signatures",
    "contract": "each docstring describes the method, its parameters, return value and exceptions, with an example",
    "example": "the examples hold for the solution",
    "test-count": "each method has five tests",
    "method-tests": "the tests of a method call no other method of the class",
    "field-tests": "the tests of a method that depends on fields check fields",
    "class-tests": "the tests of the class call every method",
    "parameters": "parameters are of primitive types",
    "imports": "only the standard library and numpy are imported",
    "determinism": "nothing depends on time, chance, network, processes or environment",
    "answers": "each example completion gets the verdict that its name states",
}  # demands by name of the rule

FOR_SCORING = ("parse", "reference", "skeleton", "answers")  # rules whose breach makes scores wrong
TESTS_PER_METHOD = 5  # the paper's number of tests per method (section 3.2.3)
_PRIMITIVE_TYPES = {
    *("str", "int", "float", "bool", "bytes", "list", "tuple", "dict", "set", "frozenset"),
    *("None", "typing", "List", "Tuple", "Dict", "Set", "Optional", "Union"),
}


@dataclass(frozen=True)
class Problem:
    task_id: str  # the task, or the folder where it cannot be read
    rule: str  # one of `RULES`
    place: str  # the file, method or test
    message: str


_Methods = Mapping[str, ast.FunctionDef]
_Found = Iterator[tuple[str, str, str]]  # rule, place and message of problems


def check_parse(task: ClassTask) -> list[Problem]:
    found = list[tuple[str, str]]()  # place and message
    for place, source in (("skeleton", task.skeleton), ("solution", task.solution_code), ("tests", task.test)):
        try:
            tree = parse(source)
        except SyntaxError as error:
            found.append((place, f"does not parse: {error.msg}, line {error.lineno}"))
            continue
        defined = {node.name for node in tree.body if isinstance(node, ast.ClassDef)}
        wanted = [task.class_name]
        if place == "tests":  # loading may define more classes
            wanted = [name.strip() for name in task.test_classes] * declared_tests(source).are_all
        found += [(place, f"does not define the class {name}") for name in wanted if name not in defined]
    found += [("test_classes", f"has blanks around {name!r}") for name in task.test_classes if name != name.strip()]
    return [Problem(task.task_id, "parse", *item) for item in found]


def check_dependencies(compared: DependencyComparison) -> list[Problem]:
    """The differences of declared dependencies from those of the solution; problems explain what the code shows."""
    problems = []
    for item in compared.differences:
        what = "declared, but not found" if item.declared else "found, but not declared"
        verdict = "the declaration is wrong" if item.declaration_is_wrong else "cannot be decided from the code"
        message = f"{item.kind} {item.name} is {what}; {verdict}: {item.explanation}"
        problems.append(Problem(item.task_id, "dependencies", item.method_name, message))
    return problems


def check_rules(task: ClassTask, tests: Mapping[str, Sequence[str]], declared: bool = True) -> list[Problem]:
    """Checks a task that has passed [`check_parse`]; `tests` by test class. Undeclared dependencies are extracted."""
    if not declared:
        used = extract_dependencies(task.solution_code, task.class_name, None, task.import_statement)
        pairs = [(method, used.get(method.method_name, method.dependencies)) for method in task.methods_info]
        task = replace(task, methods_info=tuple(replace(method, dependencies=own) for method, own in pairs))
    skeleton, solution = [defined_class(source, task.class_name) for source in (task.skeleton, task.solution_code)]
    contracts, methods = (
        {item.name: item for item in node.body if isinstance(item, ast.FunctionDef)} for node in (skeleton, solution)
    )
    test_classes = {node.name: node for node in parse(task.test).body if isinstance(node, ast.ClassDef)}
    found = [*_constructor(task, contracts, methods, solution), *_methods(contracts, methods)]
    found += _tests(task, test_classes, tests)
    for place, source in (("skeleton", task.skeleton), ("solution", task.solution_code), ("tests", task.test)):
        found += [("imports", place, f"imports {name}") for name in foreign_imports(source)]
        for line, name in forbidden_uses(source):
            found.append(("determinism", place if place == "tests" else f"{place}, line {line}", f"uses {name}"))
    return [Problem(task.task_id, *item) for item in found]


def defined_class(source: str, name: str) -> ast.ClassDef:
    return next(node for node in parse(source).body if isinstance(node, ast.ClassDef) and node.name == name)


def _constructor(task: ClassTask, contracts: _Methods, methods: _Methods, solution: ast.ClassDef) -> _Found:
    contract, method = contracts.get("__init__"), methods.get("__init__")
    if contract is None or method is None:  # the paper omits the constructor if it is not needed
        if contract is not method:
            yield "constructor", "__init__", "is in only one of skeleton and solution"
        return
    docstring = ast.get_docstring(contract) or ""
    if not docstring:
        yield "constructor", "skeleton, __init__", "has no docstring"
    for name in task.fields:
        if docstring and not re.search(rf"\b{re.escape(name.removeprefix('self.'))}\b", docstring):
            yield "constructor", "skeleton, __init__", f"the docstring does not explain {name}"
    bodies = [node.body[ast.get_docstring(node) is not None :] for node in (contract, method)]
    if len({"\n".join(map(ast.unparse, body)) for body in bodies}) > 1:
        yield "constructor", "solution, __init__", "the body differs from that in the skeleton"
    names = ["__init__", *methods]
    extracted = extract_dependencies(task.solution_code, task.class_name, names, task.import_statement)
    if called := extracted["__init__"].method_dependencies:
        yield "constructor", "solution, __init__", f"uses {', '.join(called)}"
    attributes = (node for node in solution.body if isinstance(node, (ast.Assign, ast.AnnAssign)))
    known = {*task.fields, *(f"self.{name}" for node in attributes for name in bound_names(node))}
    for name, dependencies in extracted.items():
        for new in sorted(set(dependencies.field_dependencies) - known):
            yield "constructor", f"solution, {name}", f"the constructor does not set {new}"


def _methods(contracts: _Methods, methods: _Methods) -> _Found:
    """Signatures, contracts and types of parameters."""
    for name in sorted(contracts.keys() - methods.keys()):
        yield "signatures", name, "is in the skeleton and not in the solution"
    for name in sorted(methods.keys() - contracts.keys()):
        yield "signatures", name, "is in the solution and not in the skeleton"
    for name, contract in contracts.items():
        signatures = []
        for node in (contract, methods.get(name, contract)):
            decorators = "".join(f"@{ast.unparse(decorator)} " for decorator in node.decorator_list)
            returns = f" -> {ast.unparse(node.returns)}" if node.returns is not None else ""
            signatures.append(f"{decorators}{node.name}({ast.unparse(node.args)}){returns}")
        if signatures[0] != signatures[1]:
            yield "signatures", name, f"is {signatures[0]} in the skeleton, and {signatures[1]} in the solution"
        docstring, gaps = ast.get_docstring(contract), list[str]()
        if docstring is None:
            gaps.append("has no docstring")
        else:
            described = re.split(r"^\s*(?::|>>>)", docstring, maxsplit=1, flags=re.MULTILINE)[0]
            gaps += ["the docstring has no description"] * (not described.strip())
            for given in [item.arg for item in _parameters(contract)]:
                if not re.search(rf":param (?:\w+ )?{re.escape(given)}:", docstring):
                    gaps.append(f"the docstring has no :param {given}:")
            body = methods[name].body if name in methods else []
            inner = walk(*body, closed=(ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef))
            values = [item.value for item in inner if isinstance(item, ast.Return) and item.value is not None]
            if {*map(ast.unparse, values)} - {"None"} and not re.search(r":returns?:", docstring):
                gaps.append("the docstring has no :return:")
            for error in sorted(_raised(body)):
                if not re.search(rf":raises?\b[^:]*\b{error}\b", docstring):
                    gaps.append(f"the docstring has no :raises {error}:")
            try:
                examples = doctest.DocTestParser().get_examples(docstring)
            except ValueError as unreadable:
                gaps.append(f"the example cannot be read: {unreadable}")
            else:
                has_result = any(example.want or example.exc_msg for example in examples)
                gaps += ["the docstring has no example with a result"] * (not has_result)
        if name != "__init__":
            yield from (("contract", f"skeleton, {name}", message) for message in gaps)
        for stars, star in (("*", contract.args.vararg), ("**", contract.args.kwarg)):
            if star is not None:
                yield "parameters", f"skeleton, {name}", f"takes {stars}{star.arg}"
        for parameter in _parameters(contract):
            items = list(ast.walk(parameter.annotation)) if parameter.annotation is not None else []
            types = {getattr(item, "id", getattr(item, "attr", "None")) for item in items}
            texts = [item.value for item in items if isinstance(item, ast.Constant) and isinstance(item.value, str)]
            types |= {word for text in texts for word in re.findall(r"[^\W\d]\w*", text)}
            if foreign := ", ".join(sorted(types - _PRIMITIVE_TYPES)):
                message = f"takes {parameter.arg} of type {foreign}, which is not primitive"
                yield "parameters", f"skeleton, {name}", message


def _parameters(node: ast.FunctionDef) -> list[ast.arg]:
    """Named parameters, without `self` or `cls`."""
    static = any(isinstance(item, ast.Name) and item.id == "staticmethod" for item in node.decorator_list)
    return [*[*node.args.posonlyargs, *node.args.args][0 if static else 1 :], *node.args.kwonlyargs]


def _raised(body: Iterable[ast.AST]) -> set[str]:
    """Names of exceptions that a body raises, except those that a `try` around them may catch."""
    names: set[str] = set()
    for node in body:
        if isinstance(node, ast.Raise):
            raised = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
            if isinstance(raised, ast.Name) and raised.id[:1].isupper():
                names.add(raised.id)
        elif isinstance(node, ast.Try) and node.handlers:
            names |= _raised([*node.handlers, *node.orelse, *node.finalbody])
        else:
            names |= _raised(ast.iter_child_nodes(node))
    return names


def _tests(task: ClassTask, test_classes: Mapping[str, ast.ClassDef], tests: Mapping[str, Sequence[str]]) -> _Found:
    names = {method.method_name for method in task.methods_info}
    for method in task.methods_info:
        count = sum(len(tests.get(name, ())) for name in method.test_classes)
        if count < TESTS_PER_METHOD:
            yield "test-count", method.method_name, f"has {counted(count, 'test')} of its own"
        of_method = [test_classes[name] for name in method.test_classes if name in test_classes]
        for test_class in of_method:
            for test, used in methods_used(test_class, task.class_name).items():
                if others := sorted((used & names) - {method.method_name}):
                    yield "method-tests", f"{test_class.name}.{test}", f"calls {', '.join(others)}"
        of_fields = method.dependencies.field_dependencies
        fields = {name.removeprefix("self.") for name in (*task.fields, *of_fields)}
        if of_fields and not any(checks_fields(tests, task.class_name, fields) for tests in of_method):
            yield "field-tests", method.method_name, "depends on fields, and none of its tests checks one"
    if not task.class_test_classes:
        yield "class-tests", "tests", "no test class tests the class as a whole"
        return
    of_class = [methods_used(test_classes[name], task.class_name) for name in task.class_test_classes]
    called = set().union(*(used for by_test in of_class for used in by_test.values()))
    place = ", ".join(task.class_test_classes)
    missing = [method.method_name for method in task.methods_info if method.method_name not in called]
    yield from (("class-tests", place, f"does not call {name}") for name in missing)


_NAMES = """
asyncio concurrent ctypes ftplib getpass http locale multiprocessing platform secrets select selectors signal
smtplib socket socketserver ssl subprocess telnetlib threading tkinter turtle urllib.request uuid.uuid1
uuid.uuid4 webbrowser datetime.date.today datetime.datetime.now datetime.datetime.today datetime.datetime.utcnow
os.environ os.fork os.getenv os.getlogin os.getpid os.popen os.system os.urandom random.SystemRandom time.asctime
time.ctime time.gmtime time.localtime time.monotonic time.monotonic_ns time.perf_counter time.perf_counter_ns
time.process_time time.sleep time.time time.time_ns time.tzset
"""  # modules and names that no task may use, with everything in them
_FORBIDDEN = tuple(f"{name}." for name in _NAMES.split())

_SEEDED = {"random.Random", "numpy.random.default_rng", "numpy.random.RandomState"}
_RANDOM_TYPES = {f"numpy.random.{name}" for name in ("BitGenerator", "Generator", "SeedSequence", "seed")} | {
    "random.seed"
}


def foreign_imports(source: str) -> list[str]:
    """Packages that a source imports besides the standard library and numpy, relative imports with their dots."""
    allowed = sys.stdlib_module_names | {"numpy"}
    packages = dict.fromkeys(full.partition(".")[0] or full for _, full, _ in sorted(_imported_names(parse(source))))
    return [package for package in packages if package not in allowed]


def forbidden_uses(source: str) -> list[tuple[int, str]]:
    """Uses of time, chance, network, processes, threads and environment: line and full name of each, in order."""
    tree = parse(source)
    names = {alias: full for _, full, alias in _imported_names(tree)}
    uses = {(line, full) for line, full, _ in _imported_names(tree)}
    named = [node for node in ast.walk(tree) if isinstance(node, (ast.Attribute, ast.Name))]
    uses |= {(node.lineno, full) for node in named if (full := _full_name(node, names))}
    forbidden = {(line, full) for line, full in uses if f"{full}.".startswith(_FORBIDDEN)}
    # Random numbers without a seed: generators made without one, and functions of modules that are not seeded.
    calls = [(node, _full_name(node.func, names)) for node in ast.walk(tree) if isinstance(node, ast.Call)]
    seeded = {name.rpartition(".")[0] for node, name in calls if name.endswith("random.seed") and node.args}
    for node, name in calls:
        module = name.rpartition(".")[0]
        if module not in {"random", "numpy.random"} or name in _RANDOM_TYPES:
            continue
        if (not node.args and not node.keywords) if name in _SEEDED else module not in seeded:
            forbidden.add((node.lineno, f"{name} without a seed"))
    return sorted(forbidden)


def _imported_names(tree: ast.Module) -> Iterator[tuple[int, str, str]]:
    """Line, full name and alias of each import; `import a.b` binds `a`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for item in node.names:
                bound = item.name if item.asname else item.name.partition(".")[0]
                yield node.lineno, bound, item.asname or bound
                yield node.lineno, item.name, item.asname or ""
        elif isinstance(node, ast.ImportFrom):
            module = "." * node.level + (f"{node.module}." if node.module else "")
            for item in node.names:
                yield node.lineno, f"{module}{item.name}", item.asname or item.name


def _full_name(node: ast.expr, names: dict[str, str]) -> str:
    """The dotted name of an imported object, or its attribute; empty for other expressions."""
    if isinstance(node, ast.Attribute):
        owner = _full_name(node.value, names)
        return f"{owner}.{node.attr}" if owner else ""
    return names.get(node.id, "") if isinstance(node, ast.Name) else ""


def methods_used(test_class: ast.ClassDef, class_name: str) -> dict[str, set[str]]:
    """Attributes of the class under test and its objects that each test method reads, without name mangling."""
    reads, mangled = _reads(test_class, class_name), re.compile(rf"^_{class_name.lstrip('_')}__")
    return {
        name: {mangled.sub("__", reads[node]) for node in ast.walk(function) if node in reads}
        for name, function in methods_of(test_class).items()
    }


def checks_fields(test_class: ast.ClassDef, class_name: str, fields: Set[str]) -> bool:
    """Whether an assertion depends on a field of an object of the class under test, also through helpers."""
    reads, functions = _reads(test_class, class_name), methods_of(test_class)

    def reads_field(tree: ast.AST, derived: Set[str]) -> bool:
        """Whether a node reads a field, or a name or helper that is derived from one."""
        return any(
            reads.get(node) in fields
            or (isinstance(node, ast.Name) and node.id in derived)
            or (isinstance(node, ast.Attribute) and ast.unparse(node.value) == "self" and node.attr in derived)
            for node in ast.walk(tree)
        )

    helpers = {name: function for name, function in functions.items() if not name.startswith("test")}
    reading = {name for name, function in helpers.items() if reads_field(function, set())}
    for function in functions.values():
        derived = set(reading)
        for _ in range(2):  # in a loop, a variable may derive from one that is assigned further down
            for target, value in _bindings(function):
                if isinstance(target, ast.Name) and reads_field(value, derived):
                    derived.add(target.id)
        calls = [node for node in ast.walk(function) if isinstance(node, ast.Call)]
        asserting = [node for node in calls if getattr(node.func, "attr", "").startswith("assert")]
        arguments = [item for node in asserting for item in (*node.args, *(word.value for word in node.keywords))]
        if any(reads_field(argument, derived) for argument in arguments):
            return True
    return False


def _reads(test_class: ast.ClassDef, class_name: str) -> dict[ast.AST, str]:
    """The nodes that read an attribute of the class under test or one of its objects, each with its name."""
    known, size = {f"{class_name}()"}, 0  # expressions, as source, for objects: calls of the class and of helpers
    while size != len(known):  # one may lead to the next
        size = len(known)
        for name, function in methods_of(test_class).items():
            returned = (node.value for node in ast.walk(function) if isinstance(node, ast.Return))
            if any(_is_object(value, known) for value in returned):
                known.add(f"self.{name}()")
        for target, value in _bindings(test_class):
            known |= {ast.unparse(target)} if _is_object(value, known) else set()
    known.add(class_name)
    nodes = (node for node in ast.walk(test_class) if isinstance(node, ast.Attribute))
    return {node: node.attr for node in nodes if isinstance(node.ctx, ast.Load) and _is_object(node.value, known)}


def _is_object(node: ast.expr | None, objects: Set[str]) -> bool:
    if isinstance(node, ast.Call):
        return f"{ast.unparse(node.func)}()" in objects
    return node is not None and ast.unparse(node) in objects


def _bindings(tree: ast.AST) -> list[tuple[ast.expr, ast.expr]]:
    """Targets and values of assignments; a loop binds its target to each element of a list display."""
    pairs: list[tuple[ast.expr, ast.expr]] = []
    for node in ast.walk(tree):
        pairs.extend(assigned(node))
        if isinstance(node, (ast.For, ast.comprehension)):
            items = node.iter.elts if isinstance(node.iter, (ast.List, ast.Tuple, ast.Set)) else [node.iter]
            pairs.extend((node.target, item) for item in items)
    for target, value in pairs:  # grows while it is walked
        if isinstance(target, (ast.Tuple, ast.List)):
            values = value.elts if isinstance(value, (ast.Tuple, ast.List)) else [value] * len(target.elts)
            pairs.extend(zip(target.elts, values, strict=False))
    return pairs
