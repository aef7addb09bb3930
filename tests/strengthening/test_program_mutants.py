"""Program mutants: what each operator changes and leaves alone; and references with one method of a solution."""

import ast
import functools
import hashlib
import textwrap
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest
from slow_and_full import slow

from classeval_hf.classes.tasks.files import OPEN_TASKS, read_task_folder, task_folders
from classeval_hf.core.mappings import LazyMapping
from classeval_hf.core.syntax import first_line
from classeval_hf.core.tasks import ClassTask
from classeval_hf.strengthening.program_mutants import ProgramMutant as Mutant
from classeval_hf.strengthening.program_mutants import program_mutants

OPERATORS = (
    *("boundary", "compare", "membership", "arithmetic", "bitwise", "sign", "connector", "operand", "condition"),
    *("constant", "text", "default", "index", "slice bound", "return", "statement", "raise", "handler", "break"),
    *("loop", "argument order", "string method", "reverse", "function"),
    *("range bound", "ties", "copy", "shared", "restore", "empty record"),
)

PRINT_DIGEST = """
from hashlib import sha256
from classeval_hf.strengthening.program_mutants import program_mutants
from classeval_hf.classes.tasks.files import OPEN_TASKS, read_task_folder, task_folders
task = read_task_folder(task_folders(OPEN_TASKS)[0])
for limit in (None, 20):
    mutants = program_mutants(task.solution_code, task.class_name, limit, seed=3)
    print(sha256(repr(mutants).encode()).hexdigest())
"""


def mutants_of(body: str, header: str = "def method(self, a, b):") -> tuple[Mutant, ...]:
    source = f"class Box:\n    {header}\n" + textwrap.indent(textwrap.dedent(body).strip("\n"), " " * 8)
    return program_mutants(source, "Box")


def changes(body: str, operator: str, header: str = "def method(self, a, b):") -> list[str]:
    return [mutant.change for mutant in mutants_of(body, header) if mutant.operator == operator]


Mutants = Mapping[str, tuple[Mutant, ...]]
Member = tuple[str, Counter[str]]
"""A method: its syntax tree, and how often it has which texts that no mutant changes."""


def texts_left_alone(tree: ast.AST) -> Iterator[str]:
    """Docstrings, annotations, and what is raised or printed."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.Module)):
            yield f"{getattr(node, 'name', '')}: {ast.get_docstring(node, clean=False)}"
        if isinstance(node, ast.FunctionDef):
            arguments = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
            annotations = [node.returns, *(argument.annotation for argument in arguments)]
            yield f"{node.name}: {[ast.dump(item) for item in annotations if item is not None]}"
        if isinstance(node, ast.AnnAssign):
            yield ast.dump(node.annotation)
        if isinstance(node, ast.Raise):
            yield ast.dump(node)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print":
            yield ast.dump(node)


def members(source: str, class_name: str) -> dict[str, Member]:
    """The methods of a class, and the rest of its module, which compiles."""
    tree = ast.parse(source)
    compile(tree, class_name, "exec")
    lines = source.split("\n")
    (node,) = (item for item in tree.body if isinstance(item, ast.ClassDef) and item.name == class_name)
    methods = [item for item in node.body if isinstance(item, ast.FunctionDef)]
    found = {item.name: read_method("\n".join(lines[first_line(item) - 1 : item.end_lineno])) for item in methods}
    node.body = [item for item in node.body if item not in methods]
    return {**found, "": (ast.dump(tree), Counter())}


@functools.cache  # mutants have all methods but one in common
def read_method(lines: str) -> Member:
    tree = ast.parse(f"class Box:\n{lines}")
    return ast.dump(tree), Counter(texts_left_alone(tree))


@pytest.fixture(scope="module")
def tasks() -> list[ClassTask]:
    """Every seventh task of the split `open`."""
    return [read_task_folder(folder) for folder in task_folders(OPEN_TASKS)[::7]]


@pytest.fixture(scope="module")
def all_mutants(tasks: list[ClassTask]) -> Mutants:
    """All mutants of the references of `open`, by task, made when they are asked for first."""
    partial = functools.partial
    return LazyMapping({item.task_id: partial(program_mutants, item.solution_code, item.class_name) for item in tasks})


RESTORED = "try: a() b() finally: self.on = False -> try: a() b() except: raise else: self.on = False"
LATE_CHECKS = [
    "if a < 0: raise E(a) -> if a < 0: c = a + 1 self.n += c raise E(a)",
    "if not b: raise E(b) -> if not b: c = a + 1 self.n += c raise E(b)",
]
FIRST_KEY = "sorted(a, key=lambda c: (c.n, c.m)) -> sorted(a, key=lambda c: c.n)"


@pytest.mark.parametrize(
    ("operator", "body", "expected"),
    [
        ("boundary", "return a < b, a >= b", ["a < b -> a <= b", "a >= b -> a > b"]),
        ("boundary", "return a < b < 9", ["a < b < 9 -> a <= b < 9", "a < b < 9 -> a < b <= 9"]),
        ("compare", "return a < b", ["a < b -> a >= b", "a < b -> a != b"]),
        ("compare", "return a <= b", ["a <= b -> a > b", "a <= b -> a == b"]),
        ("compare", "return a > b, a == b", ["a > b -> a <= b", "a > b -> a != b", "a == b -> a != b"]),
        ("compare", "return a != 7", ["a != 7 -> a == 7", "a != 7 -> a < 7", "a != 7 -> a > 7"]),
        ("compare", "return a is None", ["a is None -> a is not None"]),
        ("membership", "return a in b, a not in b", ["a in b -> a not in b", "a not in b -> a in b"]),
        ("arithmetic", "return a + b, a * b", ["a + b -> a - b", "a * b -> a / b", "a * b -> a + b"]),
        ("arithmetic", "return a % b, a ** b", ["a % b -> a // b", "a % b -> a * b", "a ** b -> a * b"]),
        ("arithmetic", "a -= b\nreturn a", ["a -= b -> a += b"]),
        ("bitwise", "return a & b, a << b", ["a & b -> a | b", "a << b -> a >> b"]),
        ("sign", "return -a, ~a", ["-a -> a", "~a -> a"]),
        ("connector", "return a and b", ["a and b -> a or b"]),
        ("operand", "return a or b", ["a or b -> b", "a or b -> a"]),
        ("condition", "if a:\n    return b", ["a -> not a"]),
        ("condition", "return b if not a else 2, [c for c in b if c]", ["not a -> a", "c -> not c"]),
        ("constant", "return 7, 0, -2", ["7 -> 8", "7 -> 6", "0 -> 1", "0 -> -1", "-2 -> -1", "-2 -> -3"]),
        ("constant", "return 0.5, True", ["0.5 -> 1.5", "0.5 -> -0.5", "True -> False"]),
        ("constant", "return f'{a:8.2f}'", ["{a:8.2f} -> {a:9.2f}", "{a:8.2f} -> {a:8.3f}"]),
        ("text", "return 'yes', f'{a}-{b}'", ["'yes' -> 'ye'", "'-' -> ''"]),
        ("text", "return ''", []),
        ("index", "return a[0], a[-1]", ["0 -> 1", "0 -> -1", "-1 -> 0", "-1 -> -2"]),
        ("slice bound", "return a[1:]", ["1: -> 2:", "1: -> 0:", "1: -> 1:-1"]),
        ("slice bound", "return a[:b]", [":b -> 1:b", ":b -> :", ":b -> :b + 1", ":b -> :b - 1"]),
        ("slice bound", "return a[::-1]", ["::-1 -> :"]),
        ("return", "return a", ["return a -> return None"]),
        ("return", "return [a]", ["return [a] -> return None", "return [a] -> return []"]),
        ("return", "return None", []),
        ("statement", "self.size = a", ["self.size = a -> pass"]),
        ("statement", "a.sort()\nreturn a", ["a.sort() -> pass"]),
        ("statement", "a[b] = b\na += b", ["a[b] = b -> pass", "a += b -> pass"]),
        ("statement", "b = a.get(b)", ["b = a.get(b) -> pass"]),
        ("statement", "size = a\nreturn size", []),
        ("raise", "if a:\n    raise ValueError('no')\nreturn b", ["raise ValueError('no') -> pass"]),
        ("handler", "try:\n    return a()\nexcept E:\n    return b", ["except E: return b -> except E: raise"]),
        ("break", "for c in a:\n    if b(c):\n        break", ["break -> continue"]),
        ("break", "for c in a:\n    if b(c):\n        continue\n    b(a)", ["continue -> break"]),
        ("loop", "for c in a:\n    b(c)", ["a -> [*a][1:]", "a -> [*a][:-1]", "a -> ()"]),
        ("loop", "return [c for c in range(a)]", ["range(a) -> range(a)[1:]", "range(a) -> range(a)[:-1]"]),
        ("loop", "while a:\n    b(a)", ["a -> False"]),
        ("argument order", "return divmod(a, b)", ["divmod(a, b) -> divmod(b, a)"]),
        ("string method", "return a.lower().strip()", ["a.lower().strip() -> a.lower()", "a.lower() -> a"]),
        ("reverse", "return sorted(a)", ["sorted(a) -> sorted(a, reverse=True)"]),
        ("reverse", "a.sort(reverse=True)", ["a.sort(reverse=True) -> a.sort()"]),
        ("reverse", "a.sort(reverse=b)", ["a.sort(reverse=b) -> a.sort(reverse=not b)"]),
        ("function", "return min(a, b), any(a)", ["min(a, b) -> max(a, b)", "any(a) -> all(a)"]),
        ("range bound", "return [c for c in range(a)]", ["a -> a + 1"]),
        ("range bound", "for c in range(a, b):\n    a(c)", ["a -> a - 1", "b -> b + 1"]),
        ("range bound", "return a in range(b)", ["b -> b + 1", "b -> b - 1"]),
        ("ties", "return max(a, key=b)", ["max(a, key=b) -> max([*a][::-1], key=b)"]),
        ("ties", "return sorted(a, key=lambda c: (c.n, c.m))", [FIRST_KEY]),
        ("ties", "a.sort(key=b)", ["a.sort(key=b) -> a.reverse() or a.sort(key=b)"]),
        ("ties", "for c in a:\n    if b(c):\n        return c", ["a -> [*a][::-1]"]),
        ("ties", "return next(c for c in a if b(c))", ["a -> [*a][::-1]"]),
        ("ties", "return a.partition(b)", ["a.partition(b) -> a.rpartition(b)"]),
        ("ties", "return bisect_right(a, b)", ["bisect_right(a, b) -> bisect_left(a, b)"]),
        ("copy", "self.items = list(a)", ["list(a) -> a"]),
        ("copy", "return self.d.copy(), self.e[:]", ["self.d.copy() -> self.d", "self.e[:] -> self.e"]),
        ("copy", "return {**self.items}, [*self.rows]", ["{**self.items} -> self.items", "[*self.rows] -> self.rows"]),
        ("copy", "return [dict(c) for c in self.rows]", ["dict(c) -> c"]),
        ("copy", "c = copy.deepcopy(self)\nc.add(a)\nreturn b", ["copy.deepcopy(self) -> self"]),
        ("copy", "for c in list(self.d):\n    del self.d[c]", ["list(self.d) -> self.d"]),
        ("copy", "for c, d in list(a.items()):\n    a.pop(d)", ["list(a.items()) -> a.items()"]),
        ("copy", "c = []\nfor d in a:\n    b.append(list(c))\n    c.append(d)", ["list(c) -> c"]),
        ("restore", "try:\n    a()\n    b()\nfinally:\n    self.on = False", [RESTORED]),
        ("restore", "if a < 0:\n    raise E(a)\nif not b:\n    raise E(b)\nc = a + 1\nself.n += c", LATE_CHECKS),
        ("empty record", "return self.d.get(a, b)", ["self.d.get(a, b) -> self.d.setdefault(a, b)"]),
        ("empty record", "if not a:\n    return b\nreturn a(b)", ["if not a: return b -> pass"]),
        ("empty record", "if a not in b:\n    return 2\nreturn b[a]", ["if a not in b: return 2 -> pass"]),
    ],
)
def test_an_operator_changes_exactly_this(operator: str, body: str, expected: list[str]) -> None:
    assert changes(body, operator) == expected


def test_state_is_shared_between_instances() -> None:
    """An empty collection that a constructor makes and methods change becomes one of all instances; no other does."""
    header, made = "def __init__(self, a, b):", "self.items: list[int] = []\nself.bag, self.rows = set(), list(a)\n"
    wanted = ["[] -> vars(type(self).__init__).setdefault('items', [])"]
    for step in ("self.items.append(a)", "self.items[a] = b", "del self.items[a]", "heappush(self.items, a)"):
        assert changes(f"{made}\ndef add(self, a, b):\n    {step}", "shared", header) == wanted
    for step in ("self.items = a", "return self.items[a] == b", "return self.items.index(a)", "self.bag.add(a)"):
        assert changes(f"{made}\ndef add(self, a, b):\n    {step}", "shared", header) == []
    assert changes("self.items = []\nself.items.append(a)", "shared") == []
    mutants = mutants_of("self.items = []\nself.items.append(a)", header)
    scope: dict[str, Any] = {}
    exec(next(item.source for item in mutants if item.operator == "shared"), scope)
    assert (scope["Box"](1, 2).items, scope["Box"](3, 4).items) == ([1, 3], [1, 3])


def late(before: str, guard: str, after: str) -> tuple[str, str]:
    """A body that checks before it changes something, and the change that would do so after it."""
    error = "raise KeyError(a)"
    return f"{before}{guard}\n    {error}\n{after}", f"{guard} {error} -> {guard} {after} {error}"


@pytest.mark.parametrize(
    ("body", "unwanted"),
    [
        ("return len(a) > 0", "len(a) > 0 -> len(a) != 0"),
        ("return 0 == len(a)", "0 == len(a) -> 0 >= len(a)"),
        ("return a % 2 == 0", "a % 2 == 0 -> a % 2 <= 0"),
        ("for c in range(a):\n    if c > 0:\n        b(c)", "c > 0 -> c != 0"),
        ("if a > b:\n    b = a\nreturn b", "a > b -> a >= b"),
        ("while a < b:\n    a += 1", "a < b -> a != b"),
        ("while a < b:\n    a += 1", "a += 1 -> pass"),
        ("while a < b:\n    a += 1", "1 -> 0"),
        ("while a:\n    a.pop()", "a.pop() -> pass"),
        ("while True:\n    if a():\n        break", "break -> continue"),
        ("for c in range(0, a):\n    b(c)", "0 -> 1"),
        ("for c in range(9):\n    b(c)", "9 -> 8"),
        ("return a[0:b]", "0:b -> :b"),
        ("return a * 1", "a * 1 -> a / 1"),
        ("return a + 0", "a + 0 -> a - 0"),
        ("return max(a, b)", "max(a, b) -> max(b, a)"),
        ("return a + 'x'", "a + 'x' -> a - 'x'"),
        ("return zip(a, b, strict=True)", "True -> False"),
        ("if a == b:\n    return 2", "a == b -> not a == b"),
        ("a = a.lower()\nreturn a", "a.lower() -> a"),
        ("raise NotImplementedError", "raise NotImplementedError -> pass"),
        ("for c in range(len(a)):\n    b(c)", "len(a) -> len(a) + 1"),
        ("return max(a, b, key=a.get)", "max(a, b, key=a.get) -> max([*a][::-1], b, key=a.get)"),
        ("for c in a:\n    if b(c):\n        return False\nreturn True", "a -> [*a][::-1]"),
        ("for c in list(self.d):\n    print(c)\nreturn a + b", "list(self.d) -> self.d"),
        ("c = a + b\nreturn list(c)", "list(c) -> c"),
        ("c = list(a)\nreturn c[0] + b", "list(a) -> a"),
        ("return len(list(self.d)) + 1", "list(self.d) -> self.d"),
        ("self.d = {}\nreturn list(self.d)", "list(self.d) -> self.d"),
        ("return list(self.d.values()), a + b", "list(self.d.values()) -> self.d.values()"),
        ("c: str = a\nself.d = c[:]", "c[:] -> c"),
        late("", "if a not in self.d:", "del self.d[a]"),
        late("c = a(b)\n", "if c is None:", "self.d = c.d"),
        late("", "if a in self.d:", "self.d.add(a)"),
        ("self.d[a] = self.d.get(a, 0) + 1", "self.d.get(a, 0) -> self.d.setdefault(a, 0)"),
    ],
)
def test_what_is_evidently_equivalent_is_left_out(body: str, unwanted: str) -> None:
    """A change that does the same as the reference or another change, or only makes a loop endless, is not made."""
    found = [mutant.change for mutant in mutants_of(body)]
    assert unwanted not in found
    assert found or body == "raise NotImplementedError"


def test_defaults_types_of_results_and_equal_code() -> None:
    """Defaults change like constants; what is returned becomes an empty value of the annotated type."""
    header = "def method(self, a: int = 3, *, b: str = 'up') -> dict[str, int]:"
    assert changes("return a(b)", "default", header) == ["3 -> 4", "3 -> 2", "'up' -> 'u'"]
    assert changes("return a(b)", "return", header) == ["return a(b) -> return None", "return a(b) -> return {}"]
    # Changes that the compiler takes away again make no mutant, and two that it makes one make one.
    assert changes("return a\nb(a)", "statement") == []
    assert len(mutants_of("if False:\n    return a + b\nreturn 2")) == len(mutants_of("return 2")) + 1


def test_what_the_contract_does_not_decide_is_left_alone() -> None:
    """No mutant changes docstrings, annotations, what is printed, logged or raised, `__repr__`, or code elsewhere."""
    source = '''
    """Module."""
    import logging
    LIMIT = 5
    class Other:
        def method(self, a): return a + 1
    class Box:
        """Class."""
        size: "int" = 3
        @staticmethod
        def check(a: "Box", b: list["Box"]) -> "Box":
            """Method."""
            left: "int" = a
            print("left", left + 1)
            logging.info("left %d", left - 1)
            message = "not " + "this"
            if a is b:
                raise ValueError(message + "!") from None
            assert a, "nothing" + "!"
            return left
        def __repr__(self): return "Box" + str(self.size)
    def helper(a): return a
    '''
    mutants = program_mutants(textwrap.dedent(source), "Box")
    assert [(mutant.method, mutant.operator, mutant.change) for mutant in mutants] == [
        ("check", "compare", "a is b -> a is not b"),
        ("check", "raise", "raise ValueError(message + '!') from None -> pass"),
        ("check", "raise", "assert a, 'nothing' + '!' -> pass"),
        ("check", "condition", "a -> not a"),
        ("check", "return", "return left -> return None"),
        ("", "return", "return a -> return None"),
    ]


def test_what_a_mutant_says() -> None:
    source = "import re\n\n\nclass Box:\n    # a comment\n    def double(self, a):\n        return 2 * a\n\nEND = 1\n"
    mutant = program_mutants(source, "Box")[0]
    assert mutant == Mutant("return", "double", 7, "return 2 * a -> return None", mutant.source)
    assert ast.dump(ast.parse(mutant.source)) == ast.dump(ast.parse(source.replace("2 * a", "None")))
    long = " + ".join(f"name_{number}" for number in range(40))
    shown = changes(f"return [{long}, a < b]", "boundary") + changes(f"return a({long} * b)", "arithmetic")
    assert shown[0] == "a < b -> a <= b"
    assert all(len(change) <= 130 and change.split(" -> ")[0] != change.split(" -> ")[1] for change in shown)


@pytest.mark.slow
@pytest.mark.parametrize("step", [5, slow(pytest.param(1))])
def test_every_mutant_is_one_change_of_a_method(step: int, tasks: list[ClassTask], all_mutants: Mutants) -> None:
    """Each compiles, and differs from its reference in its method alone, and from others; texts stay."""
    for task in tasks:
        mutants = all_mutants[task.task_id]
        assert [mutant.line for mutant in mutants] == sorted(mutant.line for mutant in mutants)
        assert {mutant.method for mutant in mutants} >= {method.method_name for method in task.methods_info}
        assert len(mutants) > 100
        reference, seen = members(task.solution_code, task.class_name), set()
        for mutant in mutants[::step]:
            changed = members(mutant.source, task.class_name)
            assert [name for name in reference if reference[name][0] != changed[name][0]] == [mutant.method]
            assert (mutant.method, changed[mutant.method][0]) not in seen, mutant.change
            seen.add((mutant.method, changed[mutant.method][0]))
            if mutant.operator not in ("raise", "handler"):
                assert reference[mutant.method][1] == changed[mutant.method][1], mutant.change
    assert {mutant.operator for mutants in all_mutants.values() for mutant in mutants} == set(OPERATORS)


@pytest.mark.slow
def test_same_each_time(tasks: list[ClassTask], all_mutants: Mutants, in_process: Callable[[str, int], str]) -> None:
    """Two calls, and a process with another seed of hashes, make the same mutants and choose the same of them."""
    task = tasks[0]
    results = [program_mutants(task.solution_code, task.class_name, limit, seed=3) for limit in (None, 20)]
    assert results[0] == all_mutants[task.task_id]
    digests = [hashlib.sha256(repr(result).encode()).hexdigest() for result in results]
    assert in_process(PRINT_DIGEST, 77).split() == digests


def test_a_part_of_the_mutants(tasks: list[ClassTask], all_mutants: Mutants) -> None:
    """By a limit, as many of each method, of many operators; by a seed, a sample to read; all in order."""
    task = tasks[0]
    every = all_mutants[task.task_id]
    chosen = program_mutants(task.solution_code, task.class_name, limit=40)
    assert len(chosen) == 40 and set(chosen) < set(every)
    assert list(chosen) == [mutant for mutant in every if mutant in chosen]
    counts, available = (Counter(mutant.method for mutant in mutants) for mutants in (chosen, every))
    assert all(counts[name] >= min(available[name], max(counts.values()) - 1) for name in available)
    assert len({mutant.operator for mutant in chosen}) > len({mutant.operator for mutant in every}) / 2
    assert chosen != program_mutants(task.solution_code, task.class_name, limit=40, seed=1)
    assert program_mutants(task.solution_code, task.class_name, limit=0) == ()
    assert program_mutants(task.solution_code, task.class_name, limit=10_000) == every


def test_errors_name_what_is_wrong() -> None:
    with pytest.raises(ValueError, match="no class Crate"):
        program_mutants("class Box:\n    pass\n", "Crate")
    with pytest.raises(ValueError, match="limit is -1"):
        program_mutants("class Box:\n    pass\n", "Box", limit=-1)
    with pytest.raises(SyntaxError):
        program_mutants("class Box\n", "Box")
