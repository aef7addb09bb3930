"""Tests that skip themselves while they run, where no reference shows which: a skip that comes before anything of the
class decides is the machine's, whatever the class is. It is found by running the tests with a class that refuses to
decide anything."""

import ast
from collections.abc import Iterable, Sequence

from classeval_hf.core.syntax import bound_names, names_bound_by, parse, walk
from classeval_hf.tasks.test_cases import ancestors, classes_by_name
from classeval_hf.unittest_runner.child import TESTS_MODULE
from classeval_hf.unittest_runner.observe import OBSERVER_NAME
from classeval_hf.unittest_runner.withheld.literals import mentioned_names

DECIDED = -1  # number of the check that is reported where something of the class is to decide

_SKIPS = ("skipTest", "SkipTest")
_UNSEEN = {
    *("hasattr", "getattr", "isinstance", "issubclass", "callable", "type", "id", "dir", "vars"),
    *("inspect", "operator", "copy", "pickle"),
}  # what may look at an object without asking it
_DECIDING = (
    *("bool", "len", "iter", "next", "contains", "eq", "ne", "lt", "le", "gt", "ge", "hash", "str", "repr", "format"),
    *("int", "float", "complex", "index", "bytes", "round", "fspath", "instancecheck", "subclasscheck", "mro_entries"),
)
_GIVING = (
    *("call", "getitem", "enter", "setattr", "delattr", "setitem", "delitem", "neg", "pos", "abs", "invert"),
    *(f"{side}{name}" for side in ("", "r", "i") for name in ("add", "sub", "mul", "truediv", "floordiv", "mod")),
)
_PROBE = """
import sys
class __Decided__(BaseException):
    pass
def __decide__(*_, **__):
    sys.modules[{module!r}].{observer}({decided}, None)
    raise __Decided__("the class is to decide")
def __same__(self, *_, **__):
    return self
def __member__(self, name):
    return __decide__() if name.startswith("__") else {member}
def __awaited__(self):
    return self
    yield
{name} = type("Probe", (), {{
    **dict.fromkeys({deciding}, __decide__), **dict.fromkeys({giving}, {given}),
    "__getattr__": __member__, "__await__": __awaited__, "__exit__": lambda *_: None,
    "__class__": property(__decide__), "__doc__": property(__decide__),
}})()
"""


def may_skip(source: str) -> bool:
    """Whether tests may skip themselves while they run, as their source shows."""
    return not mentioned_names(walk(parse(source))).isdisjoint(_SKIPS)


def probe(class_name: str, source: str) -> str:
    """A module with an object for the class: it gives itself for whatever it is asked, and ends a test in which it is
    to decide something. Where the tests may look at it without asking, it is to decide whenever it is used."""
    nodes = walk(parse(source))
    names = {name for node in nodes for name in [getattr(node, "id", None), *names_bound_by(node)]}
    compared = [operator for node in nodes if isinstance(node, ast.Compare) for operator in node.ops]
    is_asked = names.isdisjoint(_UNSEEN) and not any(
        isinstance(node, (ast.Is, ast.IsNot, ast.Match)) for node in [*nodes, *compared]
    )
    return _PROBE.format(
        module=TESTS_MODULE,
        observer=OBSERVER_NAME,
        decided=DECIDED,
        name=class_name,
        deciding=[f"__{name}__" for name in _DECIDING],
        giving=[f"__{name}__" for name in _GIVING],
        given="__same__" if is_asked else "__decide__",
        member="self" if is_asked else "__decide__()",
    )


def may_skip_after(source: str, test_class: str, lines: Sequence[int]) -> bool:
    """Whether a test that ends in these lines of its module could be skipped later, if it went on; without lines,
    whether any function of the module, or method of its class and those that it inherits from, may skip."""
    module = parse(source)
    statements = [node for node in walk(module) if isinstance(node, ast.stmt)]
    words, count = set(_SKIPS), 0
    while len(words) > count:  # names by which a skip can be reached
        count = len(words)
        for node in statements:
            parts = walk(*node.bases) if isinstance(node, ast.ClassDef) else walk(node)
            if not isinstance(node, (ast.Try, ast.If)) and not words.isdisjoint(mentioned_names(parts)):
                words.update(bound_names(node))
    classes = classes_by_name(module)
    owners = [classes[name] for name in ancestors(test_class, classes)]
    later = list(_run_later(owners))
    for node in statements:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            for line in lines:
                if node.lineno <= line <= (node.end_lineno or line):
                    later += _after(node, line)
    later += [] if lines else [*owners, *(node for node in module.body if not isinstance(node, ast.ClassDef))]
    return not words.isdisjoint(mentioned_names(walk(*later)))


def _run_later(owners: Iterable[ast.ClassDef]) -> Iterable[ast.AST]:
    """What is run at the end of tests."""
    for node in walk(*owners):
        is_cleanup = isinstance(node, ast.Call) and "Cleanup" in ast.unparse(node.func)
        if is_cleanup or (isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and "earDown" in node.name):
            yield node


def _after(function: ast.AST, line: int) -> list[ast.AST]:
    """What a function may run after a line: what stands below it, and the loops that it is in."""
    nodes = walk(function)
    loops = [node for node in nodes if isinstance(node, (ast.For, ast.AsyncFor, ast.While))]
    around = [loop for loop in loops if loop.lineno <= line <= (loop.end_lineno or line)]
    return [node for node in nodes if isinstance(node, ast.stmt) and node.lineno > line] + list[ast.AST](around)
