"""The command `classeval-hf generate`, which is also `generation/run.py`. It may import what stands below it in the
layers of `pyproject.toml`: of generation `steps`, `prompts`, `engines`, `pipeline`, `distributed`, and all rooms below
generation. Start reading at [`classeval_hf.generation.cli.command`]."""
