"""What tasks import, read from their sources."""

import pytest

from classeval_hf.core.tasks import ClassTask
from classeval_hf.judging.judge import Judge
from classeval_hf.tasks.libraries import MissingLibrariesError, imported_modules, library_problems, require_libraries
from classeval_hf.tasks.task_rows import task_from_row


def modules(source: str) -> tuple[str, ...]:
    """What a task with these tests imports from outside the standard library."""
    return imported_modules(ClassTask("t", "Box", source, ("BoxTest",)))


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("import os, sys as s; from json import *\nfrom os.path import (\n    join)\nimport numbers # x\n", ()),
        ("'''\nimport numpy\n'''\ntext = 'from numpy import mat'  # import numpy\n", ()),
        ("import os; import numpy.random\n", ("numpy.random",)),
        *((f"{source}\n", ("numpy",)) for source in ("import os, numpy as np", "import os, \\\n  numpy")),
        *((f"{start}from numpy import (\n    mat)\n", ("numpy",)) for start in ("", "import os; ")),
        *((f"from \\{end}  numpy import os{end}", ("numpy",)) for end in ("\n", "\r\n")),
        ("def f():\n    try:\n        import numpy\n    except ImportError: import json\n", ("numpy",)),
        ("from . import numpy\nfrom .numpy import os\n", ()),
    ],
)
def test_imports_are_found_however_they_are_written(source: str, found: tuple[str, ...]) -> None:
    assert modules(source) == found


TESTS = "import nosuchlib_x\nimport unittest\nclass BoxTest(unittest.TestCase):\n    def test_1(self): Box()\n"
ROW = {"task_id": "t", "class_name": "Box", "test": TESTS, "test_classes": ["BoxTest"]}


@pytest.mark.parametrize(
    ("source", "missing"),
    [
        ("import nosuchlib_x.part\n", ["nosuchlib_x"]),
        ("class BoxTest:\n    from nosuchlib_x import y\n", ["nosuchlib_x"]),
        ("try:\n    import nosuchlib_x\nexcept KeyError:\n    pass\n", ["nosuchlib_x"]),
        ("try:\n    import nosuchlib_x\nexcept (KeyError, ImportError):\n    import nosuchlib_y\n", []),
        ("try:\n    import nosuchlib_x\nexcept:\n    pass\n", []),
        ("def test():\n    import nosuchlib_x\n", []),
        ("if False:\n    import nosuchlib_x\n", []),
    ],
)
def test_tests_that_cannot_be_loaded_stop_the_run_where_no_reference_tells(source: str, missing: list[str]) -> None:
    task = ClassTask("t", "Box", source, ("BoxTest",))
    assert [problem.module for problem in library_problems([task]) if problem.is_missing] == missing
    with_reference = ClassTask("t", "Box", source, ("BoxTest",), solution_code="class Box: pass\n")
    require_libraries([with_reference])  # its runs tell


@pytest.mark.usefixtures("consent")
def test_a_task_whose_tests_cannot_be_loaded_is_unsound_if_that_is_allowed() -> None:
    task = task_from_row(ROW)
    words = "no reference or sample that needs it can pass: t. Install it:\n    pip install nosuchlib_x"
    with pytest.raises(MissingLibrariesError, match=words), Judge(progress=False) as judge:
        judge.judge([task], [["class Box: pass"]])
    with Judge(progress=False, allow_missing_libraries=True) as judge:
        assert judge.soundness([task])["t"].cause == "a library is missing: nosuchlib_x is not installed"


def test_import_lines_that_are_no_python_are_named() -> None:
    with pytest.raises(ValueError, match="Task t: import_statement does not parse: invalid syntax, 'imp ort'"):
        task_from_row({**ROW, "import_statement": ["import os", "imp ort"]})
