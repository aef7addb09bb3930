"""ClassEval's public data (Du et al., arXiv 2308.01861; CC BY-NC 4.0): where it is, its checksum, and facts on its
tasks that it lacks. It is never part of this package."""

from dataclasses import replace
from pathlib import Path

from classeval_hf.core.tasks import TOPICS, ClassTask, TaskSource
from classeval_hf.tasks.files import read_task_file
from classeval_hf.tasks.public_files import PublicFile

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
)  # the file that the split `test` is made from

# The paper says how many (Table 3) but not which: the assignment is ours, and agrees with all seven numbers.
_TASKS_BY_TOPIC = {
    "Management Systems": (
        *(0, 4, 8, 13, 17, 20, 21, 22, 33, 36, 40, 42, 43, 49),
        *(59, 61, 67, 68, 70, 74, 75, 76, 82, 85, 94, 95, 96),
    ),
    "Data Formatting": (
        *(2, 5, 6, 7, 9, 10, 11, 15, 18, 25, 27, 32, 37),
        *(39, 44, 47, 48, 55, 64, 65, 66, 72, 87, 90, 91, 97),
    ),
    "Mathematical Operations": (1, 3, 16, 19, 23, 24, 29, 30, 31, 46, 51, 56, 57, 81, 88, 93),
    "Game Development": (12, 35, 41, 54, 58, 71, 73, 77, 86, 89),
    "File Handling": (26, 34, 38, 45, 50, 69, 84, 98, 99),
    "Database Operations": (14, 28, 60, 79, 80, 83, 92),
    "Natural Language Processing": (52, 53, 62, 63, 78),
}

_UNSOUND = {
    17: "expects a date in 2024 to lie in the future",
    35: "takes 3 to 9 seconds, against a limit of 5",
    48: "expects the author's host name, and needs a network",
    50: "expects a file without permissions to be unreadable, which does not hold for root",
    51: "uses numpy.mat, which numpy 2 removed",
    52: "needs nltk data (wordnet, punkt, punkt_tab, averaged_perceptron_tagger, averaged_perceptron_tagger_eng)",
    58: "has tests with a random outcome",
}  # tasks whose reference fails, always or at times, in some environments, and in which


def read_classeval(path: str | Path) -> list[ClassTask]:
    """Reads any version of `ClassEval_data.json`, and adds topics, verified test classes and unsound tasks."""
    topics = {number: topic for topic in TOPICS for number in _TASKS_BY_TOPIC[topic]}
    source = TaskSource("ClassEval", "test", CLASSEVAL.version_of(path))
    tasks = []
    for task in read_task_file(path):
        number = int(task.task_id.rpartition("_")[2])
        reason = _UNSOUND.get(number, "")
        known = replace(task, topic=topics.get(number, ""), sound=not reason, unsound_reason=reason)
        tasks.append(replace(known, source=source, licence="CC-BY-NC-4.0"))
    return tasks
