"""From completions to verdicts: scheduling, the cache of verdicts, workers of a cluster, and the soundness of tasks.
Start reading at [`classeval_hf.engine.judge`]."""
