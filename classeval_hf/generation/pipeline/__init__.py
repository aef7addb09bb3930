"""Strategies, the queue of steps, run folders, progress, scoring of a run. Start reading at
[`classeval_hf.generation.pipeline.generating`]."""
