"""
ClassEval-HF: how well language models write whole Python classes.

    from classeval_hf import ClassTask, Judge, compute_scores, load_tasks

Everything else is private by convention: it may move from one version to the next, also what `docs/reference/api.md`
names for extending. The rooms, from the lowest to the highest, each of which imports only those before it: `core`,
`sandbox`, `reading`, `metrics`, `prompting`, `engine`, `classes` and `projects` (which do not import each other),
`tasks`, `runs`, `scoring`, `task_quality`, `strengthening`, `hub`, `reports`, `generation`, `integrations`, `cli`.
"""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from classeval_hf.core.errors import ClassEvalError, InfrastructureError, UserError
    from classeval_hf.core.tasks import ClassTask, Task, TestSuite
    from classeval_hf.core.verdicts import CandidateVerdict
    from classeval_hf.engine.judge import Judge
    from classeval_hf.metrics.samples import Sample
    from classeval_hf.metrics.scores import Scores
    from classeval_hf.sandbox.jobs import IsolationError
    from classeval_hf.scoring.compute import aggregate, compute_scores
    from classeval_hf.tasks.splits import load_tasks

__all__ = [
    "CandidateVerdict",
    "ClassEvalError",
    "ClassTask",
    "InfrastructureError",
    "IsolationError",
    "Judge",
    "Sample",
    "Scores",
    "Task",
    "TestSuite",
    "UserError",
    "__version__",
    "aggregate",
    "compute_scores",
    "load_tasks",
]

_PLACES = {
    "CandidateVerdict": "core.verdicts",
    "ClassEvalError": "core.errors",
    "ClassTask": "core.tasks",
    "InfrastructureError": "core.errors",
    "IsolationError": "sandbox.jobs",
    "Judge": "engine.judge",
    "Sample": "metrics.samples",
    "Scores": "metrics.scores",
    "Task": "core.tasks",
    "TestSuite": "core.tasks",
    "UserError": "core.errors",
    "aggregate": "scoring.compute",
    "compute_scores": "scoring",
    "load_tasks": "tasks.splits",
}


def __getattr__(name: str) -> Any:
    """Imports a name when it is first asked for, so that `import classeval_hf` takes no time."""
    if name == "__version__":
        from importlib import metadata

        return metadata.version("classeval-hf")
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_PLACES[name]}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
