"""
Published scores of recorded runs, to set measured ones beside.

The numbers are those of the public ClassEval repository's `pass_at_k_result.json`, 2023-08 and v1.0.0. Its
`fun_success`, which counts every listed test class as a method, is our `test_class_pass@k`.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

__all__ = ["PublishedRun", "published_run"]


@dataclass(frozen=True)
class PublishedRun:
    """
    A run with published scores.

    Args:
        release (`str`): release of the public repository that states them.
        name (`str`): name of the run there.
        scores (`dict[str, float]`): by name of our metric, from 0 to 1.
    """

    release: str
    name: str
    scores: dict[str, float]


_RUNS = {
    "GPT-4_100_c_t0": PublishedRun(
        "2023-08", "GPT-4_H(greedy)", {"class_pass@1": 0.37, "test_class_pass@1": 313 / 501}
    ),
    "ChatGPT_100_c_5": PublishedRun(
        "2023-08",
        "GPT-3.5_H",
        {
            "class_pass@1": 0.296,
            "class_pass@3": 0.349,
            "class_pass@5": 0.36,
            "test_class_pass@1": 1263 / 2505,
            "test_class_pass@3": 0.5900199600798403,
            "test_class_pass@5": 306 / 501,
        },
    ),
    "WizardCoder_100_m_dire": PublishedRun(
        "2023-08", "WizardCoder_C(greedy)", {"class_pass@1": 0.11, "test_class_pass@1": 178 / 501}
    ),
    "GPT-3.5-Turbo_method_I_greedy": PublishedRun(
        "v1.0.0", "GPT-3.5-Turbo_method_I_greedy", {"class_pass@1": 0.30, "test_class_pass@1": 289 / 502}
    ),
}


def published_run(path: str | Path) -> PublishedRun | None:
    """The published scores of a recorded file of the public repository, known by its name, or `None`."""
    return _RUNS.get(Path(path).stem)
