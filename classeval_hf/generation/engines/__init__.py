"""What runs a model: transformers with a decoding loop of its own, vLLM, or a server. It may import what stands below
it in the layers of `pyproject.toml`: of generation `steps`, `prompts`, and all rooms below generation. Start reading
at [`classeval_hf.generation.engines.backend`]."""
