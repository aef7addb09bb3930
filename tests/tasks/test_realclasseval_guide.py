"""The guide's script for RealClassEval's CSVs, on four classes of our own in their form."""

import csv
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from places import ROOT

from classeval_hf.scoring.compute import compute_scores
from classeval_hf.tasks.files import read_task_file

_COLUMNS = ("snippet_id", "class_name", "human_written_code", "class_skeleton")
STACK = '''from collections import deque
class Stack:
    """A pile."""
    def push(self, item):
        """Puts an item on it."""
        self.items = deque([*getattr(self, "items", ()), item])
        return len(self.items)
    def pop(self):
        """Takes the last item."""
        return self.items.pop()
'''
TESTS_OF_STACK = """import pytest
import snippet_1 as module_0
import collections as module_1
def test_case_0():
    int_0 = 7
    stack_0 = module_0.Stack()
    assert f'{type(stack_0).__module__}.{type(stack_0).__qualname__}' == 'snippet_1.Stack'
    var_0 = stack_0.push(int_0)
    assert var_0 == 1
    assert f'{type(stack_0.items).__module__}.{type(stack_0.items).__qualname__}' == 'collections.deque'
    assert stack_0.items == module_0.deque([7])
@pytest.mark.xfail(strict=True)
def test_case_1():
    stack_0 = module_0.Stack()
    stack_0.push()
def test_case_2():
    float_0 = -1e309
    stack_0 = module_0.Stack()
    stack_0.push(float_0)
    var_0 = stack_0.pop()
    assert var_0 == pytest.approx(-1e309, abs=0.01, rel=0.01)
    var_1 = stack_0.push(var_0)
    assert var_1 == pytest.approx(1.0, abs=0.01, rel=0.01)
"""
DOOR = '''class Door:
    """Opens never."""
    def open(self, key):
        """Raises."""
        raise NotImplementedError
'''
TESTS_OF_DOOR = """import pytest
import snippet_2 as module_0
def test_case_0():
    bytes_0 = b'\\x1b'
    door_0 = module_0.Door()
    with pytest.raises(NotImplementedError):
        door_0.open(bytes_0)
"""
CLOCK = '''class Clock:
    """Has no tests that the paper counts."""
    def tell(self):
        """Tells."""
        return 1
'''
TESTS_OF_CLOCK = """import pytest
import snippet_3 as module_0
@pytest.mark.xfail(strict=True)
def test_case_0():
    clock_0 = module_0.Clock()
    clock_0.tell(clock_0)
"""
SKELETONS = {
    "Stack": "class Stack:\n    '''A pile.'''\n\n    def push(self, item):\n        '''Puts an item on it.'''\n"
    "        pass\n\n    def pop(self):\n        '''Takes the last item.'''\n        pass",
    "Door": "class Door:\n    '''Opens never.'''\n\n    def open(self, key):\n        '''Raises.'''\n        pass",
    "Clock": "\nclass Clock:\n    def tell(self):\n        pass",
    "Lamp": "",
}


@pytest.mark.usefixtures("consent")
def test_the_guides_script_makes_tasks_that_tell_right_from_wrong(tmp_path: Path) -> None:
    guide = (ROOT / "docs" / "guides" / "own-tasks.md").read_text(encoding="utf-8")
    (script,) = re.findall(r"^```python\n(# realclasseval\.py\n.*?)^```", guide, re.MULTILINE | re.DOTALL)
    (tmp_path / "realclasseval.py").write_text(script, encoding="utf-8")
    with (tmp_path / "full_docstr.csv").open("w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file)
        rows.writerow(["id", *_COLUMNS, "CountLine"])
        sources = {"Stack": STACK, "Door": DOOR, "Clock": CLOCK, "Lamp": CLOCK}
        for number, (name, source) in enumerate(sources.items(), 1):
            rows.writerow([number, f"snippet_{number}", f"pile.{name}", source, SKELETONS[name], 1.0])
    for number, tests in enumerate((TESTS_OF_STACK, TESTS_OF_DOOR, TESTS_OF_CLOCK), 1):
        (tmp_path / f"test_snippet_{number}.py").write_text(tests, encoding="utf-8")
    command = [sys.executable, "realclasseval.py", "full_docstr.csv", "."]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    path = tmp_path / "realclasseval.jsonl"
    path.write_text(done.stdout, encoding="utf-8")
    tasks = ["RealClassEval/snippet_1", "RealClassEval/snippet_2"]
    assert [task.task_id for task in read_task_file(path)] == tasks
    assert re.findall(r"^snippet_3 is left out: .*no test that the paper counts", done.stderr, re.MULTILINE)
    assert re.findall(r"^snippet_4 is left out: .*test_snippet_4.py", done.stderr, re.MULTILINE)
    other_name = STACK.replace("deque([*", "list([*")
    without_import = STACK.partition("\n")[2]  # which samples do not get
    of_door = [DOOR, DOOR.replace("raise NotImplementedError", "return key"), CLOCK]
    completions = [[STACK, other_name, without_import], of_door]
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    with (
        pytest.warns(UserWarning, match="methods of 2 tasks read from the skeleton"),
        pytest.warns(UserWarning, match="nothing that is hard to guess in 1 test class"),
        pytest.warns(UserWarning, match="no class of the name asked for in 1 completion"),
    ):
        results = compute_scores(completions, rows, progress=False)["results"]
    passed = {task: [sample["class_passed"] for sample in samples] for task, samples in results.items()}
    assert [passed[task] for task in tasks] == [[True, False, False]] * 2
    counts = [sample["test_classes"]["TestFunctions"]["counts"] for sample in results[tasks[0]]]
    assert [count["pass"] for count in counts] == [2, 1, 0]
