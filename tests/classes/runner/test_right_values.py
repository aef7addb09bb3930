"""Values that are right are believed, and values that are not are not, whatever their types."""

import importlib.util

import pytest

from classeval_hf.classes.tasks.task_rows import task_from_row
from classeval_hf.engine.executor import Executor

DATES = "from datetime import datetime, time, timedelta, timezone\n"
CASES = {
    "zoneinfo": (
        DATES,
        "assertEqual(Box().value(), datetime(2024, 7, 1, 12, tzinfo=timezone.utc))",
        "from zoneinfo import ZoneInfo\nimport datetime as d",
        ("d.datetime(2024, 7, 1, 14, tzinfo=ZoneInfo('Europe/Berlin'))", "d.datetime(2024, 7, 1, 12)"),
    ),
    "zoneinfo on both sides": (
        DATES + "from zoneinfo import ZoneInfo\n",
        "assertEqual(Box().value(), [datetime(2024, 7, 1, 12, tzinfo=ZoneInfo('Asia/Tokyo'))])",
        "from zoneinfo import ZoneInfo\nimport datetime as d",
        (
            "[d.datetime(2024, 7, 1, 12, tzinfo=ZoneInfo('Asia/Tokyo'))]",
            "[d.datetime(2024, 7, 1, 12, tzinfo=ZoneInfo('Asia/Seoul'), fold=1) - d.timedelta(1)]",
        ),
    ),
    "time": (
        DATES,
        "assertEqual(Box().value(), time(12, 30))",
        "from zoneinfo import ZoneInfo\nimport datetime as d",
        ("d.time(12, 30, tzinfo=ZoneInfo('Europe/Berlin'))", "d.time(12, 30, tzinfo=d.timezone.utc)"),
    ),
    "pytz": (
        f"import pytz\n{DATES}",  # samples can import what their task does
        "assertEqual(Box().value(), datetime(2024, 7, 1, 12, tzinfo=timezone.utc))",
        "import pytz, datetime as d",
        (
            "pytz.timezone('Europe/Berlin').localize(d.datetime(2024, 7, 1, 14))",
            "pytz.utc.localize(d.datetime(2024, 7, 1))",
        ),
    ),
    "dateutil": (
        DATES,
        "assertEqual(Box().value(), datetime(2024, 7, 1, 12, tzinfo=timezone.utc))",
        "from dateutil import tz\nimport datetime as d",
        ("d.datetime(2024, 7, 1, 14, tzinfo=tz.gettz('Europe/Berlin'))", "d.datetime(2024, 7, 1, 14, tzinfo=tz.UTC)"),
    ),
    "dtype of a class": (
        "import numpy as np\n",
        "assertTrue(Box().value().dtype == np.float64)",
        "import numpy as np",
        ("np.zeros(2)", "np.zeros(2, 'float32')"),
    ),
    "dtype of a name": (
        "",
        "assertEqual(Box().value().dtype, 'float64')",
        "import numpy as np",
        ("np.zeros(2)", "np.zeros(2, 'float32')"),
    ),
    "dtype of a type": (
        "",
        "assertTrue(Box().value().dtype == float)",
        "import numpy as np",
        ("np.zeros(2)", "np.zeros(2, 'float32')"),
    ),
    "dtype of a column": (
        "",
        "assertTrue(Box().value()['a'].dtype == 'int64')",
        "import pandas as pd",
        ("pd.DataFrame({'a': [1]})", "pd.DataFrame({'a': [1.0]})"),
    ),
    "categories": (
        "import pandas as pd\n",
        "assertEqual([str(Box().value().dtype), Box().value().dtype == 'category'], ['category', True])",
        "import pandas as pd",
        ("pd.Series(['a']).astype('category')", "pd.Series(['a'])"),
    ),
    "object array": (
        "import numpy as np\n",
        "assertIsNone(np.testing.assert_array_equal(Box().value(), np.array(['a', None, 3], dtype=object)))",
        "import numpy as np",
        ("np.array(['a', None, 3], dtype=object)", "np.array(['a', None, 4], dtype=object)"),
    ),
    "precision": (
        "import decimal\nfrom decimal import Decimal\n",
        "assertEqual(Box().value(), Decimal(1) / Decimal(3))",
        "import decimal\ndecimal.getcontext().prec = 5",
        ("decimal.Decimal(1) / 3", "decimal.Decimal('0.3333333333333333333333333333')"),
    ),
    "query": (
        "",
        "assertEqual(str(Box() > 18), 'age > 18')",
        "",
        ("'age > 18'", "'age'"),
    ),
    "query in a variable": (
        "",
        "assertEqual(str(query), 'age > 18')",
        "",
        ("'age > 18'", "'age'"),
    ),
    "zeros": ("", "assertEqual(Box().value(), [0] * 70_000)", "", ("[0] * 70_000", "[0] * 69_999")),
    "more zeros": ("", "assertEqual(Box().value(), [0] * 15_700)", "", ("[0] * 15_700", "[0] * 15_699 + [1]")),
    "texts": (
        "",
        "assertEqual(Box().value(), ['x' * 1_000] * 1_100)",
        "",
        ("['x' * 1000] * 1100", "['x' * 1000] * 1099"),
    ),
    "helper container": (
        "",
        "assertIn('x', Box().value())",
        """from collections.abc import Set
class Names(Set):
    def __init__(self, names): self.names = list(names)
    def __contains__(self, name): return name in self.names
    def __iter__(self): return iter(self.names)
    def __len__(self): return len(self.names)""",
        ("Names('xy')", "Names('yz')"),
    ),
}


def outcome(executor: Executor, imports: str, assertion: str, source: str) -> tuple[bool, str]:
    first = "query = Box() > 18\n        " if "query" in assertion else ""
    head = f"import unittest\n{imports}class BoxTest(unittest.TestCase):\n    def test_value(self):\n"
    tests = f"{head}        {first}self.{assertion}\n"
    row = {"task_id": "box", "class_name": "Box", "test": tests, "test_classes": ["BoxTest"]}
    verdict = executor.run(task_from_row(row), source).verdict
    return verdict.passed(["BoxTest"]), str(verdict.test_classes[0].cases)


def box_of(head: str, value: str) -> str:
    return (
        f"{head}\nclass Query:\n    def __init__(self, text):\n        self.text = text\n    def __str__(self):\n"
        f"        return self.text\nclass Box:\n    def value(self):\n        return {value}\n"
        f"    def __gt__(self, other):\n        return Query({value})\n"
    )


@pytest.mark.parametrize("name", CASES)
def test_the_right_one_passes_and_the_wrong_one_fails(executor: Executor, name: str) -> None:
    imports, assertion, head, values = CASES[name]
    for module in ("pytz", "dateutil", "numpy", "pandas"):
        if module in head and importlib.util.find_spec(module) is None:
            pytest.skip(f"{module} is not installed")
    found = [outcome(executor, imports, assertion, box_of(head, value)) for value in values]
    assert [passed for passed, _ in found] == [True, False], found


def test_what_compares_as_true_is_still_a_claim(executor: Executor) -> None:
    """An object that is true in the place of a truth value, however the test comes to ask for it."""
    liar = "class Box:\n    def __eq__(self, other):\n        return [1]\n    def value(self):\n        return self\n"
    own = liar.replace("[1]", "Box()")
    for assertion in ("assertTrue(Box().value() == query)", "assertTrue(bool(Box() == 3 + 0 * len('query')))"):
        for source in (liar, own):
            assert not outcome(executor, "", assertion, source + "    __gt__ = lambda self, other: 3\n")[0]


def test_a_container_that_has_everything_has_nothing(executor: Executor) -> None:
    source = "class All:\n    def __contains__(self, item):\n        return True\n"
    source += "    def __iter__(self):\n        yield 1\n"
    assert not outcome(executor, "", "assertIn('x', Box().value())", box_of(source, "All()"))[0]


def test_a_loop_may_check_very_often(executor: Executor) -> None:
    """What is observed again and again is reported once; the only wrong value among many is still found."""
    tests = (
        "import unittest\nclass BoxTest(unittest.TestCase):\n    def test_value(self):\n"
        "        for n in range(60_000):\n            self.assertEqual(Box().half(n), True)\n"
    )
    row = {"task_id": "box", "class_name": "Box", "test": tests, "test_classes": ["BoxTest"]}
    source = "class Box:\n    def half(self, n):\n        return n != {}\n"
    task = task_from_row(row)
    assert executor.run(task, source.format(-1)).verdict.passed(["BoxTest"])
    assert not executor.run(task, source.format(59_990)).verdict.passed(["BoxTest"])
