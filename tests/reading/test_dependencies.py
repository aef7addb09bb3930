"""The extractor of dependencies, rule by rule, and its agreement with ClassEval's declarations."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest
from slow_and_full import slow

from classeval_hf.classes.dependencies import extract_dependencies
from classeval_hf.classes.tasks.files import read_classeval
from classeval_hf.core.tasks import ClassTask, Dependencies, Method
from classeval_hf.task_quality.statistics import compare_dependencies


def extract(body: str, name: str = "method", head: str = "") -> Dependencies:
    """Dependencies of one method of a class `Box` with a field `size`, and the methods `grow` and `shrink`."""
    members = """
        colour = "red"

        def __init__(self):
            self.size = 1

        def grow(self):
            self.size += 1

        def shrink(self):
            self.size -= 1

        @property
        def area(self):
            return self.size ** 2

        def __secret(self):
            return self.__key
    """
    source = f"{head}\nclass Box:\n" + textwrap.indent(textwrap.dedent(members) + textwrap.dedent(body), "    ")
    return extract_dependencies(source, "Box")[name]


def uses(body: str, head: str = "") -> tuple[list[str], list[str], list[str]]:
    """Libraries, fields without `self.`, and methods."""
    found = extract(body, head=head)
    fields = [name.removeprefix("self.") for name in found.field_dependencies]
    return list(found.lib_dependencies), fields, list(found.method_dependencies)


@pytest.mark.parametrize(
    ("body", "fields", "methods"),
    [
        *(("def method(self): return self.size", ["size"], []), ("def method(self): self.size = 2", ["size"], [])),
        *(("def method(self): self.size += 2", ["size"], []), ("def method(self): del self.size", ["size"], [])),
        ("def method(self): self.size, self.depth = 1, 2", ["depth", "size"], []),
        ("def method(self): self.size: int = 3", ["size"], []),
        ("def method(self):\n    for self.size in range(3): pass", ["size"], []),
        ("def method(self): return self.colour", ["colour"], []),
        ("def method(self): return Box.colour", ["colour"], []),
        ("@classmethod\ndef method(cls): return cls.colour", ["colour"], []),
        ("def method(self): return type(self).colour", ["colour"], []),
        ("def method(self): return self.__class__.colour", ["colour"], []),
        ("def method(self): return type(self).__name__", [], []),
        ("def method(self): return self.inner.size", ["inner"], []),
        ("def method(self): return f'{self.size:>{self.width}}'", ["size", "width"], []),
        *(("def method(self): self.grow()", [], ["grow"]), ("def method(self): Box.grow(self)", [], ["grow"])),
        ("def method(self): return map(self.grow, [1])", [], ["grow"]),
        ("def method(self): return {'up': self.grow, 'down': self.shrink}", [], ["grow", "shrink"]),
        ("def method(self): return self.area", [], ["area"]),
        ("def method(self, n): return self.method(n - 1)", [], []),
        *(("def method(self): return Box.method(self)", [], []), ("def method(self): pass", [], [])),
        ("async def method(self): return self.size", ["size"], []),
    ],
)
def test_attributes_of_the_object_and_the_class(body: str, fields: list[str], methods: list[str]) -> None:
    assert uses(body)[1:] == (fields, methods)


@pytest.mark.parametrize(
    "body",
    [
        "def method(self):\n    me = self\n    me.size = 1",
        "def method(self):\n    me: object = self\n    me.size = 1",
        "def method(self):\n    one = self\n    two = one\n    two.size = 1",
        "def method(self):\n    two = one\n    one = self\n    two.size = 1",
        "def method(self):\n    if (me := self):\n        me.size = 1",
        "def method(this):\n    this.size = 1",
        "def method(self):\n    def inner():\n        return self.size\n    return inner()",
        "def method(self):\n    me = self\n    def inner(n):\n        return me.size * n\n    return inner(2)",
        "def method(self):\n    def inner(n=self.size):\n        return n\n    return inner()",
        "def method(self): return sorted([1], key=lambda n: n * self.size)",
        "def method(self): return [n * self.size for n in range(3)]",
        "def method(self): return {n: 1 for n in range(self.size)}",
        "def method(self): return [me.size for n in (1, 2) if (me := self)]",
        *(
            f"def method(self):\n    class Other{head}:\n        {inner}\n    return Other"
            for head, inner in (
                *(("", "def run(this): return self.size"), ("", "limit = self.size"), ("(self.size)", "pass")),
                *(("(metaclass=self.size)", "pass"), ("", "def run(this, n=self.size): pass")),
                ("", "if self.size:\n            pass"),
            )
        ),
    ],
)
def test_other_names_and_nested_scopes(body: str) -> None:
    assert uses(body)[1:] == (["size"], [])


@pytest.mark.parametrize(
    "body",
    [
        "def method(self, other): return other.size + other.grow()",
        "@staticmethod\ndef method(self): return self.size",
        "def method(self):\n    def inner(self):\n        return self.size\n    return inner(1)",
        "def method(self): return [self.size for self in ()]",
        "def method(self): return lambda self: self.size",
        "def method(self):\n    class Other:\n        def f(self):\n            self.size = 1\n    return Other",
        *("def method(self, Box): return Box.size", "def method(self): return 'self.size'  # self.size"),
        *("def method(self, grow, size): return grow(size)", "def method(self): return self"),
    ],
)
def test_attributes_of_other_objects_do_not_count(body: str) -> None:
    assert uses(body) == ([], [], [])
    assert extract(body).standalone


@pytest.mark.parametrize(
    "body",
    [
        "def method(self):\n    other = Box()\n    other.size = 2\n    return other",
        "def method(self):\n    other = type(self)()\n    return other.size",
        "@classmethod\ndef method(cls):\n    other = cls()\n    return other.size",
        "def method(self): return Box().size",
        "def method(self):\n    with Box() as other:\n        return other.size",
    ],
)
def test_evident_objects_of_the_same_class_count(body: str) -> None:
    assert uses(body)[1:] == (["size"], [])


def test_an_alias_of_an_alias_in_any_order() -> None:
    names = [f"a{index}" for index in range(300)]
    lines = [f"{name} = {following}" for name, following in zip(names, [*names[1:], "self"], strict=True)]
    body = "\n    ".join(["def method(self):", *lines, "a0.size = 1", "other = a300 = 1", "other.depth = 1"])
    assert uses(body)[1:] == (["size"], [])


def test_private_names_are_short() -> None:
    assert uses("def method(self): return self.__key")[1:] == (["__key"], [])
    assert extract("def method(self): pass", name="__secret").field_dependencies == ("self.__key",)


def test_names_inherited_from_elsewhere_are_what_they_are_used_as() -> None:
    assert uses("def method(self): return self.total + self.count()")[1:] == (["total"], ["count"])
    body = "def method(self): return map(self.count, ())\ndef other(self): return self.count()"
    assert uses(body)[1:] == ([], ["count"])
    body = "def method(self): return self.callback()\ndef other(self, f): self.callback = f"
    assert uses(body)[1:] == (["callback"], [])


@pytest.mark.parametrize(
    ("head", "body", "libraries"),
    [
        ("import numpy as np", "def method(self): return np.zeros(3)", ["np"]),
        ("import os.path", "def method(self): return os.path.join('a')", ["os"]),
        ("import urllib.parse", "def method(self): return urllib.parse.quote('a')", ["urllib"]),
        ("import os.path as p", "def method(self): return p.join('a')", ["p"]),
        ("from math import pi, fabs", "def method(self): return fabs(pi)", ["fabs", "pi"]),
        ("try:\n    import json\nexcept ImportError:\n    json = None", "def method(self): return json", ["json"]),
        ("import re", "def method(self): return [re.sub(x) for x in ()]", ["re"]),
        ("import re", "def method(self):\n    def inner():\n        return re.compile('')\n    return inner", ["re"]),
        ("import re", "def method(self, flags=re.I): return flags", ["re"]),
        ("import functools", "@functools.lru_cache\ndef method(self): return 1", ["functools"]),
        ("", "def method(self):\n    import re\n    return re.sub", ["re"]),
        ("", "def method(self):\n    from math import tau\n    return tau", ["tau"]),
        ("import re", "def method(self):\n    global re\n    re = re.compile", ["re"]),
        ("import re", "def method(self): return 're.sub'", []),
        ("import re", "def method(self, re): return re.sub", []),
        ("import re", "def method(self):\n    re = 1\n    return re", []),
        ("import re", "def method(self): return [re for re in ()]", []),
        ("import re", "def method(self):\n    for re in (): print(re)", []),
        ("import re", "def method(self):\n    try: pass\n    except OSError as re: print(re)", []),
        ("import re", "def method(self): return lambda re: re.sub", []),
        ("import re", "def method(self, x: re.Pattern) -> re.Match:\n    y: re.Pattern = x\n    return y", []),
        ("from __future__ import annotations", "def method(self): return annotations", []),
        ("", "def method(self): return re.sub", []),
    ],
)
def test_libraries(head: str, body: str, libraries: list[str]) -> None:
    assert uses(body, head)[0] == libraries


def test_match_statements_bind_names() -> None:
    body = "def method(self, x):\n    match x:\n        case [re, *os] | {'a': re, **os}: return re.a, os.b, self.size"
    assert uses(body, "import os, re") == ([], ["size"], [])


def test_names_of_the_class_body_in_defaults_and_decorators() -> None:
    assert uses("def method(self, c=colour): return c")[1:] == (["colour"], [])
    assert uses("def method(self): return colour")[1:] == ([], [])


def test_the_functions_of_a_property_count_together() -> None:
    body = """
        @property
        def method(self):
            return self.a

        @method.setter
        def method(self, value):
            self.b = value
    """
    assert uses(body)[1:] == (["a", "b"], [])


def test_of_two_definitions_the_last_counts() -> None:
    assert uses("def method(self): return self.a\ndef method(self): return self.b")[1:] == (["b"], [])
    source = "class A:\n    def f(self): return self.x\nclass A:\n    def f(self): return self.y\n"
    assert extract_dependencies(source, "A")["f"].field_dependencies == ("self.y",)


def test_conditional_definitions_are_methods() -> None:
    found = extract_dependencies("class A:\n    if True:\n        def g(self): return self.y\n", "A")
    assert found["g"].field_dependencies == ("self.y",)


def test_methods_asked_for() -> None:
    source = "class A:\n    def __init__(self): self.f()\n    def f(self): return map(self.g, ())\n"
    assert extract_dependencies(source, "A")["f"].field_dependencies == ("self.g",)
    found = extract_dependencies(source, "A", ["f", "g", "__init__"])
    assert list(found) == ["f", "__init__"]
    assert found["f"].method_dependencies == ("g",)
    assert found["__init__"].method_dependencies == ("f",)


def test_import_statements_are_put_in_front() -> None:
    source = "class A:\n    def f(self): return np.pi\n"
    assert extract_dependencies(source, "A")["f"].standalone
    assert extract_dependencies(source, "A", None, ["import numpy as np"])["f"].lib_dependencies == ("np",)


@pytest.mark.parametrize("source", ["class A:\n    def f(self)\n", "x = '\0'", f"x = {'(' * 500}"])
def test_broken_source(source: str) -> None:
    with pytest.raises(SyntaxError):
        extract_dependencies(source, "A")


def test_deeply_nested_source() -> None:
    with pytest.raises(SyntaxError):
        extract_dependencies(f"class A:\n    def f(self): return {'+'.join(['self.x'] * 3000)}\n", "A")


def test_module_without_the_class() -> None:
    assert extract_dependencies("def f(): return 1\n", "A") == {}


def test_the_open_tasks_declare_what_is_extracted(some_open_tasks: list[ClassTask]) -> None:
    comparison = compare_dependencies(some_open_tasks)
    assert comparison.methods >= 3 * len(some_open_tasks)
    assert comparison.differences == ()
    assert comparison.agreed == dict.fromkeys(("library", "field", "method"), comparison.methods)


def differences(source: str, declared: Dependencies) -> list[tuple[str, str, bool, bool, str]]:
    """Differences of the method `f` of a class `A` with the methods `f` and `play`."""
    methods = (Method("f", dependencies=declared), Method("play"), Method("gone"))
    task = ClassTask("T", "A", "", (), solution_code=source + "    def play(self): return 1\n", methods_info=methods)
    found = compare_dependencies([task]).differences
    return [(item.kind, item.name, item.declared, item.declaration_is_wrong, item.explanation) for item in found]


@pytest.mark.parametrize(
    ("code", "wrong", "explanation"),
    [
        ("self.playlist", True, "play is only part of playlist"),
        (
            *("other.play()", False),
            "play is an attribute of another object here (other); right only if that is an object of this class",
        ),
        ("[play for play in other]", True, "play is here an annotation, or the name of something else"),
        ("'play'", True, "play is only text in a string or comment"),
        ("other", True, "play does not occur"),
    ],
)
def test_who_is_right_about_a_declared_method(code: str, wrong: bool, explanation: str) -> None:
    fields = ("self.playlist",) if "playlist" in code else ()
    declared = Dependencies(False, (), fields, ("play",))
    found = differences(f"class A:\n    def f(self, other): return {code}\n", declared)
    assert found == [("method", "play", True, wrong, explanation)]


def test_who_is_right_about_an_extracted_name() -> None:
    source = (
        "import os.path\nclass A:\n    def f(self):\n        me = self\n        return os, self.x, me.y, me.other()\n"
    )
    assert differences(source, Dependencies(False, ("os.path",), ("self.x", "self.y"), ())) == []
    assert differences(source, Dependencies()) == [
        ("library", "os", False, True, "the code uses os under this name"),
        ("field", "self.x", False, True, "the code uses self.x under this name"),
        ("field", "self.y", False, True, "the code uses y through another name or object of the class"),
    ]


@pytest.mark.classeval
def test_agreement_with_classeval(classeval_file: Path) -> None:
    comparison = compare_dependencies(read_classeval(classeval_file))
    assert comparison.methods == 410
    assert comparison.agreed == {"library": 373, "field": 405, "method": 391}
    undecided = {item.task_id for item in comparison.differences if not item.declaration_is_wrong}
    assert undecided == {"ClassEval_8", "ClassEval_33", "ClassEval_36"}


def many(form: str, separator: str = "\n", count: int = 10_000) -> str:
    return separator.join(form.format(n=n) for n in range(count))


LARGE = {
    "lambdas among many names": (many("name{n} = 0"), "x = [" + many("lambda: 0", ", ") + "]"),
    "comprehensions among many names": (many("name{n} = 0"), "x = [" + many("[0 for a in b]", ", ") + "]"),
    "comprehensions in targets": ("", f"x = {'[0 for a[' * 60}{'0, ' * 20_000}0{'] in b]' * 60}"),
    "an assignment with many targets": ("", f"me = self\n    {'x = ' * 30_000}[{'y, ' * 30_000}]"),
    "an assignment of many names to many": ("", f"me = self\n    {many('x{n}', ' = ')} = [{many('y{n}', ', ')}]"),
    "assignments within one another": ("", f"me = self\n    x = {'(y := ' * 150}[{'z, ' * 30_000}]{')' * 150}"),
    "aliases in reverse": ("", "\n    ".join(f"a{n} = a{n + 1}" for n in range(10_000)) + "\n    a10000 = self"),
    "aliases in no order": (
        "",
        "\n    ".join(["a0 = self", *(f"a{n} = a{n - 1}" for n in (*range(1, 10_000, 2), *range(2, 10_000, 2)))]),
    ),
    "functions of a class": ("", "class C:\n        " + many("def f{n}(): 0", "\n        ")),
    "alternatives": ("if a: 0\n" + "elif a: 0\n" * 900 + "else:\n" + "    a = 0\n" * 10_000, "pass"),
    "setters": (many("@done.setter\ndef done(self): pass"), "pass"),
}


@pytest.mark.parametrize("name", [slow(name) if name == "assignments within one another" else name for name in LARGE])
def test_large_source_takes_no_longer_than_its_length(name: str) -> None:
    """Where a step of the reader takes quadratic time, one or the other of these takes hours."""
    head, body = LARGE[name]
    source = f"{head}\nclass Box:\n  def method(self):\n    {body}\n    return self.done\n"
    assert extract_dependencies(source, "Box")["method"].field_dependencies == ("self.done",)


def test_members_do_not_cost_one_another() -> None:
    source = "class Box:\n" + many("    @decorator\n    def method{n}(self): return self.method{n}(), self.x{n}")
    found = extract_dependencies(source, "Box")
    assert len(found) == 10_000
    assert found["method77"].field_dependencies == ("self.x77",)


def test_intricate_source() -> None:
    """Which of many names an alias goes back to is looked for so long only."""
    body = many("a{n} = self", "; ", 90) + ("; x = a0" + many("(a{n})", "", 90)) * 200
    with pytest.raises(SyntaxError, match="too intricate"):
        extract_dependencies(f"class Box:\n  def method(self):\n    {body}\n", "Box")


def test_only_the_targets_of_a_comprehension_are_bound_by_it() -> None:
    assert uses("def method(self): return [0 for a[self.size], *b in []]") == ([], ["size"], [])
    assert uses("def method(self): return [x.depth for a, [*x] in [self.size]]") == ([], ["size"], [])
