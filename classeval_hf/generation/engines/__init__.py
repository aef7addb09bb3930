"""Backends for models: transformers with a decoding loop of our own, vLLM, a server. It may import what stands below
it in the layers of `pyproject.toml`: of generation `steps`, `prompts`, and all rooms below generation. Start reading
at [`classeval_hf.generation.engines.backend`]."""
