"""Tests that skip themselves while they run, where no reference shows which: a skip that comes before anything of the
class decides is the machine's, whatever the class is. It is found by running the tests with a class that refuses to
decide anything."""

import ast
from collections.abc import Sequence
from functools import lru_cache

from classeval_hf.core.syntax import bound_names, names_bound_by, shared_tree, walk
from classeval_hf.tasks.test_cases import ancestors, classes_by_name
from classeval_hf.unittest_runner.observe import OBSERVER_NAME
from classeval_hf.unittest_runner.withheld.catching import FUNCTIONS, last_name
from classeval_hf.unittest_runner.withheld.literals import mentioned_names

DECIDED = -1  # number of the check that is reported where something of the class is to decide

_SKIPS = ("skipTest", "SkipTest")
_SETTING_UP = ("setUp", "asyncSetUp")  # functions after which the test itself runs
_LOOPS = (ast.For, ast.AsyncFor, ast.While)
_UNSEEN = {
    *("hasattr", "getattr", "isinstance", "issubclass", "callable", "type", "id", "dir", "vars"),
    *("inspect", "operator", "copy", "pickle"),
}  # what may look at an object without asking it
_PROBE = """
import sys as __sys__
class __Decided__(BaseException):
    pass
def __decide__(*_, **__):
    __sys__.modules["classeval_tests"].{observer}({decided}, None)
    raise __Decided__("the class is to decide")
def __same__(self, *_, **__):
    return self
def __member__(self, name):
    return __decide__() if name.startswith("__") else {member}
def __awaited__(self):
    return self
    yield
{name} = type("Probe", (), {{
    **{{f"__{{name}}__": __decide__ for name in "bool len iter next contains eq ne lt le gt ge hash str repr format "
    "int float complex index bytes round fspath instancecheck subclasscheck mro_entries".split()}},
    **{{f"__{{name}}__": {given} for name in "call getitem enter setattr delattr setitem delitem neg pos abs invert "
    "add radd iadd sub rsub isub mul rmul imul truediv rtruediv floordiv rfloordiv mod rmod".split()}},
    "__getattr__": __member__, "__await__": __awaited__, "__exit__": lambda *_: None,
    "__class__": property(__decide__), "__doc__": property(__decide__),
}})()
"""


def probe(class_name: str, source: str) -> str:
    """A module with an object for the class: it gives itself for whatever it is asked, and ends a test in which it is
    to decide something. Where the tests may look at it without asking, it is to decide whenever it is used."""
    nodes = walk(shared_tree(source))
    names = {name for node in nodes for name in [getattr(node, "id", None), *names_bound_by(node)]}
    compared = [operator for node in nodes if isinstance(node, ast.Compare) for operator in node.ops]
    is_seen = any(isinstance(node, (ast.Is, ast.IsNot, ast.Match)) for node in [*nodes, *compared])
    given, member = ("__decide__", "__decide__()") if is_seen or names & _UNSEEN else ("__same__", "self")
    return _PROBE.format(observer=OBSERVER_NAME, decided=DECIDED, name=class_name, given=given, member=member)


@lru_cache(maxsize=64)  # it is asked for each test
def _ways_to_skip(source: str) -> frozenset[str]:
    """Names by which tests of a module can skip themselves."""
    statements = [node for node in walk(shared_tree(source)) if isinstance(node, ast.stmt)]
    words, count = set(_SKIPS), 0
    while len(words) > count:
        count = len(words)
        for node in statements:
            parts = walk(*node.bases) if isinstance(node, ast.ClassDef) else walk(node)
            if not isinstance(node, (ast.Try, ast.If)) and not words.isdisjoint(mentioned_names(parts)):
                words.update(bound_names(node))
    return frozenset(words)


def may_skip_after(source: str, test_class: str, lines: Sequence[int]) -> bool:
    """Whether a test that ends in these lines of its module could be skipped later, if it went on; without lines,
    whether any function of the module, or method of its class and those that it inherits from, may skip."""
    module = shared_tree(source)
    classes = classes_by_name(module)
    owners = [classes[name] for name in ancestors(test_class, classes)]
    later: list[ast.AST] = [] if lines else [*owners, *(it for it in module.body if not isinstance(it, ast.ClassDef))]
    for node in walk(*owners):  # what is run at the end of tests
        is_cleanup = isinstance(node, ast.Call) and "Cleanup" in (last_name(node.func) or "")
        if is_cleanup or (isinstance(node, FUNCTIONS) and "earDown" in node.name):
            later.append(node)
    for function in [node for node in walk(module) if isinstance(node, FUNCTIONS)]:
        for line in lines:
            if function.lineno <= line <= (function.end_lineno or line):  # what stands below it, and loops around it
                later += owners if function.name in _SETTING_UP else []
                for part in walk(function):
                    is_around = isinstance(part, _LOOPS) and part.lineno <= line <= (part.end_lineno or line)
                    later += [part] if is_around or (isinstance(part, ast.stmt) and part.lineno > line) else []
    return not _ways_to_skip(source).isdisjoint(mentioned_names(walk(*later)))
