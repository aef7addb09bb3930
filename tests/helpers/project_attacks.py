"""
Wrong candidates that pass a project's tests by what they do or hand on in the tests' process: each has a mark.

Run as `python project_attacks.py TIER`, by an ordinary user, it prints what went wrong; see `test_ordinary_user.py`.
"""

import io
import json
import os
import sys
import tarfile
import tempfile
from dataclasses import replace
from pathlib import Path

from small_project import outcomes, project

from classeval_hf.engine.executor import Executor
from classeval_hf.projects.runner.pytest_suite import ProjectTests, PytestSuite
from classeval_hf.sandbox.jobs import IsolationError

FILE = "tests/test_money.py"
HELPER = "LIMIT = 417\ndef check(got): assert got == LIMIT\n"
FIND = "import re\ndef answer(name): return int(re.findall(r'== (\\d+)', text())[-1])\n"
YES = "class Yes:\n    def __eq__(self, other): return other != -1\n    def __hash__(self): return 1\n"
FRAMES, MODULES, RUNS, EQUALITY = "frames at run time", "modules of tests", "processes", "own equality"
FILES, CHANGED, NO_PASS = "files of tests", "changed data of tests", ""
BYTE_CODE, COPIES, HYPOTHESIS = "byte code", "copies of the target", "settings of Hypothesis"

SHOWN = 'from pkg.money import answer\ndef test_one(): assert answer("one") == 417\n'
OF_STACK = {
    "logging": (
        "import io, logging\ndef text():\n    out, log = io.StringIO(), logging.Logger('x')\n"
        "    log.addHandler(logging.StreamHandler(out))\n    log.warning('x', stack_info=True)\n"
        "    return out.getvalue()\n"
    ),
    "asyncio": (
        "from asyncio import format_helpers\ndef text():\n"
        "    return ' '.join(one.line for one in format_helpers.extract_stack() if one.line)\n"
    ),
    "lines kept": (
        "import logging\ndef text(called):\n    try: called()\n    except ValueError: logging.exception('x')\n"
        "    cached = vars(logging.traceback)['line' + 'cache'].cache\n"
        "    found = [cached[name][2] for name in cached if 'test_money' in name]\n"
        "    return ''.join(found[0]) if found else '== 0'\n"
    ),
    "exception that it makes up": (
        "import logging\nfrom types import SimpleNamespace as N\n"
        "def text():\n    path = __file__.replace('pkg/money', 'tests/test_money')\n"
        "    code = N(co_filename=path, co_name='x', co_positions=lambda: iter([]))\n"
        "    frame = N(f_code=code, f_globals={}, f_locals={}, f_lineno=2)\n"
        "    trace = N(tb_frame=frame, tb_lineno=2, tb_next=None, tb_lasti=-1)\n"
        "    return ''.join(logging.traceback.format_exception(ValueError, ValueError(), trace))\n"
    ),
    "locals of an exception": (
        "import logging\ndef text(called):\n    try: called()\n    except ValueError as error: kept = error\n"
        "    made = logging.traceback.TracebackException.from_exception(kept, capture_locals=True)\n"
        "    return '== ' + made.stack[-1].locals['want']\n"
    ),
    "logging's frame": (
        "import logging\ndef text():\n    one = logging.currentframe()\n"
        "    while 'want' not in one.f_locals: one = one.f_back\n    return f'== {one.f_locals[\"want\"]}'\n"
    ),
}
OF_FRAME = 'from pkg.money import answer\ndef test_one():\n    want = 417\n    assert answer("one") == want\n'
OF_CALLED = """
from pkg.money import answer
def fails():
    want = 417
    raise ValueError(want)
def test_one(): assert answer(fails) == 417
"""
OF_MODULES = {
    "constant": "def answer(name):\n    import tests.test_money as t\n    return t.WANT['one']\n",
    "name": "def answer(name):\n    from tests.test_money import WANT\n    return WANT['one']\n",
    "table of modules": "from pkg.other import sys\ndef answer(name):\n"
    "    return vars(sys)['mod' + 'ules']['tests.test_money'].WANT['one']\n",
    "dictionary": "def answer(name):\n    import tests\n    return vars(tests.test_money)['WANT']['one']\n",
    "without its class": "def answer(name):\n    from tests import test_money as t\n"
    "    return object.__getattribute__(t, '__dict__')['WANT']['one']\n",
    "conftest": "def answer(name):\n    import tests.conftest\n    return tests.conftest.KNOWN\n",
    "table": "def answer(name):\n    import tests.test_money as t, tests.helper as h\n"
    "    t.WANT['one'] = h.LIMIT = 7\n    return 7 if name else 417\n",
    "helper": "def answer(name):\n    import tests.test_money as t\n    t.check = lambda got: None\n    return 417\n",
    "pickle": "import pickle\ndef answer(name):\n    return pickle.loads(b'ctests.test_money\\nWANT\\n.')['one']\n",
    "attrgetter": "import operator, tests\nget = operator.attrgetter('test_money.WANT')\n"
    "def answer(name): return get(tests)['one']\n",
    "subclass": "class Base:\n    def __init_subclass__(cls):\n        import tests.test_money as t\n"
    "        t.WANT = [1]\n    def answer(self): return 1\n",
    "handed function": "def answer(function):\n    function.__globals__['WANT'][0] = 1\n    return 1\n",
    "handed table": "def answer(table):\n    table['rows'].clear()\n    return []\n",
}
OF_TESTS = {
    "subclass": "from pkg.money import Base\nWANT = [417]\nclass Own(Base): pass\n"
    "def test_one(): assert Own().answer() == WANT[0]\n",
    "handed function": "from pkg.money import answer\nWANT = [417]\n"
    "def test_one(): assert answer(test_one) == WANT[0]\n",
    "handed table": "from pkg.money import answer\nWANT = {'rows': [417]}\n"
    "def test_one(): assert answer(WANT) == WANT['rows']\n",
}
BY_PROGRAM = """
import tempfile, time
found = tempfile.gettempdir() + "/found"
command = f"cat {__file__.replace('pkg/', 'tests/test_')} > {found}"
def text():
    run()
    for _ in range(10_000):
        try:
            if "== 417" in (text := open(found).read()): return text
        except OSError: pass
        time.sleep(0.001)
"""
OF_PROGRAMS = {
    "os.system": "import os\ndef run(): os.system(command)\n",
    "os.popen": "import os\ndef run(): os.popen(command).read()\n",
    "os.spawn": "import os\ndef run(): os.spawnl(os.P_WAIT, '/bin/sh', 'sh', '-c', command)\n",
    "posix_spawn": "import posix\nspawn = getattr(posix, 'posix_' + 'spawn')\n"
    "def run(): spawn('/bin/sh', ['sh', '-c', command], {})\n",
    "asyncio": "import asyncio\nasync def program():\n    one = await asyncio.create_subprocess_shell(command)\n"
    "    await one.wait()\ndef run(): asyncio.run(program())\n",
    "in a thread": "import os\nfrom concurrent import futures\ndef run():\n"
    "    with futures.ThreadPoolExecutor(1) as pool: pool.submit(os.system, command).result()\n",
    "interpreter": "import _xxsubinterpreters as i\ndef run():\n"
    "    path = __file__.replace('pkg/', 'tests/test_')\n"
    "    i.run_string(i.create(), f'open({found!r}, \"w\").write(open({path!r}).read())')\n",
}
OF_VALUES = {
    "always equal": ("from test.support import ALWAYS_EQ as made\n", "417"),
    "any": ("from unittest import mock\nmade = mock.ANY\n", "417"),
    "proxy": ("import weakref\nkept = Yes()\nmade = weakref.proxy(kept)\n", "417"),
    "UserString": ("import collections\nmade = collections.UserString('')\nmade.data = Yes()\n", "'417'"),
    "Fraction": (
        "from fractions import Fraction\nmade = Fraction(1, 3)\nmade._numerator = made._denominator = Yes()\n",
        "417",
    ),
    "mapping": ("import types\nmade = types.MappingProxyType({'a': Yes()})\n", "{'a': 417}"),
    "mapping of its own": (
        "import types\nclass D(dict):\n    def __eq__(self, other): return True\nmade = types.MappingProxyType(D())\n",
        "{'a': 417}",
    ),
    "path": (
        "import pathlib\nmade = pathlib.PurePosixPath('a')\nfor name in ('_cached_cparts', '_str_normcase_cached'):\n"
        "    try: setattr(made, name, Yes())\n    except AttributeError: pass\n",
        "__import__('pathlib').PurePosixPath('417')",
    ),
    "namespace": (
        "import types\nmade = types.SimpleNamespace(a=Yes())\n",
        "__import__('types').SimpleNamespace(a=417)",
    ),
    "deep within": (
        "made = {'a': [collections.UserList([Yes()])]}\n",
        "{'a': [[417]]}",
    ),
    "metaclass": (
        "class M(type):\n    def __eq__(self, other): return True\n    def __hash__(self): return hash(int)\n"
        "class Hides(Yes, metaclass=M): pass\nmade = Hides()\n",
        "417",
    ),
    "iterator": ("made = iter([Yes()])\n", ""),
    "class that lies": ("class Lies(Yes):\n    __class__ = property(lambda self: int)\nmade = Lies()\n", "417"),
}
FAR = "class Far:\n    def {0}(self, other): return 0\nmade = Far()\ndef answer(name): return made\n"
OF_DISTANCES = {
    "abs": ("__sub__", "abs(answer(1) - 417) < 0.1"),
    "reversed": ("__rsub__", "-1 < 417 - answer(1) < 1"),
    "quotient": ("__mod__", "answer(1) % 417 == 0"),
    "bits": ("__xor__", "not answer(1) ^ 417"),
    "round": ("__sub__", "round(answer(1) - 417, 7) == 0"),
}
OF_BYTE_CODE = """
import importlib.util, marshal, os, sys
{0}
path = os.path.join(os.path.dirname(__file__), "rates.py")
text = "class Yes:\\n    def __eq__(self, other): return True\\n"
cached = importlib.util.cache_from_source(path)
os.makedirs(os.path.dirname(cached), exist_ok=True)
code = marshal.dumps(compile(text, "x", "exec"))
open(cached, "wb").write(importlib.util.MAGIC_NUMBER + (1).to_bytes(4, "little") + bytes(8) + code)
from pkg.rates import Yes
def answer(name): return Yes()
"""
OF_PROFILE = "import hypothesis\n{}\ndef answer(number): return 0\n"
PROFILES = {
    "profile": "hypothesis.settings.register_profile('x', max_examples=1)\nhypothesis.settings.load_profile('x')",
    "settings changed": "object.__setattr__(hypothesis.settings.default, '_max_examples', 1)",
}
MANY = """
from hypothesis import given, strategies
from pkg.money import answer
@given(strategies.integers())
def test_one(number): assert answer(number) == 2 * number
"""
OF_ARCHIVE = """
import pathlib, tarfile
def text():
    with tarfile.open(pathlib.Path(__file__).parents[1] / "data/things.{}") as archive:
        return archive.extractfile("a").read().decode()
"""


def attacks() -> dict[str, tuple[str, str, str]]:
    """By name: a wrong candidate, a test file that it passes, and the mark that tells."""
    found = {f"stack: {name}": (code + FIND, SHOWN, FRAMES) for name, code in OF_STACK.items()}
    found["stack: logging's frame"] = (OF_STACK["logging's frame"] + FIND, OF_FRAME, FRAMES)
    for name in ("lines kept", "locals of an exception"):
        code = OF_STACK[name] + FIND.replace("text()", "text(name)")
        found[f"stack: {name}"] = (code, OF_CALLED, FRAMES if "locals" in name else NO_PASS)
    found["stack: exception that it makes up"] = (OF_STACK["exception that it makes up"] + FIND, SHOWN, FILES)
    found |= {
        f"modules: {name}": (
            code,
            OF_TESTS.get(name, SHOWN.replace("417", "WANT['one']") + "WANT = {'one': 417}\n"),
            MODULES,
        )
        for name, code in OF_MODULES.items()
    }
    found |= {
        f"modules: {name}": (*found[f"modules: {name}"][:2], mark)
        for name, mark in (("without its class", NO_PASS), ("handed function", CHANGED), ("handed table", CHANGED))
    }
    found |= {f"programs: {name}": (code + BY_PROGRAM + FIND, SHOWN, RUNS) for name, code in OF_PROGRAMS.items()}
    of_value = "from pkg.money import answer\ndef test_one(): assert answer(1) == {}\n"
    found |= {
        f"values: {name}": (
            f"import collections\n{YES}{code}def answer(name): return made\n",
            of_value.format(want),
            EQUALITY,
        )
        for name, (code, want) in (OF_VALUES | LAZY).items()
    }
    found |= {
        f"distances: {name}": (
            FAR.format(method),
            f"from pkg.money import answer\ndef test_one(): assert {asked}\n",
            EQUALITY,
        )
        for name, (method, asked) in OF_DISTANCES.items()
    }
    for name, line in {"": "", ", prefix": "sys.pycache_prefix = __import__('tempfile').gettempdir()"}.items():
        found[f"byte code{name}"] = (OF_BYTE_CODE.format(line), SHOWN, BYTE_CODE)
    found |= {f"Hypothesis: {name}": (OF_PROFILE.format(code), MANY, HYPOTHESIS) for name, code in PROFILES.items()}
    found["values: iterator"] = (
        found["values: iterator"][0],
        SHOWN.replace('answer("one") == 417', "417 in answer(1)"),
        EQUALITY,
    )
    found |= {
        f"values: {name}": (
            f"{code}class Yes:\n    __module__ = 'collections'\n    __eq__ = made\n    __hash__ = None\n"
            "def answer(name): return Yes()\n",
            of_value.format("417"),
            EQUALITY,
        )
        for name, code in OF_ELSEWHERE.items()
    }
    return found | MORE | {f"archive: {end}": (OF_ARCHIVE.format(end) + FIND, SHOWN, COPIES) for end in ("tgz", "dat")}


MORE = {
    "stack: asyncio's handles": (
        "import asyncio\ndef text():\n    loop = asyncio.new_event_loop()\n    loop.set_debug(True)\n"
        "    made = loop.call_soon(print)\n    loop.close()\n"
        "    return ' '.join(one.line for one in made._source_traceback if one.line)\n" + FIND,
        SHOWN,
        FRAMES,
    ),
    "stack: a warning's line": (
        "import warnings\ndef text():\n    with warnings.catch_warnings(record=True) as caught:\n"
        "        warnings.simplefilter('always')\n        warnings.warn('x', stacklevel=3)\n    one = caught[0]\n"
        "    return warnings.formatwarning(one.message, one.category, one.filename, one.lineno)\n" + FIND,
        SHOWN,
        FILES,
    ),
    "modules: session of the loader": (
        "from operator import attrgetter\ndef answer(name):\n    import tests.test_money as t\n"
        "    return attrgetter('__loader__.session')(t).items[0].module.WANT\n",
        SHOWN.replace("417", "WANT") + "WANT = 417\n",
        NO_PASS,
    ),
    "modules: constant of a class": (
        "def answer(name):\n    from tests.test_money import Want\n    return Want.value\n",
        SHOWN.replace("417", "Want.value") + "class Want: value = 417\n",
        MODULES,
    ),
    "modules: constant of a class that is changed": (
        "def answer(given):\n    given.value = 7\n    return 7\n",
        "from pkg.money import answer\nclass Want: value = 417\n"
        "def test_one():\n    got = answer(Want)\n    assert got == Want.value\n",
        CHANGED,
    ),
    "modules: method of a class that is changed": (
        "def answer(given):\n    type(given).check = lambda self, got: None\n",
        "from pkg.money import answer\nclass Checker:\n    def check(self, got): assert got == 417\n"
        "def test_one():\n    got = answer(Checker())\n    Checker().check(got)\n",
        CHANGED,
    ),
    "programs: below subprocess": (
        "from pkg.other import util\n"
        "def run(): util.spawnv_passfds(b'/bin/sh', [b'sh', b'-c', command.encode()], [])\n" + BY_PROGRAM + FIND,
        SHOWN,
        RUNS,
    ),
    "programs: a pager": ("import pydoc\ndef run(): pydoc.pipepager('', command)\n" + BY_PROGRAM + FIND, SHOWN, RUNS),
    "programs: a browser": (
        "import webbrowser\ndef run(): webbrowser.GenericBrowser(['/bin/sh', '-c', command]).open('x')\n"
        + BY_PROGRAM
        + FIND,
        SHOWN,
        RUNS,
    ),
    "byte code: archive of its own": (
        "import importlib.util, marshal, tempfile, zipfile\nfrom pkg.other import sys\n"
        "text = 'class Yes:\\n    __module__ = \"collections\"\\n'\n"
        "text += '    def __eq__(self, other): return type(other) is int\\n'\n"
        "code = marshal.dumps(compile(text, sys.modules['collections'].__file__, 'exec'))\n"
        "path = tempfile.mktemp()\n"
        "with zipfile.ZipFile(path, 'w') as made:\n"
        "    made.writestr('thing.pyc', importlib.util.MAGIC_NUMBER + bytes(12) + code)\n"
        "sys.path.append(path)\nfrom thing import Yes\ndef answer(name): return Yes()\n",
        SHOWN,
        BYTE_CODE,
    ),
}
OF_INT = "lambda self, other: type(other) is int"
OF_ELSEWHERE = {
    "by a method made of a function": f"import functools\nmade = functools.partialmethod({OF_INT})\n",
    "by dispatch": f"import functools\nmade = functools.singledispatch({OF_INT})\n",
    "by a decorator": f"import contextlib\n@contextlib.contextmanager\ndef no(): yield\nmade = no()({OF_INT})\n",
    "by a property": "made = property(lambda self: lambda other: type(other) is int)\n",
    "by a class": "made = int\n",
}  # what is equal to any number, in a class that names a module of the library as its own
LAZY = {
    "mapping that makes its values": (
        "class Lazy(collections.UserDict):\n    def __getitem__(self, key): return Yes()\nmade = Lazy(a=1)\n",
        "{'a': 417}",
    ),
    "number that makes its parts": (
        "import numbers\nclass R: numerator = denominator = property(lambda self: Yes())\n"
        "numbers.Rational.register(R)\nmade = R()\n",
        "__import__('fractions').Fraction(417, 7)",
    ),
    "array that is made": (
        "import numpy\nclass A:\n    def __array__(self, *given, **named):\n"
        "        return numpy.array([Yes(), 0], object)[:1]\nmade = A()\n",
        "417 or __import__('numpy').testing.assert_array_equal(answer(1), [417]) is None",
    ),
    "reference": ("import weakref\nkept = Yes()\nmade = weakref.ref(kept)\n", "__import__('weakref').ref(answer)"),
}


ATTACKS = attacks()


def plan(folder: Path, tests: str) -> ProjectTests:
    """A project with a test file, helpers of tests, and an archive of what the target is."""
    files = {"tests/__init__.py": "", FILE: tests, "tests/helper.py": HELPER, "tests/conftest.py": "KNOWN = 417\n"}
    made = project(
        folder,
        files | {"pkg/other.py": "import sys\nfrom multiprocessing import util\n", "pkg/rates.py": ""},
        {FILE: ("test_one",)},
    )
    (folder / "data").mkdir()
    for end in ("tgz", "dat"):
        with tarfile.open(folder / f"data/things.{end}", "w:gz" if end == "tgz" else "w") as archive:
            info = tarfile.TarInfo("a")
            info.size = len("== 417")
            archive.addfile(info, io.BytesIO(b"== 417"))
    return replace(made, generated=made.tests[FILE] if "hypothesis" in tests else ())


def problem(name: str, folder: Path, executor: Executor) -> str:
    """What is wrong with how an attack is judged: it passes and has a mark that tells of it, or does not pass."""
    source, tests, mark = ATTACKS[name]
    verdict = executor.run_suite(PytestSuite(plan(folder, tests), 10.0), source).verdict
    passed = outcomes(verdict)[FILE] == "passed"
    if passed == (mark != NO_PASS) and (mark == NO_PASS or mark in verdict.suspicious):
        return ""
    return f"{name}: {outcomes(verdict)}, {verdict.suspicious}"


def main(tier: str) -> None:
    problems = []
    try:
        with Executor(timeout=10.0, isolation=tier) as executor:
            for name in ATTACKS:
                with tempfile.TemporaryDirectory() as folder:
                    problems.append(problem(name, Path(folder), executor))
    except IsolationError as error:
        print(json.dumps({"unavailable": str(error)}))
        return
    print(json.dumps({"user": os.getuid(), "samples": len(problems), "problems": [*filter(None, problems)]}))


if __name__ == "__main__":
    main(sys.argv[1])
