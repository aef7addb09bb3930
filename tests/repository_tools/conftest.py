"""A small project to use tools on, and the processes that read candidates."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from fleet_project import FILES, MakeTools

from classeval_hf.core.repository_tasks import ProjectRelease, RepositoryTask, Target
from classeval_hf.repository_tools.retrieval import BM25Retriever
from classeval_hf.repository_tools.tools import RepositoryTools
from classeval_hf.repository_tools.views import ProjectView
from classeval_hf.sandbox.limited_calls import LimitedCalls


@pytest.fixture(scope="module")
def calls() -> Iterator[LimitedCalls]:
    """Processes that read candidates."""
    with LimitedCalls() as found:
        yield found


@pytest.fixture
def make_tools(tmp_path: Path, calls: LimitedCalls) -> MakeTools:
    """Makes the tools of a task of the small project."""

    def make(
        target: str = "Ship",
        kind: str = "class",
        path: str = "src/fleet/ships.py",
        disabled: tuple[str, ...] = (),
        files: Mapping[str, str] | None = None,
        **fields: object,
    ) -> RepositoryTools:
        for name, text in {**FILES, **(files or {})}.items():
            place = tmp_path / name
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text, encoding="utf-8")
        task = RepositoryTask("T", ProjectRelease("fleet"), path, Target(target, kind), **fields)
        return RepositoryTools(ProjectView.of(task, tmp_path), BM25Retriever(), disabled, calls=calls)

    return make
