"""Symbolic links in folders of users: what they lead to is never read, and they are named."""

import json
from pathlib import Path

import pytest
from box_task import RIGHT, TASK

from classeval_hf.cli import main
from classeval_hf.core.errors import UserError
from classeval_hf.tasks.project_folders import read_project_folder

MODULE = 'def double(number):\n    """Twice the number."""\n    return 2 * number\n'
TESTS = "from pkg.numbers import double\n\n\ndef test_double():\n    assert double(2) == 4\n"


@pytest.mark.usefixtures("consent")
def test_samples_are_no_links(tmp_path: Path) -> None:
    """Neither files nor folders of students, nor in the folder of a task."""
    (tmp_path / "tasks.json").write_text(json.dumps([TASK.to_row()]))
    (tmp_path / "secret.py").write_text(RIGHT)
    for name in ("ann", "bob"):
        (tmp_path / "class" / name).mkdir(parents=True)
    (tmp_path / "class" / "ann" / f"{TASK.task_id}.py").write_text(RIGHT)
    (tmp_path / "class" / "bob" / f"{TASK.task_id}.py").symlink_to(tmp_path / "secret.py")
    (tmp_path / "class" / "eve").symlink_to(tmp_path / "class" / "ann")
    scores = tmp_path / "scores.json"
    options = ["--tasks-from", str(tmp_path / "tasks.json"), "-o", str(scores), "-q"]
    with pytest.warns(UserWarning, match="left out is what is no author's .*: bob, eve"):
        assert main(["score", str(tmp_path / "class"), *options]) == 0
    assert list(json.loads(scores.read_text())) == ["ann"]
    (tmp_path / "class" / "ann" / "more.py").symlink_to(tmp_path / "secret.py")
    with pytest.warns(UserWarning, match=r"ann: links are not followed, and left out: more\.py\."):
        assert main(["score", str(tmp_path / "class" / "ann"), *options]) == 0


def test_a_new_project_copies_no_links(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Two links to the folder itself would be copied again and again; those of tests and modules are no part of it."""
    source = tmp_path / "source"
    for name, text in {"pkg/__init__.py": "", "pkg/numbers.py": MODULE, "tests/test_numbers.py": TESTS}.items():
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        (source / name).write_text(text)
    (tmp_path / "secret.py").write_text(MODULE)
    for name, goal in {
        "a": ".",
        "b": ".",
        "pkg/key.py": "../../secret.py",
        "tests/test_key.py": "/etc/passwd",
    }.items():
        (source / name).symlink_to(goal)
    output = tmp_path / "out"
    assert main(["projects", "new", str(source), "-o", str(output)]) == 0
    printed = capsys.readouterr().out
    assert "Left out: 4 symbolic links, which are not followed: a, b, pkg/key.py, ..." in printed
    assert not [path for path in output.rglob("*") if path.is_symlink()] and not (output / "pkg" / "key.py").exists()

    (output / "pkg" / "key.py").symlink_to(tmp_path / "secret.py")
    with pytest.raises(UserError, match=r"key\.py leads out of the project's folder"):
        read_project_folder(output)
