"""
Finds the symbols that RepoClassBench's Python tasks have renamed: `python benchmarks/find_paraphrases.py FILE`.

The data names symbols of the target in another letter case than the project does (`pvsYsTem` for `PVSystem`). The
words of a task are compared with those of its project's release, installed below `HF_HOME`:

1. the words of the reference stand one after the other in the target's file, but for letter case: words that differ
   are renamed. Where the reference is not what stands in the release, the longest common parts are taken;
2. any other word of the reference, the descriptions and the test ids is renamed if the release does not have it, its
   letter case is none that programmers use, and the target's file, or else the release, has just one word that is
   the same but for letter case.

The result is names of symbols, which the package ships: `classeval_hf/projects/tasks/repoclassbench_names.json`. The
names for tasks of a release that is not installed stay.
"""

from __future__ import annotations

import argparse
import difflib
import json
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path

from classeval_hf.core.files import write_whole
from classeval_hf.core.repository_tasks import RepositoryTask
from classeval_hf.projects.install.installation import load_catalogue, projects_folder
from classeval_hf.projects.tasks.files import NAMES, read_repoclassbench

_WORD = re.compile(r"[A-Za-z_]\w*")
_USUAL_CASE = re.compile(r"_*[A-Z]?[a-z0-9]*([A-Z][a-z0-9]+)*_*|[a-z0-9_]+|[A-Z0-9_]+")
"""`snake_case`, `UPPER_CASE`, `CamelCase`, `camelCase`."""


def main() -> None:
    """Writes the names of the tasks whose releases are installed, and says what could not be found."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("data", type=Path, help="RepoClassBench's python_data.json")
    parser.add_argument("--names", type=Path, default=NAMES, help="the file to write")
    arguments = parser.parse_args()
    known: dict[str, dict[str, str]] = json.loads(arguments.names.read_text(encoding="utf-8"))
    labels = {(project.name, project.version): project.label for project in load_catalogue()}
    names, in_full, missing = {}, 0, []
    for task in read_repoclassbench(arguments.data):
        # An environment that is out of date does not matter: the source of a release is always the same.
        source = projects_folder() / labels[task.project.name, task.project.version] / "source"
        if not source.is_dir():
            found = known.get(task.task_id, {})
            missing.append(task.task_id)
        else:
            found = find_names(task, source)
            in_full += bool(found) and _report(task, source, found)
        if found:
            names[task.task_id] = dict(sorted(found.items()))
    write_whole(arguments.names, json.dumps(names, indent=1) + "\n")
    print(f"{len(names)} tasks have renamed symbols; the map turns {in_full} references into what is in the release.")
    if missing:
        print(f"{len(missing)} tasks stay as they were, their releases not being installed: {', '.join(missing)}")


def find_names(task: RepositoryTask, source: Path) -> dict[str, str]:
    """
    The renamed symbols of a task.

    Args:
        task ([`RepositoryTask`]): a task of RepoClassBench in Python.
        source (`Path`): folder of the release's source.

    Returns:
        `dict[str, str]`: the name that the task uses, to the project's own.
    """
    own = _words((source / task.path).read_text(encoding="utf-8"))
    wanted = _words(task.reference)
    names = {name: word for name, word in _aligned(wanted, own) if name != word}
    of_file, of_release = _by_small_letters(own), _release_words(source)
    texts = (task.detailed_description, task.sketchy_description, *task.tests)
    for name in sorted({*wanted, *(word for text in texts for word in _words(text))} - names.keys()):
        same = of_file.get(name.lower()) or of_release.get(name.lower(), set())
        if len(same) == 1 and name not in of_release[name.lower()] and not _USUAL_CASE.fullmatch(name):
            names[name] = next(iter(same))
    return names


def _report(task: RepositoryTask, source: Path, names: dict[str, str]) -> bool:
    """Whether the names turn the reference into what is in the release; says what is left over if they do not."""
    words = [names.get(word, word) for word in _words(task.reference)]
    if _place(words, _words((source / task.path).read_text(encoding="utf-8"))) is not None:
        return True
    has = _release_words(source)
    unknown = sorted({word for word in words if word not in has.get(word.lower(), ())})
    unknown = [word for word in unknown if not _USUAL_CASE.fullmatch(word)]
    rest = f"; names without a counterpart: {', '.join(unknown)}" if unknown else ""
    print(f"{task.task_id}: the reference is not what is in the release{rest}")
    return False


def _aligned(wanted: Sequence[str], own: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Words of a reference, each with the one of the file that stands in its place."""
    small_wanted, small = [word.lower() for word in wanted], [word.lower() for word in own]
    start = _place(small_wanted, small)
    if start is not None:
        yield from zip(wanted, own[start:], strict=False)
        return
    start = _place(small_wanted[:2], small) or 0  # `class` and its name
    end = start + 2 * len(wanted)
    for block in difflib.SequenceMatcher(None, small_wanted, small[start:end], autojunk=False).get_matching_blocks():
        for step in range(block.size):
            yield wanted[block.a + step], own[start + block.b + step]


def _place(part: Sequence[str], whole: Sequence[str]) -> int | None:
    length = len(part)
    starts = (index for index in range(len(whole) - length + 1) if whole[index : index + length] == part)
    return next(starts, None)


@lru_cache
def _release_words(source: Path) -> dict[str, set[str]]:
    words = (word for file in source.rglob("*.py") for word in _words(file.read_text("utf-8", errors="replace")))
    return _by_small_letters(words)


def _words(text: str) -> list[str]:
    return _WORD.findall(text)


def _by_small_letters(words: Iterator[str] | Sequence[str]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for word in words:
        found[word.lower()].add(word)
    return found


if __name__ == "__main__":
    main()
