"""From completions to verdicts, wherever candidates are run: start reading at [`classeval_hf.engine.judge`]."""
