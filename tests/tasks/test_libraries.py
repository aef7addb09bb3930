"""What tasks import, read from their sources."""

from __future__ import annotations

import pytest

from classeval_hf.core.tasks import ClassTask
from classeval_hf.tasks.libraries import imported_modules


def modules(source: str) -> tuple[str, ...]:
    """What a task with these tests imports from outside the standard library."""
    return imported_modules(ClassTask("t", "Box", source, ("BoxTest",)))


@pytest.mark.parametrize(
    ("source", "found"),
    [
        (
            "import os, sys as s; from json import *\nfrom os.path import (\n    join)\nimport numbers # x\n",
            (),
        ),
        ("'''\nimport numpy\n'''\ntext = 'from numpy import mat'  # import numpy\n", ()),
        ("import os, numpy as np\n", ("numpy",)),
        ("import os; import numpy.random\n", ("numpy.random",)),
        ("import os; from numpy import mat\n", ("numpy",)),
        ("from numpy import (\n    mat)\n", ("numpy",)),
        ("from \\\n  numpy import os\n", ("numpy",)),
        ("from \\\r\n  numpy import os\r\n", ("numpy",)),
        ("import os, \\\n  numpy\n", ("numpy",)),
        ("def f():\n    try:\n        import numpy\n    except ImportError: import json\n", ("numpy",)),
        ("from . import numpy\nfrom .numpy import os\n", ()),
    ],
)
def test_imports_are_found_however_they_are_written(source: str, found: tuple[str, ...]) -> None:
    assert modules(source) == found
