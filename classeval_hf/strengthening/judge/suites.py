"""Strengthened tests as a unittest module: short tests that a person can read."""

import cmath
import re
from collections.abc import Iterator, Sequence
from itertools import chain, count

from classeval_hf.core.grouping import grouped
from classeval_hf.core.tasks import PLUS, ClassTask, TestSuite
from classeval_hf.strengthening.judge.expectations import StrengthenedTest
from classeval_hf.strengthening.record.sequences import CLASS, write_step
from classeval_hf.strengthening.record.values import IMPORTS, Value, has_floats, write_value

_DELTA = 1e-6  # tolerance of floats: absolute below 1, relative above


def test_name(test: StrengthenedTest) -> str:
    """Name of a test method, from its hash: it does not depend on other tests."""
    return f"test_{test.sequence.hash}"


def plus_suite(task: ClassTask, tests: Sequence[StrengthenedTest]) -> TestSuite | None:
    """Writes a task's tests as a suite with a test class per method and for the whole class; `None` without tests."""
    of_method = grouped((test.sequence.method, test) for test in tests)
    names: dict[str, str] = {}
    for method in dict.fromkeys((*task.declared_methods, "")):
        if method in of_method:
            words = [word[:1].upper() + word[1:] for word in method.split("_") if word] or ["Class"]
            name = f"{task.class_name}PlusTest{''.join(words)}"
            free = chain([name], (f"{name}{number}" for number in count(2)))
            names[method] = next(item for item in free if item not in names.values())
    if not names:
        return None
    written = "\n".join(line for test in tests for line in write_test("C", test))
    needed = {"datetime.": IMPORTS[0], "Decimal(": IMPORTS[1], "Fraction(": IMPORTS[2], "numpy.": "import numpy"}
    # An import must not replace the class under test.
    imports = [line for sign, line in needed.items() if sign in written and line.split()[-1] != task.class_name]
    lines = ["import unittest", *imports]
    for method, name in names.items():
        lines += ["", "", f"class {name}(unittest.TestCase):"]
        for number, test in enumerate(of_method[method]):
            lines += [""] * bool(number) + ["    " + line for line in write_test(task.class_name, test)]
    methods = {method: (names[method],) if method in names else () for method in task.declared_methods}
    of_class = (names[""],) if "" in names else ()
    return TestSuite(PLUS, "\n".join(lines) + "\n", tuple(names.values()), methods, of_class)


def write_test(class_name: str, test: StrengthenedTest) -> list[str]:
    steps = test.sequence.steps
    used = {number for step in steps for number in step.needs}
    names = {number: _variable(test, number, class_name) for number in range(len(steps))}
    lines = [f"def {test_name(test)}(self):"]
    for number, (step, result) in enumerate(zip(steps, test.results, strict=True)):
        written = write_step(step, class_name, names)
        checked = number in test.checks
        if result.error:
            lines += [f"    with self.assertRaises({result.error}):", f"        {written}"]
            continue
        if number in used or (checked and has_floats(result.value) and not isinstance(result.value, float)):
            lines.append(f"    {names[number]} = {written}")
            written = names[number]
        elif not checked:
            lines.append(f"    {written}")
        if checked:
            lines += [f"    {line}" for line in _checks(written, result.value)]
    return lines


def _variable(test: StrengthenedTest, number: int, class_name: str) -> str:
    step = test.sequence.steps[number]
    if step.action != "new" or step.target != CLASS:
        return f"result_{number}"
    made = [other for other, item in enumerate(test.sequence.steps) if item.action == "new"]
    name = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", class_name).lower()
    return f"the_{name}" if len(made) == 1 else f"the_{name}_{made.index(number) + 1}"


def _checks(written: str, value: Value) -> Iterator[str]:
    """Assertions that an expression has a value: each float to a tolerance, everything else exactly."""
    if not has_floats(value) or (isinstance(value, (float, complex)) and not cmath.isfinite(value)):
        yield f"self.assertEqual({written}, {write_value(value)})"
    elif isinstance(value, (float, complex)):
        delta = _DELTA * max(1.0, abs(value.real), abs(value.imag))
        yield f"self.assertAlmostEqual({written}, {write_value(value)}, delta={delta:.3g})"
    elif isinstance(value, dict):
        yield f"self.assertEqual(set({written}), {write_value(set(value))})"
        for key, item in value.items():
            yield from _checks(f"{written}[{write_value(key)}]", item)
    else:
        yield f"self.assertEqual(len({written}), {len(value)})"
        for index, item in enumerate(value):
            yield from _checks(f"{written}[{index}]", item)
