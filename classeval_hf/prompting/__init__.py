"""The text of prompts: chat, bare code, prefix and suffix. It may import what stands below it in the
layers of `pyproject.toml`: of generation `steps`, and all rooms below generation. Start reading at
[`classeval_hf.classes.prompts.writer`]."""
