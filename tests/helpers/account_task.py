"""A small task for the tests of strengthening: a class with state, as the folder that its author wrote."""

import ast
import json
import re
import textwrap
from dataclasses import replace
from pathlib import Path

from classeval_hf.classes.tasks.task_rows import complete_task
from classeval_hf.core.tasks import ClassTask, Method

SOLUTION = '''class Account:
    """An account of a person. Amounts are whole numbers.
    """
    def __init__(self, owner: str, balance: int = 0):
        """Open an account.

        The fields are:
        - self.owner: str, the owner.
        - self.balance: int, the balance.
        - self.entries: list of int, the amounts paid in and out, initially empty.

        :param owner: str, the owner.
        :param balance: int, the balance at the beginning, not negative.
        """
        self.owner = owner
        self.balance = balance
        self.entries = []

    @staticmethod
    def is_code(text: str) -> bool:
        """Tell whether a text is a code: two capital letters and two digits.
        :param text: str, any text.
        :return: bool, whether it is a code.
        """
        return len(text) == 4 and text[:2].isupper() and text[2:].isdigit()

    def deposit(self, amount: int) -> int:
        """Pay in.
        :param amount: int, the amount, any whole number.
        :return: int, the balance.
        :raises ValueError: if the amount is not positive.
        """
        if amount <= 0:
            raise ValueError("not positive")
        self.balance += amount
        self.entries.append(amount)
        return self.balance

    def withdraw(self, amount: int) -> int:
        """Pay out.
        :param amount: int, the amount, any whole number.
        :return: int, the balance.
        :raises ValueError: if the balance is less than the amount.
        """
        if amount > self.balance:
            raise ValueError("too much")
        self.balance -= amount
        self.entries.append(-amount)
        return self.balance

    def interest(self, rate: float) -> float:
        """Compute the interest of a year.
        :param rate: float, the rate, any number.
        :return: float, the balance times the rate.
        """
        return self.balance * rate

    def summary(self) -> dict[str, int]:
        """Sum the entries up.
        :return: dict with the keys "in", "out" and "count".
        """
        paid_in = sum(amount for amount in self.entries if amount > 0)
        return {"in": paid_in, "out": paid_in - sum(self.entries), "count": len(self.entries)}
'''
TESTS = """import unittest
from solution import Account
class AccountTestIsCode(unittest.TestCase):
    def test_code(self): self.assertTrue(Account.is_code("AB12"))
    def test_no_code(self):
        self.assertFalse(Account.is_code("ab12"))
        self.assertFalse(Account.is_code("AB123"))
class AccountTestDeposit(unittest.TestCase):
    def setUp(self): self.account = Account("Ann", balance=10)
    def test_deposit(self):
        self.assertEqual(self.account.deposit(5), 15)
        self.assertEqual(self.account.deposit(20), 35)
        self.assertEqual(self.account.entries, [5, 20])
    def test_not_positive(self):
        with self.assertRaises(ValueError): self.account.deposit(0)
        self.assertEqual(self.account.balance, 10)
class AccountTestWithdraw(unittest.TestCase):
    def setUp(self): self.account = Account("Ann", 30)
    def test_withdraw(self):
        self.assertEqual(self.account.withdraw(12), 18)
        self.assertEqual(self.account.balance, 18)
    def test_too_much(self):
        with self.assertRaises(ValueError): self.account.withdraw(31)
class AccountTestInterest(unittest.TestCase):
    def test_interest(self):
        account = Account("Bob", 200)
        self.assertAlmostEqual(account.interest(0.05), 10.0)
        account.balance = 50
        self.assertAlmostEqual(account.interest(0.3), 15.0)
class AccountTestSummary(unittest.TestCase):
    def test_summary(self):
        account = Account("Bob", 7)
        account.deposit(3)
        account.withdraw(4)
        self.assertEqual(account.summary(), {"in": 3, "out": 4, "count": 2})
    def test_entries_of_the_test(self):
        account = Account("Bob")
        account.entries.append(8)
        self.assertEqual(account.summary(), {"in": 8, "out": 0, "count": 1})
"""
_HEAD, *_WRITTEN = re.split(r"\n\n(?=    \S)", SOLUTION)
SKELETON = "\n\n".join([_HEAD, *(text[: text.rindex('"""') + 3] for text in _WRITTEN)]) + "\n"
_METHOD = {"standalone": True, **{f"{kind}_dependencies": [] for kind in ("lib", "field", "method")}}
_METHODS = dict.fromkeys(("is_code", "deposit", "withdraw", "interest", "summary"), _METHOD)
META = {"task_id": "account", "topic": "Management Systems", "methods": _METHODS}
ACCOUNT_FILES = {"task.json": json.dumps(META), "skeleton.py": SKELETON, "solution.py": SOLUTION}
ACCOUNT_FILES |= {"test_account.py": TESTS}


def write_account_folder(folder: Path) -> Path:
    (folder / "account").mkdir(parents=True, exist_ok=True)
    for name, text in ACCOUNT_FILES.items():
        (folder / "account" / name).write_text(text, encoding="utf-8")
    return folder


def class_task(reference: str, tests: str, task_id: str = "odd", skeleton: str = "") -> ClassTask:
    """A task of the last class of a reference, with test methods or classes; the skeleton is the reference."""
    reference, tests = (textwrap.dedent(text).strip("\n") + "\n" for text in (reference, tests))
    classes = [node for node in ast.parse(reference).body if isinstance(node, ast.ClassDef)]
    methods = [node.name for node in classes[-1].body if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))]
    if "class " not in tests:
        tests = f"class {classes[-1].name}Test(unittest.TestCase):\n{textwrap.indent(tests, '    ')}"
    source = f"import unittest\n\n\n{tests}"
    names = [node.name for node in ast.parse(source).body if isinstance(node, ast.ClassDef)]
    test_classes = tuple(name for name in names if "Test" in name)
    task = ClassTask(task_id, classes[-1].name, source, test_classes, skeleton=skeleton or reference)
    infos = tuple(Method(name) for name in dict.fromkeys(methods) if name != "__init__")
    return complete_task(replace(task, solution_code=reference, methods_info=infos))
