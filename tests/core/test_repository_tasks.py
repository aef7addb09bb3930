"""Repository-level tasks: their rows, and what decides about them."""

import json
from dataclasses import replace

import pytest

from classeval_hf.core.repository_tasks import CodeDependencies, ProjectRelease, RepositoryTask, Requirement, Target

TASK = RepositoryTask(
    "Harbour_1",
    ProjectRelease("harbour", "1.0", "harbour-1.0.tar.gz", "ab"),
    "src/harbour/berths.py",
    Target("Berth.is_free", "method"),
    ("tests/test_a.py::test_one", "tests/test_b.py::test_two", "tests/test_a.py::test_three"),
    requirement=Requirement("Says whether it is free.", ":param at: minute"),
    dependencies=CodeDependencies(("harbour.berths.Berth.stays",), (), ("harbour.times.Span",)),
    paraphrase={"bErTh": "Berth"},
    licence="MIT",
)


def test_a_row_is_read_as_it_was_written() -> None:
    row = json.loads(json.dumps(TASK.to_row()))
    assert row["kind"] == "repository"
    assert row["project"] == {"name": "harbour", "version": "1.0", "file": "harbour-1.0.tar.gz", "sha256": "ab"}
    assert RepositoryTask.from_row(row) == TASK and RepositoryTask.from_row(row).to_row() == TASK.to_row()
    project = {**row["project"], "folder": None}
    bare = {**row, "project": project, "requirement": None, "dependencies": {"in_class": None}}
    assert RepositoryTask.from_row(bare) == replace(TASK, requirement=Requirement(), dependencies=CodeDependencies())


def test_its_hash_and_its_suite() -> None:
    changes = {"path": "other.py"}, {"target": Target("Berth", "class")}, {"tests": TASK.tests[:2]}
    for change in (*changes, {"project": replace(TASK.project, sha256="cd")}, {"paraphrase": {}}):
        assert replace(TASK, **change).tests_hash() != TASK.tests_hash()
        assert replace(TASK, task_id="another").tests_hash() == TASK.tests_hash()
    assert TASK.suite().listed == ("tests/test_a.py", "tests/test_b.py")
    assert TASK.tests_by_file["tests/test_a.py"] == ("tests/test_a.py::test_one", "tests/test_a.py::test_three")


def test_what_a_row_lacks_is_named() -> None:
    for changes, message in (
        ({"path": ""}, "Harbour_1 lacks path"),
        ({"kind": "class"}, "has the kind 'class'"),
        ({"path": "/etc/passwd"}, "must be a path in the project's folder"),
        ({"path": "../berths.py"}, "must be a path in the project's folder"),
    ):
        with pytest.raises(ValueError, match=message):
            RepositoryTask.from_row({**TASK.to_row(), **changes})
