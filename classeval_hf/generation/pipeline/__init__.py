"""Strategies, the queue of steps, run folders, progress, scoring of a run. It may import what stands below it in the
layers of `pyproject.toml`: of generation `steps`, `prompts`, `engines`, and all rooms below generation. Start reading
at [`classeval_hf.generation.pipeline.generating`]."""
