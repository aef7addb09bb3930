"""Fixtures, clean-ups and marks of tests: what `unittest` says of a right class and of a wrong one."""

import sys

import pytest
from plain_unittest import passes_unittest

from classeval_hf.classes.tasks.task_rows import task_from_row
from classeval_hf.core.tasks import ClassTask
from classeval_hf.engine.executor import Executor

RIGHT = """class Door:
    def __init__(self):
        self.is_open = False
    def open(self):
        self.is_open = True
        return self
    def close(self):
        self.is_open = False
    async def knock(self):
        return "who"
    def __enter__(self):
        return self.open()
    def __exit__(self, *_):
        self.close()
"""
WRONG = RIGHT.replace("        self.is_open = False\n    async", "        raise OSError('stuck')\n    async")
HEAD = "import sys\nimport unittest\n"
FORMS = {
    "setUpModule": "def setUpModule():\n    global DOOR\n    DOOR = Door()\n    DOOR.open()\n    DOOR.close()\n"
    "class DoorTest(unittest.TestCase):\n    def test_a(self):\n        self.assertFalse(DOOR.is_open)\n",
    "tearDownModule": "DOORS = []\ndef tearDownModule():\n    DOORS[0].close()\n"
    "class DoorTest(unittest.TestCase):\n    def test_a(self):\n        DOORS.append(Door().open())\n",
    "addModuleCleanup": "def setUpModule():\n    unittest.addModuleCleanup(Door().close)\n"
    "class DoorTest(unittest.TestCase):\n    def test_a(self):\n        self.assertTrue(Door().open().is_open)\n",
    "tearDownClass": "class DoorTest(unittest.TestCase):\n    @classmethod\n    def tearDownClass(cls):\n"
    "        Door().close()\n    def test_a(self):\n        self.assertTrue(Door().open().is_open)\n",
    "addClassCleanup": "class DoorTest(unittest.TestCase):\n    @classmethod\n    def setUpClass(cls):\n"
    "        cls.addClassCleanup(Door().close)\n    def test_a(self):\n        Door().open()\n",
    "addCleanup": "class DoorTest(unittest.TestCase):\n    def test_a(self):\n        door = Door().open()\n"
    "        self.addCleanup(door.close)\n        self.assertTrue(door.is_open)\n",
    "addCleanup in setUp": "class DoorTest(unittest.TestCase):\n    def setUp(self):\n"
    "        self.door = Door().open()\n"
    "        self.addCleanup(self.door.close)\n    def test_a(self):\n        self.assertTrue(self.door.is_open)\n",
    "async": "class DoorTest(unittest.IsolatedAsyncioTestCase):\n    async def asyncSetUp(self):\n"
    "        self.door = Door()\n        self.assertEqual(await self.door.knock(), 'who')\n"
    "    async def test_a(self):\n        self.assertEqual(await self.door.knock(), 'who')\n"
    "        self.door.close()\n        self.assertFalse(self.door.is_open)\n",
    "async clean-up": "class DoorTest(unittest.IsolatedAsyncioTestCase):\n    async def shut(self):\n"
    "        Door().close()\n    async def test_a(self):\n        self.addAsyncCleanup(self.shut)\n",
    "expectedFailure": "class DoorTest(unittest.TestCase):\n    @unittest.expectedFailure\n    def test_a(self):\n"
    "        self.assertEqual(Door().open().is_open, False)\n    def test_b(self):\n        Door().close()\n",
    "skips": "class DoorTest(unittest.TestCase):\n    @unittest.skipIf(sys.platform == 'linux', 'not here')\n"
    "    def test_a(self):\n        self.fail()\n    def test_b(self):\n        if sys.platform == 'linux':\n"
    "            self.skipTest('not here')\n        self.fail()\n    def test_c(self):\n        Door().close()\n",
    "own class": "class DoorTest(unittest.TestCase):\n    class Case(unittest.TestCase):\n        pass\n"
    "    def test_a(self):\n        with Door() as door:\n            self.assertTrue(door.is_open)\n",
}
if sys.version_info >= (3, 11):
    FORMS["enterContext"] = (
        "class DoorTest(unittest.TestCase):\n    def test_a(self):\n        door = self.enterContext(Door())\n"
        "        self.assertTrue(door.is_open)\n"
    )
OF_PYTEST = {
    "setup_module": "def setup_module():\n    Door().close()\ndef test_a():\n    assert Door().open().is_open\n",
    "teardown_module": "def teardown_module(module):\n    module.Door().close()\ndef test_a():\n    pass\n",
    "setup_function": "def setup_function(function):\n    assert function.__name__ == 'test_a'\n    Door().close()\n"
    "def test_a():\n    assert Door().open().is_open\n",
    "teardown_function": "def teardown_function():\n    Door().close()\ndef test_a():\n    pass\n",
    "setup_method": "class TestDoor:\n    def setup_method(self, method):\n"
    "        assert method.__name__ == 'test_a'\n        self.door = Door().open()\n"
    "    def teardown_method(self):\n        self.door.close()\n"
    "    def test_a(self):\n        assert self.door.is_open\n",
    "setup_class": "class TestDoor:\n    @classmethod\n    def setup_class(cls):\n        cls.door = Door()\n"
    "    def teardown_class(cls):\n        cls.door.close()\n    def test_a(self):\n        pass\n",
}


def passes(executor: Executor, tests: str, name: str, source: str) -> bool:
    row = {"task_id": "door", "class_name": "Door", "test": tests, "test_classes": [name], "solution_code": RIGHT}
    task: ClassTask = task_from_row(row)
    return executor.run(task, source).verdict.passed(task.suite().required)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("source", [RIGHT, WRONG], ids=["right", "wrong"])
def test_verdicts_are_those_of_unittest(executor: Executor, form: str, source: str) -> None:
    expected = passes_unittest(HEAD + FORMS[form], source)
    assert expected is (source == RIGHT)
    assert passes(executor, HEAD + FORMS[form], "DoorTest", source) is expected


def test_an_expected_failure_that_passes_fails(executor: Executor) -> None:
    tests = HEAD + FORMS["expectedFailure"].replace("is_open, False", "is_open, True")
    assert not passes_unittest(tests, RIGHT)
    assert not passes(executor, tests, "DoorTest", RIGHT)


def test_a_failure_around_a_test_is_not_the_expected_one(executor: Executor) -> None:
    set_up = "    def setUp(self):\n        Door().close()\n"
    tests = HEAD + FORMS["expectedFailure"].replace("    def test_b(self):\n        Door().close()\n", set_up)
    assert passes(executor, tests, "DoorTest", RIGHT)
    assert not passes(executor, tests, "DoorTest", WRONG)


@pytest.mark.parametrize("form", OF_PYTEST)
def test_fixtures_of_pytest(executor: Executor, form: str) -> None:
    name = "TestDoor" if "class TestDoor" in OF_PYTEST[form] else "TestFunctions"
    assert passes(executor, OF_PYTEST[form], name, RIGHT)
    assert not passes(executor, OF_PYTEST[form], name, WRONG)
