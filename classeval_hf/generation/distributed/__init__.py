"""Several processes that share a run. It may import what stands below it in the layers of `pyproject.toml`: of
generation `steps`, `prompts`, `engines`, `pipeline`, and all rooms below generation. Start reading at
[`classeval_hf.generation.distributed.work_sharing`]."""
