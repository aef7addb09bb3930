"""Fresh variants of published tasks: a seed draws other names and rules, and tests expect the results of the changed
reference. A model that recites the published task fails, and one that reads the contract passes."""

import ast
import contextlib
import copy
import doctest
import io
import json
import os
import random
import re
import sys
import tempfile
import unittest
from collections.abc import Mapping
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

import msgspec

from classeval_hf.classes.tasks.files import OPEN_TASKS, read_task_folder, task_folders
from classeval_hf.core.errors import UserError
from classeval_hf.core.syntax import parse
from classeval_hf.core.tasks import ClassTask
from classeval_hf.metrics.comparability import FRESH_ID

TEMPLATE = "fresh.json"
_ASSERTIONS = {"assertEqual", "assertListEqual", "assertDictEqual", "assertTupleEqual", "assertSetEqual"}
_CONSTRUCTORS = {"Fraction", "Decimal", "date", "datetime", "timedelta", "set", "frozenset"}
_PLAIN = (ast.Constant, ast.List, ast.Tuple, ast.Dict, ast.Set, ast.UnaryOp, ast.BinOp, ast.operator, ast.unaryop)


class Alternative(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One way to change a rule: texts that occur once, with replacements, by file."""

    skeleton: list[tuple[str, str]] = []
    solution: list[tuple[str, str]] = []
    test: list[tuple[str, str]] = []


class Template(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The possible changes of a task; `{n}` in a replacement stands for the number `n`."""

    names: dict[str, list[str]]  # other names, by name in the published task
    rules: list[list[Alternative]]  # the ways to change each rule
    numbers: dict[str, list[int]] = {}


def templates() -> list[Path]:
    return [folder for folder in task_folders(OPEN_TASKS) if (folder / TEMPLATE).is_file()]


def write_fresh_tasks(output: Path, seed: int) -> list[ClassTask]:
    """Writes a variant of each template as a task folder, and returns the tasks."""
    files = {output / folder.name: fresh_files(folder, seed) for folder in templates()}
    for target, texts in files.items():  # all are made before the first is written
        target.mkdir(parents=True)
        for name, text in texts.items():
            (target / name).write_text(text, encoding="utf-8")
    return [read_task_folder(target) for target in files]


def fresh_files(folder: Path, seed: int) -> dict[str, str]:
    """The files of a task's variant by name; an error names a template with a text that does not occur once."""
    task = read_task_folder(folder)
    try:
        template = msgspec.json.decode((folder / TEMPLATE).read_bytes(), type=Template)
    except msgspec.DecodeError as error:
        raise UserError(f"{folder / TEMPLATE}: {error}") from error
    draw = random.Random(f"{seed} {folder.name}")
    names = {old: draw.choice(new) for old, new in template.names.items()}
    numbers = {name: draw.choice(values) for name, values in template.numbers.items()}
    texts = {"skeleton": task.skeleton, "solution": task.solution_code, "test": task.test}
    for alternative in [draw.choice(alternatives) for alternatives in template.rules]:
        for file, text in texts.items():
            for old, new in getattr(alternative, file):
                if (count := text.count(old)) != 1:
                    raise UserError(f"{folder / TEMPLATE}: {old!r} occurs {count} times, and must occur once.")
                for name, number in numbers.items():
                    new = new.replace(f"{{{name}}}", str(number))
                text = text.replace(old, new)
            texts[file] = text
    # Words of the texts are renamed, and test classes, which are named after the class and a method.
    prefix, new_prefix = f"{task.class_name}Test", f"{names.get(task.class_name, task.class_name)}Test"
    camel = {name: "".join(part[:1].upper() + part[1:] for part in name.split("_")) for name in chain(*names.items())}
    endings = {camel[old]: camel[new] for old, new in names.items()}
    known = "|".join(map(re.escape, sorted(names, key=len, reverse=True))) or r"(?!)"
    rename = partial(
        re.compile(rf"(?<!\w)(?:{prefix}(\w*)|{known})(?!\w)").sub,
        lambda found: names[found[0]] if found[1] is None else new_prefix + endings.get(found[1], found[1]),
    )
    skeleton, solution, test = map(rename, texts.values())
    before = Path.cwd()
    try:
        with tempfile.TemporaryDirectory() as scratch:  # tests and examples may write files
            os.chdir(scratch)
            test = _with_actual_values(solution, test)
            skeleton = _with_actual_examples(solution, skeleton)
    except UserError as error:
        raise UserError(f"{folder / TEMPLATE}, seed {seed}: {error}") from error
    finally:
        os.chdir(before)
    meta = json.loads((folder / "task.json").read_text(encoding="utf-8"))
    meta = {**meta, "task_id": FRESH_ID.format(task_id=task.task_id, seed=seed), "licence": "Apache-2.0"}
    meta.pop("canary", None)
    meta["methods"] = json.loads(rename(json.dumps(meta["methods"])))
    files = {"task.json": json.dumps(meta, indent=2) + "\n", "skeleton.py": skeleton, "solution.py": solution}
    return {**files, f"test_{folder.name}.py": test}


def _with_actual_values(solution: str, test: str) -> str:
    """The tests with expected values replaced where the reference now returns others."""
    tree = parse(test)
    seen: dict[int, list[object]] = {}
    expected: list[ast.expr] = []
    for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
        if getattr(call.func, "attr", "") in _ASSERTIONS and len(call.args) >= 2:
            is_plain = all(  # literals, and constructors of plain values
                isinstance(item, (*_PLAIN, ast.expr_context))
                or (isinstance(item, ast.Call) and isinstance(item.func, ast.Name))
                or (isinstance(item, ast.Name) and item.id in _CONSTRUCTORS)
                for item in ast.walk(call.args[1])
            )
            if is_plain:
                place = ast.Constant(len(expected))
                expected.append(call.args[1])
                noting, noted = (ast.Name(name, ast.Load()) for name in ("_saw", "_seen"))
                call.args[:2] = [ast.Call(noting, [place, call.args[0]], []), ast.Call(noted, [place], [])]

    def saw(number: int, value: object) -> object:
        seen.setdefault(number, []).append(copy.deepcopy(value))  # as it is now
        return value

    recorders = {"_saw": saw, "_seen": lambda number: seen[number][-1]}
    names = _run_tests(solution, ast.fix_missing_locations(tree), recorders)
    changes: list[tuple[ast.expr, str]] = []  # expressions, and their replacements
    for number, node in enumerate(expected):
        values = seen.get(number, [])
        old = eval(compile(ast.Expression(node), "test", "eval"), names)  # a literal of our own
        if not all(type(value) is type(old) and value == old for value in values):
            if any(value != values[0] for value in values):
                raise UserError(f"line {node.lineno} of the tests sees several values for one that is expected")
            shown = ast.parse(repr(values[0]), mode="eval")
            for item in ast.walk(shown):
                if isinstance(item, ast.Set):
                    item.elts.sort(key=ast.unparse)  # the same in all processes
            changes.append((node, ast.unparse(shown)))
    lines = test.encode().split(b"\n")  # columns of a tree count bytes
    for node, text in sorted(changes, key=lambda item: (item[0].lineno, item[0].col_offset), reverse=True):
        first, last = node.lineno - 1, (node.end_lineno or node.lineno) - 1
        head, tail = lines[first][: node.col_offset], lines[last][node.end_col_offset :]
        lines[first : last + 1] = [head + text.encode() + tail]
    test = b"\n".join(lines).decode()
    _run_tests(solution, parse(test), {})
    return test


def _run_tests(solution: str, test: ast.Module, names: Mapping[str, object]) -> dict[str, Any]:
    """Runs our own tests on our own reference in this process, and returns their module's names."""
    module: dict[str, Any] = {"__name__": "fresh", **names}
    exec(compile(solution, "solution.py", "exec"), module)
    exec(compile(test, "test.py", "exec"), module)
    suite = unittest.TestSuite()
    for value in list(module.values()):
        if isinstance(value, type) and issubclass(value, unittest.TestCase) and value.__module__ == "fresh":
            suite.addTests(unittest.defaultTestLoader.loadTestsFromTestCase(value))
    result = unittest.TestResult()
    suite.run(result)
    if (failed := result.failures + result.errors) or not result.testsRun:
        case, trace = failed[0] if failed else ("no test", "")
        raise UserError(f"{case} fails: {trace.strip().splitlines()[-1] if trace else ''}")
    return module


def _with_actual_examples(solution: str, skeleton: str) -> str:
    """The skeleton with the reference's output in the examples of its docstrings."""
    lines = skeleton.split("\n")
    others: list[tuple[int, doctest.Example, str]] = []  # first line of the docstring, example and output
    nodes = (node for node in ast.walk(parse(skeleton)) if isinstance(node, (ast.FunctionDef, ast.ClassDef)))
    for node in nodes:
        names: dict[str, Any] = {}
        exec(compile(solution, "solution.py", "exec"), names)
        for example in doctest.DocTestParser().get_examples(ast.get_docstring(node, clean=False) or ""):
            output, shown_by = io.StringIO(), sys.displayhook
            sys.displayhook = sys.__displayhook__
            try:
                with contextlib.redirect_stdout(output):
                    exec(compile(example.source, "example", "single"), names)
                got = output.getvalue()
            except Exception as error:
                if example.exc_msg is None:
                    raise UserError(f"the example {example.source.strip()!r} raises {error!r}") from error
                message = f"{type(error).__name__}: {error}\n"
                traced = f"Traceback (most recent call last):\n    ...\n{message}"
                got = example.want if example.exc_msg == message else traced
            finally:
                sys.displayhook = shown_by
            if not doctest.OutputChecker().check_output(example.want, got, 0):
                others.append((node.body[0].lineno - 1, example, got))
    for first, example, got in reversed(others):
        start = first + example.lineno + example.source.count("\n")
        shown = got.replace("\\", "\\\\").rstrip("\n").split("\n") if got else []
        lines[start : start + example.want.count("\n")] = [" " * example.indent + line for line in shown]
    return "\n".join(lines)
