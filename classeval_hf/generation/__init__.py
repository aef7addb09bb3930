"""Generation of completions by language models.

It needs the extra `generation`. Its rooms in order: `steps` (records), `prompts` (their text), `engines` (backends),
`pipeline` (strategies, queue of steps, run folders), `distributed` (several processes), `cli` (the command).

It may import what stands below it in the layers of `pyproject.toml`: all rooms from `core` up to `reports`. Start
reading at [`classeval_hf.prompting.steps`], then [`classeval_hf.generation.pipeline.generating`]."""

from importlib.util import find_spec

__all__ = ["missing_libraries"]

_LIBRARIES = ("accelerate", "jinja2", "torch", "transformers")


def missing_libraries() -> list[str]:
    return [name for name in _LIBRARIES if find_spec(name) is None]
