"""The command `classeval-hf generate`, which is also `generation/run.py`. Start reading at
[`classeval_hf.generation.cli.command`]."""
