"""Where things are that tests need beside the package."""

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
"""The checkout."""

DATA = Path(os.environ.get("CLASSEVAL_DATA", ROOT.parent / "shared" / "classeval"))
"""Folder with ClassEval_data.json and recorded outputs, where there is one."""
OPEN = len(
    list((ROOT / "classeval_hf" / "classes" / "tasks" / "open_tasks").glob("*/task.json"))
)  # tasks of the split `open`
