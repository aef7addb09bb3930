"""From completions to verdicts: scheduling, the cache of verdicts, workers of a cluster, and the soundness of tasks.
It may import what stands below it in the layers of `pyproject.toml`: all rooms from `core` up to `pytest_runner`.
Start reading at [`classeval_hf.engine.judge`]."""
