"""From completions to verdicts, wherever candidates are run. Start reading at [`classeval_hf.engine.judge`]."""
