"""Generation of completions by language models.

It needs the extra `generation`. In order: `engines` (backends), `generating` (queue of steps), `run_folder`,
`options`, `distributed` (several processes), `command`. Prompts are in [`classeval_hf.prompting`] and in the rooms of
each kind of task. Start reading at [`classeval_hf.prompting.steps`], then
[`classeval_hf.generation.generating`]."""

from importlib.util import find_spec

__all__ = ["missing_libraries"]

_LIBRARIES = ("accelerate", "jinja2", "torch", "transformers")


def missing_libraries() -> list[str]:
    return [name for name in _LIBRARIES if find_spec(name) is None]
