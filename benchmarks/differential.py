"""
Verdicts per test beside plain `unittest`'s: `python benchmarks/differential.py --sdists FOLDER -o differential.md`.

Public tests of classes, of the standard library (`Lib/test`, which Debian has in `libpython3-testsuite`) and of
packages whose sources lie unpacked in `--sdists`, are cast as class tasks: the sample is the real module, or one of
ten mutants of its class. Each test's verdict is compared with that of `unittest` in a process without isolation. A
*false pass* is a test that passes here and not there, a *false fail* the opposite; what is refused by name before any
sample is run is counted by its tests, and so are tests that plain `unittest` does not run. Suites that take plain
`unittest` long with the real class are left out, and named; so are mutants whose tests do not end.
"""

import argparse
import ast
import json
import os
import subprocess
import sys
import sysconfig
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from classeval_hf.classes.tasks.task_rows import task_from_row
from classeval_hf.classes.tasks.test_cases import as_unittest
from classeval_hf.core.errors import InfrastructureError, UserError
from classeval_hf.core.syntax import parse
from classeval_hf.core.tables import format_table
from classeval_hf.core.tasks import ClassTask
from classeval_hf.core.verdicts import Outcome
from classeval_hf.engine.executor import Executor
from classeval_hf.strengthening.program_mutants import program_mutants

MUTANTS = 10
LONG = 20  # seconds of processor time of all tests with the real class by plain unittest; longer ones are left out
SECONDS = 300  # by the clock for all tests of a sample by plain unittest; a mutant that takes longer is left out
COLUMNS = ("tests", "pass", "samples", "agree", "false pass", "false fail", "refused", "not run", "left out")

_LIBRARY = Path(sysconfig.get_path("stdlib"))
_BUNDLE = """import importlib.abc as _abc, importlib.util as _util, sys as _sys
_SOURCES = {sources!r}
class _Finder(_abc.MetaPathFinder, _abc.Loader):
    def find_spec(self, name, path=None, target=None):
        if name in _SOURCES:
            return _util.spec_from_loader(name, self, is_package=_SOURCES[name][1])
    def exec_module(self, module):
        exec(compile(_SOURCES[module.__name__][0], module.__name__, "exec", dont_inherit=True), module.__dict__)
for _name in _SOURCES:
    _sys.modules.pop(_name, None)
_sys.meta_path.insert(0, _Finder())
{imports}
"""
"""A sample: modules as they are, and what the tests import of them."""

_PLAIN = """
import json, os, random, resource, signal, sys, tempfile, types, unittest
given = json.load(sys.stdin)
resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
os.chdir(tempfile.mkdtemp(dir=given["folder"]))
random.seed(0)
out = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)
def load(name, source, names):
    module = types.ModuleType(name)
    module.__file__ = name + ".py"
    sys.modules[name] = module
    module.__dict__.update(names)
    exec(compile(source, module.__file__, "exec"), module.__dict__)
    return module
class Result(unittest.TestResult):
    def __init__(self):
        super().__init__()
        self.found = {}
        self.around = []
    def note(self, test, outcome):
        if not isinstance(test, unittest.TestCase):
            self.around.append(str(test))
        else:
            key = type(test).__name__, test._testMethodName
            if self.found.get(key) not in ("fail", "time"):
                self.found[key] = outcome
    def startTest(self, test):
        signal.setitimer(signal.ITIMER_VIRTUAL, 10)
        super().startTest(test)
        self.note(test, "pass")
    def stopTest(self, test):
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        super().stopTest(test)
    def addFailure(self, test, error): self.note(test, "fail")
    def addError(self, test, error):
        self.note(test, "time" if error[0] is Late else "fail")
        if error[0] is Late:  # the sample is left out, so its other tests need not run
            self.stop()
    def addSubTest(self, test, part, error): self.note(test, "fail" if error else "pass")
    def addSkip(self, test, reason):
        if hasattr(test, "test_case"):  # a part
            self.note(test.test_case, "pass")
        else:
            self.note(test, "skip")
    def addUnexpectedSuccess(self, test): self.note(test, "fail")
class Late(BaseException): pass
def late(*_): raise Late
signal.signal(signal.SIGVTALRM, late)
candidate = load("candidate", given["candidate"], {})
tests = load("classeval_tests", given["tests"], {k: v for k, v in vars(candidate).items() if not k.startswith("__")})
loader = unittest.TestLoader()
classes = {name: kind for name, kind in vars(tests).items() if isinstance(kind, type)
           and issubclass(kind, unittest.TestCase) and kind.__name__ == name and loader.getTestCaseNames(kind)}
found = {}
for name, kind in classes.items():  # each in a process of its own, as samples are run
    reading, writing = os.pipe()
    if not os.fork():
        random.seed(0)
        result = Result()
        unittest.TestSuite([loader.loadTestsFromTestCase(kind)]).run(result)
        around = any(name in one or "Module" in one for one in result.around)
        outcomes = {test: "fail" if around else outcome for (_, test), outcome in result.found.items()}
        with os.fdopen(writing, "w") as file:
            json.dump(outcomes, file)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as file:
        found[name] = json.loads(file.read() or "{}")
    os.wait()
    if "time" in found[name].values():
        break
print(json.dumps(found), file=out, flush=True)
os._exit(0)
"""


@dataclass(frozen=True)
class Subject:
    """A class with public tests."""

    name: str  # its dotted name
    tests: str  # the file of the tests, in the folder of the package or of the library
    folder: str = ""  # of an unpacked package; empty for the standard library
    helpers: tuple[str, ...] = ()  # files whose content the tests import from beside them
    changes: tuple[tuple[str, str], ...] = ()  # texts that are replaced in module and tests


_NEVER = "_never"  # a module that is not there, so that the one in Python is used
_PURE = (
    ("import _collections_abc\n", "import _collections_abc\nabc = _collections_abc\n"),
    ("from _collections import OrderedDict", f"from {_NEVER} import OrderedDict"),
    ("py_coll = import_helper.import_fresh_module('collections',", "import collections as py_coll; (0,"),
    ("blocked=['_collections'])", "0)"),
    ("c_coll = import_helper.import_fresh_module('collections', fresh=['_collections'])", "c_coll = None"),
)
SUBJECTS = (
    *(Subject(f"{module}.{name}", f"test/test_{module.replace('.', '_')}.py") for module, name in (
        ("fractions", "Fraction"), ("configparser", "RawConfigParser"),
        ("textwrap", "TextWrapper"), ("string", "Template"), ("shlex", "shlex"), ("graphlib", "TopologicalSorter"),
        ("reprlib", "Repr"), ("http.cookies", "Morsel"), ("pprint", "PrettyPrinter"), ("optparse", "OptionParser"),
        ("ipaddress", "_BaseNetwork"), ("calendar", "Calendar"), ("difflib", "SequenceMatcher"), ("cmd", "Cmd"),
        ("sched", "scheduler"), ("contextlib", "ExitStack"), ("gettext", "GNUTranslations"),
        ("statistics", "NormalDist"),
    )),
    Subject("html.parser.HTMLParser", "test/test_htmlparser.py"),
    Subject("collections.UserDict", "test/test_userdict.py"),
    Subject("collections.UserList", "test/test_userlist.py"),
    Subject("collections.UserString", "test/test_userstring.py", changes=_PURE[:1]),
    Subject("collections.OrderedDict", "test/test_ordered_dict.py", changes=_PURE),
    Subject("more_itertools.more.peekable", "tests/test_more.py", "more_itertools"),
)  # fmt: skip
OF_PACKAGES = (
    *(Subject(f"cachetools.{name}", f"tests/test_{test}.py", "cachetools", ("tests/__init__.py",)) for name, test in (
        ("Cache", "cache"), ("LRUCache", "lru"), ("TTLCache", "ttl"), ("LFUCache", "lfu"), ("TLRUCache", "tlru"),
    )),
    Subject("addict.addict.Dict", "test_addict.py", "addict"),
    Subject("jsonpointer.JsonPointer", "tests.py", "jsonpointer"),
    Subject("dotmap.DotMap", "dotmap/test.py", "dotmap"),
    Subject("pathspec.pathspec.PathSpec", "tests/test_05_pathspec.py", "pathspec", ("tests/util.py",)),
    Subject("dateutil.relativedelta.relativedelta", "tests/test_relativedelta.py", "python_dateutil",
            ("tests/_common.py",)),
    Subject("dateutil.rrule.rruleset", "tests/test_rrule.py", "python_dateutil", ("tests/_common.py",)),
    Subject("toolz.functoolz.curry", "toolz/tests/test_functoolz.py", "toolz"),
    Subject("boltons.setutils.IndexedSet", "tests/test_setutils.py", "boltons"),
    Subject("boltons.ioutils.SpooledBytesIO", "tests/test_ioutils.py", "boltons"),
    Subject("simpleeval.SimpleEval", "tests/test_basics.py", "simpleeval", ("tests/base.py", *(
        f"tests/test_{name}.py" for name in ("evaluator", "functions", "operators", "names", "comprehensions")
    ))),
    Subject("pydispatch.saferef.BoundMethodWeakref", "tests/test_saferef.py", "PyDispatcher"),
    *(Subject(f"boltons.{name}", f"tests/test_{name.partition('.')[0]}.py", "boltons") for name in (
        "queueutils.SortedPriorityQueue", "listutils.BarrelList", "tableutils.Table", "strutils.MultiReplace",
    )),
    Subject("pyparsing.core.Word", "tests/test_simple_unit.py", "pyparsing",
            changes=(("test_case_classes.sort(", "dict("), ("def runTest", "def test_it"))),
)  # fmt: skip


@dataclass(frozen=True)
class Cast:
    """A subject as a class task, and what is needed to make samples for it."""

    sources: dict[str, tuple[str, bool]]  # modules of the package by name: source, and whether it is a package
    module: str
    class_name: str
    tests: str
    imports: str

    def sample(self, source: str) -> str:
        changed = {**self.sources, self.module: (source, self.sources[self.module][1])}
        return _BUNDLE.format(sources=changed, imports=self.imports)


def cast(subject: Subject, sdists: Path) -> Cast:
    module, _, class_name = subject.name.rpartition(".")
    folder = next(sdists.glob(f"{subject.folder}-*/")) if subject.folder else _LIBRARY
    top = module.partition(".")[0]
    base = next(one for one in (folder / "src", folder) if (one / top).exists() or (one / f"{top}.py").exists())
    names = [module] if not subject.folder else []
    files = {_file(base, name): name for name in names} if names else {
        path: ".".join(path.relative_to(base).with_suffix("").parts).removesuffix(".__init__")
        for path in sorted((base / top).rglob("*.py") if (base / top).is_dir() else [base / f"{top}.py"])
        if not {"test", "tests"} & {*path.relative_to(base).with_suffix("").parts}
    }  # fmt: skip

    def read(path: Path) -> str:
        text = path.read_text(encoding="utf-8")
        for old, new in subject.changes:
            text = text.replace(old, new)
        return text

    sources = {name: (read(path), path.name == "__init__.py") for path, name in files.items()}
    texts = [read(folder / name) for name in (*subject.helpers, subject.tests)]
    tree = parse("\n".join(texts))
    imports, body = [], []
    for node in tree.body:
        name = node.module or "" if isinstance(node, ast.ImportFrom) else ""
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else [name]
        if isinstance(node, ast.ImportFrom) and node.level:
            continue
        if isinstance(node, (ast.Import, ast.ImportFrom)) and any(one.partition(".")[0] == top for one in names):
            imports.append(ast.unparse(node))
        elif not (isinstance(node, ast.FunctionDef) and node.name == "load_tests"):
            body.append(node)
    tree.body = [node for node in body if not (isinstance(node, ast.If) and "__name__" in ast.unparse(node.test))]
    return Cast(sources, module, class_name, as_unittest(ast.unparse(tree) + "\n"), "\n".join(imports))


def _file(base: Path, module: str) -> Path:
    path = base.joinpath(*module.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def by_unittest(candidate: str, tests: str) -> dict[str, dict[str, str]] | None:
    """The outcome of each test by class; `None` where they do not end."""
    with tempfile.TemporaryDirectory() as folder:
        given = json.dumps({"candidate": candidate, "tests": tests, "folder": folder})
        try:
            done = subprocess.run(
                [sys.executable, "-c", _PLAIN], input=given, capture_output=True, text=True, timeout=SECONDS
            )
        except subprocess.TimeoutExpired:
            return None
    if done.returncode:
        if "ModuleNotFoundError" in done.stderr:
            raise UserError(done.stderr.strip().rpartition("\n")[2])
        return {}
    found: dict[str, dict[str, str]] = json.loads(done.stdout.strip().rpartition("\n")[2])
    return found


def compare(subject: Subject, sdists: Path, executor: Executor) -> tuple[Counter[str], list[str]]:
    """How many verdicts agree, or not and how; and the names of those that do not."""
    counts: Counter[str] = Counter()
    different = []
    made = cast(subject, sdists)
    source = made.sources[made.module][0]
    right = made.sample(source)
    begun = os.times()
    expected = by_unittest(right, made.tests)
    if expected is None or os.times().children_user - begun.children_user > LONG:
        return Counter({"not run": 1}), [f"{subject.name}: its tests take more than {LONG} seconds by unittest"]
    if not expected:
        return Counter({"not run": 1}), [f"{subject.name}: its tests do not run by unittest"]
    mutants = program_mutants(source, made.class_name, MUTANTS)
    counts["tests"] = sum(map(len, expected.values()))
    counts["pass"] = sum(outcome == "pass" for of_class in expected.values() for outcome in of_class.values())
    for number, sample in enumerate([right, *(made.sample(mutant.source) for mutant in mutants)]):
        plain = by_unittest(sample, made.tests) if number else expected
        if plain is None or any("time" in of_class.values() for of_class in plain.values()):
            counts["left out"] += 1
            continue
        row = {"task_id": subject.name, "class_name": made.class_name, "test": made.tests}
        try:
            task: ClassTask = task_from_row({**row, "test_classes": list(expected), "solution_code": right})
            verdict = executor.run(task, sample).verdict
        except (UserError, InfrastructureError) as error:
            return Counter(refused=counts["tests"], tests=counts["tests"]), [str(error)]
        if any(of_class.count(Outcome.TIMEOUT) for of_class in verdict.test_classes):
            counts["left out"] += 1  # on a busy machine
            continue
        counts["samples"] += 1
        for of_class in verdict.test_classes:
            ours = {case.test: case for case in of_class.cases}
            for test in expected[of_class.test_class]:
                theirs = plain.get(of_class.test_class, {}).get(test, "fail")
                case = ours.get(test)
                passed = case is not None and case.outcome is Outcome.PASS and not of_class.error_type
                if passed == (theirs == "pass") or (theirs == "skip" and not passed):
                    counts["agree"] += 1
                    continue
                kind = "false pass" if passed else "false fail"
                counts[kind] += 1
                said = case.message[:160] if case is not None else "not there"
                different.append(f"{kind}: {subject.name}, sample {number}, {of_class.test_class}.{test}: {said}")
    return counts, different


def rows(subjects: Sequence[Subject], sdists: Path) -> Iterator[tuple[list[object], list[str]]]:
    with Executor(timeout=30.0) as executor:
        for subject in subjects:
            try:
                counts, different = compare(subject, sdists, executor)
            except (UserError, StopIteration, OSError) as error:
                counts, different = Counter({"not run": 1}), [f"{subject.name}: not cast: {error!r}"]
            print(subject.name, dict(counts), *different, sep="\n  ", file=sys.stderr, flush=True)
            yield [subject.name, *(counts[name] for name in COLUMNS)], different


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sdists", type=Path, default=Path(), help="folder of unpacked source distributions")
    parser.add_argument("--only", nargs="*", default=[], help="names of classes, to compare these alone")
    parser.add_argument("-o", "--output", type=Path, help="where to write the table")
    arguments = parser.parse_args()
    subjects = [one for one in (*OF_PACKAGES, *SUBJECTS) if not arguments.only or one.name in arguments.only]
    found = list(rows(subjects, arguments.sdists))
    totals = ["all", *(sum(int(str(row[at])) for row, _ in found) for at in range(1, len(COLUMNS) + 1))]
    table = format_table(
        ["class", *COLUMNS], [[str(cell) for cell in row] for row in (*(row for row, _ in found), totals)]
    )
    text = "\n".join([table, "", *(line for _, different in found for line in different)])
    print(text)
    if arguments.output:
        arguments.output.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
