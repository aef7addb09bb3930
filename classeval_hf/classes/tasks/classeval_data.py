"""ClassEval's public data (Du et al., arXiv 2308.01861; CC BY-NC 4.0), not part of this package: address, checksum,
and further facts on its tasks."""

import json
from dataclasses import replace
from pathlib import Path

from classeval_hf.classes.tasks.files import read_task_file
from classeval_hf.core.public_files import PublicFile
from classeval_hf.core.tasks import TOPICS, ClassTask, TaskSource

CLASSEVAL_COMMIT = "eaeac44d0d5dcd8a95feec50726d66fedc73a98f"  # of github.com/FudanSELab/ClassEval
CLASSEVAL = PublicFile(
    "ClassEval's data",
    "FudanSELab/ClassEval",
    CLASSEVAL_COMMIT,
    "data/ClassEval_data.json",
    "ClassEval_data",
    tasks=100,
    sha256="50a1ac0e4d0c238573c10c0ab11feae00b14a80ae9e4c9cc28148707ecf0b6a2",
    hint=", or score against another version with --tasks-from",
)  # the file of the split `test`

# The paper says how many (Table 3) but not which: the assignment is ours, and agrees with all seven numbers.
_KNOWN = json.loads(Path(__file__).with_name("classeval_data.json").read_text(encoding="utf-8"))
_TASKS_BY_TOPIC: dict[str, list[int]] = _KNOWN["topics"]
_UNSOUND: dict[str, str] = _KNOWN["unsound"]  # references that fail, always or at times, in some environments


def read_classeval(path: str | Path) -> list[ClassTask]:
    """Reads any version of `ClassEval_data.json`, and adds topics, verified test classes and unsound tasks."""
    topics = {number: topic for topic in TOPICS for number in _TASKS_BY_TOPIC[topic]}
    source = TaskSource("ClassEval", "test", CLASSEVAL.version_of(path))
    tasks = []
    for task in read_task_file(path):
        number = int(task.task_id.rpartition("_")[2])
        reason = _UNSOUND.get(str(number), "")
        known = replace(task, topic=topics.get(number, ""), sound=not reason, unsound_reason=reason)
        tasks.append(replace(known, source=source, licence="CC-BY-NC-4.0"))
    return tasks
