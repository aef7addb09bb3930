"""Generation of completions by language models.

Runs from a checkout as `generation/run.py` and is installed as `classeval_hf.generation`; it needs the extra
`generation`. Its own rooms have an order too: `steps` (the records), `prompts` (their text), `engines` (the backends),
`pipeline` (strategies, queue of steps, run folders), `distributed` (several processes), `cli` (the command).

It may import what stands below it in the layers of `pyproject.toml`: all rooms from `core` up to `reports`. Start
reading at [`classeval_hf.generation.steps`], then [`classeval_hf.generation.pipeline.generating`]."""

from importlib.util import find_spec

__all__ = ["missing_libraries"]

_LIBRARIES = ("accelerate", "jinja2", "torch", "transformers")


def missing_libraries() -> list[str]:
    return [name for name in _LIBRARIES if find_spec(name) is None]
