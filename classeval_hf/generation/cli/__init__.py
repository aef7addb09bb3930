"""
The command `classeval-hf generate`, which is also `generation/run.py`.

It may import all of `generation`. Start reading at [`classeval_hf.generation.cli.command`].
"""
