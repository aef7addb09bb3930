"""The releases that the tasks of benchmarks are of, as the catalogue of projects knows them."""

from __future__ import annotations

from classeval_hf.core.repository_tasks import ProjectRelease
from classeval_hf.projects.catalogue import load_catalogue


def project_releases(benchmark: str) -> dict[str, ProjectRelease]:
    """The releases of a benchmark's projects, by what it calls them, with the first source file of the catalogue: the
    same on every machine, so that the identity of a task is too. Only the name where the release is not known."""
    releases = {}
    for project in load_catalogue():
        if project.benchmark == benchmark:
            file = project.source[0] if project.source else None
            release = ProjectRelease(project.name, project.version)
            if file is not None:
                release = ProjectRelease(project.name, project.version, file.file, file.sha256)
            releases[project.repository] = release
    return releases
