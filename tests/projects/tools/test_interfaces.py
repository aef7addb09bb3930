"""What descriptions of classes state, and what tests reach that is not stated."""

import ast
from collections.abc import Mapping
from pathlib import Path

import pytest

from classeval_hf.projects.tools.interfaces import CodeOfTests, Neighbours, class_description, unstated
from classeval_hf.projects.tools.project_index import ProjectIndex
from classeval_hf.projects.tools.source_files import signature
from classeval_hf.reading.definitions import find_definition

STATED = '''
@dataclass(frozen=True)
class Crate(Box, metaclass=Meta):
    """What holds bottles."""

    rows: int
    names: list[str] = field(default_factory=list)
    keys = field(default_factory=lambda: "secret")
    LIMIT = 24
    RED, GREEN = 1, 2
    TABLE = {number: number**2 for number in range(9)}
    _hidden = 1
    __radd__ = __add__

    def __init__(self, width: int, *, depth=3, label: str = "a"):
        """Takes sizes."""
        self.width = width
        self.filled: list[int] = [4]
        self.depth, self.count, self._used = depth, 0, {}

    def put(self, bottle, at=-1) -> bool:
        self.last = bottle
        return True

    @property
    def free(self) -> int:
        """The places left."""

    @classmethod
    async def read(cls, /, text: "str", **more): ...

    def __len__(self): return 7777
    def _find(self): ...

    class Lid(Box):
        """Closes it."""
        def shut(self): ...
'''


def test_the_interface_of_a_class_is_stated_and_no_body() -> None:
    node = ast.parse(STATED).body[0]
    assert isinstance(node, ast.ClassDef)
    assert class_description(node) == (
        "What holds bottles.\n\n@dataclass(frozen=True)\nclass Crate(Box, metaclass=Meta)\nrows: int\n"
        "names: list[str] = field(default_factory=list)\nkeys = ...\nLIMIT = 24\nRED\nGREEN\nTABLE = ...\n"
        "__radd__ = __add__\nself.width: int\nself.filled: list[int]\nself.depth\nself.count\n\n"
        "def __init__(self, width: int, *, depth=3, label: str='a')\nTakes sizes.\n\n"
        "def put(self, bottle, at=-1) -> bool\n\n@property\ndef free(self) -> int\nThe places left.\n\n"
        "@classmethod\nasync def read(cls, /, text: 'str', **more)\n\ndef __len__(self)\n\n"
        "class Lid(Box)\nCloses it.\n\ndef shut(self)"
    )


@pytest.mark.parametrize("methods", [3, 3000])
def test_descriptions_are_bounded(methods: int) -> None:
    body = "".join(
        f'    def m{number}(self):\n        """First.\n\n        {"x " * 4000}"""\n' for number in range(methods)
    )
    node = ast.parse(f'class Long:\n    """{"y " * 9000}"""\n    {"z" * 9000} = 1\n{body}').body[0]
    assert isinstance(node, ast.ClassDef)
    text = class_description(node)
    assert len(text) < 12_100 and "(The rest is left out.)" in text


MODULE = '''
import time
import warnings
from pkg.limits import MOST

EMPTY = object()

class Shelf:
    """Books by title. Raises LookupError for others. `_open` says whether it is open."""

    KINDS = [kind for kind in "ab"]

    def __init__(self, size=3, mode="stable"):
        self.size, self._books, self._open, self.__mark = size, {}, True, 1

    def put(self, title):
        self.moved = title
        if len(self._books) == MOST:
            raise OverflowError("shelf is full: %s of %d" % (title, self.size))
        if not title:
            raise LookupError("a title is missing") from None
        self._books[title] = {"stamp": time.time(), "state": EMPTY}
        warnings.warn("old", FutureWarning)

    def get(self, title, **options):
        """Returns the book; `rank` says how it is found."""
        self.asked = options.pop("fuzzy", None)
        return f"Shelf<{title}>" if title else f"{title} absent"

    def __getitem__(self, title):
        raise KeyError(title)

    def _sort(self): ...


def check(text):
    """Checks a text."""
    check.calls = 1
    if text == "odd one":
        raise ArithmeticError(EMPTY)
'''


def write(folder: Path, files: Mapping[str, str]) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text)


@pytest.mark.parametrize(
    ("target", "body", "expected"),
    [
        ("Shelf", "assert Shelf(size=2).size == 2 and Shelf()._open", []),
        ("Shelf", "Shelf().put('a'); Shelf().get('a', rank=1); len(Shelf().KINDS)", ["the value of KINDS"]),
        ("Shelf", "assert Shelf()._books == {}", ["_books"]),
        ("Shelf", "Shelf()._sort(); Shelf()._Shelf__mark", ["__mark", "_sort"]),
        ("Shelf", "getattr(Shelf(), '_books')", ["_books"]),
        ("Shelf", "class Mine(Shelf):\n            def all(self): return self._books", ["_books"]),
        ("Shelf", "self.moved = 1; assert self.moved", []),
        ("Shelf", "assert Shelf().moved", ["moved"]),
        ("Shelf.put", "assert Shelf().moved", ["moved"]),
        ("Shelf.get", "assert Shelf().moved and Shelf()._books", []),
        ("Shelf", "assert shelf.EMPTY is Shelf().get('a')", ["EMPTY"]),
        ("Shelf", "from pkg.limits import MOST; assert MOST", ["MOST"]),
        ("Shelf", "from pkg.limits import LEAST; assert LEAST", []),
        ("Shelf", "monkeypatch.setattr('pkg.shelf.time.time', int)", ["time"]),
        ("Shelf", "pytest.raises(LookupError, Shelf().put, '')", []),
        ("Shelf", "pytest.raises(KeyError, Shelf().__getitem__, '')", []),
        ("Shelf", "pytest.raises(OverflowError, Shelf().put, '')", ["OverflowError"]),
        ("Shelf", "pytest.warns(FutureWarning)", ["FutureWarning"]),
        ("Shelf", "assert caught.value.__suppress_context__", ["__suppress_context__"]),
        ("Shelf", "with pytest.raises(LookupError, match=r'^a title\\ is missing$'): ...", ["'a title is missing'"]),
        ("Shelf", "with pytest.raises(LookupError, match='title is'): ...", ["'a title is missing'"]),
        ("Shelf", "assert str(caught.value) == 'shelf is full: b of 3'", ["'shelf is full'"]),
        ("Shelf", "assert Shelf().get('b') == 'Shelf<b>' and Shelf(mode='stable')", []),
        ("Shelf", "assert Shelf().get('b') == 'b absent' and Shelf(mode='the stamp')", ["'absent'"]),
        ("Shelf", "assert books['stamp']; Shelf().get('b', fuzzy=True)", ["'fuzzy'", "'stamp'"]),
        ("Shelf", "helper()", ["_books"]),
        ("Shelf", "assert filled", ["_books"]),
        ("Shelf", "assert BOOKS", ["_books"]),
        ("check", "check('a')", []),
        ("check", "assert check.calls; pytest.raises(ArithmeticError, check, 'odd one')", None),
    ],
)
def test_what_is_not_stated_is_found(target: str, body: str, expected: list[str] | None, tmp_path: Path) -> None:
    """In a test function, and in a test class that inherits the test from another file."""
    files = {
        "pkg/__init__.py": "",
        "pkg/shelf.py": MODULE,
        "pkg/limits.py": "MOST = 5\nLEAST = 1\n",
        "tests/__init__.py": f"class Mixin:\n    def test_it(self, filled, monkeypatch):\n        {body}\n",
        "tests/conftest.py": "@pytest.fixture\ndef filled():\n    Shelf()._books\n",
        "tests/helpers.py": "BOOKS = Shelf()._books\ndef helper():\n    assert BOOKS\n",
        "tests/test_shelf.py": f"from tests.helpers import *\ndef test_one():\n    {body}\ndef test_two(): x._sort\n",
        "tests/test_mixed.py": "class TestShelf(Mixin):\n    pass\n",
    }
    write(tmp_path, files)
    definition = find_definition(MODULE, target)
    code = CodeOfTests(tmp_path, [name for name in files if name.startswith("pkg")])
    node = definition.node
    stated = (
        class_description(node) if isinstance(node, ast.ClassDef) else signature(node) + str(ast.get_docstring(node))
    )
    found = [
        unstated(definition, "pkg/shelf.py", stated, code.named_by([test]), ProjectIndex(tmp_path))
        for test in ("tests/test_shelf.py::test_one[a]", "tests/test_mixed.py::TestShelf::test_it")
    ]
    assert found[0] == (["calls", "ArithmeticError", "'odd one'"] if expected is None else expected)
    reached_by_fixture = [] if target == "check" or "Shelf." in target else ["_books"]
    assert set(found[1]) == {*found[0], *reached_by_fixture}


PROJECT = {
    "pkg/__init__.py": "",
    "pkg/base.py": 'class Base:\n    def reserve(self, count=1):\n        """Keeps room.\n\n        At once."""\n',
    "pkg/items.py": """
from pkg.units import Weight

LIMIT = 40
SECRET = [number for number in range(LIMIT)]

class Item:
    def __init__(self, label): self.label = label; self.weight = Weight()
    def __iter__(self): ...
    def price(self, rate): ...
    def unused(self): ...
    def _hidden(self): ...

def weigh(item: Item) -> int:
    \"\"\"Weighs it.\"\"\"

def other(): ...
""",
    "pkg/units.py": "class Weight:\n    grams: int = 0\n",
    "pkg/user.py": "def use(shelf): shelf._fill(); shelf._kept.clear(); shelf._said()\n",
    "pkg/shelf.py": """
from pkg.base import Base
from pkg.items import LIMIT, SECRET, Item, weigh

class Shelf(Base):
    def __init__(self): self._kept, self._own = {}, LIMIT
    def take(self) -> Item: return Item(weigh(SECRET))
    def _fill(self): return self._own, self._inner()
    def _ipython_display_(self):
        \"\"\"Shows it in a notebook.\"\"\"
    def _said(self):
        \"\"\"Says it.\"\"\"
    def _inner(self): ...
    def __repr__(self): return "Shelf"
""",
}
AROUND = """Private, but code outside the class uses it:

def _fill(self)

def _ipython_display_(self)
Shows it in a notebook.

self._kept

def _said(self)
Says it.

In pkg.base:

class Base
def reserve(self, count=1)
Keeps room.

In pkg.items:

LIMIT = 40

class Item
self.label
self.weight
def __init__(self, label)
def __iter__(self)
def price(self, rate)

def weigh(item: Item) -> int
Weighs it."""


@pytest.mark.parametrize(
    ("body", "more", "lacking"),
    [
        ("Shelf().take().price(2)", "", ["what _fill does"]),
        ("Shelf().take().weight.grams", "\n\nIn pkg.units:\n\nclass Weight\ngrams: int = 0", ["what _fill does"]),
        ("Shelf().take()._hidden()", "", ["_hidden", "what _fill does"]),
        ("repr(Shelf())", "", ["what _fill does", "the text of __repr__"]),
    ],
)
def test_other_classes_that_tests_reach_are_stated(body: str, more: str, lacking: list[str], tmp_path: Path) -> None:
    write(tmp_path, {**PROJECT, "tests/test_it.py": f"def test_it():\n    {body}\n"})
    target, index = find_definition(PROJECT["pkg/shelf.py"], "Shelf"), ProjectIndex(tmp_path)
    tested = CodeOfTests(tmp_path, [*PROJECT]).named_by(["tests/test_it.py::test_it"])
    uses = ["pkg.items.LIMIT", "pkg.items.SECRET", "pkg.items.Item", "pkg.items.Item.price", "pkg.items.weigh"]
    around, members = Neighbours(tmp_path, index, [*PROJECT]).stated(target, "pkg/shelf.py", uses, tested, "Shelf")
    assert around == AROUND + more
    assert isinstance(target.node, ast.ClassDef)
    stated = f"{class_description(target.node)}\n\n{around}"
    assert unstated(target, "pkg/shelf.py", stated, tested, index, members) == lacking


@pytest.mark.parametrize(
    ("test", "lacking"),
    [
        ("Dial(top=-0.5)", ["the limit -1 of top"]),
        ("Dial(-1.0)", ["the limit -1 of top"]),
        ("Dial(0.5)", []),
        ("Dial(top=7)", ["the limit -1 of top"]),
        ("Dial(0.5).turn(255)", ["the limit 255 of by"]),
        ("Dial(0.5).turn(90)", []),
    ],
)
def test_limits_of_parameters_that_tests_reach_are_stated(test: str, lacking: list[str], tmp_path: Path) -> None:
    source = """class Dial:
    def __init__(self, top):
        \"\"\"Begins between 0.0 and 1.0.\"\"\"
        self.top = 0 if -1.0 < top <= 1.0 else top
    def turn(self, by):
        \"\"\"Turns it by at most 360 degrees.\"\"\"
        return by > 255 or by < 360
"""
    write(tmp_path, {"dial.py": source, "tests/test_dial.py": f"def test_it():\n    {test}\n"})
    target = find_definition(source, "Dial")
    tested = CodeOfTests(tmp_path, ["dial.py"]).named_by(["tests/test_dial.py::test_it"])
    assert isinstance(target.node, ast.ClassDef)
    assert unstated(target, "dial.py", class_description(target.node), tested, ProjectIndex(tmp_path)) == lacking
